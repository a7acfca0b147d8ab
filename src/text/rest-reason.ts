import type { RestReason } from './entry.ts'
import { CHANGED_NUMBER } from './rounded.ts'

/** An IP address is personal data, so that a text with it is no note. */
export const MAYBE_ADDRESS = /\d\.\d{1,3}\.\d{1,3}\.\d|[\da-f]:[\da-f]{0,4}:[\da-f]/i

/** Why a text without an account was not read. */
export const restReasonOf = (text: string): RestReason =>
  text.search(CHANGED_NUMBER) === -1 ? 'no_account' : 'changed_number'
