import { STATUS_CODES } from 'node:http'
import type { OverloadReason } from '../lib/limits/load-shedding.ts'
import type { BatchRest, IncompleteRecord } from '../model/account.ts'
import { DatabaseError } from '../model/database-error.ts'
import { ERROR_TRAITS, RapsheetError, toIncompleteRecord } from '../model/error.ts'
import { API_ERRORS, type ApiErrorCode, type HttpErrorCode } from './error-codes.ts'

/** Fields that a refusal by a rate limit adds to the body of its response. */
interface LimitFacts {
  /** Whether the request takes the whole quota of a minute, so that it is allowed only as the first request of a minute. */
  needsWholeMinute?: true
}

/** A request that the HTTP layer refuses. The message says what is wrong and what is accepted. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: HttpErrorCode
  readonly headers: Record<string, string>
  /** The reason for the refusal, for metrics. */
  readonly reason: RefusalReason
  /** Further fields of the body. */
  readonly further: LimitFacts
  /** The parameter, field or header that the error is about. */
  field: string | undefined

  constructor(
    code: HttpErrorCode,
    message: string,
    headers: Record<string, string> = {},
    reason: RefusalReason = code,
    further: LimitFacts = {},
  ) {
    super(message)
    this.status = API_ERRORS[code].status
    this.code = code
    this.headers = headers
    this.reason = reason
    this.further = further
  }

  /** Names the parameter, field or header that the error is about. */
  about(field: string): this {
    this.field = field
    return this
  }
}

/**
 * The reasons for refusals in the metrics: an error code or an exceeded limit.
 */
export type RefusalReason = ApiErrorCode | 'connections' | 'scans' | 'imports' | OverloadReason

/** The refusal reason of an error; undefined when the request was not refused but failed. */
export function refusalReason(error: unknown): RefusalReason | undefined {
  if (error instanceof HttpError) return error.reason
  if (!(error instanceof RapsheetError)) return undefined
  const { fault, isTransient } = ERROR_TRAITS[error.code]
  return fault === 'server' && isTransient ? error.code : undefined
}

/** The response to a failed request. It may be cached until `expiresAt`, Unix seconds. */
export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  expiresAt?: number | undefined
  body: { error: string; code: ApiErrorCode; requestId: string; input?: string } & IncompleteRecord &
    Partial<BatchRest> &
    LimitFacts
}

/** Seconds in `Retry-After` while the database cannot be used. */
export const DATABASE_RETRY_SECONDS = 5

/** Seconds in `Retry-After` when no better value is known. */
const DEFAULT_RETRY_AFTER = 60

/** Converts an error to an HTTP response. With `passThrough`, a failure of Steam keeps Steam's status (500 without an answer). */
export function toErrorResponse(error: unknown, requestId: string, passThrough = false): ErrorResponse {
  const headers: Record<string, string> = {}
  if (error instanceof HttpError) {
    const { status, code, message, further } = error
    return { status, headers: error.headers, body: { error: message, code, requestId, ...further } }
  }
  if (error instanceof DatabaseError) {
    const code = 'database_unavailable'
    const message = `The database cannot be used now; try again in ${DATABASE_RETRY_SECONDS} s.`
    headers['retry-after'] = String(DATABASE_RETRY_SECONDS)
    return { status: API_ERRORS[code].status, headers, body: { error: message, code, requestId } }
  }
  if (!(error instanceof RapsheetError)) {
    const message = 'The request failed unexpectedly; try again, and report the request ID if it fails again.'
    return { status: 500, headers, body: { error: message, code: 'internal', requestId } }
  }
  const { code, message, expiresAt, retryAfter = DEFAULT_RETRY_AFTER, batch, subject } = error
  const status = code === 'platform_unavailable' && passThrough ? passedOn(error) : API_ERRORS[code].status
  if (ERROR_TRAITS[code].isTransient) headers['retry-after'] = String(retryAfter)
  const about = subject === undefined ? {} : { input: subject }
  // The error of a batch is about several accounts, so the known ban records are in the failures of its entries.
  const further = batch ?? toIncompleteRecord(error)
  return { status, headers, expiresAt, body: { error: message, code, requestId, ...about, ...further } }
}

/** Steam's status; 500 without an answer. A 401 or 403 becomes 503, because clients would take it for "private". */
function passedOn({ upstreamStatus = 500 }: RapsheetError): number {
  return upstreamStatus === 401 || upstreamStatus === 403 ? API_ERRORS.platform_unavailable.status : upstreamStatus
}

/** Errors of an account or URL that was given, which a use case finds. */
const OF_INPUT: ReadonlySet<string> = new Set<ApiErrorCode>(['malformed_account', 'image_url_malformed'])

/** The parameter, field or header that an error is about, where it is known; `names` are those of the route's input. */
export function fieldOf(error: unknown, names: readonly string[]): string | undefined {
  if (error instanceof HttpError) return error.field
  return error instanceof RapsheetError && OF_INPUT.has(error.code) && names.length === 1 ? names[0] : undefined
}

/** Problem details (RFC 9457) of an error, in place of the body. */
export function toProblem(
  status: number,
  { error, ...rest }: ErrorResponse['body'],
  field: string | undefined,
): object {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? String(status),
    status,
    detail: error,
    instance: `urn:uuid:${rest.requestId}`,
    ...(field === undefined ? {} : { field }),
    ...rest,
  }
}
