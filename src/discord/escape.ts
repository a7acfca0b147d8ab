/** Steam's own limit for names; nothing longer is shown of any text that somebody else chose. */
const MAX_CHARACTERS = 32

// Controls, direction marks, joiners and the rest that has no picture of its own.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
// Letters that look like nothing: Hangul fillers and the Braille pattern without dots.
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]/g
// Accents by the dozen ("zalgo") run over the lines around them.
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu
// Discord shows any of these as itself after a backslash.
const PUNCTUATION = /[!-/:-@[-`{-~]/g
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const ISOLATE = '\u2068'
const END_ISOLATE = '\u2069'

/** A text that somebody else chose, on one line and as far as it can be seen; empty when nothing of it can. */
export function stripInvisible(text: string, maxCharacters = MAX_CHARACTERS): string {
  const visible = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BLANK, ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(PILED_MARKS, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const characters = Array.from(visible)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : visible
}

/** The same as Markdown that shows it literally: nothing in it formats, links, mentions or turns its surroundings around. */
export function escapeMarkdown(text: string, maxCharacters = MAX_CHARACTERS): string {
  const literal = stripInvisible(text, maxCharacters).replaceAll(PUNCTUATION, '\\$&')
  return RIGHT_TO_LEFT.test(literal) ? `${ISOLATE}${literal}${END_ISOLATE}` : literal
}
