import { MAX_NAME_CHARACTERS, stripInvisible } from '../lib/visible-text.ts'

// Characters that Discord shows literally after a backslash.
const PUNCTUATION = /[!-/:-@[-`{-~]/g
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const ISOLATE = '\u2068'
const END_ISOLATE = '\u2069'

/**
 * Text from users as Markdown without formatting, links, mentions or effects on the text direction around it.
 * @example
 *   escapeMarkdown('*bold* @everyone') // '\\*bold\\* \\@everyone'
 */
export function escapeMarkdown(text: string, maxCharacters = MAX_NAME_CHARACTERS): string {
  const literal = stripInvisible(text, maxCharacters).replaceAll(PUNCTUATION, '\\$&')
  return RIGHT_TO_LEFT.test(literal) ? `${ISOLATE}${literal}${END_ISOLATE}` : literal
}

/**
 * Text from users as Markdown of at most `room` characters, with at most `maxCharacters` of the text itself; escaping can double its
 * length.
 */
export function escapeWithin(text: string, maxCharacters: number, room: number): string {
  let [fitting, tooMany] = [1, Math.min(maxCharacters, room) + 1]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (escapeMarkdown(text, middle).length <= room) fitting = middle
    else tooMany = middle
  }
  return escapeMarkdown(text, fitting)
}
