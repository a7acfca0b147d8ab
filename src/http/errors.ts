import { SHED_RETRY_SECONDS } from '../lib/load-shedding.ts'
import type { OverloadReason } from '../lib/load-shedding.ts'
import { ERROR_TRAITS, RapsheetError } from '../model/error.ts'
import { API_ERRORS } from './error-codes.ts'
import type { ApiErrorCode, HttpErrorCode } from './error-codes.ts'

/** A request this face refuses on its own account. The message says what is wrong and what is accepted. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: HttpErrorCode
  readonly headers: Record<string, string>
  /** What it is counted as. */
  readonly reason: RefusalReason

  constructor(
    code: HttpErrorCode,
    message: string,
    headers: Record<string, string> = {},
    reason: RefusalReason = code,
  ) {
    super(message)
    this.status = API_ERRORS[code].status
    this.code = code
    this.headers = headers
    this.reason = reason
  }
}

/**
 * What refusals are counted by: a code, or what there was too much or too little of. Connections are also closed: to make
 * room for a new one (`evicted`), or because too much of their answers stays unread (`unread`).
 */
export type RefusalReason = ApiErrorCode | 'connections' | 'evicted' | 'unread' | 'scans' | OverloadReason

/** What a thrown value is counted as, where it is a refusal to begin or to go on at all. */
export function refusalReason(error: unknown): RefusalReason | undefined {
  if (error instanceof HttpError) return error.reason
  if (!(error instanceof RapsheetError)) return undefined
  const { fault, isTransient } = ERROR_TRAITS[error.code]
  return fault === 'server' && isTransient ? error.code : undefined
}

/** Seconds after which a client that met a limit of what goes on at once may try again. */
const SHORT_WAIT = { 'retry-after': '5' }

const connectionRefusal = (message: string) => new HttpError('too_many_connections', message, SHORT_WAIT, 'connections')

export const tooManyConnectionsFromAddress = () =>
  connectionRefusal('Too many connections are open from your address; close some, and try again in 5 s.')

export const tooManyConnections = () => connectionRefusal('Too many connections are open; try again in 5 s.')

export const tooManyScans = () =>
  new HttpError(
    'too_many_scans',
    'Too many friend scans are running for your address; wait for one to end, or try again in 5 s.',
    SHORT_WAIT,
    'scans',
  )

export const loadIsShed = (overload: OverloadReason) =>
  new HttpError(
    'overloaded',
    `The server has too much to do; try again in ${SHED_RETRY_SECONDS} s.`,
    { 'retry-after': String(SHED_RETRY_SECONDS) },
    overload,
  )

/** Seconds a client is told to wait when nobody knows better. */
const DEFAULT_RETRY_AFTER = 60

/** A failure in this face's words. */
export interface ErrorResponse {
  status: number
  code: ApiErrorCode
  message: string
  headers: Record<string, string>
  /** Until when, in Unix seconds, the answer may be kept by others. */
  expiresAt: number | undefined
}

/**
 * What a thrown value is on the wire. With `passThrough` a failure of the platform keeps the platform's own status, and
 * is a 500 where it gave no answer at all.
 */
export function toErrorResponse(error: unknown, passThrough: boolean): ErrorResponse {
  if (error instanceof HttpError) {
    const { status, code, message, headers } = error
    return { status, code, message, headers, expiresAt: undefined }
  }
  if (!(error instanceof RapsheetError)) {
    const message = 'The look-up failed unexpectedly; try again, and report the request id if it stays so.'
    return { status: 500, code: 'internal', message, headers: {}, expiresAt: undefined }
  }
  const { code, message, expiresAt } = error
  const status = code === 'platform_unavailable' && passThrough ? passedOn(error) : API_ERRORS[code].status
  const headers: Record<string, string> = ERROR_TRAITS[code].isTransient
    ? { 'retry-after': String(error.retryAfter ?? DEFAULT_RETRY_AFTER) }
    : {}
  return { status, code, message, headers, expiresAt }
}

/** The platform's own status; 500 where it gave no answer. Its 401 and 403 would read as "private", which they do not mean here. */
function passedOn({ upstreamStatus = 500 }: RapsheetError): number {
  return upstreamStatus === 401 || upstreamStatus === 403 ? API_ERRORS.platform_unavailable.status : upstreamStatus
}
