import type { ApiErrorCode } from '../../src/http/error-codes.ts'
import { ApiError, type ErrorDetails } from './api-error.ts'

export interface RequestOptions {
  fetch: typeof fetch
  /** The token that requests carry; null for none. */
  token: () => string | null
}

/** What a header can carry. Tokens have no other characters. */
const SENDABLE_TOKEN = /^[\x21-\x7e]*$/

interface Call {
  path: string
  query?: Record<string, string>
  /** Sent as JSON with POST; a call without one is a GET. */
  body?: object
  signal: AbortSignal
}

/** The body of an error of the service. */
type ErrorBody = ErrorDetails & { error: string; code: ApiErrorCode }

/** Requests to the service. They reject with an ApiError, or with the signal's reason when it is aborted. */
export function createRequests({ fetch, token }: RequestOptions) {
  const send = async ({ path, query = {}, body, signal }: Call): Promise<Response> => {
    const given = token()
    if (given !== null && !SENDABLE_TOKEN.test(given)) throw new ApiError('unauthorized', 'The token is malformed.')
    const search = new URLSearchParams(query).toString()
    const request = {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(given === null ? {} : { authorization: `Bearer ${given}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    }
    try {
      return await fetch(search === '' ? path : `${path}?${search}`, request)
    } catch (error) {
      signal.throwIfAborted()
      throw new ApiError('offline', String(error))
    }
  }

  const getJson = async <Answer>(call: Call): Promise<Answer> => {
    const response = await send(call)
    const answer = await readJson(response, call.signal)
    if (!response.ok) throw toError(answer, response.headers.get('retry-after'))
    return answer as Answer
  }

  return { send, getJson }
}

/** The JSON object of an answer. Anything else did not come from the service. */
export async function readJson(response: Response, signal: AbortSignal): Promise<object> {
  try {
    const value: unknown = await response.json()
    if (isObject(value)) return value
  } catch (error) {
    signal.throwIfAborted()
    // The body ended early, or is not JSON.
    if (!(error instanceof SyntaxError)) throw new ApiError('offline', String(error))
  }
  throw unreadable()
}

export function toError(answer: object, retryAfter: string | null): ApiError {
  if (!isError(answer)) return unreadable()
  const { error, code, ...details } = answer
  const seconds = Number(retryAfter ?? Number.NaN)
  return new ApiError(code, error, { ...details, ...(Number.isFinite(seconds) ? { retryAfter: seconds } : {}) })
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
export const isError = (value: unknown): value is ErrorBody =>
  isObject(value) && 'code' in value && typeof value.code === 'string' && 'error' in value
export const unreadable = () => new ApiError('unreadable_answer', 'The answer is not one of this service.')
