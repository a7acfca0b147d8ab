const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const DRESS = /^[\s"'‘’`*~<>[\]{}•·\p{Cf}]+/u
const DRESS_OR_STOP = /[\s"'‘’`*~<>[\]{}.\p{Cf}]/u
const BULLET = /^(?:[-+–—]|\d{1,3}[.)])(?:\s+|$)/
/** Matches a text that has more in it than punctuation and spaces. */
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
// The digits behind a bracket that never closes may be the beginning of a longer id.
const UNCLOSED_ID = /\[\p{Cf}*U:1:(?![^[\]]*\])/iu
const MARK = /[^\p{L}\p{N}.…]/u

/** Text without the characters that take no room, such as zero-width spaces, and with straight double quotes. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(/[“”„]/g, '"')
}

/** Text without the characters at its end that the pattern matches; a search for all of them at once would be slow. */
export function cutEnd(text: string, unwanted: RegExp): string {
  let end = text.length
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether a text ends with an ellipsis, so that what stands before it may be the beginning of something longer. */
export function isCutOff(text: string): boolean {
  const end = cutEnd(text, MARK)
  return end.endsWith('…') || end.endsWith('..')
}

/** A word without bullet, quotes, brackets and Markdown around it; empty when it is no more than that, as written when cut off. */
export function undress(text: string): string {
  if (!LETTER_OR_DIGIT.test(text)) return ''
  const bare = cutEnd(text.replace(DRESS, '').replace(BULLET, '').replace(DRESS, ''), DRESS_OR_STOP)
  if (!LETTER_OR_DIGIT.test(bare)) return ''
  return isCutOff(text) || UNCLOSED_ID.test(text) ? text : bare
}
