import { keysOf } from './objects.ts'
import type { Bans, BatchFailure, BatchRest, IncompleteRecord } from './account.ts'
import type { SteamId } from './steam-id.ts'

interface ErrorTraits {
  /** Where the fault lies; with `steam` and `server`, nothing is known about the account. */
  fault: 'request' | 'account' | 'steam' | 'server'
  /** Whether the cause may disappear by itself, so that a repeated request may succeed. */
  isTransient: boolean
  /** `warn` for failures that the operator should notice. */
  logLevel: 'info' | 'warn'
}

const REQUEST_FAULT = { fault: 'request', isTransient: false, logLevel: 'info' } as const
const ACCOUNT_FAULT = { fault: 'account', isTransient: false, logLevel: 'info' } as const

/** The traits of every expected failure of the service, most severe first. */
export const ERROR_TRAITS = {
  not_configured: { fault: 'server', isTransient: false, logLevel: 'warn' },
  key_refused: { fault: 'server', isTransient: false, logLevel: 'warn' },
  platform_blocked: { fault: 'steam', isTransient: true, logLevel: 'warn' },
  platform_unavailable: { fault: 'steam', isTransient: true, logLevel: 'warn' },
  overloaded: { fault: 'server', isTransient: true, logLevel: 'warn' },
  budget_spent: { fault: 'server', isTransient: true, logLevel: 'warn' },
  stopping: { fault: 'server', isTransient: true, logLevel: 'info' },
  image_failed: { fault: 'steam', isTransient: false, logLevel: 'warn' },
  malformed_account: REQUEST_FAULT,
  image_url_malformed: REQUEST_FAULT,
  image_host_refused: REQUEST_FAULT,
  account_not_found: ACCOUNT_FAULT,
  friends_private: ACCOUNT_FAULT,
  stats_private: ACCOUNT_FAULT,
  stats_not_found: ACCOUNT_FAULT,
} satisfies Record<string, ErrorTraits>

/** The codes of errors; HTTP and Discord add their own texts and codes. */
export type ErrorCode = keyof typeof ERROR_TRAITS

/** All codes, most severe first. A batch whose entries all failed reports the most severe code of a failure of Steam or of the server. */
export const ERROR_CODES = keysOf(ERROR_TRAITS)

const CONCLUSIVE = new Set<string>(
  ERROR_CODES.filter((code) => ['request', 'account'].includes(ERROR_TRAITS[code].fault)),
)

/** Whether nothing is known about the account, so that a retry is worthwhile. True for unknown codes in stored data. */
export const isInconclusive = (code: string): boolean => !CONCLUSIVE.has(code)

/** Whether a failure lasts until the operator of the server acts. */
export const needsOperator = (code: ErrorCode): boolean =>
  ERROR_TRAITS[code].fault === 'server' && !ERROR_TRAITS[code].isTransient

/** An expected failure. The message is one sentence for the user: what is wrong and what to do next. */
export class RapsheetError extends Error {
  override readonly name = 'RapsheetError'
  readonly code: ErrorCode
  /** Steam's HTTP status, if it answered. */
  readonly upstreamStatus: number | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  /** Unix seconds until which the same request gets this error from the cache. */
  readonly expiresAt: number | undefined
  /** The ban record of an account without a profile, when it was fetched (Unix seconds), and the id of the account. */
  readonly bansOnRecord: Bans | undefined
  readonly bansFetchedAt: number | undefined
  readonly steamId: SteamId | undefined
  /** The half of an account's record that Steam left out; a later answer may contain it. */
  readonly missingHalf: 'profile' | 'bans' | undefined
  /** Whether Steam sent an incomplete or contradictory record; then no stale answer is given. */
  readonly isUnusableRecord: boolean | undefined
  /** Whether only the calls for uses outside of servers with the bot are used up. */
  readonly isUserShare: boolean | undefined
  readonly batch: BatchRest | undefined
  /** The input that caused the error, if a request has several. */
  readonly subject: string | undefined
  /** The error of the other account of a comparison, if both fail. */
  readonly other: RapsheetError | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: Partial<Omit<RapsheetError, 'name' | 'message' | 'code'>> = {},
  ) {
    super(message, details)
    this.code = code
    Object.assign(this, details)
  }
}

/** Copies an error, with further details. */
export function withDetails(
  error: RapsheetError,
  more: Pick<Partial<RapsheetError>, 'subject' | 'other'>,
): RapsheetError {
  const { code, message, ...details } = error
  return new RapsheetError(code, message, { ...details, cause: error.cause, ...more })
}

/** What an error says about an account without a profile or without a ban record; nothing for other errors. */
export function toIncompleteRecord(error: RapsheetError): IncompleteRecord {
  const { bansOnRecord: bans, bansFetchedAt: fetchedAt, steamId, missingHalf } = error
  return {
    ...(bans && fetchedAt !== undefined && steamId !== undefined
      ? { withoutProfile: { steamId, bans, fetchedAt } }
      : {}),
    ...(missingHalf === undefined ? {} : { missing: missingHalf }),
  }
}

/** The failure of one entry of a batch. */
export const toBatchFailure = (input: string, failure: RapsheetError): BatchFailure => ({
  input,
  code: failure.code,
  error: failure.message,
  ...toIncompleteRecord(failure),
})

/** The error for requests that end because the server stops. */
export const serverIsStopping = () =>
  new RapsheetError('stopping', 'The server is being restarted; try again in 5 s.', { retryAfter: 5 })

/** Log fields of a failure in addition to its code; none for failures that the operator need not notice. */
export function toLogFacts({ code, upstreamStatus, message, cause }: RapsheetError): object {
  if (ERROR_TRAITS[code].logLevel === 'info') return {}
  return { upstreamStatus, reason: message, cause: cause instanceof Error ? cause.message : undefined }
}
