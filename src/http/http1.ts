import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemClock } from '../lib/clock.ts'
import type { TaskQueue } from '../lib/task-queue.ts'
import { acceptRequest, type Connection, type Connections } from './connections.ts'
import { HttpError } from './errors.ts'
import type { Handler } from './handler.ts'
import { findMalformation, hasNoBody, hasUnreadableBody, headersTooLarge } from './input.ts'
import { createPipelineFactory, type Pipeline } from './pipeline.ts'

/** Time for a body that its route does not read, or no longer. */
const BODY_MS = 8_000
/**
 * How long, and how much of it, a body is discarded after a response that closes the connection. Closing at once would reset the connection of a
 * client that still sends, and many clients then report the reset instead of the response.
 */
const LINGER_MS = 2_000
const LINGER_BYTES = 10 * 1024 * 1024
/** Most connections that linger at a time; others are closed at once. */
const MAX_LINGERING = 100

/** The state of a connection. */
interface State {
  readonly connection: Connection | undefined
  readonly pipeline: Pipeline | undefined
  lastResponse: ServerResponse | undefined
  /** Whether the connection ends with its current response; later requests on it are ignored. */
  isEnding: boolean
}

function createStates() {
  const states = new WeakMap<Duplex, State>()
  return {
    set: (socket: Duplex, state: State) => void states.set(socket, state),
    /** The state of a connection; an empty state for a connection that was refused before it was opened. */
    of(socket: Duplex): State {
      const known = states.get(socket)
      if (known) return known
      const state = { connection: undefined, pipeline: undefined, lastResponse: undefined, isEnding: false }
      states.set(socket, state)
      return state
    },
  }
}

/** Handles the HTTP/1.1 connections of a listener. */
export function createHttp1(handler: Handler, connections: Connections, tasks: TaskQueue) {
  const open = new Set<Socket>()
  const createPipeline = createPipelineFactory(tasks)
  const states = createStates()
  const linger = createLinger()
  let isClosing = false

  const rejectNow = (socket: Duplex, error: HttpError): void => {
    // During another response, an error would be read as a part of that response; after it, as the response to the next request.
    if (!socket.writable || isAnswered(states.of(socket).lastResponse)) return void socket.destroy()
    const client = (socket instanceof Socket && socket.remoteAddress) || ''
    const { headers, body } = handler.buildErrorResponse(error, client)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const statusLine = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`
    socket.end(`${statusLine}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
  }

  /** Sends an error instead of a response to a request, after all earlier responses, and closes the connection. */
  const reject = (socket: Duplex, error: HttpError): void => {
    const state = states.of(socket)
    if (state.isEnding) return
    state.isEnding = true
    const response = state.lastResponse
    if (response?.req.complete && !response.writableFinished) {
      // The response may close the connection itself, if the client asked for that.
      response.once('close', () => socket.writable && rejectNow(socket, error))
    } else rejectNow(socket, error)
  }

  return {
    /** Accepts requests on a connection; with TLS, after the handshake. */
    openConnection(socket: Socket): void {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      // Pipelined requests add one listener each, more than Node's default limit.
      socket.setMaxListeners(0)
      const [connection, pipeline] = [connections.find(socket), createPipeline(socket)]
      states.set(socket, { connection, pipeline, lastResponse: undefined, isEnding: false })
    },
    isOpen: (socket: Socket) => open.has(socket),
    handle(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      const state = states.of(socket)
      const { connection, pipeline } = state
      pipeline?.beginRequest()
      // No `endRequest`, so that the pipeline counts the ignored request as unanswered and stops reading at its bound.
      if (state.isEnding) return
      const malformed = findMalformation(request)
      if (malformed) state.isEnding = true
      state.lastResponse = response
      if (isClosing) response.shouldKeepAlive = false
      if (!hasNoBody(request)) endUnread(request, response, () => linger(socket, state))
      const cutOff = () => socket.destroy()
      const onClose = () => pipeline?.endRequest()
      acceptRequest(handler, connections, { request, response, malformed, connection, cutOff, onClose })()
    },
    reject,
    /** Rejects what Node's parser could not read. */
    rejectUnreadable: (socket: Duplex, error: ParserError) => reject(socket, toHttpError(error)),
    rejectTunnel(socket: Duplex): void {
      states.of(socket).pipeline?.detach()
      const message = 'CONNECT is not supported; this server is not a proxy.'
      reject(socket, new HttpError('method_not_allowed', message, { allow: 'GET, HEAD, POST, PUT, DELETE' }))
    },
    /** Closes each connection after its current response. */
    startClosing(): void {
      isClosing = true
      for (const socket of open) {
        const { lastResponse } = states.of(socket)
        if (lastResponse) lastResponse.shouldKeepAlive = false
      }
    },
    /** Closes the connections on which no request is being answered. */
    closeIdle(): void {
      for (const socket of open) if (states.of(socket).lastResponse?.writableFinished ?? true) socket.destroy()
    },
  }
}

/**
 * Ends the connection of a request whose body is not complete after its response, because Node would read and discard the rest: with `end` if the
 * body may be endless, else when its time is over.
 */
function endUnread(request: IncomingMessage, response: ServerResponse, end: () => void): void {
  const { socket } = request
  const receivedAt = systemClock.now()
  // Before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    if (hasUnreadableBody(request)) return end()
    const leftMs = receivedAt + BODY_MS - systemClock.now()
    if (leftMs <= 0) return socket.destroySoon()
    request.once(
      'close',
      systemClock.setTimer(leftMs, () => socket.destroy()),
    )
  })
}

/** Returns a function that closes a connection for sending at once, and for receiving a little later. */
function createLinger() {
  let lingering = 0
  return (socket: Socket, state: State): void => {
    state.isEnding = true
    if (lingering >= MAX_LINGERING) return socket.destroySoon()
    lingering++
    socket.end()
    // Node calls this after the response, and would close the connection.
    socket.destroySoon = () => {}
    let discarded = 0
    socket.on('data', ({ length }: Buffer) => {
      discarded += length
      if (discarded > LINGER_BYTES) socket.destroy()
    })
    const stopTimer = systemClock.setTimer(LINGER_MS, () => socket.destroy())
    socket.once('close', () => {
      lingering--
      stopTimer()
    })
  }
}

/** Whether an error sent now would interrupt another response, or follow the response to the same request. */
function isAnswered(response: ServerResponse | undefined): boolean {
  if (!response) return false
  if (response.writableFinished) return !response.req.complete
  // A response without a socket waits for an earlier response.
  return response.headersSent || response.socket === null
}

/** An error of Node's parser, with the bytes in which it was found. */
interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

const GAME_REQUEST = /^[A-Z]+ \/+game\b/i

/** The HTTP error for an error of Node's parser. */
function toHttpError({ code, rawPacket }: ParserError): HttpError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      // Game servers get a status that their protocol defines.
      return GAME_REQUEST.test(rawPacket?.toString('latin1', 0, 64) ?? '')
        ? new HttpError('bad_game_request', headersTooLarge().message)
        : headersTooLarge()
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time; send it without pauses.')
    default:
      return new HttpError('bad_request', 'The request is not well-formed HTTP.')
  }
}
