import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Logger } from 'pino'
import { LazyCallContext } from '../lib/lazy-call-context.ts'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import type { OverloadReason } from '../lib/load-shedding.ts'
import type { Clock } from '../model/cached.ts'
import { ERROR_TRAITS, RapsheetError, toLogFacts } from '../model/error.ts'
import type { Context } from '../service/context.ts'
import { clientLeft, openEvents, sendDocument, sendEmpty, sendImage, sendJson, sendText } from './response.ts'
import type { EventWriter, Headers, OutgoingResponse } from './response.ts'
import type { ClientOrigin } from './client-address.ts'
import type { Cors } from './cors.ts'
import { HttpError, refusalReason, toErrorResponse, tooManyScans, loadIsShed } from './errors.ts'
import type { RefusalReason } from './errors.ts'
import {
  headersTooLarge,
  hostOf,
  hasUnreadableBody,
  declaresTooLargeBody,
  hasTooLargeHeaders,
  readBody,
  readQuery,
} from './input.ts'
import type { IncomingRequest } from './input.ts'
import type { RateLimit } from './rate-limit.ts'
import { allowedMethods } from './route.ts'
import type { Route, RouteCost, RouteResult } from './route.ts'

/** Clients give up after 10 s; they are told before that. */
const DEADLINE_MS = 9_500
const STREAM_DEADLINE_MS = 60_000
const MIN_USER_AGENT = 5
const HSTS = 'max-age=31536000'
/** What is logged of a request whose client did not wait for the answer; nginx's number. */
const CLIENT_LEFT = 499

/** One request that was answered, or whose client left. */
export interface RequestRecord {
  route: string
  method: string
  status: number
  durationMs: number
}

export interface HandlerOptions {
  routes: readonly Route[]
  context: Context
  log: Logger
  clock: Clock
  rateLimit: RateLimit
  /** What the named costs are, in lookups. */
  costs: Record<RouteCost, number>
  originOf: (peer: string, headers: IncomingRequest['headers']) => ClientOrigin
  cors: Cors
  /** Whether clients reach us over HTTPS, here or at a trusted proxy. */
  isHttps: boolean
  /** Friend scans at once for one client; 0 is no limit. */
  maxScansPerAddress: number
  /** How long a client may leave an event stream unread. */
  unreadMs: number
  /** Why new look-ups have to be refused for now, if so. */
  overload: () => OverloadReason | null
  onRequest: (record: RequestRecord) => void
  onRefusal: (reason: RefusalReason) => void
}

export interface Handler {
  /**
   * Answers a request: finds its route, checks it, runs it and writes what came of it, or that it is malformed. Resolves
   * once the whole answer is written, which does not mean that it is sent; never rejects.
   */
  handle(
    request: IncomingRequest,
    response: ServerResponse | Http2ServerResponse,
    malformed: HttpError | undefined,
  ): Promise<void>
  /** Puts the refusal of what is no request into words, and into the log. */
  describeRejection(refusal: HttpError, client: string): { headers: Headers; body: string }
  /** Ends whatever is still running with this error. */
  abort(reason: RapsheetError): void
}

/** A request while it is being answered. */
interface ActiveRequest {
  requestId: string
  request: IncomingRequest
  response: OutgoingResponse
  headers: Headers
  callContext: LazyCallContext
  path: string
  query: string
  /** What is routed at the path, by method. */
  methods: ReadonlyMap<string, Route> | undefined
  route: Route | undefined
}

/** How an exchange ended. */
interface RequestOutcome {
  status: number
  error?: unknown
}

const LEFT: RequestOutcome = { status: CLIENT_LEFT, error: clientLeft }

/** Whether the client is gone, by whatever error that showed first. */
const hasLeft = ({ callContext }: ActiveRequest, error: unknown) =>
  error === clientLeft || callContext.reason === clientLeft

