import type { ApiErrorCode } from '../../src/http/error-codes.ts'
import type { BatchResult, ScanEvent, ScanFound } from '../../src/model/account.ts'
import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import type { InventoryAnswer } from '../../src/model/inventory.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import type { RustStatsAnswer } from '../../src/model/stats.ts'
import { ApiError, type ErrorDetails } from './api-error.ts'
import { readEvents } from './read-events.ts'

interface ClientOptions {
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

export type Client = ReturnType<typeof createClient>

/**
 * A client of the service's API. All methods reject with an ApiError, or with the signal's reason when it is aborted.
 */
export function createClient({ fetch, token }: ClientOptions) {
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

  return {
    lookUp: (account: string, signal: AbortSignal): Promise<LookupAnswer> =>
      getJson({ path: '/api/lookup', query: { steamId: account }, signal }),
    /** Looks up at most 50 accounts. */
    lookUpBatch: (accounts: readonly string[], signal: AbortSignal): Promise<BatchResult> =>
      getJson({ path: '/api/lookup/batch', body: { steamIds: accounts }, signal }),
    compare: (account: string, other: string, signal: AbortSignal): Promise<ComparisonAnswer> =>
      getJson({ path: '/api/compare', query: { steamId: account, other }, signal }),
    getStats: (steamId: string, signal: AbortSignal): Promise<RustStatsAnswer> =>
      getJson({ path: '/api/rust-stats', query: { steamId }, signal }),
    getInventory: (steamId: string, signal: AbortSignal): Promise<InventoryAnswer> =>
      getJson({ path: '/api/inventory', query: { steamId }, signal }),

    /** The events of a friend scan, the result last; unknown events are skipped. Throws `stream_broken` when the stream ends without one. */
    async *scanFriends(steamId: string, signal: AbortSignal): AsyncGenerator<ScanEvent | ScanFound, void, undefined> {
      const response = await send({ path: '/api/friends', body: { steamId, found: true }, signal })
      if (!response.ok) throw toError(await readJson(response, signal), response.headers.get('retry-after'))
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) throw unreadable()
      try {
        for await (const event of readEvents(response.body)) {
          if (isError(event)) throw toError(event, null)
          if (!isScanEvent(event)) continue
          yield event
          if ('friends' in event) return
        }
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ApiError ? error : new ApiError('stream_broken', String(error))
      }
      throw new ApiError('stream_broken', 'The stream ended before its result.')
    },
  }
}

/** The JSON object of an answer. Anything else did not come from the service. */
async function readJson(response: Response, signal: AbortSignal): Promise<object> {
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

function toError(answer: object, retryAfter: string | null): ApiError {
  if (!isError(answer)) return unreadable()
  const { error, code, ...details } = answer
  const seconds = Number(retryAfter ?? Number.NaN)
  return new ApiError(code, error, { ...details, ...(Number.isFinite(seconds) ? { retryAfter: seconds } : {}) })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isError = (value: unknown): value is ErrorBody =>
  isObject(value) && 'code' in value && typeof value.code === 'string' && 'error' in value
/** A newer service may send other events. */
const isScanEvent = (value: unknown): value is ScanEvent | ScanFound =>
  isObject(value) && ('progress' in value || 'found' in value || 'friends' in value)
const unreadable = () => new ApiError('unreadable_answer', 'The answer is not one of this service.')
