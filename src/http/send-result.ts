import type { Clock } from '../lib/clock.ts'
import type { ActiveRequest } from './active-request.ts'
import { toErrorResponse } from './errors.ts'
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

/** A client disconnected before its response; nginx logs the same status. */
const CLIENT_LEFT: RequestOutcome = { status: 499, error: clientLeft }

export interface SendOptions {
  clock: Clock
  /** How long a client may leave a response unread. */
  unreadMs: number
}

/** Writes what a route returned; returns the status. */
export function sendResult(
  { response, headers }: ActiveRequest,
  result: RouteResult,
  { clock, unreadMs }: SendOptions,
): number | Promise<number> {
  switch (result.kind) {
    case 'json':
      if (result.expiresAt !== undefined) headers['cache-control'] = maxAge(result.expiresAt, clock)
      return sendJson(response, result.status, headers, result.value)
    case 'document':
      return sendDocument(response, headers, result.document)
    case 'empty':
      return sendEmpty(response, result.status, Object.assign(headers, result.headers))
    case 'page':
      return sendText(response, 200, Object.assign(headers, result.headers), result.body)
    case 'image':
      return sendImage(response, headers, result.image, unreadMs)
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
  const { request, requestId, response, headers, route, methods } = active
  const { status, body, expiresAt, ...answer } = toErrorResponse(error, requestId, route?.passThrough)
  // The interface documents only 200 and 429 for scans: their 503 becomes an error event.
  if (route?.isStream && status === 503) {
    const writer = openEvents(response, Object.assign(headers, answer.headers), unreadMs)
    return endWithError(writer, active, error)
  }
  // Part of an image has been sent: only closing the connection shows the client that it is incomplete.
  if (response.headersSent) {
    response.destroy(error instanceof Error ? error : undefined)
    return { status, error }
  }
  if (expiresAt !== undefined) headers['cache-control'] = maxAge(expiresAt, clock)
  if (methods?.get('GET')?.isLookup) headers['server-timing'] ??= serverTiming(0)
  Object.assign(headers, answer.headers)
  if (hasUnreadableBody(request)) headers['connection'] = 'close'
  // HTTP/2 closes streams, not connections.
  if (request.httpVersionMajor === 2) delete headers['connection']
  return { status: sendJson(response, status, headers, body), error }
}

/** The value of `Server-Timing`. */
export const serverTiming = (durationMs: number): string => `steam;dur=${durationMs.toFixed(1)}`

async function endWithError(writer: EventWriter, active: ActiveRequest, error: unknown): Promise<RequestOutcome> {
  await writer.write(toErrorResponse(error, active.requestId).body).catch(() => {})
  writer.end()
  return { status: 200, error }
}

/** Whether the client has disconnected, whichever error came first. */
const hasLeft = ({ callContext }: ActiveRequest, error: unknown) =>
  error === clientLeft || callContext.reason === clientLeft

const maxAge = (expiresAt: number, clock: Clock): string =>
  `public, max-age=${Math.max(0, expiresAt - clock.unixSeconds())}`
