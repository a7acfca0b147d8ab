import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { SHED_RETRY_SECONDS, type OverloadReason } from '../lib/load-shedding.ts'
import type { LazyCallContext } from '../lib/optimizations/lazy-call-context.ts'
import type { RapsheetError } from '../model/error.ts'
import type { Context } from '../service/context.ts'
import {
  checkTransport,
  commonHeaders,
  openRequest,
  requireRoute,
  sendContinue,
  untilOverdue,
  type ActiveRequest,
  type RequestOptions,
} from './active-request.ts'
import { createAccess, type AccessOptions } from './access.ts'
import { HttpError, toErrorResponse } from './errors.ts'
import { hasNoBody, readBody, readQuery, type IncomingRequest } from './input.ts'
import {
  reportRequest,
  sendError,
  sendEvents,
  serverTiming,
  type ReportOptions,
  type RequestOutcome,
} from './outcome.ts'
import { sendResult, type SendOptions } from './response.ts'
import type { Route, RouteCost, RouteResult } from './route.ts'
import { createRouter } from './router.ts'

export interface HandlerOptions extends RequestOptions, ReportOptions, SendOptions, AccessOptions {
  routes: readonly Route[]
  /** Completes the error for an unknown path: where the endpoints are listed. */
  endpointHint?: string
  context: Context
  /** What a request of each kind costs, in lookups. */
  costs: Record<RouteCost, number>
  /** Friend scans at once for one address or token; 0 is no limit. */
  maxScansPerAddress: number
  /** The reason to refuse new lookups now; null when there is none. */
  overload: () => OverloadReason | null
}

export type Handler = ReturnType<typeof createHandler>

export function createHandler(options: HandlerOptions) {
  const { clock, log, costs } = options
  const findRoutes = createRouter(options.routes)
  const findAccess = createAccess(options)
  const scanPermits = createKeyedSemaphore(options.maxScansPerAddress)
  const abortable = new Set<LazyCallContext>()

  /** Throws when the server is overloaded or the client has too many scans running. */
  const checkCapacity = (active: ActiveRequest): void => {
    const { route, access } = active
    const overload = route && route.cost !== 'free' ? options.overload() : null
    if (overload) {
      const message = `The server is overloaded; try again in ${SHED_RETRY_SECONDS} s.`
      throw new HttpError('overloaded', message, { 'retry-after': String(SHED_RETRY_SECONDS) }, overload)
    }
    if (!route?.isStream) return
    active.holdsScanPermit = scanPermits.tryAcquire(access.key)
    if (!active.holdsScanPermit) {
      const message = 'Too many friend scans are running for your address; wait for one to end, or try again in 5 s.'
      throw new HttpError('too_many_scans', message, { 'retry-after': '5' }, 'scans')
    }
  }

  const serve = async (active: ActiveRequest, refusal: HttpError | undefined): Promise<RequestOutcome> => {
    try {
      if (refusal) throw refusal
      checkTransport(active)
      checkCapacity(active)
      const { key, limit, refusal: noAccess } = active.access
      // A request without a route or a valid token costs one lookup.
      const cost = active.route && !noAccess ? costs[active.route.cost] : 1
      if (cost > 0) Object.assign(active.headers, await limit.take(key, cost))
      if (noAccess) throw noAccess
      const route = requireRoute(active, options.endpointHint)
      if (route.method === 'POST') sendContinue(active)
      if (route.isStream) return await sendEvents(active, () => callRoute(options, active, route), options)
      const result = await untilOverdue(active, callRoute(options, active, route))
      const status = await sendResult(active.response, active.headers, result, options)
      return { status, error: result.kind === 'page' ? result.refusal : undefined }
    } catch (error) {
      return await sendError(active, error, options)
    } finally {
      active.stopWatching?.()
      if (active.holdsScanPermit) scanPermits.release(active.access.key)
    }
  }

  return {
    /**
     * Handles one request: checks it, calls its route and writes the response, or the given error. `checkConnection` returns the
     * error for a connection that may not be used, and is called once the request's token is checked. Resolves when the whole
     * response is written, which may be before it is sent; never rejects.
     */
    async handle(
      request: IncomingRequest,
      response: ServerResponse | Http2ServerResponse,
      malformed: HttpError | undefined,
      checkConnection: () => HttpError | undefined = () => undefined,
    ): Promise<void> {
      try {
        const active = openRequest(options, findRoutes, findAccess, abortable, request, response)
        const { requestId, label, client, usage, access, startedAt } = active
        const { status, error } = await serve(active, malformed ?? checkConnection())
        if (access.grant) options.policies.noteCalls(access.grant, usage.callShare ?? 0)
        const record = { route: label, method: request.method ?? '', status, durationMs: clock.now() - startedAt }
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

/** Reads and checks the input, takes its extra cost and calls the route. */
async function callRoute(options: HandlerOptions, active: ActiveRequest, route: Route): Promise<RouteResult> {
  const { request, query, headers, callContext, access } = active
  if ((route.method === 'GET' || route.refusesBody) && !hasNoBody(request))
    throw new HttpError('unexpected_body', `${route.method} ${route.path} takes no body; send the request without one.`)
  let input: unknown
  if (route.readInput) input = route.readInput(active)
  else if (route.input && route.method === 'GET') input = readQuery(route.input, query)
  else if (route.input) {
    // The first access to the signal starts the deadline, which includes reading the body.
    callContext.signal.throwIfAborted()
    input = await readBody(route.input, request, options.clock)
  }
  const extraCost = route.extraCost?.(input) ?? 0
  if (extraCost > 0) Object.assign(headers, await access.limit.take(access.key, extraCost, options.costs[route.cost]))
  const calledAt = options.clock.now()
  try {
    return await route.handle(options.context, input, { callContext, headers: request.headers, grant: access.grant })
  } finally {
    if (route.isLookup) headers['server-timing'] = serverTiming(options.clock.now() - calledAt)
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
