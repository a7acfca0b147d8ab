import { toTenths } from '../lib/tenths.ts'
import type { Logger } from 'pino'
import { type Usage, usageFacts } from '../lib/call-context.ts'
import { copyJson } from '../lib/copy-json.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { toCachedJson } from '../lib/optimizations/memoize.ts'
import { DatabaseError } from '../model/database-error.ts'
import { ERROR_TRAITS, RapsheetError, toLogFacts } from '../model/error.ts'
import type { ReportFailure } from '../model/status.ts'
import { ToolServerGoneError } from '../model/tool-token.ts'
import { type Access, unauthorizedTool } from './access.ts'
import type { ActiveRequest } from './active-request.ts'
import { API_ERRORS } from './error-codes.ts'
import { readQualities } from './compression.ts'
import {
  type ErrorResponse,
  fieldOf,
  HttpError,
  refusalReason,
  type RefusalReason,
  toErrorResponse,
  toProblem,
} from './errors.ts'
import { hasUnreadableBody } from './input.ts'
import { addVary, clientLeft, openEvents, sendJson, type SendOptions, setMaxAge, writeAll } from './response.ts'
import type { FeedEntry, RouteResult } from './route.ts'

/** How a request ended. */
export interface RequestOutcome {
  status: number
  error?: unknown
}

/** The client disconnected before its response; 499 is the status that nginx logs. */
const CLIENT_LEFT: RequestOutcome = { status: 499, error: clientLeft }

const dataOf = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** Opens an event stream, calls the route and writes its events; every failure becomes the last event. */
export const sendEvents = (
  active: ActiveRequest,
  callRoute: () => MaybePromise<RouteResult>,
  options: SendOptions,
): Promise<RequestOutcome> =>
  sendStream(active, options, async () => {
    const result = await callRoute()
    if (result.kind !== 'events') throw new Error(`${active.destination.label} is a stream but returned ${result.kind}`)
    return textsOf(result.events)
  })

async function* textsOf(events: AsyncIterable<unknown>) {
  for await (const event of events) yield dataOf(event)
}

/** How long clients wait before they connect again to a feed that ended. */
const RECONNECT_MS = 5_000

/** Sends a feed for as long as its client reads it; every failure becomes the last event, `end`. */
export async function sendFeed(
  active: ActiveRequest,
  feed: AsyncIterable<FeedEntry>,
  options: SendOptions,
): Promise<RequestOutcome> {
  active.endDeadline?.()
  if (active.request.method !== 'HEAD') return sendStream(active, options, async () => entriesOf(feed), 'event: end\n')
  openEvents(active.response, active.headers, options.clock)
  active.response.end()
  return { status: 200 }
}

async function* entriesOf(feed: AsyncIterable<FeedEntry>) {
  yield `retry: ${RECONNECT_MS}\n\n`
  for await (const { id, name, data } of feed)
    yield [
      ...(name === undefined ? [] : [`event: ${name}\n`]),
      `id: ${id}\n`,
      ...(data === null ? [] : [`data: ${String(toCachedJson(data))}\n`]),
      '\n',
    ].join('')
}

/** Writes an event stream; a failure, also of its beginning, becomes the last event, after `endLine`. */
async function sendStream(
  active: ActiveRequest,
  options: SendOptions,
  begin: () => Promise<AsyncIterable<string>>,
  endLine = '',
): Promise<RequestOutcome> {
  const { response, headers, requestId } = active
  openEvents(response, headers, options.clock)
  const outcome: RequestOutcome = { status: 200 }
  async function* untilFailure() {
    try {
      yield* await begin()
    } catch (error) {
      if (hasLeft(active, error)) throw error
      outcome.error = error
      yield endLine + dataOf(withoutSecrets(toErrorResponse(error, requestId).body, options))
    }
  }
  try {
    await writeAll(response, untilFailure())
    return outcome
  } catch (error) {
    if (hasLeft(active, error)) return CLIENT_LEFT
    throw error
  }
}

/** Writes the response to a failed request, in the form that its route documents. */
export function sendError(active: ActiveRequest, thrown: unknown, options: SendOptions): MaybePromise<RequestOutcome> {
  const error = toRefusal(thrown)
  if (hasLeft(active, error)) return CLIENT_LEFT
  const { request, requestId, response, headers, route } = active
  const { routesAtPath, isGuarded } = active.destination
  const {
    status,
    headers: errorHeaders,
    body,
    expiresAt,
  } = isGuarded ? toGuardedResponse(error, requestId) : toErrorResponse(error, requestId, route?.passThrough)
  // The interface documents only 200 and 429 for scans, so a 503 becomes an error event.
  if (route?.isStream && status === 503) {
    Object.assign(headers, errorHeaders)
    return sendStream(active, options, () => Promise.reject(error))
  }
  // If part of an image has been sent, only closing the connection shows the client that the image is incomplete.
  if (response.headersSent) {
    response.destroy(error instanceof Error ? error : undefined)
    return { status, error }
  }
  setMaxAge(headers, expiresAt, options.clock)
  if (routesAtPath?.get('GET')?.isLookup) headers['server-timing'] ??= serverTiming(0)
  Object.assign(headers, errorHeaders)
  if (hasUnreadableBody(request)) headers['connection'] = 'close'
  return { status: sendErrorBody(active, status, withoutSecrets(body, options), error), error }
}

