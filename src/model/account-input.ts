import { cutEnd, isCutOff, LETTER_OR_DIGIT, undress, withoutInvisible } from './account-text-dress.ts'
import { findIds } from './account-text-ids.ts'
import { type AccountInput, isSteamId, parseAccount } from './steam-id.ts'

const STOP = /[\s.,;!?)，；。]/u
const START = /^[\s(]+/u
const CONTROL = /\p{Cc}/u
const TRADE_TOKEN = /(token=)[^&#\s]+/gi

/**
 * What a person typed or pasted to name one account, whatever quotes, brackets, punctuation and invisible characters stand
 * around it; null when there is other text, a second account or none. Never throws; nothing is fetched.
 */
export function readAccountInput(input: string): AccountInput | null {
  // Most inputs are a plain id; everything below costs as much as the rest of a remembered look-up.
  if (isSteamId(input)) return { kind: 'steamId', steamId: input }
  const text = withoutInvisible(input).trim()
  if (CONTROL.test(text)) return null
  const { accounts, rest } = findIds(text)
  // A comma can be part of a link's path, but a second link behind it is a second account.
  if (new Set(accounts).size > 1) return null
  const account =
    parseAccount(text) ?? (isCutOff(text) ? null : parseAccount(undress(cutEnd(text, STOP).replace(START, ''))))
  if (account !== null) return account
  return accounts[0] === undefined || LETTER_OR_DIGIT.test(rest) ? null : parseAccount(accounts[0])
}

/** The input as it may be shown or logged: without the secret of a trade link. */
export function withoutTradeToken(input: string): string {
  return input.replaceAll(TRADE_TOKEN, '$1…')
}
