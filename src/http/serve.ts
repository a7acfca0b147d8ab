import { createKeyedSemaphore } from '../lib/limits/keyed-semaphore.ts'
import { SHED_RETRY_SECONDS, type OverloadReason } from '../lib/limits/load-shedding.ts'
import { whenReady, type MaybePromise } from '../lib/maybe-promise.ts'
import {
  checkTransport,
  requireRoute,
  sendContinue,
  untilBegun,
  untilOverdue,
  type ActiveRequest,
} from './active-request.ts'
import { costOfList, extraCostOf, type Costs } from './costs.ts'
import { HttpError } from './errors.ts'
import { isToolAccess } from './access.ts'
import { hasNoBody, readBody, readQuery, readRawBody } from './input.ts'
import { sendError, sendEvents, sendFeed, serverTiming, type RequestOutcome } from './outcome.ts'
import { sendFile, sendResult, type SendOptions } from './response.ts'
import { takesBody, type AnyRoute, type RouteResult } from './route.ts'

export interface ServeOptions extends SendOptions {
  /** A sentence for the error about an unknown path, which says where the endpoints are listed. */
  endpointHint?: string
  /** The context that every route gets. */
  context: unknown
  /** What a request of each kind costs, in lookups. */
  costs: Costs
  /** Friend scans at once for one address or token; 0 is no limit. */
  maxScansPerAddress: number
  /** The reason to refuse new lookups now; null when there is none. */
  overload: () => OverloadReason | null
}

/** Creates a function that checks a request, calls its route and writes the response. With a `refusal` it writes only that error. */
export function createServe(options: ServeOptions) {
  const { costs } = options
  const scanPermits = createKeyedSemaphore(options.maxScansPerAddress)
  const turns = createTurns()

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

  /** Checks a request, calls its route and writes the result; throws or rejects with the error to answer with. */
  const answer = (active: ActiveRequest, refusal: HttpError | undefined): MaybePromise<RequestOutcome> => {
    if (refusal) throw refusal
    checkTransport(active)
    checkCapacity(active)
    const { key, limit, refusal: noAccess } = active.access
    // A request without a route or a valid token costs one lookup.
    const cost = active.route && !noAccess ? costs[active.route.cost] : 1
    if (cost > 0) limit.take(active.headers, key, cost)
    if (noAccess) throw noAccess
    const route = requireRoute(active, options.endpointHint)
    turns.take(active, route)
    if (takesBody(route)) sendContinue(active)
    if (route.isStream) return sendEvents(active, () => callRoute(options, active, route), options)
    const result = callRoute(options, active, route)
    return whenReady(result instanceof Promise ? untilOverdue(active, result) : result, (ready) =>
      sendOutcome(options, active, ready),
    )
  }

  const finish = async (active: ActiveRequest, outcome: Promise<RequestOutcome>): Promise<RequestOutcome> => {
    try {
      return await outcome
    } catch (error) {
      return await sendError(active, error, options)
    } finally {
      release(active)
    }
  }

  const release = (active: ActiveRequest): void => {
    active.stopWatching?.()
    if (active.holdsScanPermit) scanPermits.release(active.access.key)
    turns.release(active)
  }

  /** Answers a request, synchronously if its answer is in memory. */
  return (active: ActiveRequest, refusal: HttpError | undefined): MaybePromise<RequestOutcome> => {
    try {
      const outcome = answer(active, refusal)
      if (outcome instanceof Promise) return finish(active, outcome)
      release(active)
      return outcome
    } catch (error) {
      return finish(active, Promise.reject(error))
    }
  }
}

const toOutcome = (status: number): RequestOutcome => ({ status })

/** Writes what a route returned. */
function sendOutcome(options: ServeOptions, active: ActiveRequest, result: RouteResult): MaybePromise<RequestOutcome> {
  const { response, headers } = active
  if (result.kind === 'feed') return sendFeed(active, result.feed, options)
  if (result.kind === 'file')
    return sendFile(response, headers, result.file, (first) => untilBegun(active, first)).then(toOutcome)
  return whenReady(sendResult(response, headers, result, options, active.route?.isCompressed), toOutcome)
}

/**
 * Number of imports that are received and answered at a time, because each can have 5 MiB. Generous, so that a few Discord servers whose bodies
 * arrive slowly do not keep others from theirs.
 */
