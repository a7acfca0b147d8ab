import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { whenReady } from '../lib/maybe-promise.ts'
import type { Connection, Connections } from './connections.ts'
import type { HttpError } from './errors.ts'
import type { Handler } from './handler.ts'
import { hasNoBody, type IncomingRequest } from './input.ts'

/** A request of which at least the headers have arrived. */
interface Arrival {
  request: IncomingRequest
  response: ServerResponse | Http2ServerResponse
  malformed: HttpError | undefined
  connection: Connection | undefined
  /** Ends the response before it is sent completely. */
  cutOff: () => void
  /** Called when the response is sent, or its connection has closed. */
  onClose?: () => void
}

/**
 * Tracks a request, so that its connection is not closed for another one while it is answered. Returns a function that handles
 * the request and counts what its client has not read yet.
 */
export function acceptRequest(handler: Handler, connections: Connections, arrival: Arrival): () => void {
  const { request, response, malformed, connection, cutOff, onClose } = arrival
  const isComplete = hasNoBody(request)
  const tracked = connection && connections.beginRequest(connection, isComplete)
  if (tracked && !isComplete) request.once('end', () => connections.requestReceived(tracked))
  // Emitted once.
  response.on('close', () => {
    onClose?.()
    if (tracked) connections.endRequest(tracked)
  })
  return () => {
    const checkConnection = () => connection && connections.checkLimit(connection)
    void whenReady(handler.handle(request, response, malformed, checkConnection), () => {
      if (tracked) connections.responseWritten(tracked, response.writableLength, cutOff)
    })
  }
}
