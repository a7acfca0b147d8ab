import type { Bans, BatchFailure } from './account.ts'
import type { SteamId } from './steam-id.ts'

interface ErrorTraits {
  /** Where the fault lies. With `steam` and `server` the question stays open: nothing is said about the account. */
  fault: 'request' | 'account' | 'steam' | 'server'
  /** Whether the cause goes away without anyone's action, so that the same request may succeed later. */
  isTransient: boolean
  /** `warn` where the operator should notice. */
  logLevel: 'info' | 'warn'
}

const REQUEST_FAULT = { fault: 'request', isTransient: false, logLevel: 'info' } as const
const ACCOUNT_FAULT = { fault: 'account', isTransient: false, logLevel: 'info' } as const

const TRAITS = {
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
} as const satisfies Record<string, ErrorTraits>

/** Every expected failure of the service; HTTP and Discord add their own texts and codes. */
export type ErrorCode = keyof typeof TRAITS

/** What each failure is: the only place that classifies error codes. */
export const ERROR_TRAITS: Readonly<Record<ErrorCode, ErrorTraits>> = TRAITS

/** All codes, the most severe first: where every entry of a batch fails, the batch fails with the first of their codes. */
export const ERROR_CODES = Object.keys(TRAITS) as ErrorCode[]

const CONCLUSIVE = new Set<string>(
  ERROR_CODES.filter((code) => ['request', 'account'].includes(ERROR_TRAITS[code].fault)),
)

/** Whether a failure leaves the question open, so that asking again is worthwhile. True for unknown codes (stored data). */
export const isInconclusive = (code: string): boolean => !CONCLUSIVE.has(code)

/** Whether a failure lasts until the operator of the server acts. */
export const needsOperator = (code: ErrorCode): boolean =>
  ERROR_TRAITS[code].fault === 'server' && !ERROR_TRAITS[code].isTransient

interface ErrorDetails {
  cause?: unknown
  /** The HTTP status Steam answered with, where it answered at all. */
  upstreamStatus?: number | undefined
  /** Seconds after which a retry makes sense. */
  retryAfter?: number | undefined
  /** Unix seconds until which the same request gets this error from the cache. */
  expiresAt?: number
  /** The ban record of an account that has no profile. */
  bansOnRecord?: Bans | undefined
  /** The half of an account's record that Steam left out, while a later answer may contain it. */
  missingHalf?: 'profile' | 'bans'
  /** The account that has no profile. */
  steamId?: SteamId | undefined
  /** Whether Steam sent a record that cannot be trusted: a stale record must not take its place. */
  isUnusableRecord?: boolean
  /** The failure of each entry, when a whole batch has failed. */
  batch?: FailedBatch
}

/** The entries of a batch of which none led to an account. */
export interface FailedBatch {
  /** In the order of the request. */
  failures: BatchFailure[]
  /** Entries that were not looked up. */
  dropped: number
}

/** An expected failure. The message is one sentence for the user: what is wrong and what to do next. */
export class RapsheetError extends Error {
  override readonly name = 'RapsheetError'
  readonly code: ErrorCode
  readonly upstreamStatus: number | undefined
  readonly retryAfter: number | undefined
  readonly expiresAt: number | undefined
  readonly bansOnRecord: Bans | undefined
  readonly missingHalf: 'profile' | 'bans' | undefined
  readonly steamId: SteamId | undefined
  readonly isUnusableRecord: boolean | undefined
  readonly batch: FailedBatch | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.upstreamStatus = details.upstreamStatus
    this.retryAfter = details.retryAfter
    this.expiresAt = details.expiresAt
    this.bansOnRecord = details.bansOnRecord
    this.missingHalf = details.missingHalf
    this.steamId = details.steamId
    this.isUnusableRecord = details.isUnusableRecord
    this.batch = details.batch
  }
}

/** What the log says of a failure besides its code: the circumstances, where the operator should notice it. */
export function toLogFacts({ code, upstreamStatus, message, cause }: RapsheetError): object {
  if (ERROR_TRAITS[code].logLevel === 'info') return {}
  return { upstreamStatus, reason: message, cause: cause instanceof Error ? cause.message : undefined }
}
