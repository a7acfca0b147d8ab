import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import { Server as TcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { endsWithin } from '../lib/timeout.ts'
import { createTaskQueue } from '../lib/task-queue.ts'
import { serverIsStopping } from '../model/error.ts'
import { createConnections, type ConnectionsOptions } from './connections.ts'
import { HttpError } from './errors.ts'
import { createHttp1 } from './http1.ts'
import { createHttp2, type Http2Options } from './http2.ts'
import { MAX_HEADER_BYTES, type IncomingRequest } from './input.ts'

const HEADERS_MS = 5_000
/** Longer than any route has for its body; the time of each route is checked where its body is read. */
const REQUEST_MS = 31_000
const KEEP_ALIVE_MS = 10_000
/** Interval of Node's check for late requests. */
const CHECK_MS = 1_000
const MAX_STREAMS = 100
/** Interval of the check for idle connections while the server closes. */
const SWEEP_MS = 50
/** Time to send the errors of aborted requests. */
const ABORT_MS = 500

export interface ListenerOptions extends ConnectionsOptions, Http2Options {
  host: string
  port: number
  /** Certificate and key in PEM; with them the listener speaks HTTPS, HTTP/1.1 and HTTP/2. */
  tls: { cert: Buffer; key: Buffer } | undefined
  /** How long a client may leave a response unread. */
  unreadMs: number
}

/** Opens the HTTP listener; rejects when the address is not available. */
export async function listen(options: ListenerOptions) {
  const { host, port, tls, handler, onRefusal } = options
  const server = createHttpServer(options)
  const connections = createConnections(options)
  const tasks = createTaskQueue()
  const http1 = createHttp1(handler, connections, tasks)
  const http2 = createHttp2(options, connections, tasks)

  const handle = (request: IncomingRequest, response: ServerResponse) =>
    'stream' in request ? http2.handle(request, response) : http1.handle(request, response)
  server.on('request', handle)
  server.on('checkContinue', handle)
  server.on('checkExpectation', handle)
  server.on('connect', (request: IncomingMessage, target: Duplex | ServerResponse) => {
    // Over HTTP/2, CONNECT has a response like any other request.
    if ('writeHead' in target) handle(request, target)
    else http1.rejectTunnel(target)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // During a TLS handshake nothing can be sent, and pending data would keep the socket open.
    if (tls && !http1.isOpen(socket)) socket.destroy()
    else http1.rejectUnreadable(socket, error)
  })
  server.on('connection', (socket: Socket) => {
    const admitted = connections.admit(socket)
    if (admitted instanceof HttpError) {
      if (!tls) return http1.reject(socket, admitted)
      onRefusal(admitted.reason)
      return socket.destroy()
    }
    if (!tls) http1.openConnection(socket)
  })
  server.on('session', (session: ServerHttp2Session) => http2.openSession(session))
  if (tls) {
    server.on('secureConnection', (socket: Socket) => {
      connections.addCarrier(socket, socket)
      if (!('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) http1.openConnection(socket)
    })
  }

  // With Node's default of 511, the system drops connections of a burst, and their clients retry after a second.
  server.listen({ port, host, backlog: options.maxConnections() })
  await once(server, 'listening')
  return {
    /** The URL of the listener, with the actual port. */
    url: urlOf(server, options),
    /** The number of open connections. */
    connections: connections.count,
    /** The number of requests that are being answered. */
    requests: connections.answering,
    /** Ends each connection with its next response, so that clients open new connections elsewhere; requests are still answered. */
    drain(): void {
      http1.startClosing()
      http2.startClosing()
    },
    /** Stops accepting connections, lets active requests finish for `graceMs`, then aborts them. */
    async close(graceMs: number): Promise<void> {
      // The `close` of an HTTP server would also cut off responses that are written but not yet sent.
      const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
      http1.startClosing()
      http2.startClosing()
      http1.closeIdle()
      const sweep = setInterval(http1.closeIdle, SWEEP_MS)
      if (!(await endsWithin(graceMs, closed))) {
        handler.abort(serverIsStopping())
        if (!(await endsWithin(ABORT_MS, closed))) for (const socket of connections.sockets()) socket.destroy()
        await closed
      }
      clearInterval(sweep)
      // Ends Node's timer that checks for late requests.
      server.close()
    },
  }
}

function createHttpServer({ tls, unreadMs }: ListenerOptions): Server | Http2SecureServer {
  const server = tls
    ? createSecureServer({
        ...tls,
        allowHTTP1: true,
        handshakeTimeout: HEADERS_MS,
        settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
      })
    : createServer()
  // Set on the server, because the options of an HTTP/2 server do not apply to its HTTP/1.1 connections.
  return Object.assign(server, {
    maxHeaderSize: MAX_HEADER_BYTES,
    // By default, Node's request has only the first thousand headers, although its parser acts on all headers.
    maxHeadersCount: 0,
    // The handler checks the Host header, to respond in JSON.
    requireHostHeader: false,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Ends connections that read nothing; event streams write more often than this.
    timeout: unreadMs,
    connectionsCheckingInterval: CHECK_MS,
  })
}

function urlOf(server: Server | Http2SecureServer, { host, port, tls }: ListenerOptions): string {
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${actualPort}`
}
