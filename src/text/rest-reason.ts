import type { RestReason } from './entry.ts'

/** An IP address is personal data, so that a text with it is no note. */
export const MAYBE_ADDRESS = /\d\.\d{1,3}\.\d{1,3}\.\d|[\da-f]:[\da-f]{0,4}:[\da-f]/i

/** A number that a program has rounded or divided by separators. */
const CHANGED_NUMBER =
  /(?<![\d.,])7[.,]6\d{0,16}e\+?16(?!\d)|(?<![\d.,])76[.,'’ \u00a0\u2009\u202f]561(?:[.,'’ \u00a0\u2009\u202f]\d{3}){4}(?!\d)/i

/** Why a text without an account was not read. */
export const restReasonOf = (text: string): RestReason => (CHANGED_NUMBER.test(text) ? 'changed_number' : 'no_account')
