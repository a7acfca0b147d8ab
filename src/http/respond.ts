import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Connection, Connections, TrackedRequest } from './connections.ts'
import type { HttpError } from './errors.ts'
import type { Handler } from './handler.ts'
import { hasNoBody, type IncomingRequest } from './input.ts'

/** What HTTP/1.1 and HTTP/2 have in common. */
export interface Protocol {
  handler: Handler
  connections: Connections
  /** The connection of a socket (HTTP/1.1) or session (HTTP/2). */
  connectionOf: WeakMap<object, Connection>
}

/** A request that has arrived, at least with its headers. */
export interface Arrival {
  request: IncomingRequest
  response: ServerResponse | Http2ServerResponse
  malformed: HttpError | undefined
  tracked: TrackedRequest | undefined
  /** Ends the response before it is sent completely. */
  cutOff: () => void
}

/** Starts to track a request, so that its connection is not closed for another one while it is answered. */
export function trackRequest(
  connections: Connections,
  connection: Connection | undefined,
  request: IncomingRequest,
): TrackedRequest | undefined {
  if (!connection) return undefined
  const tracked = connections.beginRequest(connection)
  if (hasNoBody(request)) connections.requestReceived(tracked)
  else request.once('end', () => connections.requestReceived(tracked))
  return tracked
}

/** Handles a request and counts what its client has not read yet. */
export async function respond({ handler, connections }: Protocol, arrival: Arrival): Promise<void> {
  const { request, response, malformed, tracked, cutOff } = arrival
  await handler.handle(request, response, malformed)
  if (tracked) connections.responseWritten(tracked, response.writableLength, cutOff)
}
