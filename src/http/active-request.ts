import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { untilAborted } from '../lib/abort.ts'
import type { Usage } from '../lib/call-context.ts'
import type { Clock } from '../lib/clock.ts'
import { LazyCallContext } from '../lib/optimizations/lazy-call-context.ts'
import { RapsheetError } from '../model/error.ts'
import { type Access, type createAccess, findTokenInQuery, isToolAccess, tokenInQuery } from './access.ts'
import type { ClientOrigin } from './client-address.ts'
import type { Cors } from './cors.ts'
import { watchDeadline } from './deadline.ts'
import { DATABASE_RETRY_SECONDS, HttpError } from './errors.ts'
import { declaresTooLargeBody, hostOf } from './input.ts'
import { clientLeft, type Headers } from './response.ts'
import type { AnyRoute } from './route.ts'
import { allowOf, type Destination, routeFor, type Router } from './router.ts'

const STREAM_DEADLINE_MS = 60_000
const HSTS = 'max-age=31536000'
const MIN_USER_AGENT = 5

export interface RequestOptions {
  clock: Clock
  cors: Cors
  originOf: (peer: string, headers: IncomingHttpHeaders) => ClientOrigin
  /** Whether clients connect over HTTPS, to this server or to a trusted proxy. */
  isHttps: boolean
}

/** A request while it is handled. */
export interface ActiveRequest {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Response headers. */
  readonly headers: Headers
  readonly callContext: LazyCallContext
  readonly usage: Usage
  readonly client: ClientOrigin
  readonly access: Access
  readonly destination: Destination
  readonly route: AnyRoute | undefined
  readonly startedAt: number
  /** Ends the wait for the route with an error, even if the route ignores its signal. */
  onOverdue: ((error: RapsheetError | HttpError) => void) | undefined
  /** Whether the request holds a permit for a running friend scan of its client. */
  holdsScanPermit: boolean
  /** The key under which the request is the only one of its kind, and the path of which there are a few at a time; undefined for most requests. */
  turn: { key: string; boundedPath: string | undefined } | undefined
  /** Ends the deadline, for an answer that goes on for as long as its client reads it. */
  endDeadline: (() => void) | undefined
  /** Removes the listeners for the events that abort the call context. */
  stopWatching: (() => void) | undefined
}

/** Creates the active request. Its call context joins `abortable` when its signal is used for the first time; `stopWatching` removes it. */
export function openRequest(
  { clock, originOf }: RequestOptions,
  commonHeaders: ReturnType<typeof createCommonHeaders>,
  findRoutes: Router,
  findAccess: ReturnType<typeof createAccess>,
  abortable: Set<LazyCallContext>,
  request: IncomingMessage,
  response: ServerResponse,
): ActiveRequest {
  const destination = findRoutes(request.url ?? '')
  const route = routeFor(destination.routesAtPath, request.method ?? '')
  const requestId = randomUUID()
  const headers = commonHeaders(requestId, request.headers)
  if (declaresTooLargeBody(request, route?.maxBodyBytes)) headers['connection'] = 'close'
  const client = originOf(request.socket.remoteAddress ?? '', request.headers)
  const { authorization } = request.headers
  const access = findAccess(destination, {
    method: request.method ?? '',
    authorization,
    limitKey: client.limitKey,
    route,
  })
  const usage: Usage = { upstreamCalls: 0, cacheHits: 0, callShare: access.grant || access.tool ? 0 : undefined }
  const callContext = new LazyCallContext(usage, () => {
    active.stopWatching = abortWhenOver(active, abortable, clock)
  })
  const active: ActiveRequest = {
    requestId,
    request,
    response,
    headers,
    callContext,
    usage,
    client,
    access,
    destination,
    route,
    startedAt: clock.now(),
    onOverdue: undefined,
    holdsScanPermit: false,
    turn: undefined,
    endDeadline: undefined,
    stopWatching: undefined,
  }
  return active
}

/** Creates a function that returns a new object of the headers that every response has. */
export function createCommonHeaders({ isHttps, cors }: Pick<RequestOptions, 'isHttps' | 'cors'>) {
  const common: Headers = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    // Answers are about people: search engines should not index them, and other sites should not learn from `Referer` which account was
    // looked up.
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    ...(isHttps ? { 'strict-transport-security': HSTS } : {}),
  }
  // No spread: V8 would give each object a new hidden class for every header that is added later, which takes 12 µs per request.
  return (requestId: string, sent: IncomingHttpHeaders): Headers =>
    Object.assign({ 'x-request-id': requestId }, common, cors.headersFor(sent))
}

