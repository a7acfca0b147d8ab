import type { Interface } from 'node:readline'
import {
  showMarkdown,
  type ModalValue,
  type SimField,
  type SimModal,
  type Started,
} from '../../packages/sim-discord/src/index.ts'
import { toPlain } from './drawing.ts'
import { readUpload } from './read-upload.ts'

interface FormOptions {
  reader: Interface
  notify: (text: string) => void
  /** Submits the modal of an interaction; throws an error with a message for the user. */
  submit: (started: Started, values: Record<string, ModalValue>) => void
  /** Restores the prompt of the input line. */
  closed: () => void
  /** Whether a line is a command, which is not meant for a field. */
  isCommand: (line: string) => boolean
}

interface Open {
  started: Started
  modal: SimModal
  values: Record<string, ModalValue>
  left: SimField[]
}

/** The modal that the input line fills. */
export type Form = ReturnType<typeof createForm>

/** Creates the state without an open modal. */
export function createForm({ reader, notify, submit, closed, isCommand }: FormOptions) {
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
    /** Takes a line as the value of the next field; resolves with a notice. */
    async enter(line: string): Promise<string> {
      const [field, ...left] = open?.left ?? []
      if (open === undefined || field === undefined) return ''
      const typed = line.trim()
      // A field that is filled in has its text before what was typed.
      if (typed === 'cancel' || typed === `${field.value}cancel`)
        return close(`${open.modal.title}: closed, nothing was sent.`)
      if (typed === '' && isEmptyAndRequired(field))
        return `✗ ${field.label}: needed; cancel closes the form.\n${ask(open)}`
      if (isCommand(typed)) return `✗ A form is open; cancel closes it.\n${ask(open)}`
      try {
        open.values[field.customId] = await readValue(field, line)
        open.left = left
        if (left.length > 0) return ask(open)
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

const INPUTS = {
  text: undefined,
  file: 'the path of a file',
  menu: 'a number or a label',
  radio: 'a number or a label',
  checkboxes: 'numbers or labels, with commas',
} as const satisfies Record<SimField['kind'], string | undefined>

function describe(field: SimField): string {
  const { kind, label, description, placeholder, isRequired, options = [], maxLength } = field
  const limit = maxLength && `at most ${maxLength} characters`
  const details = [description, placeholder, limit, INPUTS[kind]].filter((part) => part)
  const kept = (chosenIn(field).length > 0 || field.value !== '') && 'Enter keeps what is chosen'
  const how = [!isRequired && 'optional', kept, 'cancel closes the form'].filter((part) => part).join('; ')
  const about = (option: { description: string | undefined }) => option.description && ` – ${option.description}`
  const shown = options.map(
    (option, index) => `    ${index + 1} ${option.label}${about(option) ?? ''}${option.isDefault ? ' (chosen)' : ''}`,
  )
  return [`  ${label}${details.length > 0 ? ` – ${details.join('; ')}` : ''} (${how})`, ...shown].join('\n')
}

/** The labels of the options that a field has chosen already. */
const chosenIn = ({ options = [] }: SimField): string[] =>
  options.flatMap(({ isDefault, label }) => (isDefault ? [label] : []))

const isEmptyAndRequired = (field: SimField) => field.isRequired && chosenIn(field).length === 0

/** The value of a field that a line stands for; rejects with a message for the user. */
async function readValue(field: SimField, line: string): Promise<ModalValue> {
  const { kind, options = [] } = field
  if (kind === 'text') return line
  if (line.trim() === '') return chosenIn(field)
  if (kind === 'file') return readUpload(line.trim())
  const words = line.split(',').map((word) => word.trim())
  return words.map((word) => {
    const isMeant = ({ label }: { label: string }) => label.toLowerCase().startsWith(word.toLowerCase())
    const option = options[Number(word) - 1] ?? options.find(isMeant)
    return option?.label ?? word
  })
}
