import type { Bans, BatchFailure } from './account.ts'
import type { SteamId } from './steam-id.ts'

/** Everything that can go wrong in the service, in words both faces translate into their own. */
export type ErrorCode =
  | 'malformed_account'
  | 'account_not_found'
  | 'friends_private'
  | 'stats_private'
  | 'stats_not_found'
  | 'platform_unavailable'
  | 'platform_blocked'
  | 'overloaded'
  | 'budget_spent'
  | 'key_refused'
  | 'not_configured'
  | 'stopping'
  | 'image_url_malformed'
  | 'image_host_refused'
  | 'image_failed'

interface ErrorDetails {
  cause?: unknown
  /** The HTTP status Steam answered with, where it answered at all. */
  upstreamStatus?: number | undefined
  /** Seconds after which asking again makes sense. */
  retryAfter?: number | undefined
  /** Until when, in Unix seconds, the same question gets this same error from memory. */
  expiresAt?: number
  /** The ban record of an account that has no profile. */
  bansOnRecord?: Bans | undefined
  /** The half of an account's record that Steam left out, while that may still change. */
  missingHalf?: 'profile' | 'bans'
  /** The account that has no profile. */
  steamId?: SteamId | undefined
  /** Whether Steam answered, with a record that cannot be believed: an older record must not take its place. */
  isUnusableRecord?: boolean
  /** What became of each entry, where a whole batch has failed. */
  batch?: FailedBatch
}

/** The entries of a batch of which none led to an account. */
export interface FailedBatch {
  /** In the order of the request. */
  failures: BatchFailure[]
  /** Entries that were not looked up. */
  dropped: number
}

/** An expected failure. The message is one sentence for the person who asked: what is wrong and what to do next. */
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