/** Aborts the call context when the client disconnects or the deadline passes; returns a function that stops watching. */
function abortWhenOver(active: ActiveRequest, abortable: Set<LazyCallContext>, clock: Clock): () => void {
  const { callContext, request, route, startedAt } = active
  // A response that waits for an earlier response emits no event when its connection closes.
  const { socket } = request
  const onClose = () => callContext.abort(clientLeft)
  const onGiveUp = () => callContext.abort(tooLate(route))
  const onOverdue = () => active.onOverdue?.(tooLate(route))
  const stopTimer = route?.isStream
    ? clock.setTimer(STREAM_DEADLINE_MS, onGiveUp)
    : watchDeadline({ clock, startedAt, withinMs: route?.withinMs, onGiveUp, onOverdue })
  active.endDeadline = stopTimer
  abortable.add(callContext)
  socket.once('close', onClose)
  if (socket.destroyed) onClose()
  return () => {
    stopTimer()
    abortable.delete(callContext)
    socket.off('close', onClose)
  }
}

const tooLate = (route: AnyRoute | undefined) =>
  isToolAccess(route?.token)
    ? new HttpError('database_unavailable', 'The database did not answer in time; try again in 5 s.', {
        'retry-after': String(DATABASE_RETRY_SECONDS),
      })
    : new RapsheetError('platform_unavailable', 'Steam did not answer in time; try again in a minute.')

/** Waits for `work`, the result of the route; rejects when the request is overdue before. */
export function untilOverdue<T>(active: ActiveRequest, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    active.onOverdue = reject
    work.then(resolve, reject)
  })
}

/**
 * Waits for `first`, the first part of an answer; rejects when the deadline passes or the client disconnects before. The rest of the answer has
 * no deadline.
 */
export async function untilBegun<T>(active: ActiveRequest, first: Promise<T>): Promise<T> {
  const part = await untilAborted(active.callContext, first)
  active.endDeadline?.()
  return part
}

/** Throws an HttpError for plain HTTP where HTTPS is required. */
export function checkTransport({ request, client, destination }: ActiveRequest): void {
  if (!client.isPlain) return
  const { path, query, isGuarded } = destination
  // A redirect would repeat the token of the path in `Location`.
  if (isGuarded) throw new HttpError('bad_game_request', 'Use HTTPS; this service does not answer plain HTTP.')
  if (findTokenInQuery(query)) throw tokenInQuery()
  const host = hostOf(request)
  if (host === '') throw new HttpError('bad_request', 'The Host header is missing; the redirect to HTTPS needs it.')
  const location = `https://${host}${path}${query && `?${query}`}`
  throw new HttpError('https_required', 'Use HTTPS; this service does not answer plain HTTP.', { location })
}

/** The route of a request; throws an HttpError with a hint when there is none, or when the User-Agent is missing. */
export function requireRoute(
  { request, destination, route }: ActiveRequest,
  endpointHint = '/docs lists all endpoints.',
): AnyRoute {
  const { label, routesAtPath, isGuarded } = destination
  if (!routesAtPath && isGuarded) {
    const message = `No endpoint at this path. A game server asks at /game/<token>/<SteamID64>; ${endpointHint}`
    throw new HttpError('bad_game_request', message)
  }
  if (!routesAtPath) throw new HttpError('not_found', `No endpoint at this path; ${endpointHint}`)
  if (!route) {
    const allow = allowOf(routesAtPath)
    throw new HttpError('method_not_allowed', `${label} accepts only ${allow}.`, { allow })
  }
  if (route.isLookup && (request.headers['user-agent']?.length ?? 0) < MIN_USER_AGENT) {
    const message = `Send a User-Agent of at least ${MIN_USER_AGENT} characters that names your application and a contact.`
    throw new HttpError('user_agent_required', message).about('User-Agent')
  }
  return route
}

/** Sends `100 Continue` to a client that waits for it, unless the body is too large to be read. */
export function sendContinue({ request, response, route }: ActiveRequest): void {
  const isExpected = request.headers.expect !== undefined && request.httpVersion !== '1.0'
  if (isExpected && !declaresTooLargeBody(request, route?.maxBodyBytes)) response.writeContinue()
}