const MAX_IMPORTS = 32

/** Lets requests for routes that run alone (`runsAlone`) be answered one at a time for each Discord server, and imports also a few at a time for all. */
function createTurns() {
  const turns = createKeyedSemaphore(1)
  const permits = createKeyedSemaphore(MAX_IMPORTS)
  return {
    /** Throws when another such request of the Discord server, or too many imports of all servers, are being answered. */
    take(active: ActiveRequest, { path, runsAlone }: AnyRoute): void {
      if (!runsAlone) return
      const key = `${path} ${active.access.key}`
      if (!turns.tryAcquire(key)) {
        const message = 'Another request of this kind is running for your Discord server; try again in 5 s.'
        throw new HttpError(runsAlone, message, { 'retry-after': '5' })
      }
      // An export is written in small parts, so that many of them need little memory.
      const isBounded = runsAlone === 'import_running'
      if (isBounded && !permits.tryAcquire(path)) {
        turns.release(key)
        const message = `The service receives ${MAX_IMPORTS} imports at a time; try again in 5 s.`
        throw new HttpError('overloaded', message, { 'retry-after': '5' }, 'imports')
      }
      active.turn = { key, boundedPath: isBounded ? path : undefined }
    },
    release({ turn }: ActiveRequest): void {
      if (!turn) return
      turns.release(turn.key)
      if (turn.boundedPath !== undefined) permits.release(turn.boundedPath)
    },
  }
}

/** The `Server-Timing` of an answer from memory, without a call to Steam. */
const REMEMBERED = serverTiming(0)

/** Reads and checks the input, takes its extra cost and calls the route; synchronously unless the input is a body. */
function callRoute(options: ServeOptions, active: ActiveRequest, route: AnyRoute): MaybePromise<RouteResult> {
  const { request, destination, callContext } = active
  if (isReadFromUrl(route) && !hasNoBody(request))
    throw new HttpError('unexpected_body', `${route.method} ${route.path} takes no body; send the request without one.`)
  const { path, query, parameter } = destination
  // A misspelt `dryRun` would be an import.
  const isStrict = isToolAccess(route.token)
  if (route.readInput)
    return callWith(options, active, route, route.readInput({ path, query, request, client: active.client }))
  if (route.input && isReadFromUrl(route))
    return callWith(options, active, route, readQuery(route.input, query, parameter, isStrict))
  const parameters = route.parameters && readQuery(route.parameters, query, parameter, isStrict)
  const { input, rawBody } = route
  if (!input && !rawBody) return callWith(options, active, route, parameters)
  // The first access to the signal starts the deadline, which includes reading the body.
  callContext.signal.throwIfAborted()
  const body = rawBody
    ? readRawBody(rawBody.types, request, options.clock, route).then((bytes) => rawBody.read(bytes, request.headers))
    : input && readBody(input, request, options.clock, route)
  return Promise.resolve(body).then((fields) =>
    callWith(options, active, route, parameters ? { ...parameters, ...Object(fields) } : fields),
  )
}

/** Whether the input of a route is in the URL of its requests. */
const isReadFromUrl = ({ method }: AnyRoute) => method === 'GET' || method === 'DELETE'

function callWith(
  options: ServeOptions,
  { request, headers, callContext, access }: ActiveRequest,
  route: AnyRoute,
  input: unknown,
): MaybePromise<RouteResult> {
  const take = (cost: number) => {
    if (cost > 0) access.limit.take(headers, access.key, cost, options.costs[route.cost])
  }
  take(extraCostOf(route, input))
  const calledAt = options.clock.now()
  // The type of `HandlerOptions` guarantees that this is the context of the routes.
  const result = route.handle(options.context as never, input, {
    callContext,
    headers: request.headers,
    grant: access.grant,
    tool: access.tool,
    chargeList: (entries) => take(costOfList(route, entries)),
    quotaLeft: () => access.limit.left(access.key),
  })
  if (!route.isLookup) return result
  if (!(result instanceof Promise)) {
    headers['server-timing'] = REMEMBERED
    return result
  }
  return result.finally(() => {
    headers['server-timing'] = serverTiming(options.clock.now() - calledAt)
  })
}
