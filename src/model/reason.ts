import { WatchError } from './watch.ts'

export const MAX_REASON_CHARACTERS = 200

// Control characters, lone surrogates, and characters that turn the text around them. Joiners stay, because emoji have them.
const UNSTORABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u

/** The reason as `readReason` reads it, which may be empty. */
export const readOptionalReason = (text: string): string => (VISIBLE.test(text) ? readReason(text) : '')

/**
 * The reason for watching an account on one line, without control characters and marks of direction. Throws `reason_missing` or `reason_too_long`;
 * characters are code points.
 * @example
 *   readReason(' aimbot,\n see ticket 7 ') // 'aimbot, see ticket 7'
 */
export function readReason(text: string): string {
  const reason = text.replaceAll(/\s+/g, ' ').replaceAll(UNSTORABLE, '').trim()
  const { length } = Array.from(reason)
  if (!VISIBLE.test(reason)) throw new WatchError({ code: 'reason_missing' })
  if (length > MAX_REASON_CHARACTERS)
    throw new WatchError({ code: 'reason_too_long', length, limit: MAX_REASON_CHARACTERS })
  return reason
}
