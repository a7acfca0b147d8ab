import { useEffect, useRef, useState } from 'preact/hooks'
import type { WireModal } from '../../wire-format.ts'
import { Avatar } from '../render/avatar.tsx'
import { CloseIcon } from '../render/icons.tsx'
import { Markdown } from '../render/markdown-view.tsx'
import type { OpenModal } from '../state/view-state.ts'
import { useApp } from './app-context.ts'
import { FieldView } from './modal-field.tsx'
import { fieldsOf, startValues, wrongFields, type ModalValue, type ModalValues } from './modal-fields.ts'
import { ProblemText } from './problem-text.tsx'

/** A modal of the bot. */
export function ModalDialog({ opened: { interactionId, modal } }: { opened: OpenModal }) {
  const { page, texts, actions } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [values, setValues] = useState<ModalValues>(() => startValues(modal))
  const [wrong, setWrong] = useState<readonly string[]>([])
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('.modal-fields input, .modal-fields textarea')?.focus()
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    const found = wrongFields(modal, values)
    setWrong(found)
    if (found.length === 0) void actions.submitModal(interactionId, values)
  }
  const cancel = () => actions.closeModal(interactionId)
  const bot = page.bot.global_name ?? page.bot.username
  return (
    <dialog class="modal" ref={dialog} aria-labelledby="modal-title" onClose={cancel}>
      <form onSubmit={submit} noValidate>
        <header>
          <Avatar author={page.bot} isSmall />
          <h2 id="modal-title">{modal.title}</h2>
          <button type="button" class="icon-button" aria-label={texts.close} onClick={cancel}>
            <CloseIcon />
          </button>
        </header>
        <div class="modal-fields">
          <p class="form-warning">{texts.formWarning(bot)}</p>
          <Fields
            modal={modal}
            values={values}
            wrong={wrong}
            onChange={(id, value) => setValues({ ...values, [id]: value })}
          />
          <ProblemText place="modal" />
        </div>
        <footer>
          <button type="button" class="button secondary" onClick={cancel}>
            {texts.cancel}
          </button>
          <button type="submit" class="button primary">
            {texts.submit}
          </button>
        </footer>
      </form>
    </dialog>
  )
}

interface FieldsProps {
  modal: WireModal
  values: ModalValues
  wrong: readonly string[]
  onChange: (customId: string, value: ModalValue) => void
}

const Fields = ({ modal, values, wrong, onChange }: FieldsProps) => (
  <>
    {fieldsOf(modal).map((field) =>
      typeof field === 'string' ? (
        <Markdown text={field} />
      ) : (
        <FieldView
          key={field.input.custom_id}
          field={field}
          value={values[field.input.custom_id] ?? ''}
          isWrong={wrong.includes(field.input.custom_id)}
          onChange={(value) => onChange(field.input.custom_id, value)}
        />
      ),
    )}
  </>
)
