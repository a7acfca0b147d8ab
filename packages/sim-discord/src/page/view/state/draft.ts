import { OPTION } from '../../../wire.ts'
import type { PageFile } from '../../protocol.ts'
import type { WireOption } from '../../wire-format.ts'
import type { Texts } from '../texts.ts'
import type { CommandEntry, EntryOption } from './command-entries.ts'

const MAX_TEXT = 6000
const MAX_NUMBER = 2 ** 53

/** An option that the user fills. */
export interface DraftField {
  name: string
  /** What the field shows. */
  text: string
  /** The value of a chosen choice. */
  value?: string
  file?: PageFile
}

/** A command that is being typed. */
export interface Draft {
  entry: CommandEntry
  fields: readonly DraftField[]
}

/** A value that can be chosen for an option. */
export interface Choice {
  shown: string
  value: string
}

/** Opens a command with its required options, or with its first option if none is required. */
export function openDraft(entry: CommandEntry): Draft {
  const required = entry.options.filter(({ option }) => option.required)
  const opened = required.length > 0 ? required : entry.options.slice(0, 1)
  return { entry, fields: opened.map(({ option }) => ({ name: option.name, text: '' })) }
}

/** The options that are not in the draft yet. */
export const optionsLeft = ({ entry, fields }: Draft): EntryOption[] =>
  entry.options.filter(({ option }) => !fields.some(({ name }) => name === option.name))

/** The option of a field. */
export const optionOf = ({ entry }: Draft, name: string): EntryOption | undefined =>
  entry.options.find(({ option }) => option.name === name)

export const addField = (draft: Draft, name: string): Draft => ({
  ...draft,
  fields: [...draft.fields, { name, text: '' }],
})

export const removeField = (draft: Draft, name: string): Draft => ({
  ...draft,
  fields: draft.fields.filter((field) => field.name !== name),
})

/** Changes a field; typing discards a value that was chosen before. */
export function changeField(draft: Draft, changed: DraftField): Draft {
  return { ...draft, fields: draft.fields.map((field) => (field.name === changed.name ? changed : field)) }
}

/** Opens a field unless it is open. */
export const openField = (draft: Draft, name: string): Draft =>
  draft.fields.some((field) => field.name === name) ? draft : addField(draft, name)

/** The empty option that the end of a value names, as in `raider within:`, with the value before it; or the field's own name. */
export function splitAtOption(
  draft: Draft,
  field: string,
  text: string,
): { before: string; option: EntryOption } | undefined {
  const [, before = '', label] = /^(?:([\s\S]*)\s)?([^\s:]+):$/.exec(text) ?? []
  const isFilled = (name: string) => draft.fields.some((each) => each.name === name && (each.text !== '' || each.file))
  const option = draft.entry.options.find(({ shown, option: { name } }) => shown === label || name === label)
  if (option === undefined) return undefined
  const { name } = option.option
  const isNamed = name === field ? before === '' : !isFilled(name)
  return isNamed ? { before, option } : undefined
}

/** What is wrong with a field; undefined for a field that can be sent. */
export function problemOf(draft: Draft, field: DraftField, texts: Texts): string | undefined {
  const { option } = optionOf(draft, field.name) ?? {}
  if (option === undefined) return undefined
  const isEmpty = field.text.trim() === '' && field.file === undefined
  if (isEmpty) return option.required ? texts.required : undefined
  if (option.type === OPTION.attachment || field.value !== undefined) return undefined
  // The value of a choice can be typed too.
  if (option.choices?.length) {
    return option.choices.some(({ value }) => String(value) === field.text.trim()) ? undefined : texts.noChoice
  }
  switch (option.type) {
    case OPTION.string:
      return problemOfText(option, field.text, texts)
    case OPTION.integer:
    case OPTION.number:
      return problemOfNumber(option, Number(field.text), texts)
    default:
      return texts.noChoice
  }
}

function problemOfText({ min_length: min = 0, max_length: max = MAX_TEXT }: WireOption, text: string, texts: Texts) {
  if (text.length < min) return texts.tooShort(min)
  return text.length > max ? texts.tooLong(max) : undefined
}

function problemOfNumber({ type, min_value: min, max_value: max }: WireOption, count: number, texts: Texts) {
  if (!Number.isFinite(count) || (type === OPTION.integer && !Number.isInteger(count))) return texts.notANumber
  const [least, most] = [min ?? -MAX_NUMBER, max ?? MAX_NUMBER]
  return count < least || count > most ? texts.outOfRange(least, most) : undefined
}

/** The draft as the server takes it; empty options are left out. */
export function toRequest({ entry, fields }: Draft) {
  const filled = fields.filter(({ text }) => text.trim() !== '')
  const texts = filled.filter(({ file }) => file === undefined)
  const files = filled.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file] as const]))
  return {
    command: entry.command,
    subcommands: entry.subcommands,
    options: Object.fromEntries(texts.map(({ name, text, value }) => [name, value ?? text.trim()])),
    ...(files.length === 0 ? {} : { files: Object.fromEntries(files) }),
  }
}

/** The choices of a list that fit a typed text; all of them when the text is one of them. */
export function fittingChoices(choices: readonly Choice[], field: DraftField): Choice[] {
  const text = field.value === undefined ? field.text.trim().toLowerCase() : ''
  return choices.filter(({ shown }) => shown.toLowerCase().includes(text))
}

/** Fills a draft from typed text such as `raider within:30`; text without a label belongs to the first field. */
export function fillDraft(draft: Draft, text: string): Draft {
  const labels = draft.entry.options.flatMap(({ shown, option }) => [shown, option.name])
  const [first = '', ...labelled] = ` ${text}`.split(new RegExp(`\\s(?=(?:${labels.join('|')}):)`, 'u'))
  const [head] = draft.fields
  const filled = head === undefined ? draft : typeInto(draft, head.name, first.slice(1))
  return labelled.reduce((filling, part) => {
    const [label = '', ...rest] = part.split(':')
    const { option } = draft.entry.options.find((each) => each.shown === label || each.option.name === label) ?? {}
    if (option === undefined) return filling
    const isOpen = filling.fields.some(({ name }) => name === option.name)
    return typeInto(isOpen ? filling : addField(filling, option.name), option.name, rest.join(':'))
  }, filled)
}

/** Types a text into a field; the name of a choice in full chooses it. */
export function typeInto(draft: Draft, name: string, text: string, choices?: readonly Choice[]): Draft {
  const known = choices ?? optionOf(draft, name)?.choices ?? []
  const typed = text.trim().toLowerCase()
  const choice = known.find(({ shown }) => shown.toLowerCase() === typed)
  return changeField(draft, { name, text, ...(choice === undefined ? {} : { value: choice.value }) })
}
