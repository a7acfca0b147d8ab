const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const DECORATION = /^[\s"'‘’`*~<>[\]{}•·\p{Cf}]+/u
const DECORATION_OR_PERIOD = /[\s"'‘’`*~<>[\]{}.\p{Cf}]/u
const BULLET = /^(?:[-+–—]|\d{1,3}[.)])(?:\s+|$)/
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
// An id without its closing bracket may be truncated.
const UNCLOSED_ID = /\[\p{Cf}*U:1:(?![^[\]]*\])/iu
const PUNCTUATION = /[^\p{L}\p{N}.…]/u

/** The text without invisible characters, such as zero-width spaces, and with straight double quotes. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(/[“”„]/g, '"')
}

/** Removes trailing characters that match the pattern. Faster than a regular expression with `+$`, which backtracks. */
export function trimEndWhile(text: string, unwanted: RegExp): string {
  let end = text.length
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether a text ends with an ellipsis, so that an id before it may be incomplete. */
export function isTruncated(text: string): boolean {
  const end = trimEndWhile(text, PUNCTUATION)
  return end.endsWith('…') || end.endsWith('..')
}

/** Strips bullets, quotes, brackets and Markdown around a word; empty when nothing else is left. A truncated word is not changed. */
export function stripDecoration(text: string): string {
  if (!LETTER_OR_DIGIT.test(text)) return ''
  const bare = trimEndWhile(
    text.replace(DECORATION, '').replace(BULLET, '').replace(DECORATION, ''),
    DECORATION_OR_PERIOD,
  )
  if (!LETTER_OR_DIGIT.test(bare)) return ''
  return isTruncated(text) || UNCLOSED_ID.test(text) ? text : bare
}
