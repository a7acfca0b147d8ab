import type { errors as messages } from '../../i18n/compiled/en.ts'
import type { AccountTexts } from '../../src/accounts/words/account-texts.ts'
import type { LookupErrorFacts } from '../../src/accounts/words/account-texts.ts'
import type { ApiErrorCode } from '../../src/http/error-codes.ts'
import { fillIn, type Message } from '../../src/lib/message.ts'

/** Errors of the page itself, with `whole_minute` for `rate_limited` with `needsWholeMinute`, and `unknown` for codes without words of their own. */
export const PAGE_ERROR_CODES = [
  'connection_failed',
  'stream_broken',
  'unreadable_answer',
  'nothing_understood',
  'file_too_large',
  'file_not_text',
  'whole_minute',
  'unknown',
] as const
export type PageErrorCode = (typeof PAGE_ERROR_CODES)[number]

/** Values in an error text; the caller cleans `subject` and formats `when` relative to now: `in 2 minutes`. */
type PageErrorFacts = Pick<LookupErrorFacts, 'subject' | 'when'>

/** What went wrong, and a sentence about it with a next step. */
export interface ErrorWords {
  title: string
  text: (facts: PageErrorFacts) => string
}

/** Errors with the same text as in Discord. */
const SHARED_CODES = [
  'malformed_account',
  'account_not_found',
  'friends_private',
  'stats_private',
  'stats_not_found',
  'platform_unavailable',
  'platform_blocked',
  'key_refused',
  'not_configured',
  'stopping',
  'overloaded',
  'budget_spent',
  'rate_limited',
  'whole_minute',
  'same_account',
  'image_url_malformed',
  'image_host_refused',
  'image_failed',
  'nothing_understood',
  'file_not_text',
] as const satisfies KnownCode[]

/**
 * Errors that occur only when the page and the server are of different versions, and errors of the operations of tools, which the page does
 * not use. Their words are those of codes that the page does not know.
 */
export const CODES_WITHOUT_WORDS = [
  'bad_request',
  'missing_parameter',
  'repeated_parameter',
  'unlisted_field',
  'not_json',
  'unexpected_body',
  'bad_game_request',
  'user_agent_required',
  'origin_refused',
  'not_found',
  'scope_missing',
  'precondition_failed',
  'invalid_cursor',
  'cursor_expired',
  'database_unavailable',
  'not_banned',
  'not_watched',
  'list_full',
  'account_exempted',
  'import_running',
  'no_policy',
  'too_many_streams',
  'method_not_allowed',
  'expectation_failed',
  'headers_too_large',
  'verdict_unknown',
] as const satisfies ApiErrorCode[]

/** The errors that have words of their own. */
type KnownCode = Exclude<ApiErrorCode, (typeof CODES_WITHOUT_WORDS)[number]> | PageErrorCode
/** The words for every error of the page, in one language. */
export type AllErrorWords = Record<KnownCode, ErrorWords>

type OwnCode = Exclude<KnownCode, (typeof SHARED_CODES)[number]>
type Messages = typeof messages & Record<OwnCode, unknown>

/** The words for every error of the page, in one language. */
export function toErrorWords(
  own: Messages,
  { errors, errorTitles }: Pick<AccountTexts, 'errors' | 'errorTitles'>,
): AllErrorWords {
  const words = (title: string, text: Message<LookupErrorFacts>): ErrorWords => ({
    title,
    text: (facts) => fillIn(text, { ...facts, detail: '', steam2Form: 'STEAM_', steam3Form: '[U:1:…]' }),
  })
  // The type of `fromEntries` loses the keys; the types above ensure that every code here has words.
  return Object.fromEntries([
    ...SHARED_CODES.map((code) => [
      code,
      words(errorTitles[code === 'whole_minute' ? 'rate_limited' : code], errors[code]),
    ]),
    ...Object.entries(own).map(([code, { title, text }]) => [code, words(title, text)]),
  ]) as AllErrorWords
}

/** The words for an error; a newer service may send codes that this page does not know. */
export const wordsOf = (code: string, errors: AllErrorWords): ErrorWords =>
  new Map(Object.entries(errors)).get(code) ?? errors.unknown
