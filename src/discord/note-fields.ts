import { codeBlock, ComponentType, type Message } from 'discord.js'
import { MAX_REASON_CHARACTERS } from '../model/reason.ts'
import type { FormField, FormInput } from './command.ts'
import type { Texts } from './texts/texts.ts'

/** Maximum length of `until`. Valid texts are shorter, but an error can then quote a mistake. */
export const MAX_UNTIL = 40

/** The texts of the field `reason`. */
interface Words {
  reason: string
  reasonHint: string
}

/** The values that were typed into the fields before. */
interface TypedNote {
  reason: string
  until: string
}

/** The form field for a note about an account (`reason`). */
export const reasonField = ({ reason, reasonHint }: Words, typed = ''): FormField => ({
  kind: 'text',
  name: 'reason',
  label: reason,
  description: reasonHint,
  value: typed,
  maxLength: MAX_REASON_CHARACTERS,
  isRequired: true,
  isMultiline: true,
})

/** The form fields for a note about an account and for the time until which it applies, filled in with `typed`. */
export const noteFields = (words: Words, texts: Texts, typed: TypedNote = { reason: '', until: '' }): FormField[] => [
  reasonField(words, typed.reason),
  ...untilFields(typed.until, texts),
]

/** The usual ends. */
const SPANS = [
  { value: '1d', count: 1, unit: 'day' },
  { value: '3d', count: 3, unit: 'day' },
  { value: '7d', count: 7, unit: 'day' },
  { value: '14d', count: 14, unit: 'day' },
  { value: '30d', count: 30, unit: 'day' },
  { value: '90d', count: 90, unit: 'day' },
  { value: '6mo', count: 6, unit: 'month' },
  { value: '1y', count: 1, unit: 'year' },
] as const
type Span = (typeof SPANS)[number]['value']
const NO_END = 'none'

/**
 * The form fields for the time until which something applies: a menu of usual ends, and a text for any other end, which counts before the menu.
 * `typed` is the end to begin with, and `otherwise` the option that is chosen when `typed` is no usual end. The option *no end* exists only if it
 * is `otherwise`.
 */
export function untilFields(
  typed: string,
  { common, form: words, language }: Texts,
  otherwise: Span | typeof NO_END = NO_END,
): FormField[] {
  const isUsual = SPANS.some(({ value }) => value === typed)
  const chosen = isUsual ? typed : otherwise
  const spans = SPANS.map(({ value, count, unit }) => ({
    value,
    label: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    isChosen: value === chosen,
  }))
  return [
    {
      kind: 'menu',
      name: 'span',
      label: common.until,
      options: [...(otherwise === NO_END ? [{ value: NO_END, label: words.noEnd, isChosen: !isUsual }] : []), ...spans],
    },
    {
      kind: 'text',
      name: 'until',
      label: words.otherEnd,
      description: words.otherEndHint,
      value: isUsual ? '' : typed,
      maxLength: MAX_UNTIL,
      isRequired: false,
    },
  ]
}

/** Reads the submitted end; empty for no end. */
export function readUntil({ texts, choices }: FormInput): string {
  const typed = texts.get('until')?.trim() ?? ''
  const [span = NO_END] = choices.get('span') ?? []
  return typed === '' && span !== NO_END ? span : typed
}

/** Reads the submitted fields; `until` is null for no end. */
export function readNoteFields(fields: FormInput): { reason: string; until: string | null } {
  const until = readUntil(fields)
  return { reason: fields.texts.get('reason') ?? '', until: until === '' ? null : until }
}

/**
 * The typed end as the last arguments of a custom id. It is split at its colons, because a colon separates arguments. A text that is too
 * long is left out.
 */
export const toUntilArguments = (until: string | null): string[] =>
  until === null || until.length > MAX_UNTIL ? [''] : until.split(':')

/**
 * Reads the values that were typed before an error: the note from the message about the error, the end from the arguments of its button.
 */
export const readTyped = (message: Pick<Message, 'components'>, untilArguments: string[]): TypedNote => ({
  reason: readTypedNote(message),
  until: untilArguments.join(':'),
})

/** The typed note, formatted as the last part of the message about an error. */
export const formatTypedNote = (note: string, texts: Texts) => `${texts.typedNote}\n${codeBlock(note)}`

function readTypedNote({ components }: Pick<Message, 'components'>): string {
  const contents = components
    .map((component) => component.toJSON())
    .flatMap((component) => (component.type === ComponentType.Container ? component.components : []))
    .map((part) => (part.type === ComponentType.TextDisplay ? part.content : ''))
  const [, note = ''] = /\n```\n([^]*)$/.exec(contents.at(-1) ?? '') ?? []
  return note.endsWith('\n```') ? note.slice(0, -'\n```'.length) : ''
}
