import type { ServerResponse } from 'node:http'
import { constants, type Http2ServerRequest, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import type { TaskQueue } from '../lib/task-queue.ts'
import type { RefusalReason } from './errors.ts'
import { findMalformation } from './input.ts'
import { respond, trackRequest, type Protocol } from './respond.ts'

const IDLE_SESSION_MS = 60_000
/** Queued requests from which on connections with more than a few active ones get no more. */
const MAX_QUEUED_STREAMS = 1_000
const FEW_STREAMS = 8
/** How long a stream stays open after its response, so that a reset does not overtake the response. */
const RESET_DELAY_MS = 500

export interface Http2Options extends Protocol {
  tasks: TaskQueue
  /** Longest duration of a stream. */
  streamMs: number
  onRefusal: (reason: RefusalReason) => void
}

/** The HTTP/2 sessions and streams of a listener. */
export interface Http2 {
  openSession(session: ServerHttp2Session): void
  handle(request: Http2ServerRequest, response: ServerResponse | Http2ServerResponse): void
  /** Lets active streams finish and accepts no new ones. */
  startClosing(): void
}

/** Handles HTTP/2 requests. */
export function createHttp2(options: Http2Options): Http2 {
  const { connections, connectionOf, tasks, streamMs } = options
  const sessions = new Set<ServerHttp2Session>()
  return {
    openSession(session) {
      sessions.add(session)
      const connection = connections.find(session.socket)
      if (connection) connectionOf.set(session, connection)
      session.once('close', () => sessions.delete(session))
      session.setTimeout(IDLE_SESSION_MS, () => session.close())
    },
    handle(request, response) {
      const { stream } = request
      const malformed = findMalformation(request)
      const connection = stream.session && connectionOf.get(stream.session)
      // Queued streams take memory. With this code the client may repeat the request.
      if (tasks.waiting() >= MAX_QUEUED_STREAMS && connection && connection.answering >= FEW_STREAMS) {
        options.onRefusal('overloaded')
        return stream.close(constants.NGHTTP2_REFUSED_STREAM)
      }
      // A client that does not read its stream can still keep the connection alive with pings.
      const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), streamMs)
      stream.once('close', () => clearTimeout(timer))
      if (!stream.endAfterHeaders) closeAfterResponse(request)
      const tracked = trackRequest(connections, connection, request)
      if (tracked) response.once('close', () => connections.endRequest(tracked))
      // Only the stream: the session may belong to a proxy and carry the requests of many clients.
      const cutOff = () => stream.close(constants.NGHTTP2_CANCEL)
      // Through the queue, because a hundred requests can arrive at once.
      tasks.add(() => void respond(options, { request, response, malformed, tracked, cutOff }))
    },
    startClosing() {
      for (const session of sessions) session.close()
    },
  }
}

/** Closes a stream after its response, although part of the request body may be unread. */
function closeAfterResponse(request: Http2ServerRequest): void {
  const { stream } = request
  stream.once('finish', () => {
    request.resume()
    setTimeout(() => stream.close(), RESET_DELAY_MS).unref()
  })
}
