import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type { Http2SecureServer, Http2Session, ServerHttp2Session } from 'node:http2'
import { Server as TcpServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { settledWithin } from '../lib/settled-within.ts'
import { createTaskQueue } from '../lib/task-queue.ts'
import { RapsheetError } from '../model/error.ts'
import { createConnections } from './connections.ts'
import type { Connection } from './connections.ts'
import { HttpError } from './errors.ts'
import type { RefusalReason } from './errors.ts'
import type { Handler } from './handler.ts'
import { hasNoBody, headersTooLarge, hasUnreadableBody, findMalformation, MAX_HEADER_BYTES } from './input.ts'
import type { IncomingRequest } from './input.ts'
import { createPipelines } from './pipeline.ts'
import type { Pipeline } from './pipeline.ts'
import { createUnsentResponses } from './unsent.ts'

const HEADERS_MS = 5_000
const REQUEST_MS = 8_000
const KEEP_ALIVE_MS = 10_000
const IDLE_SESSION_MS = 60_000
/** Node looks for late requests only this often. */
const CHECK_MS = 1_000
const MAX_STREAMS = 100
/** HTTP/2 requests that wait for their turn from which on more are refused to connections that have a few already. */
const MAX_WAITING_STREAMS = 1_000
const FEW_STREAMS = 8
const SWEEP_MS = 50
/** Time for those who are ended to say so. */
const LAST_WORD_MS = 500

export interface ListenerOptions {
  host: string
  port: number
  /** Certificate and key in PEM; with them the listener speaks HTTPS, HTTP/1.1 and HTTP/2. */
  tls: { cert: Buffer; key: Buffer } | undefined
  /** Most connections open at once; may change while it listens. */
  maxConnections: () => number
  /** Of those, as many may share one key; 0 is no limit. */
  maxConnectionsPerAddress: number
  /** What a connection of a peer is counted by; undefined for one that is not counted. */
  connectionKeyOf: (peer: string) => string | undefined
  /** How long a client may leave an answer unread. */
  unreadMs: number
  /** Memory that unread answers of all connections may take. */
  maxUnsentBytes: number
  /** How long an HTTP/2 stream may last at most. */
  streamMs: number
  handler: Handler
  /** Hears of connections that are closed without a word. */
  onRefusal: (reason: RefusalReason) => void
}

export interface Listener {
  /** Where it listens, with the port that was really taken. */
  url: string
  /** How many connections are open. */
  connections(): number
  /** Stops accepting, lets what is running finish for `graceMs`, then ends it. */
  close(graceMs: number): Promise<void>
}

/** Opens the HTTP listener; rejects with the reason when the address cannot be had. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, tls, handler } = options
  const server: Server | Http2SecureServer = tls
    ? createSecureServer({
        ...tls,
        allowHTTP1: true,
        handshakeTimeout: HEADERS_MS,
        settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
      })
    : createServer()
  // Set on the server rather than as options, because only so do they hold for HTTP/1.1 beside HTTP/2 as well. The
  // handler asks for the Host header itself, to answer in JSON.
  Object.assign(server, {
    maxHeaderSize: MAX_HEADER_BYTES,
    // By default only the first thousand are seen, and the parser goes by all.
    maxHeadersCount: 0,
    requireHostHeader: false,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A client that reads nothing of its answer; streams write more often than this.
    timeout: options.unreadMs,
    connectionsCheckingInterval: CHECK_MS,
  })
  const connections = createConnections({
    max: options.maxConnections,
    maxPerAddress: options.maxConnectionsPerAddress,
    keyOf: options.connectionKeyOf,
    unsent: createUnsentResponses(options.maxUnsentBytes, () => options.onRefusal('unread')),
    onRefusal: options.onRefusal,
  })
  // By what a request names as its connection: its socket over HTTP/1.1, its session over HTTP/2.
  const byRequest = new WeakMap<Duplex | Http2Session, Connection>()
  const pipelineOf = new WeakMap<Duplex, Pipeline>()
  const tasks = createTaskQueue()
  const pipelines = createPipelines(tasks)
  // The latest request of each HTTP/1.1 connection.
  const latest = new WeakMap<Duplex, { request: IncomingRequest; response: ServerResponse }>()
  // HTTP/1.1 connections that end with an answer: what still comes on them may be no request at all.
  const ending = new WeakSet<Duplex>()
  let isClosing = false
  const handle = (request: IncomingRequest, response: ServerResponse) => {
    const malformed = findMalformation(request)
    let connection: Connection | undefined
    let pipeline: Pipeline | undefined
    let cutOff: () => void
    if (!('stream' in request)) {
      const { socket } = request
      pipeline = pipelineOf.get(socket)
      pipeline?.beginRequest()
      // What is not answered goes on counting, so that no more is read.
      if (ending.has(socket)) return
      if (malformed) ending.add(socket)
      latest.set(socket, { request, response })
      if (isClosing) response.shouldKeepAlive = false
      // Node would read whatever still comes of a body and throw it away.
      if (hasUnreadableBody(request)) {
        response.once('finish', () => {
          if (!request.complete) socket.destroySoon()
        })
      }
      connection = byRequest.get(socket)
      cutOff = () => socket.destroy()
    } else {
      const { stream } = request
      connection = stream.session && byRequest.get(stream.session)
      // Each that waits takes memory. A client may send what is refused in this way again.
      if (tasks.waiting() >= MAX_WAITING_STREAMS && connection && connection.answering >= FEW_STREAMS) {
        options.onRefusal('overloaded')
        return stream.close(constants.NGHTTP2_REFUSED_STREAM)
      }
      // Of a stream that nobody reads there is no sign: pings alone keep its connection alive.
      const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), options.streamMs)
      stream.once('close', () => clearTimeout(timer))
      if (!stream.endAfterHeaders) {
        // A body that was refused half-read would keep its stream open; a reset at once could overtake the reason why.
        stream.once('finish', () => {
          request.resume()
          setTimeout(() => stream.close(), LAST_WORD_MS).unref()
        })
      }
      // The stream alone: through the session of a proxy come many clients.
      cutOff = () => stream.close(constants.NGHTTP2_CANCEL)
    }
    const exchange = connection && connections.beginRequest(connection)
    if (exchange && hasNoBody(request)) connections.requestReceived(exchange)
    else if (exchange) request.once('end', () => connections.requestReceived(exchange))
    response.once('close', () => {
      pipeline?.endRequest()
      if (exchange) connections.endRequest(exchange)
    })
    const answer = async () => {
      await handler.handle(request, response, malformed)
      if (exchange) connections.responseWritten(exchange, response.writableLength, cutOff)
    }
    // Over HTTP/2 a hundred requests can come at once; over HTTP/1.1 they come one by one.
    if ('stream' in request) tasks.add(() => void answer())
    else void answer()
  }
  /** Answers what never became a request, or not a whole one, after those that came before it, and closes. */
  const refuse = (socket: Duplex, refusal: HttpError) => {
    if (ending.has(socket)) return
    ending.add(socket)
    const { request, response } = latest.get(socket) ?? {}
    if (request?.complete && response?.writableFinished === false) {
      // One that was its client's last has ended the connection by then.
      response.once('close', () => socket.writable && refuseNow(socket, refusal))
    } else refuseNow(socket, refusal)
  }
  const refuseNow = (socket: Duplex, refusal: HttpError) => {
    // Inside an answer that has begun, or after the answer to this very request, another one would be misread.
    if (!socket.writable || isAnswered(latest.get(socket))) return void socket.destroy()
    const { headers, body } = handler.describeRejection(refusal, addressOf(socket))
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${head.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }
  server.on('request', handle)
  server.on('checkContinue', handle)
  server.on('checkExpectation', handle)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Before a handshake is over no word gets through, and what is written waits for it for ever.
    if (tls && !ready.has(socket)) socket.destroy()
    else refuse(socket, whyMalformed(error))
  })
  server.on('connect', (request: IncomingMessage, target: Duplex | ServerResponse) => {
    // Over HTTP/2 it comes with a response like any other request.
    if ('writeHead' in target) handle(request, target)
    else {
      pipelineOf.get(target)?.detach()
      refuse(target, new HttpError('method_not_allowed', 'This is no proxy.', { allow: 'GET, HEAD, POST' }))
    }
  })

  server.on('connection', (socket: Socket) => {
    const admitted = connections.admit(socket)
    if (!(admitted instanceof HttpError)) {
      byRequest.set(socket, admitted)
      if (!tls) keep(socket)
    } else if (!tls) refuse(socket, admitted)
    else {
      options.onRefusal(admitted.reason)
      socket.destroy()
    }
  })
  // Connections over which HTTP goes: with TLS, those whose handshake is over.
  const ready = new Set<Socket>()
  const keep = (socket: Socket) => {
    ready.add(socket)
    socket.once('close', () => ready.delete(socket))
    // Each of several requests sent at once listens for the end.
    socket.setMaxListeners(0)
    if (!isHttp2(socket)) pipelineOf.set(socket, pipelines.add(socket))
  }
  if (tls) {
    server.on('secureConnection', (socket: Socket) => {
      keep(socket)
      const connection = connections.find(socket)
      if (connection) byRequest.set(socket, connection)
    })
  }
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    const connection = connections.find(session.socket)
    if (connection) byRequest.set(session, connection)
    session.once('close', () => sessions.delete(session))
    session.setTimeout(IDLE_SESSION_MS, () => session.close())
  })

  // Node's own 511 would make a crowd that comes at once, or while we are busy, dial again after a second.
  server.listen({ port, host, backlog: options.maxConnections() })
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${taken}`,
    connections: connections.count,
    async close(graceMs) {
      // What HTTP adds to it would cut off answers that are written and not yet read.
      const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
      // Who goes on asking on a connection that is open would be let in for ever.
      isClosing = true
      for (const socket of ready) {
        const running = latest.get(socket)?.response
        if (running) running.shouldKeepAlive = false
      }
      for (const session of sessions) session.close()
      // A connection without a request, or with half of one, would be waited for like one that is being answered.
      const endIdle = () => {
        for (const socket of ready) {
          if (!isHttp2(socket) && (latest.get(socket)?.response.writableFinished ?? true)) socket.destroy()
        }
      }
      endIdle()
      const sweep = setInterval(endIdle, SWEEP_MS)
      if (!(await isDoneWithin(graceMs, closed))) {
        handler.abort(
          new RapsheetError('stopping', 'The server is being restarted; try again in 5 s.', { retryAfter: 5 }),
        )
        if (!(await isDoneWithin(LAST_WORD_MS, closed))) for (const socket of connections.sockets()) socket.destroy()
        await closed
      }
      clearInterval(sweep)
      // All that is left for it to do is to end the timer that looks for late requests.
      server.close()
    },
  }
}

const isDoneWithin = (ms: number, work: Promise<void>) =>
  settledWithin(
    ms,
    work.then(() => true),
    false,
  )

/** Whether what comes on a connection can no longer be answered: its answer is on its way, or one before it. */
function isAnswered(exchange: { request: IncomingRequest; response: ServerResponse } | undefined): boolean {
  if (!exchange) return false
  const { request, response } = exchange
  if (response.writableFinished) return !request.complete
  // A response without a socket waits for the one before it.
  return response.headersSent || response.socket === null
}

const addressOf = (socket: Duplex) => (socket instanceof Socket && socket.remoteAddress) || ''

const isHttp2 = (socket: Socket) => 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'

/** What is wrong with what Node's parser could not read as HTTP. */
function whyMalformed(error: NodeJS.ErrnoException): HttpError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge()
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time; send it at once.')
    default:
      return new HttpError('bad_request', 'This is no well-formed HTTP request.')
  }
}