/** Sends the body of an error, as problem details if the client asks for them; returns the status. */
function sendErrorBody(
  { request, response, headers, route }: ActiveRequest,
  status: number,
  body: ErrorResponse['body'],
  error: unknown,
): number {
  addVary(headers, 'Accept')
  if (!wantsProblem(request.headers.accept)) return sendJson(response, status, headers, body)
  const problem = toProblem(status, body, fieldOf(error, Object.keys(route?.input?.shape ?? {})))
  return sendJson(response, status, headers, problem, 'application/problem+json')
}

/** Whether a client asks for problem details by name, and prefers no other JSON. */
function wantsProblem(accept: string | undefined): boolean {
  const qualities = readQualities(accept ?? '')
  const quality = qualities.get('application/problem+json') ?? 0
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0)
}

/** A token whose server is gone is refused as one that was revoked; every process knows it a moment later. */
const toRefusal = (error: unknown): unknown => (error instanceof ToolServerGoneError ? unauthorizedTool() : error)

/** Hides secrets, because a message can quote what the client sent, which may be a token in the wrong place. */
function withoutSecrets(body: ErrorResponse['body'], { hideSecrets }: SendOptions): ErrorResponse['body'] {
  return copyJson(body, hideSecrets)
}

export const serverTiming = (durationMs: number): string => `steam;dur=${durationMs.toFixed(1)}`

/** Whether the client has disconnected, even if another error came first. */
const hasLeft = ({ callContext }: ActiveRequest, error: unknown) =>
  error === clientLeft || callContext.reason === clientLeft

/** One request that was answered, or whose client disconnected. */
export interface RequestRecord {
  route: string
  method: string
  status: number
  durationMs: number
}

export interface ReportOptions {
  log: Logger
  onRequest: (record: RequestRecord) => void
  onRefusal: (reason: RefusalReason) => void
  /** Called for the failures that are logged as warnings or errors. */
  onFailure: ReportFailure
}

/** Which request it was, and who sent it. */
interface RequestOrigin extends Partial<Pick<Access, 'caller'>> {
  requestId: string
  client: string
  usage?: Usage
  isProbe?: boolean
}

/** Reports a finished request to metrics and log. */
export function reportRequest(
  { log, onRequest, onRefusal, onFailure }: ReportOptions,
  { requestId, client, usage, caller, isProbe = false }: RequestOrigin,
  record: RequestRecord,
  error?: unknown,
): void {
  onRequest(record)
  const reason = refusalReason(error)
  if (reason) onRefusal(reason)
  const level = isProbe ? 'debug' : 'info'
  if (error === undefined && !log.isLevelEnabled(level)) return
  const durationMs = toTenths(record.durationMs)
  const facts = { requestId, ...record, durationMs, client, ...caller, ...(usage && usageFacts(usage)) }
  if (error === undefined) log[level](facts, 'request')
  else logFailure(log, facts, error)
  const failure = findFailure(error)
  if (failure) onFailure({ ...failure, where: `${record.method} ${record.route}`, requestId })
}

/** The level and code of an error that the operator should notice; undefined for any other error. */
function findFailure(error: unknown): { level: 'warn' | 'error'; code: string } | undefined {
  if (error === undefined || error === clientLeft || error instanceof HttpError) return undefined
  if (error instanceof DatabaseError) return { level: 'warn', code: 'database_unavailable' }
  if (!(error instanceof RapsheetError)) return { level: 'error', code: 'internal' }
  return ERROR_TRAITS[error.code].logLevel === 'warn' ? { level: 'warn', code: error.code } : undefined
}

/** Logs a failed request, at the level of its failure; only unexpected errors are logged with their stack. */
function logFailure(log: Logger, facts: object, error: unknown): void {
  if (error === clientLeft) log.info({ ...facts, code: 'client_left' }, 'request')
  else if (error instanceof HttpError) log.info({ ...facts, code: error.code }, 'request')
  else if (error instanceof RapsheetError)
    log[ERROR_TRAITS[error.code].logLevel]({ ...facts, code: error.code, ...toLogFacts(error) }, 'request')
  else if (error instanceof DatabaseError) {
    const { problem, message } = error
    log.warn({ ...facts, code: 'database_unavailable', problem, reason: message }, 'request')
  } else log.error({ ...facts, code: 'internal', err: error }, 'request')
}

/** Statuses that no game server takes for permission to join. */
const SAFE_STATUSES = new Set([400, 401, 405, 429, 503])

/** Converts an error to the response of a guarded request (`Destination.isGuarded`): never a 404, a redirect or a 500. */
function toGuardedResponse(error: unknown, requestId: string): ErrorResponse {
  const response = toErrorResponse(error, requestId)
  if (SAFE_STATUSES.has(response.status)) return response
  const isMistake = error instanceof HttpError && response.status < 500
  const code = isMistake ? 'bad_game_request' : 'verdict_unknown'
  const { location: _, ...headers } = response.headers
  if (!isMistake) headers['retry-after'] ??= '5'
  return { status: API_ERRORS[code].status, headers, body: { ...response.body, code } }
}
