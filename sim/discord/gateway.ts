import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { CLOSE, ENDING_CODES, IGNORED_OPS, OP, readPayload, toShard } from './gateway-wire.ts'
import { createSessions, type Session } from './sessions.ts'
import { isRecord } from './wire.ts'

const SENDS = { limit: 120, windowMs: 60_000 }

/** The data that a gateway needs. */
export interface GatewayOptions {
  token: string
  heartbeatMs: number
  disallowedIntents: boolean
  violations: string[]
  /** The body of READY, without session and shard. */
  ready: (shard: readonly [number, number]) => object
  resumeUrl: string
}

/** The gateway of one Discord, with failures on demand. */
export interface Gateway {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Sends an event to the sessions of a guild's shard, or keeps it for a disconnected session. */
  dispatch: (event: string, data: object, guildId: string | null) => void
  isConnected: () => boolean
  /** The number of sessions ever started. */
  sessions: () => number
  /** The number of sessions ever resumed. */
  resumes: () => number
  /** The intents of each IDENTIFY, in order. */
  intents: () => number[]
  /** Resolves once a client has identified or resumed. */
  untilReady: () => Promise<void>
  /** Resets all connections; the sessions stay. */
  drop: () => void
  requestReconnect: () => void
  invalidate: (resumable: boolean) => void
  close: (code: number) => void
  refuseConnections: (on: boolean) => void
  /** Stops (or resumes) answering heartbeats. */
  silence: (on: boolean) => void
  end: () => void
}

/** Creates a gateway; `upgrade` passes connections to it. */
export function createGateway(options: GatewayOptions): Gateway {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 })
  const sessions = createSessions()
  const waiting: (() => void)[] = []
  const intents: number[] = []
  let isRefusing = false
  let isSilent = false

  const send = (socket: WebSocket, op: number, d: unknown, rest: object = {}): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ t: null, s: null, op, d, ...rest }))
  }

  const isReady = (): boolean => sessions.live().length > 0

  const announceReady = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }

  const violate = (socket: WebSocket, code: number, what: string): void => {
    options.violations.push(`gateway: ${what}`)
    socket.close(code, what)
  }

  const identify = (socket: WebSocket, d: Record<string, unknown>): void => {
    if (d['token'] !== options.token) {
      socket.close(CLOSE.authenticationFailed, 'Authentication failed.')
      return
    }
    const shard = toShard(d['shard'])
    if (shard === undefined) return violate(socket, CLOSE.invalidShard, 'Invalid shard')
    intents.push(Number(d['intents']))
    if (options.disallowedIntents) {
      socket.close(CLOSE.disallowedIntents, 'Disallowed intent(s).')
      return
    }
    if (d['compress'] === true) options.violations.push('gateway: asks for compression, which is not simulated')
    const session = sessions.begin(socket, shard)
    const body = { ...options.ready(shard), session_id: session.id, resume_gateway_url: options.resumeUrl, shard }
    deliver(session, 'READY', body)
    announceReady()
  }

  const resume = (socket: WebSocket, d: Record<string, unknown>): void => {
    if (d['token'] !== options.token) {
      socket.close(CLOSE.authenticationFailed, 'Authentication failed.')
      return
    }
    const session = sessions.find(d['session_id'])
    if (session === undefined) {
      send(socket, OP.invalidSession, false)
      return
    }
    const seen = Number(d['seq'])
    if (!(seen <= session.sequence)) return violate(socket, CLOSE.invalidSequence, 'Invalid seq')
    sessions.takeUp(session, socket)
    for (const { t, s, d: data } of session.events) if (s > seen) send(socket, OP.dispatch, data, { t, s })
    deliver(session, 'RESUMED', {})
    announceReady()
  }

  const deliver = (session: Session, t: string, d: object): void => {
    const s = sessions.record(session, t, d)
    if (session.socket !== undefined) send(session.socket, OP.dispatch, d, { t, s })
  }

  const receive = (socket: WebSocket, message: Record<string, unknown> | undefined): void => {
    if (message === undefined) {
      return violate(socket, CLOSE.decodeError, 'not JSON, or more than 4096 bytes')
    }
    const session = sessions.of(socket)
    const d = isRecord(message['d']) ? message['d'] : {}
    switch (message['op']) {
      case OP.heartbeat:
        if (session !== undefined) sessions.acknowledge(session, Number(message['d'] ?? 0))
        if (!isSilent) send(socket, OP.heartbeatAck, null)
        return
      case OP.identify:
      case OP.resume:
        if (session !== undefined) return violate(socket, CLOSE.alreadyAuthenticated, 'Already authenticated.')
        return message['op'] === OP.identify ? identify(socket, d) : resume(socket, d)
      default:
        if (session === undefined) return violate(socket, CLOSE.notAuthenticated, 'Not authenticated.')
        if (!IGNORED_OPS.has(message['op'])) violate(socket, CLOSE.unknownOp, `Unknown opcode ${String(message['op'])}`)
    }
  }

  const greet = (socket: WebSocket, query: URLSearchParams): void => {
    const sends = { count: 0, resetAt: 0 }
    socket.on('message', (data) => {
      const message = readPayload(data)
      const now = performance.now()
      if (now >= sends.resetAt) Object.assign(sends, { count: 0, resetAt: now + SENDS.windowMs })
      // Short heartbeat intervals of tests must not exceed the rate limit.
      if (message?.['op'] !== OP.heartbeat) sends.count += 1
      if (sends.count > SENDS.limit) violate(socket, CLOSE.rateLimited, 'more than 120 payloads in a minute')
      else receive(socket, message)
    })
    socket.on('close', (code) => sessions.leave(socket, ENDING_CODES.has(code)))
    // A connection error is followed by its close event.
    socket.on('error', () => {})
    if (query.get('v') !== '10') return violate(socket, CLOSE.invalidVersion, 'Invalid API version')
    if (query.get('encoding') !== 'json' || query.has('compress')) {
      return violate(socket, CLOSE.decodeError, 'only JSON without compression is simulated')
    }
    send(socket, OP.hello, { heartbeat_interval: options.heartbeatMs, _trace: [] })
  }

  return {
    upgrade(request, socket, head) {
      if (isRefusing) {
        socket.destroy()
        return
      }
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      server.handleUpgrade(request, socket, head, (webSocket) => greet(webSocket, searchParams))
    },
    dispatch(event, data, guildId) {
      for (const session of sessions.ofGuild(guildId)) deliver(session, event, data)
    },
    isConnected: isReady,
    sessions: sessions.begun,
    resumes: sessions.resumed,
    intents: () => [...intents],
    untilReady: () => (isReady() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    drop() {
      for (const socket of server.clients) {
        // An event may be sent before the socket emits its close.
        sessions.leave(socket, false)
        socket.terminate()
      }
    },
    requestReconnect() {
      for (const socket of server.clients) send(socket, OP.reconnect, null)
    },
    invalidate(resumable) {
      for (const socket of server.clients) {
        sessions.leave(socket, !resumable)
        send(socket, OP.invalidSession, resumable)
      }
    },
    close(code) {
      for (const socket of server.clients) {
        sessions.leave(socket, ENDING_CODES.has(code))
        socket.close(code)
      }
    },
    refuseConnections(on) {
      isRefusing = on
    },
    silence(on) {
      isSilent = on
    },
    end() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
