export const MAX_TOKEN_NAME_CHARACTERS = 32

/** Why a text cannot be the name of a token. */
export type TokenNameProblem =
  | { code: 'token_name_missing' }
  /** `length` and `limit` are in characters. */
  | { code: 'token_name_too_long'; length: number; limit: number }

const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * The name of a token on one line, without characters that cannot be shown; a problem for a text that cannot be a name.
 * @example
 *   readTokenName(' EU\n Main ') // 'EU Main'
 */
export function readTokenName(text: string): string | TokenNameProblem {
  const name = text.replaceAll(/\s+/g, ' ').replaceAll(UNSHOWABLE, '').trim()
  const { length } = Array.from(name)
  if (length === 0) return { code: 'token_name_missing' }
  if (length <= MAX_TOKEN_NAME_CHARACTERS) return name
  return { code: 'token_name_too_long', length, limit: MAX_TOKEN_NAME_CHARACTERS }
}
