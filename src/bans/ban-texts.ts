import { stripInvisible } from '../lib/visible-text.ts'
import { readEnd } from '../text/ends.ts'
import { trimEndWhile } from '../text/find-ids.ts'
import { BAN_TEXTS, type BanText, MAX_BAN_NAME_CHARACTERS } from '../model/ban.ts'

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
/** Texts in common letters, which `stripInvisible` would not change. */
const PLAIN = /^(?:[!-~¡-¬®-˿Ѐ-ҁҊ-ԯ‐-‧€]+(?: (?!$)|$))*$/
const ASCII = /^[ -~]+$/

const onOneLine = (text: string) => (PLAIN.test(text) ? text : stripInvisible(text, Number.POSITIVE_INFINITY))

/**
 * The reason of a ban as one line of plain text of any length. It does not end in a backslash, because
 * that would escape the closing quote in the game's file.
 * @example
 *   toBanReason('aimbot\u202e\n  since May \\') // 'aimbot since May'
 */
export const toBanReason = (text: string): string => trimEndWhile(onOneLine(text), /[\s\\]/)

/** The name of a banned account as one line of plain text, cut at `MAX_BAN_NAME_CHARACTERS`. */
export const toBanName = (text: string): string => cutAtGrapheme(toBanReason(text), MAX_BAN_NAME_CHARACTERS)

/** A text of several lines as plain text of any length. */
export const toBanNote = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .split(LINE_BREAK)
        .map(onOneLine)
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()

/** Whether a typed end is empty, or a word for "for good" in any language. */
export function isForGood(until: string, now: number): boolean {
  const end = readEnd(until, now)
  return 'until' in end && end.until === null && end.written === undefined
}

/** A text of a ban as plain text, which may be longer than its limit. */
export const toBanText = (name: BanText, text: string): string =>
  BAN_TEXTS[name].isMultiline ? toBanNote(text) : toBanReason(text)

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The start of a text that has too many code points, with "…" in place of the rest. An emoji or a letter with its marks is never split.
 * @example
 *   cutAtGrapheme('aimbot', 4) // 'aim…'
 */
export function cutAtGrapheme(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  let count = 0
  let end = 0
  for (const character of text) {
    if (++count > maxCharacters) break
    // One character is left for the ellipsis.
    if (count < maxCharacters) end += character.length
  }
  if (count <= maxCharacters) return text
  const isBoundary = ASCII.test(text.slice(end - 1, end + 1))
  const start = isBoundary ? end : graphemes.segment(text.slice(0, end + 2)).containing(end)?.index
  return `${text.slice(0, start).trimEnd()}…`
}
