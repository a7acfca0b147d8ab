import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Clock } from '../lib/clock.ts'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { LazyCallContext } from '../lib/optimizations/lazy-call-context.ts'
import type { OverloadReason } from '../lib/load-shedding.ts'
import { RapsheetError } from '../model/error.ts'
import type { Context } from '../service/context.ts'
import { checkTransport, requireRoute, sendContinue, splitTarget, type ActiveRequest } from './active-request.ts'
import type { ClientOrigin } from './client-address.ts'
import type { Cors } from './cors.ts'
import { loadIsShed, tooManyScans, toErrorResponse, type HttpError } from './errors.ts'
import { declaresTooLargeBody, readBody, readQuery, type IncomingRequest } from './input.ts'
import type { RateLimit } from './rate-limit.ts'
import { reportRequest, type ReportOptions, type RequestOutcome } from './request-report.ts'
import { clientLeft, type Headers, type OutgoingResponse } from './response.ts'
import type { Route, RouteCost, RouteResult } from './route.ts'
import { sendError, sendEvents, sendResult, serverTiming, type SendOptions } from './send-result.ts'

/** Clients give up after 10 s; they get an error before that. */
const DEADLINE_MS = 9_500
const STREAM_DEADLINE_MS = 60_000
const HSTS = 'max-age=31536000'

export interface HandlerOptions extends ReportOptions, SendOptions {
  routes: readonly Route[]
  context: Context
  rateLimit: RateLimit
  /** What a request of each kind costs, in lookups. */
  costs: Record<RouteCost, number>
  originOf: (peer: string, headers: IncomingRequest['headers']) => ClientOrigin
  cors: Cors
  /** Whether clients connect over HTTPS, to this server or to a trusted proxy. */
  isHttps: boolean
  /** Friend scans at once for one client; 0 is no limit. */
  maxScansPerAddress: number
  /** The reason to refuse new lookups now; null when there is none. */
  overload: () => OverloadReason | null
}

export type Handler = ReturnType<typeof createHandler>

/** Creates the handler of all requests. */
export function createHandler(options: HandlerOptions) {
  const { clock, log } = options
  const routesByPath = indexRoutes(options.routes)
  const scanPermits = createKeyedSemaphore(options.maxScansPerAddress)
  const abortable = new Set<LazyCallContext>()

  /** Throws when the server is overloaded or the client has too many scans running. */
  const checkCapacity = (active: ActiveRequest): void => {
    const { route, client } = active
    const overload = route && route.cost !== 'free' ? options.overload() : null
    if (overload) throw loadIsShed(overload)
    if (!route?.isStream) return
    active.holdsScanPermit = scanPermits.tryAcquire(client.limitKey)
    if (!active.holdsScanPermit) throw tooManyScans()
  }

  const serve = async (active: ActiveRequest, malformed: HttpError | undefined): Promise<RequestOutcome> => {
    try {
      if (malformed) throw malformed
      checkTransport(active)
      checkCapacity(active)
      Object.assign(active.headers, await takeCost(options, active))
      const route = requireRoute(active)
      if (route.method === 'POST') sendContinue(active)
      if (route.isStream) return await sendEvents(active, () => callRoute(options, active, route), options)
      return { status: await sendResult(active, await callRoute(options, active, route), options) }
    } catch (error) {
      return await sendError(active, error, options)
    } finally {
      active.stopWatching?.()
      if (active.holdsScanPermit) scanPermits.release(active.client.limitKey)
    }
  }

  return {
    /**
     * Handles one request: checks it, calls its route and writes the response, or the given error. Resolves when the whole
     * response is written, which may be before it is sent; never rejects.
     */
    async handle(
      request: IncomingRequest,
      response: ServerResponse | Http2ServerResponse,
      malformed: HttpError | undefined,
    ): Promise<void> {
      try {
        const startedAt = clock.now()
        const active = openRequest(options, routesByPath, abortable, request, response)
        const { requestId, methods, path, client, usage } = active
        const { status, error } = await serve(active, malformed)
        const route = methods ? path : 'unknown'
        const record = { route, method: request.method ?? '', status, durationMs: clock.now() - startedAt }
        reportRequest(options, { requestId, client: client.address, usage }, record, error)
      } catch (error) {
        log.error({ err: error }, 'answering failed')
        response.destroy()
      }
    },
    /** Builds and reports the response to a client that sent no complete HTTP request. */
    buildErrorResponse: (error: HttpError, client: string) => buildErrorResponse(options, error, client),
    /** Aborts all active requests with this error. */
    abort(reason: RapsheetError): void {
      for (const callContext of abortable) callContext.abort(reason)
    },
  }
}

