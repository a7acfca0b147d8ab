import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { settledWithin } from '../lib/settled-within.ts'
import { RapsheetError } from '../model/error.ts'
import type { RefusalCode } from './errors.ts'
import type { Handler } from './handler.ts'

const MAX_HEADER_BYTES = 16 * 1024
const HEADERS_MS = 5_000
const REQUEST_MS = 8_000
const KEEP_ALIVE_MS = 10_000
const IDLE_SESSION_MS = 60_000
/** Node looks for late requests only this often. */
const CHECK_MS = 1_000
const MAX_STREAMS = 100
const SWEEP_MS = 50
/** Time for those who are ended to say so. */
const LAST_WORD_MS = 500

export interface ListenerOptions {
  host: string
  port: number
  /** Certificate and key in PEM; with them the listener speaks HTTPS, HTTP/1.1 and HTTP/2. */
  tls: { cert: Buffer; key: Buffer } | undefined
  maxConnections: number
  handler: Handler
}

export interface Listener {
  /** Where it listens, with the port that was really taken. */
  url: string
  /** Stops accepting, lets what is running finish for `graceMs`, then ends it. */
  close(graceMs: number): Promise<void>
}

/** Opens the HTTP listener; rejects with the reason when the address cannot be had. */
export async function listen({ host, port, tls, maxConnections, handler }: ListenerOptions): Promise<Listener> {
  const server: Server | Http2SecureServer = tls
    ? createSecureServer({
        ...tls,
        allowHTTP1: true,
        settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
      })
    : createServer()
  // Set on the server rather than as options, because only so do they hold for HTTP/1.1 beside HTTP/2 as well. The
  // handler asks for the Host header itself, to answer in JSON.
  Object.assign(server, {
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxConnections,
  })
  server.on('request', handler.handle)
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
    response.writeHead(417, { 'content-type': 'application/json; charset=utf-8' })
    response.end(errorJson('expectation_failed', 'Only Expect: 100-continue is understood.'))
  })
  if (!tls)
    server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
      refuse(socket, 405, 'method_not_allowed', 'This is no proxy.'),
    )

  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.setTimeout(IDLE_SESSION_MS, () => session.close())
  })

  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${taken}`,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const session of sessions) session.close()
      // A connection falls idle when its answer is out, and would be kept alive for the next request.
      const sweep = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), SWEEP_MS)
      if (!(await isDoneWithin(graceMs, closed))) {
        handler.abort(new RapsheetError('stopping', 'The server is being restarted; try again in a moment.'))
        if (!(await isDoneWithin(LAST_WORD_MS, closed))) for (const socket of sockets) socket.destroy()
        await closed
      }
      clearInterval(sweep)
    },
  }
}

const isDoneWithin = (ms: number, work: Promise<void>) =>
  settledWithin(
    ms,
    work.then(() => true),
    false,
  )

/** Answers what Node's parser could not read as HTTP, and closes. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuse(socket, 431, 'headers_too_large', `The headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse(socket, 408, 'request_timeout', 'The request did not arrive in time; send it at once.')
    default:
      return refuse(socket, 400, 'bad_request', 'This is no well-formed HTTP request.')
  }
}

function refuse(socket: Duplex, status: number, code: RefusalCode, message: string): void {
  if (!socket.writable) return void socket.destroy()
  const body = errorJson(code, message)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

function errorJson(code: RefusalCode, message: string): string {
  return JSON.stringify({ error: message, code, requestId: randomUUID() })
}
