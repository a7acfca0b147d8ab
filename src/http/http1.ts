import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TaskQueue } from '../lib/task-queue.ts'
import { HttpError } from './errors.ts'
import { findMalformation, hasUnreadableBody, headersTooLarge } from './input.ts'
import { createPipelines, type Pipeline } from './pipeline.ts'
import { respond, trackRequest, type Protocol } from './respond.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The HTTP/1.1 connections of a listener. */
export interface Http1 {
  /** Accepts requests on a connection; with TLS, after the handshake. */
  openConnection(socket: Socket): void
  isOpen(socket: Socket): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Sends an error instead of a response to a request, after all earlier responses, and closes the connection. */
  reject(socket: Duplex, error: HttpError): void
  /** Rejects what Node's parser could not read. */
  rejectUnreadable(socket: Duplex, error: NodeJS.ErrnoException): void
  /** Rejects a CONNECT request. */
  rejectTunnel(socket: Duplex): void
  /** Closes each connection after its current response. */
  startClosing(): void
  /** Closes the connections on which nothing is answered. */
  closeIdle(): void
}

/** Handles HTTP/1.1 requests. */
export function createHttp1(protocol: Protocol, tasks: TaskQueue): Http1 {
  const { handler, connections, connectionOf } = protocol
  const open = new Set<Socket>()
  const pipelines = createPipelines(tasks)
  const pipelineOf = new WeakMap<Duplex, Pipeline>()
  const lastExchange = new WeakMap<Duplex, Exchange>()
  // Connections that end with their current response: nothing that still arrives on them is answered.
  const ending = new WeakSet<Duplex>()
  let isClosing = false

  const rejectNow = (socket: Duplex, error: HttpError): void => {
    // Within or after the response to this request, a client would misread a second response.
    if (!socket.writable || hasResponse(lastExchange.get(socket))) return void socket.destroy()
    const { headers, body } = handler.buildErrorResponse(error, addressOf(socket))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const statusLine = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`
    socket.end(`${statusLine}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
  }

  const reject = (socket: Duplex, error: HttpError): void => {
    if (ending.has(socket)) return
    ending.add(socket)
    const { request, response } = lastExchange.get(socket) ?? {}
    if (request?.complete && response?.writableFinished === false) {
      // The response itself may close the connection, if the client asked for that.
      response.once('close', () => socket.writable && rejectNow(socket, error))
    } else rejectNow(socket, error)
  }

  return {
    openConnection(socket) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      // Each pipelined request adds a listener.
      socket.setMaxListeners(0)
      pipelineOf.set(socket, pipelines.add(socket))
    },
    isOpen: (socket) => open.has(socket),
    handle(request, response) {
      const { socket } = request
      const pipeline = pipelineOf.get(socket)
      pipeline?.beginRequest()
      // Unanswered requests stay in the count, so that no more is read.
      if (ending.has(socket)) return
      const malformed = findMalformation(request)
      if (malformed) ending.add(socket)
      lastExchange.set(socket, { request, response })
      if (isClosing) response.shouldKeepAlive = false
      if (hasUnreadableBody(request)) closeUnlessRead(request, response)
      const tracked = trackRequest(connections, connectionOf.get(socket), request)
      response.once('close', () => {
        pipeline?.endRequest()
        if (tracked) connections.endRequest(tracked)
      })
      void respond(protocol, { request, response, malformed, tracked, cutOff: () => socket.destroy() })
    },
    reject,
    rejectUnreadable: (socket, error) => reject(socket, toHttpError(error)),
    rejectTunnel(socket) {
      pipelineOf.get(socket)?.detach()
      const message = 'CONNECT is not supported; this server is not a proxy.'
      reject(socket, new HttpError('method_not_allowed', message, { allow: 'GET, HEAD, POST' }))
    },
    startClosing() {
      isClosing = true
      for (const socket of open) {
        const exchange = lastExchange.get(socket)
        if (exchange) exchange.response.shouldKeepAlive = false
      }
    },
    closeIdle() {
      for (const socket of open) if (lastExchange.get(socket)?.response.writableFinished ?? true) socket.destroy()
    },
  }
}

/** Closes the connection after the response, instead of reading and discarding the rest of an endless body. */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (!request.complete) request.socket.destroySoon()
  })
}

/** Whether the request that now fails, or one before it, has got its response already. */
function hasResponse(exchange: Exchange | undefined): boolean {
  if (!exchange) return false
  const { request, response } = exchange
  if (response.writableFinished) return !request.complete
  // A response without a socket waits for the one before it.
  return response.headersSent || response.socket === null
}

const addressOf = (socket: Duplex) => (socket instanceof Socket && socket.remoteAddress) || ''

/** The HTTP error for an error of Node's parser. */
function toHttpError(error: NodeJS.ErrnoException): HttpError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge()
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time; send it without pauses.')
    default:
      return new HttpError('bad_request', 'The request is not well-formed HTTP.')
  }
}
