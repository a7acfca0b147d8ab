import type { ApiErrorCode } from '../../src/http/error-codes.ts'
import type { BatchFailure, IncompleteRecord } from '../../src/model/account.ts'

/**
 * Failures that are not an answer of the service: the browser did not reach it, a stream ended before its last event, or
 * something else answered, such as a proxy with a page of its own.
 */
export type ConnectionErrorCode = 'offline' | 'stream_broken' | 'unreadable_answer'

/** A code of the service, or of the page. A newer service may send others. */
export type ClientErrorCode = ApiErrorCode | ConnectionErrorCode

/** What an error answer of the service contains besides its code and sentence. */
export interface ErrorDetails extends IncompleteRecord {
  requestId?: string
  /** The account that the error is about, where a request has several. */
  input?: string
  failures?: BatchFailure[]
  /** Seconds after which another try makes sense. */
  retryAfter?: number
}

/** A request that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ClientErrorCode
  readonly details: ErrorDetails

  constructor(code: ClientErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Any thrown value as an ApiError; `internal` for a fault of the page itself. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal', error instanceof Error ? error.message : String(error))
