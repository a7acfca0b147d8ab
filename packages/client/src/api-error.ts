import type { BatchError, BatchFailure, CompareError, ErrorCode } from './api-types.ts'

/**
 * Failures without an answer of the service: it was not reached, or the connection broke; no answer came in time; a stream ended before its
 * last event; another program answered, such as a proxy.
 */
export type ClientErrorCode = 'connection_failed' | 'timed_out' | 'stream_broken' | 'unreadable_answer'

/** Fields of an error of the service besides its code and sentence. */
export interface ErrorDetails extends Pick<CompareError, 'withoutProfile' | 'missing' | 'input' | 'needsWholeMinute'> {
  requestId?: string
  /** Why each entry of a batch failed, if all did. */
  failures?: BatchFailure[]
  /** The entries of a batch that were not looked up. */
  dropped?: NonNullable<BatchError['dropped']>
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
}

interface Facts extends ErrorDetails {
  status?: number | undefined
  cause?: unknown
}

/** A request that failed. Nothing is known about the account, unless `details.withoutProfile` has its bans. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The code. A newer service may send codes that this type does not name; decide by `status` then. */
  readonly code: ErrorCode | ClientErrorCode
  /** The status of the answer; undefined without one, and for errors within a stream. */
  readonly status: number | undefined
  readonly details: ErrorDetails

  constructor(code: ApiError['code'], message: string, { status, cause, ...details }: Facts = {}) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.details = details
  }
}
