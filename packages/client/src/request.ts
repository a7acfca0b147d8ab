import type { ErrorCode } from './api-types.ts'
import { ApiError, type ErrorDetails } from './api-error.ts'
import type { Deadline } from './deadline.ts'

/** Options of every operation. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Time limit of the whole call including retries, milliseconds. */
  timeoutMs?: number | undefined
}

/** The token of a call that does not use the one of the API; `none` for calls without a token. */
export type TokenKind = 'policy' | 'tool' | 'none'

/** One call of the service. */
export interface Call extends CallOptions {
  path: string
  /** The parameters; those that are undefined are left out. */
  query?: Record<string, string | undefined>
  /** By default POST for a call with a body, else GET. */
  method?: 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** The body, sent as JSON. */
  body?: object
  /** A body that is not JSON, with its media type. */
  file?: { content: string | Blob; type: string }
  /** Whether the call is only repeated after the service has refused it, because it may have been done although its answer was lost. */
  isOnce?: boolean
  /** The kind of token; by default that of the API. */
  token?: TokenKind
  /** A status that is an answer of this call, although it is usually a failure. */
  alsoOk?: number
  /** When the call ends; `signal` aborts then. */
  deadline?: Deadline
}

export interface RequestOptions {
  /** Address of the service; without one, the origin of the web page. */
  baseUrl?: string
  fetch: typeof fetch
  /** The token that a call carries; null for none. */
  token: (kind: TokenKind | undefined) => string | null
  /** The User-Agent; must not be set in browsers, which send their own. */
  userAgent?: string | undefined
  onHeaders?: (call: Call, headers: Headers) => void
}

/** Reads the body of an answer; rejects as the methods of `Response` do, or with an ApiError. */
export type Read<Answer> = (response: Response) => Promise<Answer>

/** Sends a call and reads its answer; rejects with an ApiError, or with the signal's reason when that is aborted. */
export type Request = <Answer>(call: Call, read: Read<Answer>) => Promise<Answer>

/** Characters that a header can contain; tokens have no others. */
const SENDABLE_TOKEN = /^[\x21-\x7e]*$/

/** Creates a function that sends each call once. */
export function createRequest({ baseUrl = '', fetch, token, userAgent, onHeaders }: RequestOptions): Request {
  const send = async (call: Call): Promise<Response> => {
    const { token: kind, signal } = call
    const content = contentOf(call)
    const given = token(kind)
    // Checked here, because the error of `fetch` would contain the token.
    if (given !== null && !SENDABLE_TOKEN.test(given)) throw new ApiError('unauthorized', 'The token is malformed.')
    const init: RequestInit = {
      method: call.method ?? (content ? 'POST' : 'GET'),
      headers: {
        ...call.headers,
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...(given !== null && { authorization: `Bearer ${given}` }),
        ...(content && { 'content-type': content.type }),
      },
      // The only redirect of the service is the one to HTTPS. It is not followed, because the token has been sent over plain HTTP and the
      // address should be corrected.
      redirect: 'manual',
      body: content?.content ?? null,
      signal: signal ?? null,
    }
    try {
      return await fetch(baseUrl + targetOf(call), init)
    } catch (cause) {
      signal?.throwIfAborted()
      throw new ApiError('connection_failed', 'The service could not be reached.', { cause })
    }
  }

  return async (call, read) => {
    const response = await send(call)
    onHeaders?.(call, response.headers)
    try {
      if (response.ok || response.status === call.alsoOk) return await read(response)
      throw toApiError(await response.json(), response)
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      call.signal?.throwIfAborted()
      if (cause instanceof SyntaxError) throw unreadable(response)
      throw new ApiError('connection_failed', 'The answer broke off.', { status: response.status, cause })
    }
  }
}

const contentOf = ({ body, file }: Call): Call['file'] =>
  body ? { content: JSON.stringify(body), type: 'application/json' } : file

/** The path of a call with its query. */
function targetOf({ path, query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}

/** Reads a JSON object that has this field. An object without it is an error, or not from the service. */
export const json =
  <Answer extends object>(field: string & keyof Answer): Read<Answer> =>
  async (response) => {
    const answer: unknown = await response.json()
    if (!isObject(answer) || !(field in answer)) throw toApiError(answer, response)
    // Other fields are missing only if the service violates its own description.
    return answer as Answer
  }

/** The error that an answer, or an event of a stream, contains. */
export function toApiError(answer: unknown, response: Response): ApiError {
  if (!isError(answer)) return unreadable(response)
  const { error, code, ...details } = answer
  return new ApiError(code, error, { ...details, ...factsOf(response) })
}

/** The body of an error of the service. */
type ErrorBody = ErrorDetails & { error: string; code: ErrorCode }

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
export const isError = (value: unknown): value is ErrorBody =>
  isObject(value) && 'code' in value && typeof value.code === 'string' && 'error' in value
export const unreadable = (response: Response) =>
  new ApiError('unreadable_answer', 'The answer is not one of this service.', factsOf(response))

/** The status of a failure, and the seconds after which a retry makes sense. */
function factsOf({ ok, status, headers }: Response): { status?: number; retryAfter?: number } {
  if (ok) return {}
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(retryAfter) ? { status, retryAfter } : { status }
}
