import type { ApiErrorCode } from '../../src/http/error-codes.ts'
import type { AccountTexts } from '../../src/accounts/words/account-texts.ts'

/** Errors of the page itself, and `unknown` for codes of a newer server. */
export const PAGE_ERROR_CODES = [
  'connection_failed',
  'stream_broken',
  'unreadable_answer',
  'nothing_understood',
  'file_too_large',
  'file_not_text',
  'unknown',
] as const
export type PageErrorCode = (typeof PAGE_ERROR_CODES)[number]

/** Values in an error text; the caller cleans `subject` and formats `when` relative to now: `in 2 minutes`. */
interface PageErrorFacts {
  /** The account or file as the user gave it. */
  subject: string
  /** When to try again. */
  when: string
  needsWholeMinute?: boolean | undefined
}

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
  'overloaded',
  'budget_spent',
  'rate_limited',
  'same_account',
  'image_url_malformed',
  'image_host_refused',
  'image_failed',
  'nothing_understood',
  'file_not_text',
] as const satisfies (ApiErrorCode | PageErrorCode)[]
type SharedCode = (typeof SHARED_CODES)[number]

/** Texts of errors that Discord does not have. */
export type OwnErrors = Record<Exclude<ApiErrorCode | PageErrorCode, SharedCode>, ErrorWords>

/** Texts of errors that the page shares with Discord. */
export function sharedErrors({ errors, errorTitles }: Pick<AccountTexts, 'errors' | 'errorTitles'>) {
  const words = (code: SharedCode): ErrorWords => ({
    title: errorTitles[code],
    text: (facts) => errors[code]({ ...facts, detail: '', steam2Form: 'STEAM_', steam3Form: '[U:1:…]' }),
  })
  // The type of `fromEntries` loses the keys, which are exactly the codes of the list.
  return Object.fromEntries(SHARED_CODES.map((code) => [code, words(code)])) as Record<SharedCode, ErrorWords>
}

/** The text of an error; a newer service may send codes that this page does not know. */
export const wordsOf = (code: string, errors: Record<ApiErrorCode | PageErrorCode, ErrorWords>): ErrorWords =>
  new Map(Object.entries(errors)).get(code) ?? errors.unknown
