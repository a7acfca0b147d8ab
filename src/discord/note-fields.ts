import { codeBlock } from 'discord.js'
import { toShownEnd } from '../model/parse-until.ts'
import { MAX_REASON_CHARACTERS } from '../model/reason.ts'
import type { FormField, FormInput, TypedFields } from './command.ts'
import type { Texts } from './texts/texts.ts'

/** Maximum length of `until`. Valid texts are shorter, but an error can then quote a mistake. */
export const MAX_UNTIL = 40

/** The form field for a note about an account (`reason`), filled in with `value`. */
export const reasonField = (hint: string, { form }: Texts, value = ''): FormField => ({
  kind: 'text',
  name: 'reason',
  label: form.note,
  description: hint,
  value,
  maxLength: MAX_REASON_CHARACTERS,
  isRequired: true,
  isMultiline: true,
})

/** The form fields for a note about an account and for the time until which it applies. */
export const noteFields = (hint: string, texts: Texts): FormField[] => [reasonField(hint, texts), ...untilFields(texts)]

/** The usual ends. */
const SPANS = ['1d', '3d', '7d', '14d', '30d', '90d', '6mo', '1y'] as const
type Span = (typeof SPANS)[number]
const UNITS: Partial<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year' }
const NO_END = 'none'
/** The end of what is edited, or the usual one. */
const KEEP = 'keep'

/**
 * The form fields for the time until which something applies: a menu of usual ends, in which `chosen` is chosen, and a text for any other end,
 * which counts before the menu. The option *no end* exists only if there may be none. `kept` is the end of what is edited, or the usual one, in words, which is chosen then.
 */
export function untilFields(
  { common, form: words, language }: Texts,
  { chosen = NO_END, kept }: { chosen?: Span | typeof NO_END; kept?: string | undefined } = {},
): FormField[] {
  const spans = SPANS.map((value) => ({
    value,
    label: formatSpan(value, language),
    isChosen: value === chosen && kept === undefined,
  }))
  return [
    {
      kind: 'menu',
      name: 'span',
      label: common.until,
      options: [
        ...(kept === undefined ? [] : [{ value: KEEP, label: kept, isChosen: true }]),
        ...(chosen === NO_END ? [{ value: NO_END, label: words.noEnd, isChosen: kept === undefined }] : []),
        ...spans,
      ],
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

/**
 * A span in its short form as words.
 * @example
 *   formatSpan('7d', 'de') // '7 Tage'
 */
export function formatSpan(span: string, language: Texts['language']): string {
  const unit = UNITS[span.replace(/^\d+/, '')]
  return unit === undefined
    ? span
    : new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(parseInt(span, 10))
}

/** The end that was typed elsewhere, for filling in these fields. */
export const typedUntil = (until: string | null): TypedFields =>
  SPANS.some((value) => value === until) ? { span: until ?? '' } : { until: until ?? '' }

/** An end in words, for `kept`. */
export function plainEnd(until: number | null, { dates }: Texts): string | undefined {
  if (until === null) return undefined
  const shown = toShownEnd(until)
  const day = dates.day.format(shown * 1000)
  return shown === until ? `${day} ${dates.time.format(shown * 1000)} (UTC)` : `${day} (UTC)`
}

/** What was typed into the fields of an end that is edited, for filling them in again. */
export const typedEditedUntil = (until: string | null): TypedFields =>
  until === null ? { span: KEEP } : until === '' ? { span: NO_END } : typedUntil(until)

/** Reads the submitted end of what is edited; null keeps it, and an empty text is no end. */
export const readEditedUntil = (fields: FormInput): string | null =>
  fields.choices.get('span')?.[0] === KEEP && (fields.texts.get('until')?.trim() ?? '') === ''
    ? null
    : readUntil(fields)

/** Reads the submitted end; empty for no end. `usual` is the one for which `kept` stands. */
export function readUntil({ texts, choices }: FormInput, usual = ''): string {
  const typed = texts.get('until')?.trim() ?? ''
  const [span = NO_END] = choices.get('span') ?? []
  if (typed !== '' || span === NO_END) return typed
  return span === KEEP ? usual : span
}

/** Reads the submitted fields; `until` is null for no end. */
export function readNoteFields(fields: FormInput): { reason: string; until: string | null } {
  const until = readUntil(fields)
  return { reason: fields.texts.get('reason') ?? '', until: until === '' ? null : until }
}

/** What was typed, for copying it. */
export const formatTypedNote = (note: string, texts: Texts) => `${texts.typedNote}\n${codeBlock(note)}`
