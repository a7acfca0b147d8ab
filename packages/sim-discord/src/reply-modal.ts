import type { Interaction } from './interactions.ts'
import { modalSchema, type Modal } from './limits/modal.ts'
import { fillModal, viewModal, type KeepFile, type ModalValues, type SimModal } from './modal.ts'
import { waitFor, type OnChange } from './wait.ts'
import { CALLBACK } from './wire.ts'

const DEFAULT_TIMEOUT_MS = 5_000

/** The modal that an interaction opens. */
export interface ModalReply<Reply> {
  /** Undefined unless the bot has answered with a modal. */
  modal: () => SimModal | undefined
  /** Resolves with the modal as soon as it is open; rejects after `timeoutMs`, 5000 by default. */
  untilModal: (timeoutMs?: number) => Promise<SimModal>
  /** Submits the modal; throws where Discord's client would not send it. */
  submit: (values: ModalValues) => Reply
}

/** Observes the modal of an interaction; `keep` stores the files of the filled one, and `submit` sends its data. */
export function watchModal<Reply>(
  interaction: Interaction,
  onChange: OnChange,
  { keep, submit }: { keep: KeepFile; submit: (data: object) => Reply },
): ModalReply<Reply> {
  const read = (): Modal | undefined =>
    interaction.answer?.type === CALLBACK.modal ? modalSchema.parse(interaction.answer.data) : undefined
  const view = (): SimModal | undefined => {
    const modal = read()
    return modal && viewModal(modal)
  }
  return {
    modal: view,
    untilModal: (timeoutMs = DEFAULT_TIMEOUT_MS) =>
      waitFor(view, onChange, timeoutMs, () => `No modal within ${timeoutMs} ms`),
    submit(values) {
      const modal = read()
      if (modal === undefined) throw new Error('There is no modal to submit')
      return submit(fillModal(modal, values, keep))
    },
  }
}
