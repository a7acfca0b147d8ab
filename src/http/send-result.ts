import type { WallClock } from '../lib/clock.ts'
import { RapsheetError } from '../model/error.ts'
import type { ActiveRequest } from './active-request.ts'
import { toErrorResponse, type ErrorResponse } from './errors.ts'
import { hasUnreadableBody } from './input.ts'
import type { RequestOutcome } from './request-report.ts'
import {
  clientLeft,
  openEvents,
  sendDocument,
  sendEmpty,
  sendImage,
  sendJson,
  sendText,
  type EventWriter,
} from './response.ts'
import type { RouteResult } from './route.ts'

/** Logged status of a request whose client disconnected before the response; nginx uses the same number. */
const CLIENT_CLOSED_REQUEST = 499
const CLIENT_LEFT: RequestOutcome = { status: CLIENT_CLOSED_REQUEST, error: clientLeft }

export interface SendOptions {
  clock: WallClock
  /** How long a client may leave a response unread. */
  unreadMs: number
}

/** Writes what a route returned. */
export function sendResult(
  { response, headers }: ActiveRequest,
  result: RouteResult,
  { clock, unreadMs }: SendOptions,
): RequestOutcome | Promise<RequestOutcome> {
  switch (result.kind) {
    case 'json':
      if (result.expiresAt !== undefined) headers['cache-control'] = maxAge(result.expiresAt, clock.unixSeconds())
      sendJson(response, result.status, headers, result.value)
      return { status: result.status }
    case 'document':
      return { status: sendDocument(response, headers, result.document) }
    case 'empty':
      sendEmpty(response, result.status, Object.assign(headers, result.headers))
      return { status: result.status }
    case 'page':
      sendText(response, 200, Object.assign(headers, result.headers), result.body)
      return { status: 200 }
    case 'image':
      return sendImage(response, headers, result.image, unreadMs).then(() => ({
        status: result.image.body ? 200 : 304,
      }))
    case 'events':
      throw new Error('only a route with isStream may return events')
  }
}

/** Opens an event stream, calls the route and writes its events; every failure becomes the last event. */
export async function sendEvents(
  active: ActiveRequest,
  callRoute: () => Promise<RouteResult>,
  { unreadMs }: SendOptions,
): Promise<RequestOutcome> {
  const writer = openEvents(active.response, active.headers, unreadMs)
  try {
    const result = await callRoute()
    if (result.kind !== 'events') throw new Error(`${active.path} is a stream but returned ${result.kind}`)
    for await (const event of result.events) await writer.write(event)
    writer.end()
    return { status: 200 }
  } catch (error) {
    return hasLeft(active, error) ? CLIENT_LEFT : endWithError(writer, active, error)
  }
}

/** Writes the response to a failed request, in the form that its route documents. */
export function sendError(
  active: ActiveRequest,
  error: unknown,
  { clock, unreadMs }: SendOptions,
): RequestOutcome | Promise<RequestOutcome> {
  if (hasLeft(active, error)) return CLIENT_LEFT
  const { response, headers, route } = active
  const answer = toErrorResponse(error, route?.passThrough ?? false)
  // The interface documents only 200 and 429 for scans: their 503 becomes an error event.
  if (route?.isStream && answer.status === 503) {
    Object.assign(headers, answer.headers)
    return endWithError(openEvents(response, headers, unreadMs), active, error)
  }
  // Part of an image has been sent: only closing the connection shows the client that it is incomplete.
  if (response.headersSent) {
    response.destroy(error instanceof Error ? error : undefined)
    return { status: answer.status, error }
  }
  if (answer.expiresAt !== undefined) headers['cache-control'] = maxAge(answer.expiresAt, clock.unixSeconds())
  addErrorHeaders(active, answer)
  sendJson(response, answer.status, headers, errorBody(active, error))
  return { status: answer.status, error }
}

function addErrorHeaders({ request, headers, methods }: ActiveRequest, answer: ErrorResponse): void {
  if (methods?.get('GET')?.isLookup) headers['server-timing'] ??= serverTiming(0)
  Object.assign(headers, answer.headers)
  if (hasUnreadableBody(request)) headers['connection'] = 'close'
  // HTTP/2 closes streams, not connections.
  if (request.httpVersionMajor === 2) delete headers['connection']
}

/** The value of `Server-Timing`. */
export const serverTiming = (durationMs: number): string => `steam;dur=${durationMs.toFixed(1)}`

async function endWithError(writer: EventWriter, active: ActiveRequest, error: unknown): Promise<RequestOutcome> {
  await writer.write(errorBody(active, error)).catch(() => {})
  writer.end()
  return { status: 200, error }
}

function errorBody({ requestId, route }: ActiveRequest, error: unknown): object {
  const { message, code } = toErrorResponse(error, route?.passThrough ?? false)
  return { error: message, code, requestId, ...(error instanceof RapsheetError ? error.batch : {}) }
}

/** Whether the client has disconnected, whichever error came first. */
const hasLeft = ({ callContext }: ActiveRequest, error: unknown) =>
  error === clientLeft || callContext.reason === clientLeft

const maxAge = (expiresAt: number, now: number): string => `public, max-age=${Math.max(0, expiresAt - now)}`