function indexRoutes(routes: readonly Route[]): Map<string, Map<string, Route>> {
  const routesByPath = new Map<string, Map<string, Route>>()
  for (const route of routes)
    routesByPath.set(route.path, (routesByPath.get(route.path) ?? new Map<string, Route>()).set(route.method, route))
  return routesByPath
}

function openRequest(
  { clock, isHttps, cors, originOf }: HandlerOptions,
  routesByPath: ReadonlyMap<string, ReadonlyMap<string, Route>>,
  abortable: Set<LazyCallContext>,
  request: IncomingRequest,
  response: OutgoingResponse,
): ActiveRequest {
  const [path, query] = splitTarget(request.url ?? '')
  const methods = routesByPath.get(path)
  const route = methods?.get(request.method === 'HEAD' ? 'GET' : (request.method ?? ''))
  const requestId = randomUUID()
  const headers = Object.assign(commonHeaders(requestId, isHttps), cors.headersFor(request.headers))
  if (request.httpVersionMajor === 1 && declaresTooLargeBody(request)) headers['connection'] = 'close'
  const client = originOf(request.socket.remoteAddress ?? '', request.headers)
  const usage = { upstreamCalls: 0, cacheHits: 0 }
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
    path,
    query,
    methods,
    route,
    holdsScanPermit: false,
    stopWatching: undefined,
  }
  return active
}

/** Takes the cost of a request from the client's quota; a request without a route costs one lookup. */
function takeCost({ rateLimit, costs }: HandlerOptions, { route, client }: ActiveRequest) {
  const cost = route ? costs[route.cost] : 1
  return cost > 0 ? rateLimit.take(client.limitKey, cost) : undefined
}

/** Reads and checks the input, takes its extra cost and calls the route. */
async function callRoute(options: HandlerOptions, active: ActiveRequest, route: Route): Promise<RouteResult> {
  const { request, query, headers, callContext, client } = active
  let input: unknown
  if (route.input && route.method === 'GET') input = readQuery(route.input, query)
  else if (route.input) {
    // Creates the signal, so that the deadline includes the body.
    callContext.signal.throwIfAborted()
    input = await readBody(route.input, request)
  }
  const extraCost = route.extraCost?.(input) ?? 0
  if (extraCost > 0)
    Object.assign(headers, await options.rateLimit.take(client.limitKey, extraCost, options.costs[route.cost]))
  const calledAt = options.clock.now()
  try {
    return await route.handle(options.context, input, { callContext, headers: request.headers })
  } finally {
    if (route.isLookup) headers['server-timing'] = serverTiming(options.clock.now() - calledAt)
  }
}

/** Aborts the call context when the client disconnects or the deadline passes; returns a function that stops watching. */
function abortWhenOver(active: ActiveRequest, abortable: Set<LazyCallContext>, clock: Clock): () => void {
  const { callContext, request, response, route } = active
  // An HTTP/1.1 response that waits for an earlier one emits no event when its connection closes.
  const closing = request.httpVersionMajor === 1 ? request.socket : response
  const onClose = () => callContext.abort(clientLeft)
  const onDeadline = () =>
    callContext.abort(new RapsheetError('platform_unavailable', 'Steam did not answer in time; try again in a minute.'))
  const stopTimer = clock.setTimer(route?.isStream ? STREAM_DEADLINE_MS : DEADLINE_MS, onDeadline)
  abortable.add(callContext)
  closing.once('close', onClose)
  if (closing.destroyed) onClose()
  return () => {
    stopTimer()
    abortable.delete(callContext)
    closing.off('close', onClose)
  }
}

function buildErrorResponse(options: HandlerOptions, error: HttpError, client: string) {
  const requestId = randomUUID()
  const { status, headers, body } = toErrorResponse(error, requestId)
  reportRequest(options, { requestId, client }, { route: 'unknown', method: '', status, durationMs: 0 }, error)
  const text = JSON.stringify(body)
  const allHeaders = {
    ...commonHeaders(requestId, options.isHttps),
    ...options.cors.headersFor({}),
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  return { headers: allHeaders, body: text }
}

function commonHeaders(requestId: string, isHttps: boolean): Headers {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(isHttps ? { 'strict-transport-security': HSTS } : {}),
  }
}
