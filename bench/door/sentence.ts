import type { Language } from '../../src/model/language.ts'

const MAX_UNITS = 120

/** The words of the sentence for a banned player, repeated here so that a mistake in the service is not repeated. */
const WORDS: Partial<Record<Language, { subject: string; without: string; short: string }>> = {
  en: {
    subject: 'You or the game’s owner',
    without: 'You or the game’s owner: banned here',
    short: 'Banned here',
  },
  de: {
    subject: 'Du oder der Eigentümer',
    without: 'Du oder der Eigentümer: hier gebannt',
    short: 'Hier gebannt',
  },
}

/**
 * What a banned player reads: the account, the reason and the appeal. If that is longer than 120 UTF-16 units, the account is left out; if it is
 * still too long, the reason is cut at a grapheme with "…". The appeal is never cut.
 */
export function sentenceOf(reason: string, appeal: string, language: Language): string {
  const words = WORDS[language]
  if (!words) throw new Error(`the oracle has no words in ${language}`)
  const { subject, without, short } = words
  const end = appeal === '' ? '' : ` ${appeal}`
  const alone = reason === '' ? short : reason
  const whole = reason === '' ? without : `${subject}: ${reason}`
  for (const sentence of [whole, alone].map(closed)) if (fits(sentence + end)) return sentence + end
  let start = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(alone)) {
    if (!fits(`${start}${segment}…${end}`)) break
    start += segment
  }
  return `${start.trimEnd()}…${end}`
}

const fits = (text: string) => text.length <= MAX_UNITS
const closed = (text: string) =>
  ['.', '!', '?', '…', '。', '！', '？'].some((mark) => text.endsWith(mark)) ? text : `${text}.`

/** Why a text cannot be what a refused player reads; undefined if it can. */
export function problemOf(text: string, appeal: string): string | undefined {
  if (!fits(text)) return `${text.length} units`
  if (!text.endsWith(appeal)) return 'without its appeal'
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? 'with invisible characters' : undefined
}
