/** Steam's limit for names; the default limit for any text from users. */
const MAX_CHARACTERS = 32

// Control characters, direction marks, joiners and other characters without a glyph.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
// Letters with an empty glyph: Hangul fillers and the blank Braille pattern.
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]/g
// More than two combining marks ("zalgo" text) would cover the lines around them.
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu
// Discord shows each of these literally after a backslash.
const PUNCTUATION = /[!-/:-@[-`{-~]/g
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const ISOLATE = '\u2068'
const END_ISOLATE = '\u2069'

/** Text from users on one line, without invisible characters; empty when nothing visible is left. */
export function stripInvisible(text: string, maxCharacters = MAX_CHARACTERS): string {
  const visible = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BLANK, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(STACKED_MARKS, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const characters = Array.from(visible)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : visible
}

/** Text from users as Markdown without formatting, links, mentions or effects on the text direction around it. */
export function escapeMarkdown(text: string, maxCharacters = MAX_CHARACTERS): string {
  const literal = stripInvisible(text, maxCharacters).replaceAll(PUNCTUATION, '\\$&')
  return RIGHT_TO_LEFT.test(literal) ? `${ISOLATE}${literal}${END_ISOLATE}` : literal
}
