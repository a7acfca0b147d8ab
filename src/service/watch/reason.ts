import { WatchError } from './watch-error.ts'

export const MAX_REASON_CHARACTERS = 200

const CONTROL = /\p{Cc}/gu

/**
 * The reason for watching an account on one line, without control characters. Throws `reason_missing` or `reason_too_long`;
 * characters are code points.
 */
export function readReason(text: string): string {
  const reason = text.replaceAll(/\s+/g, ' ').replaceAll(CONTROL, '').trim()
  const { length } = Array.from(reason)
  if (length === 0) throw new WatchError({ code: 'reason_missing' })
  if (length > MAX_REASON_CHARACTERS)
    throw new WatchError({ code: 'reason_too_long', length, limit: MAX_REASON_CHARACTERS })
  return reason
}
