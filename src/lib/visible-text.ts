/** Steam's limit for names; the default limit for any text from users. */
export const MAX_NAME_CHARACTERS = 32

// Control characters, direction marks, joiners and other characters without a glyph.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
// Letters with an empty glyph: Hangul fillers and the blank Braille pattern.
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]/g
// More than two combining marks ("zalgo" text) would cover the lines around them.
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu

/**
 * Text from users on one line, without invisible characters; empty when nothing visible is left.
 * @example
 *   stripInvisible('a\u200b\n b') // 'a b'
 *   stripInvisible('abcdef', 4) // 'abc…'
 */
export function stripInvisible(text: string, maxCharacters = MAX_NAME_CHARACTERS): string {
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

/** The name of an account, as plain text. */
export const plainDisplayName = (name: string, texts: { common: { namelessAccount: string } }) =>
  stripInvisible(name) || texts.common.namelessAccount
