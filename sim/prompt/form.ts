import type { Interface } from 'node:readline'
import { showMarkdown, type SimField, type SimModal, type Started } from '../../sim-discord/src/index.ts'
import { toPlain } from './drawing.ts'

interface FormOptions {
  reader: Interface
  notify: (text: string) => void
  /** Submits the modal of an interaction; throws an error with a message for the user. */
  submit: (started: Started, values: Record<string, string>) => void
  /** Restores the prompt of the input line. */
  closed: () => void
}

interface Open {
  started: Started
  modal: SimModal
  values: Record<string, string>
  left: SimField[]
}

/** The modal that the input line fills. */
export type Form = ReturnType<typeof createForm>

/** Creates the state without an open modal. */
export function createForm({ reader, notify, submit, closed }: FormOptions) {
  let open: Open | undefined

  /** Asks for the next field; returns the notice about it. */
  const ask = ({ modal, left: [field] }: Open): string => {
    if (field === undefined) return ''
    reader.setPrompt(`${field.label}: `)
    // Text that the user is typing is not replaced.
    if (reader.line === '') reader.write(field.value)
    const texts = modal.texts.map((text) => showMarkdown(text, { now: Date.now(), nameOf: () => undefined }))
    return [`▢ ${modal.title}`, ...texts.flatMap((text) => text.split('\n').map(toPlain)), describe(field)].join('\n')
  }
  const close = (notice: string) => {
    open = undefined
    closed()
    return notice
  }

  return {
    isOpen: () => open !== undefined,
    /** Opens the modal of an interaction. */
    open(started: Started): void {
      const modal = started.reply.modal()
      if (modal === undefined) return
      open = { started, modal, values: {}, left: modal.fields }
      notify(ask(open))
    },
    /** Takes a line as the value of the next field; returns a notice. */
    enter(line: string): string {
      const [field, ...left] = open?.left ?? []
      if (open === undefined || field === undefined) return ''
      if (line.trim() === '' && field.isRequired) return close(`${open.modal.title}: closed, nothing was sent.`)
      open.values[field.customId] = line
      open.left = left
      if (left.length > 0) return ask(open)
      try {
        submit(open.started, open.values)
        close('')
      } catch (error) {
        open = { ...open, values: {}, left: open.modal.fields }
        return `✗ ${error instanceof Error ? error.message : String(error)}\n${ask(open)}`
      }
      return ''
    },
  }
}

function describe({ label, description, placeholder, isRequired, options, maxLength }: SimField): string {
  const details = [
    description,
    placeholder,
    maxLength && `at most ${maxLength} characters`,
    options && `one of: ${options.join(', ')}`,
  ].filter((part) => part)
  const how = isRequired ? 'an empty line closes the form' : 'optional; an empty line leaves it empty'
  return `  ${label}${details.length > 0 ? ` – ${details.join('; ')}` : ''} (${how})`
}
