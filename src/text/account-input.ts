import { findIds, isTruncated, LETTER_OR_DIGIT, normalizeText, stripDecoration, trimEndWhile } from './find-ids.ts'
import { CHANGED_NUMBER } from './rounded.ts'
import { type AccountInput, isSteamId, parseAccount } from '../model/steam-id.ts'

const TRAILING = /[\s.,;!?)，；。]/u
const LEADING = /^[\s(]+/u
const CONTROL = /\p{Cc}/u
const TRADE_TOKEN = /(token=)[^&#\s]+/gi

/**
 * Reads user input as one account; ignores quotes, brackets, punctuation and invisible characters around it. Null when the
 * input has other text, a second account or no account. Never throws, and makes no calls.
 * @example
 *   readAccountInput('"[U:1:22202]",') // { kind: 'steamId', steamId: '76561197960287930' }
 *   readAccountInput('gaben and friends') // null
 */
export function readAccountInput(input: string): AccountInput | null {
  // A shortcut for most inputs: the code below takes as long as all other work of a cached lookup.
  if (isSteamId(input)) return { kind: 'steamId', steamId: input }
  const text = normalizeText(input).trim()
  if (CONTROL.test(text) || text.search(CHANGED_NUMBER) !== -1) return null
  const { accounts, rest } = findIds(text)
  // Checked before `parseAccount`, which reads a comma and the text after it as a part of a link.
  if (new Set(accounts).size > 1) return null
  // Also before it, because a label and an id can be a vanity name, such as `steam_76561197960287930`.
  if (accounts[0] !== undefined && !LETTER_OR_DIGIT.test(rest)) return parseAccount(accounts[0])
  return (
    parseAccount(text) ??
    (isTruncated(text) ? null : parseAccount(stripDecoration(trimEndWhile(text, TRAILING).replace(LEADING, ''))))
  )
}

/**
 * The input without the secret of a trade link, for messages and logs.
 * @example
 *   withoutTradeToken('https://steamcommunity.com/tradeoffer/new/?partner=22202&token=Ab1Cd2Ef')
 *   // 'https://steamcommunity.com/tradeoffer/new/?partner=22202&token=…'
 */
export function withoutTradeToken(input: string): string {
  return input.replaceAll(TRADE_TOKEN, '$1…')
}
