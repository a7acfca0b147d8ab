import type { ServerResponse } from 'node:http'
import { constants, type Http2ServerRequest, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import { systemClock } from '../lib/clock.ts'
import type { TaskQueue } from '../lib/task-queue.ts'
import { acceptRequest, type Connections } from './connections.ts'
import type { RefusalReason } from './errors.ts'
import type { Handler } from './handler.ts'
import { ENDLESS } from './response.ts'
import { findMalformation } from './input.ts'

const IDLE_SESSION_MS = 60_000
/** While this many requests are queued, a connection that has at least `BUSY_STREAMS` active requests gets no further requests. */
const MAX_QUEUED_STREAMS = 1_000
const BUSY_STREAMS = 8
/** How long a stream stays open after its response, so that a reset does not overtake the response. */
const RESET_DELAY_MS = 500

export interface Http2Options {
  handler: Handler
  /** Longest duration of an HTTP/2 stream. */
  streamMs: number
  onRefusal: (reason: RefusalReason) => void
}

/** Handles the HTTP/2 sessions and streams of a listener. */
export function createHttp2(
  { handler, streamMs, onRefusal }: Http2Options,
  connections: Connections,
  tasks: TaskQueue,
) {
  const sessions = new Set<ServerHttp2Session>()
  return {
    openSession(session: ServerHttp2Session): void {
      sessions.add(session)
      connections.addCarrier(session, session.socket)
      session.once('close', () => sessions.delete(session))
      session.setTimeout(IDLE_SESSION_MS, () => session.close())
    },
    handle(request: Http2ServerRequest, response: ServerResponse | Http2ServerResponse): void {
      const { stream } = request
      const connection = stream.session && connections.find(stream.session)
      // Refused, because queued streams take memory. With this code the client may repeat the request.
      if (tasks.waiting() >= MAX_QUEUED_STREAMS && connection && connection.answering >= BUSY_STREAMS) {
        onRefusal('overloaded')
        return stream.close(constants.NGHTTP2_REFUSED_STREAM)
      }
      // A client that does not read its stream can still keep the connection alive with pings.
      const stopTimer = systemClock.setTimer(streamMs, () => stream.close(constants.NGHTTP2_CANCEL))
      stream.once('close', stopTimer)
      response.once(ENDLESS, stopTimer)
      if (!stream.endAfterHeaders) {
        // After its response, a stream with an incomplete request body would stay open.
        stream.once('finish', () => {
          request.resume()
          systemClock.setTimer(RESET_DELAY_MS, () => stream.close())
        })
      }
      const malformed = findMalformation(request)
      // Closes the stream only: the session may belong to a proxy with the requests of many clients.
      const cutOff = () => stream.close(constants.NGHTTP2_CANCEL)
      const answer = acceptRequest(handler, connections, { request, response, malformed, connection, cutOff })
      // Queued, because a hundred requests can arrive at once. A request whose client has left by then is dropped.
      tasks.add(() => {
        if (!stream.destroyed) answer()
      })
    },
    /** Lets active streams finish and accepts no new streams. */
    startClosing(): void {
      for (const session of sessions) session.close()
    },
  }
}