/** Puts the table of routes to work. */
export function createHandler(options: HandlerOptions): Handler {
  const { context, log, clock, rateLimit, costs } = options
  const table = tabulate(options.routes)
  const running = new Set<LazyCallContext>()
  const scans = createKeyedSemaphore(options.maxScansPerAddress)

  const commonHeaders = (requestId: string): Headers => ({
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(options.isHttps ? { 'strict-transport-security': HSTS } : {}),
  })

  /** Makes a caller leave when its client does, when its time is over or when the server stops. */
  const listen = (
    callContext: LazyCallContext,
    request: IncomingRequest,
    response: OutgoingResponse,
    deadlineMs: number,
  ): (() => void) => {
    // An HTTP/1.1 response that waits for the one before it does not hear that its connection closes.
    const gone = request.httpVersionMajor === 1 ? request.socket : response
    const onClose = () => callContext.abort(clientLeft)
    const timer = setTimeout(() => callContext.abort(tooLate()), deadlineMs)
    running.add(callContext)
    gone.once('close', onClose)
    if (gone.destroyed) onClose()
    return () => {
      clearTimeout(timer)
      running.delete(callContext)
      gone.off('close', onClose)
    }
  }

  /** Refuses what does not come the way it has to. */
  const checkTransport = ({ request, path, query }: ActiveRequest, origin: ClientOrigin): void => {
    if (hasTooLargeHeaders(request)) throw headersTooLarge()
    if (origin.isPlain) {
      const host = hostOf(request)
      if (host === '') throw new HttpError('bad_request', 'The Host header names no host to go to over HTTPS.')
      const location = `https://${host}${path}${query && `?${query}`}`
      throw new HttpError('https_required', 'This service is reached over HTTPS alone.', { location })
    }
  }

  /** The route of a request that may go on; throws a Refusal for the others. */
  const admit = ({ request, path, methods, route }: ActiveRequest): Route => {
    if (!methods) throw new HttpError('not_found', 'There is nothing at this path; /docs tells what there is.')
    if (!route) {
      const allow = allowedMethods([...methods.values()].map(({ method }) => method))
      throw new HttpError('method_not_allowed', `${path} takes ${allow}.`, { allow })
    }
    if (route.isLookup && (request.headers['user-agent']?.length ?? 0) < MIN_USER_AGENT) {
      const message = `Send a User-Agent of at least ${MIN_USER_AGENT} characters that names your application and a contact.`
      throw new HttpError('user_agent_required', message)
    }
    return route
  }

  /** Lets a client that asked for leave first send its body, unless that is too large to be read. */
  const invite = ({ request, response }: ActiveRequest): void => {
    if (request.headers.expect !== undefined && request.httpVersion !== '1.0' && !declaresTooLargeBody(request))
      response.writeContinue()
  }

  /** Reads what is asked and asks the service. */
  const ask = async (exchange: ActiveRequest, route: Route, origin: ClientOrigin): Promise<RouteResult> => {
    const { request, query, headers, callContext } = exchange
    let input: unknown
    if (route.input && route.method === 'GET') input = readQuery(route.input, query)
    else if (route.input) {
      // From here on there is something to wait for.
      callContext.signal.throwIfAborted()
      input = await readBody(route.input, request)
    }
    const more = route.extraCost?.(input) ?? 0
    if (more > 0) Object.assign(headers, await rateLimit.take(origin.limitKey, more, costs[route.cost]))
    const askedAt = performance.now()
    try {
      return await route.handle(context, input, { callContext, headers: request.headers })
    } finally {
      if (route.isLookup) headers['server-timing'] = serverTiming(performance.now() - askedAt)
    }
  }

  const write = (
    { response, headers }: ActiveRequest,
    reply: RouteResult,
  ): RequestOutcome | Promise<RequestOutcome> => {
    switch (reply.kind) {
      case 'json':
        if (reply.expiresAt !== undefined) headers['cache-control'] = maxAge(reply.expiresAt, clock())
        sendJson(response, reply.status, headers, reply.value)
        return { status: reply.status }
      case 'document':
        return { status: sendDocument(response, headers, reply.document) }
      case 'empty':
        sendEmpty(response, reply.status, Object.assign(headers, reply.headers))
        return { status: reply.status }
      case 'page':
        sendText(response, 200, Object.assign(headers, reply.headers), reply.body)
        return { status: 200 }
      case 'image':
        return sendImage(response, headers, reply.image, options.unreadMs).then(() => ({
          status: reply.image.body ? 200 : 304,
        }))
      case 'events':
        throw new Error('an event stream is written by its own route')
    }
  }

  /** Everything that happens to a stream after it is admitted is told inside it. */
  const stream = async (exchange: ActiveRequest, route: Route, origin: ClientOrigin): Promise<RequestOutcome> => {
    const writer = openEvents(exchange.response, exchange.headers, options.unreadMs)
    try {
      const reply = await ask(exchange, route, origin)
      if (reply.kind !== 'events') throw new Error(`${route.path} answered a stream with ${reply.kind}`)
      for await (const event of reply.events) await writer.write(event)
      writer.end()
      return { status: 200 }
    } catch (error) {
      return hasLeft(exchange, error) ? LEFT : endWith(writer, exchange, error)
    }
  }

  const endWith = async (writer: EventWriter, exchange: ActiveRequest, error: unknown): Promise<RequestOutcome> => {
    await writer.write(errorBody(exchange, error)).catch(() => {})
    writer.end()
    return { status: 200, error }
  }

  const fail = (exchange: ActiveRequest, error: unknown): RequestOutcome | Promise<RequestOutcome> => {
    if (hasLeft(exchange, error)) return LEFT
    const { request, response, headers, methods, route } = exchange
    const answer = toErrorResponse(error, route?.passThrough ?? false)
    // A scan knows no other status than 200 and 429.
    if (route?.isStream && answer.status === 503) {
      Object.assign(headers, answer.headers)
      return endWith(openEvents(response, headers, options.unreadMs), exchange, error)
    }
    // Half an image has been sent: only breaking off tells the client that it is not a whole one.
    if (response.headersSent) response.destroy(error instanceof Error ? error : undefined)
    else {
      if (answer.expiresAt !== undefined) headers['cache-control'] = maxAge(answer.expiresAt, clock())
      if (methods?.get('GET')?.isLookup) headers['server-timing'] ??= serverTiming(0)
      Object.assign(headers, answer.headers)
      if (hasUnreadableBody(request)) headers['connection'] = 'close'
      // HTTP/2 closes streams, not connections.
      if (request.httpVersionMajor === 2) delete headers['connection']
      sendJson(response, answer.status, headers, errorBody(exchange, error))
    }
    return { status: answer.status, error }
  }

  const exchange = async (
    request: IncomingRequest,
    response: OutgoingResponse,
    malformed: HttpError | undefined,
  ): Promise<void> => {
    const startedAt = performance.now()
    const [path, query] = splitTarget(request.url ?? '')
    const methods = table.get(path)
    const route = methods?.get(request.method === 'HEAD' ? 'GET' : (request.method ?? ''))
    const usage = { upstreamCalls: 0, cacheHits: 0 }
    let stopListening: (() => void) | undefined
    const callContext = new LazyCallContext(usage, () => {
      stopListening = listen(callContext, request, response, route?.isStream ? STREAM_DEADLINE_MS : DEADLINE_MS)
    })

    const requestId = randomUUID()
    const headers = Object.assign(commonHeaders(requestId), options.cors.headersFor(request.headers))
    const current: ActiveRequest = { requestId, request, response, headers, callContext, path, query, methods, route }
    if (request.httpVersionMajor === 1 && declaresTooLargeBody(request)) headers['connection'] = 'close'
    const origin = options.originOf(request.socket.remoteAddress ?? '', request.headers)

    let ending: RequestOutcome
    let hasPlace = false
    try {
      if (malformed) throw malformed
      checkTransport(current, origin)
      const overload = route && route.cost !== 'free' ? options.overload() : null
      if (overload) throw loadIsShed(overload)
      if (route?.isStream) {
        hasPlace = scans.tryAcquire(origin.limitKey)
        if (!hasPlace) throw tooManyScans()
      }
      const cost = route ? costs[route.cost] : 1
      if (cost > 0) Object.assign(headers, await rateLimit.take(origin.limitKey, cost))
      const admitted = admit(current)
      if (admitted.method === 'POST') invite(current)
      ending = admitted.isStream
        ? await stream(current, admitted, origin)
        : await write(current, await ask(current, admitted, origin))
    } catch (error) {
      ending = await fail(current, error)
    }
    stopListening?.()
    if (hasPlace) scans.release(origin.limitKey)

    const durationMs = performance.now() - startedAt
    const { status, error } = ending
    const record = { route: methods ? path : 'unknown', method: request.method ?? '', status, durationMs }
    options.onRequest(record)
    const reason = error === undefined ? undefined : refusalReason(error)
    if (reason) options.onRefusal(reason)
    if (error === undefined && !log.isLevelEnabled('info')) return
    const facts = {
      requestId,
      ...record,
      durationMs: Math.round(durationMs * 10) / 10,
      client: origin.address,
      ...usage,
    }
    if (error === undefined) log.info(facts, 'request')
    else logFailure(log, facts, error)
  }

  return {
    handle(request, response, malformed) {
      return exchange(request, response, malformed).catch((error: unknown) => {
        log.error({ err: error }, 'answering failed')
        response.destroy()
      })
    },
    describeRejection({ status, code, message, headers, reason }, client) {
      const requestId = randomUUID()
      const record = { route: 'unknown', method: '', status, durationMs: 0 }
      options.onRequest(record)
      options.onRefusal(reason)
      log.info({ requestId, ...record, client, code }, 'request')
      const body = JSON.stringify({ error: message, code, requestId })
      return {
        headers: {
          ...commonHeaders(requestId),
          ...options.cors.headersFor({}),
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        },
        body,
      }
    },
    abort(reason) {
      for (const callContext of running) callContext.abort(reason)
    },
  }
}

