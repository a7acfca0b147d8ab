import { codeBlock } from 'discord.js'
import { MAX_REASON_CHARACTERS } from '../model/reason.ts'
import type { FormField, FormInput, TypedFields } from './command.ts'
import type { Texts } from './texts/texts.ts'

/** Maximum length of `until`. Valid texts are shorter, but an error can then quote a mistake. */
export const MAX_UNTIL = 40

/** The texts of the field `reason`. */
interface Words {
  reason: string
  reasonHint: string
}

/** The form field for a note about an account (`reason`). */
export const reasonField = ({ reason, reasonHint }: Words): FormField => ({
  kind: 'text',
  name: 'reason',
  label: reason,
  description: reasonHint,
  maxLength: MAX_REASON_CHARACTERS,
  isRequired: true,
  isMultiline: true,
})

/** The form fields for a note about an account and for the time until which it applies. */
export const noteFields = (words: Words, texts: Texts): FormField[] => [reasonField(words), ...untilFields(texts)]

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
 * The form fields for the time until which something applies: a menu of usual ends, in which `chosen` is chosen, and a text for any other end,
 * which counts before the menu. The option *no end* exists only if it is `chosen`.
 */
export function untilFields(
  { common, form: words, language }: Texts,
  chosen: Span | typeof NO_END = NO_END,
): FormField[] {
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
      options: [...(chosen === NO_END ? [{ value: NO_END, label: words.noEnd, isChosen: true }] : []), ...spans],
    },
    {
      kind: 'text',
      name: 'until',
      label: words.otherEnd,
      description: words.otherEndHint,
      maxLength: MAX_UNTIL,
      isRequired: false,
    },
  ]
}

/** The end that was typed elsewhere, for filling in these fields. */
export const typedUntil = (until: string | null): TypedFields =>
  SPANS.some(({ value }) => value === until) ? { span: until ?? '' } : { until: until ?? '' }

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

/** What was typed, for copying it. */
export const formatTypedNote = (note: string, texts: Texts) => `${texts.typedNote}\n${codeBlock(note)}`
