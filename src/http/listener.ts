import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { Server as TcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createKeyedSemaphore } from '../lib/limits/keyed-semaphore.ts'
import { endsWithin } from '../lib/timeout.ts'
import { serverIsStopping } from '../model/error.ts'
import { createConnections } from './connections.ts'
import { HttpError, type RefusalReason } from './errors.ts'
import type { Handler } from './handler.ts'
import { MAX_HEADER_BYTES } from './input.ts'

const HEADERS_MS = 5_000
/** Longer than any route has for its body; the time of each route is checked where its body is read. */
const REQUEST_MS = 31_000
const KEEP_ALIVE_MS = 10_000
/** Interval of Node's check for late requests. */
const CHECK_MS = 1_000
/** Interval of the check for idle connections while the server closes. */
const SWEEP_MS = 50
/** Time to send the errors of aborted requests. */
const ABORT_MS = 500

export interface ListenerOptions {
  host: string
  port: number
  /** Certificate and key in PEM; with them the listener speaks HTTPS. */
  tls: { cert: Buffer; key: Buffer } | undefined
  /** Time after which a connection on which nothing is sent, received or read is closed. */
  unreadMs: number
  /** Most connections open at once. */
  maxConnections: number
  /** The key that a peer's connections are counted by; undefined when they are not counted. */
  connectionKeyOf: (peer: string) => string | undefined
  /** Most connections for a key; 0 for no limit. */
  maxConnectionsPerAddress: number
  handler: Handler
  /** Called for each connection that is closed without a response. */
  onRefusal: (reason: RefusalReason) => void
}

/** Opens the HTTP listener; rejects when the address is not available. */
export async function listen(options: ListenerOptions) {
  const { host, port, tls, handler, onRefusal } = options
  const server = createHttpServer(options)
  const { admit, sockets } = createAdmission(options)
  const connections = createConnections(handler)

  server.on('request', connections.handle)
  server.on('checkContinue', connections.handle)
  server.on('checkExpectation', connections.handle)
  server.on('connect', (_request: IncomingMessage, target: Duplex) => connections.rejectTunnel(target))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // During a TLS handshake nothing can be sent, and pending data would keep the socket open.
    if (tls && !connections.isOpen(socket)) socket.destroy()
    else connections.rejectUnreadable(socket, error)
  })
  server.on('connection', (socket: Socket) => {
    const refusal = admit(socket)
    if (!refusal) return tls ? undefined : connections.open(socket)
    if (!tls) return connections.reject(socket, refusal)
    onRefusal(refusal.reason)
    socket.destroy()
  })
  if (tls) server.on('secureConnection', connections.open)

  // With Node's default of 511, the system drops connections of a burst, and their clients retry after a second.
  server.listen({ port, host, backlog: options.maxConnections })
  await once(server, 'listening')
  return {
    /** The URL of the listener, with the actual port. */
    url: urlOf(server, options),
    /** The number of open connections. */
    connections: () => sockets.size,
    /** The number of requests that are being answered. */
    requests: connections.answering,
    /** Ends each connection with its next response, so that clients open new connections elsewhere; requests are still answered. */
    drain: connections.startClosing,
    /** Stops accepting connections, lets active requests finish for `graceMs`, then aborts them. */
    async close(graceMs: number): Promise<void> {
      // The `close` of an HTTP server would also cut off responses that are written but not yet sent.
      const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
      connections.startClosing()
      connections.closeIdle()
      const sweep = setInterval(connections.closeIdle, SWEEP_MS)
      if (!(await endsWithin(graceMs, closed))) {
        handler.abort(serverIsStopping())
        if (!(await endsWithin(ABORT_MS, closed))) for (const socket of sockets) socket.destroy()
        await closed
      }
      clearInterval(sweep)
      // Ends Node's timer that checks for late requests.
      server.close()
    },
  }
}

/** Counts the open connections, in total and by address; `admit` returns the error for a connection over a limit. */
function createAdmission({ maxConnections, connectionKeyOf, maxConnectionsPerAddress }: ListenerOptions) {
  const semaphore = createKeyedSemaphore(maxConnectionsPerAddress)
  const sockets = new Set<Socket>()
  return {
    sockets,
    admit(socket: Socket): HttpError | undefined {
      const key = connectionKeyOf(socket.remoteAddress ?? '')
      if (sockets.size >= maxConnections) return tooMany('Too many connections are open; try again in 5 s.')
      if (key !== undefined && !semaphore.tryAcquire(key))
        return tooMany('Too many connections are open from your address; close some, and try again in 5 s.')
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        if (key !== undefined) semaphore.release(key)
      })
    },
  }
}

const tooMany = (message: string) =>
  new HttpError('too_many_connections', message, { 'retry-after': '5' }, 'connections')

function createHttpServer({ tls, unreadMs }: ListenerOptions): Server {
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    // The handler checks the Host header, to respond in JSON.
    requireHostHeader: false,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
  }
  const server = tls ? createSecureServer({ ...tls, ...limits, handshakeTimeout: HEADERS_MS }) : createServer(limits)
  // By default, Node's request has only the first thousand headers, although its parser acts on all headers.
  server.maxHeadersCount = 0
  // Ends connections that read nothing; event streams write more often than this.
  server.timeout = unreadMs
  return server
}

function urlOf(server: Server, { host, port, tls }: ListenerOptions): string {
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${actualPort}`
}