function tabulate(routes: readonly Route[]): Map<string, Map<string, Route>> {
  const table = new Map<string, Map<string, Route>>()
  for (const route of routes)
    table.set(route.path, (table.get(route.path) ?? new Map<string, Route>()).set(route.method, route))
  return table
}

function errorBody({ requestId, route }: ActiveRequest, error: unknown) {
  const { message, code } = toErrorResponse(error, route?.passThrough ?? false)
  return { error: message, code, requestId, ...(error instanceof RapsheetError ? error.batch : {}) }
}

/** Writes one line for the request, at the level its failure deserves; the stack only of unexpected errors. */
function logFailure(log: Logger, facts: object, error: unknown): void {
  if (error === clientLeft) log.info({ ...facts, code: 'client_left' }, 'request')
  else if (error instanceof HttpError) log.info({ ...facts, code: error.code }, 'request')
  else if (error instanceof RapsheetError)
    log[ERROR_TRAITS[error.code].logLevel]({ ...facts, code: error.code, ...toLogFacts(error) }, 'request')
  else log.error({ ...facts, code: 'internal', err: error }, 'request')
}

function tooLate(): RapsheetError {
  return new RapsheetError('platform_unavailable', 'Steam did not answer in time; try again in a minute.')
}

function maxAge(expiresAt: number, now: number): string {
  return `public, max-age=${Math.max(0, expiresAt - now)}`
}

function serverTiming(durationMs: number): string {
  return `steam;dur=${durationMs.toFixed(1)}`
}

/** Path and query of a request target, which may name scheme and host as well (RFC 9112, absolute form). */
function splitTarget(target: string): [path: string, query: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  return mark === -1 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)]
}
