import type { LazyCallContext } from '../lib/optimizations/lazy-call-context.ts'
import type { Usage } from '../lib/call-context.ts'
import type { ClientOrigin } from './client-address.ts'
import { HttpError } from './errors.ts'
import { declaresTooLargeBody, hasTooLargeHeaders, headersTooLarge, hostOf, type IncomingRequest } from './input.ts'
import type { Headers, OutgoingResponse } from './response.ts'
import { allowedMethods, type Route } from './route.ts'

const MIN_USER_AGENT = 5

/** A request while it is handled. */
export interface ActiveRequest {
  requestId: string
  request: IncomingRequest
  response: OutgoingResponse
  /** Headers of the response. */
  headers: Headers
  callContext: LazyCallContext
  usage: Usage
  client: ClientOrigin
  path: string
  query: string
  /** The routes at the path, by method. */
  methods: ReadonlyMap<string, Route> | undefined
  route: Route | undefined
  /** Whether it counts as a running friend scan of its client. */
  holdsScanPermit: boolean
  /** Stops watching for the events that abort the call context. */
  stopWatching: (() => void) | undefined
}

/** Splits a request target, which may include scheme and host (absolute form, RFC 9112). */
export function splitTarget(target: string): [path: string, query: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  return mark === -1 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)]
}

/** Throws an HttpError for too large HTTP/2 headers, and for plain HTTP where HTTPS is required. */
export function checkTransport({ request, client, path, query }: ActiveRequest): void {
  if (hasTooLargeHeaders(request)) throw headersTooLarge()
  if (!client.isPlain) return
  const host = hostOf(request)
  if (host === '') throw new HttpError('bad_request', 'The Host header is missing, so there is no HTTPS URL to use.')
  const location = `https://${host}${path}${query && `?${query}`}`
  throw new HttpError('https_required', 'Use HTTPS; this service does not answer plain HTTP.', { location })
}

/** The route of a request; throws an HttpError when there is none or the User-Agent is missing. */
export function requireRoute({ request, path, methods, route }: ActiveRequest): Route {
  if (!methods) throw new HttpError('not_found', 'No endpoint at this path; /docs lists all endpoints.')
  if (!route) {
    const allow = allowedMethods([...methods.values()].map(({ method }) => method))
    throw new HttpError('method_not_allowed', `${path} accepts only ${allow}.`, { allow })
  }
  if (route.isLookup && (request.headers['user-agent']?.length ?? 0) < MIN_USER_AGENT) {
    const message = `Send a User-Agent of at least ${MIN_USER_AGENT} characters that names your application and a contact.`
    throw new HttpError('user_agent_required', message)
  }
  return route
}

/** Sends `100 Continue` to a client that waits for it, unless the body is too large to be read. */
export function sendContinue({ request, response }: ActiveRequest): void {
  if (request.headers.expect !== undefined && request.httpVersion !== '1.0' && !declaresTooLargeBody(request))
    response.writeContinue()
}
