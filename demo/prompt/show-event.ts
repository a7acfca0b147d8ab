import type { ConversationEvent } from '../../packages/sim-discord/src/index.ts'
import type { Entries } from './entries.ts'
import type { Form } from './form.ts'
import type { Window } from './window.ts'

const NO_ANSWER = 'This interaction failed: the bot did not answer within 3 s.'

/** The parts of the prompt that events change. */
interface Shown {
  entries: Entries
  window: Window
  form: Form
  notify: (text: string) => void
  refresh: () => void
}

/** Shows what happens in the conversation, of interactions only those of the prompt. */
export function showEvent(event: ConversationEvent, { entries, window, form, notify, refresh }: Shown): void {
  if (event.type === 'message') {
    const entry = event.change === 'posted' ? entries.addNew(event.message) : undefined
    if (entry) window.raise(entry)
    return refresh()
  }
  const { started } = event
  if (!entries.isOwn(started)) return
  if (event.type === 'modal') return form.open(started)
  if (started.state === 'failed' && started.kind !== 'command') return notify(NO_ANSWER)
  refresh()
}
