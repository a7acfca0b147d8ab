import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemClock } from '../lib/clock.ts'
import { whenReady } from '../lib/maybe-promise.ts'
import { HttpError } from './errors.ts'
import type { Handler } from './handler.ts'
import { findMalformation, hasNoBody, hasUnreadableBody, headersTooLarge } from './input.ts'

/** Time for a body that its route does not read, or no longer. */
const BODY_MS = 8_000
/**
 * How long a body is discarded after a response that closes the connection. Closing at once would reset the connection of a client that still
 * sends, and many clients then report the reset instead of the response.
 */
const LINGER_MS = 2_000

/** The state of a connection. */
interface State {
  lastResponse: ServerResponse | undefined
  /** Whether the connection ends with its current response; later requests on it are ignored. */
  isEnding: boolean
}

/** Handles the connections of a listener. */
export function createConnections(handler: Handler) {
  const open = new Set<Socket>()
  const states = new WeakMap<Duplex, State>()
  let answering = 0
  let isClosing = false

  const stateOf = (socket: Duplex): State => {
    const state = states.get(socket) ?? { lastResponse: undefined, isEnding: false }
    states.set(socket, state)
    return state
  }

  const rejectNow = (socket: Duplex, error: HttpError): void => {
    // During another response, an error would be read as a part of that response; after it, as the response to the next request.
    if (!socket.writable || isAnswered(stateOf(socket).lastResponse)) return void socket.destroy()
    const client = (socket instanceof Socket && socket.remoteAddress) || ''
    const { headers, body } = handler.buildErrorResponse(error, client)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const statusLine = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`
    socket.end(`${statusLine}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
  }

  /** Sends an error instead of a response to a request, after all earlier responses, and closes the connection. */
  const reject = (socket: Duplex, error: HttpError): void => {
    const state = stateOf(socket)
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
    open(socket: Socket): void {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      // Pipelined requests add one listener each, more than Node's default limit.
      socket.setMaxListeners(0)
    },
    isOpen: (socket: Socket) => open.has(socket),
    /** The number of requests that are being answered. */
    answering: () => answering,
    handle(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      const state = stateOf(socket)
      if (state.isEnding) return
      const malformed = findMalformation(request)
      if (malformed) state.isEnding = true
      state.lastResponse = response
      if (isClosing) response.shouldKeepAlive = false
      if (!hasNoBody(request)) endUnread(request, response, () => linger(socket, state))
      answering++
      void whenReady(handler.handle(request, response, malformed), () => answering--)
    },
    reject,
    /** Rejects what Node's parser could not read. */
    rejectUnreadable: (socket: Duplex, error: ParserError) => reject(socket, toHttpError(error)),
    rejectTunnel(socket: Duplex): void {
      const message = 'CONNECT is not supported; this server is not a proxy.'
      reject(socket, new HttpError('method_not_allowed', message, { allow: 'GET, HEAD, POST, PUT, DELETE' }))
    },
    /** Closes each connection after its current response. */
    startClosing(): void {
      isClosing = true
      for (const socket of open) {
        const { lastResponse } = stateOf(socket)
        if (lastResponse) lastResponse.shouldKeepAlive = false
      }
    },
    /** Closes the connections on which no request is being answered. */
    closeIdle(): void {
      for (const socket of open) if (stateOf(socket).lastResponse?.writableFinished ?? true) socket.destroy()
    },
  }
}

/**
 * Ends the connection of a request whose body is not complete after its response, because Node would read and discard the rest: with `end` if the
 * body may be endless, else when its time is over.
 */
function endUnread(request: IncomingMessage, response: ServerResponse, end: () => void): void {
  const receivedAt = systemClock.now()
  // Before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    if (hasUnreadableBody(request)) return end()
    const leftMs = Math.max(0, receivedAt + BODY_MS - systemClock.now())
    request.once(
      'close',
      systemClock.setTimer(leftMs, () => request.socket.destroy()),
    )
  })
}

/** Closes a connection for sending at once, and for receiving a little later. */
function linger(socket: Socket, state: State): void {
  state.isEnding = true
  socket.end()
  // Node calls this after the response, and would close the connection.
  socket.destroySoon = () => {}
  socket.once(
    'close',
    systemClock.setTimer(LINGER_MS, () => socket.destroy()),
  )
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
