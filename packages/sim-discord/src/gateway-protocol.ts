import type { WebSocket } from 'ws'
import { CLOSE, ENDING_CODES, IGNORED_OPS, OP, readPayload, toShard, type GatewayOptions } from './gateway-wire.ts'
import type { Session, Sessions } from './sessions.ts'
import { isRecord } from './wire.ts'

/** Slightly less than the 5 s of Discord, for timers that are due early. */
const IDENTIFY_EVERY_MS = 4_900
const SENDS = { limit: 120, windowMs: 60_000 }

/** Sends a payload, if the connection is open. */
export function send(socket: WebSocket, op: number, d: unknown, rest: object = {}): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ t: null, s: null, op, d, ...rest }))
}

/** Sends an event, or keeps it for a disconnected session. */
export function deliver(sessions: Sessions, session: Session, t: string, d: object): void {
  const s = sessions.record(session, t, d)
  if (session.socket !== undefined) send(session.socket, OP.dispatch, d, { t, s })
}

/** Creates the protocol for the clients of these sessions. */
export function createProtocol(options: GatewayOptions, sessions: Sessions) {
  const { token, violations } = options
  const intents: number[] = []
  const mayIdentify = createIdentifyLimit(options.maxConcurrency)
  let isSilent = false

  const violate = (socket: WebSocket, code: number, what: string): void => {
    violations.push(`gateway: ${what}`)
    socket.close(code, what)
  }

  const identify = (socket: WebSocket, d: Record<string, unknown>): void => {
    const shard = toShard(d['shard'])
    if (shard === undefined) return violate(socket, CLOSE.invalidShard, 'Invalid shard')
    intents.push(Number(d['intents']))
    if (options.disallowedIntents) return socket.close(CLOSE.disallowedIntents, 'Disallowed intent(s).')
    if (d['compress'] === true) violations.push('gateway: asks for compression, which is not simulated')
    if (!mayIdentify(shard)) {
      violations.push(`gateway: shard ${shard[0]} identifies within 5 s of another one`)
      return send(socket, OP.invalidSession, false)
    }
    const session = sessions.begin(socket, shard)
    const body = { ...options.ready(shard), session_id: session.id, resume_gateway_url: options.resumeUrl, shard }
    deliver(sessions, session, 'READY', body)
  }

  const resume = (socket: WebSocket, d: Record<string, unknown>): void => {
    const session = sessions.find(d['session_id'])
    if (session === undefined) return send(socket, OP.invalidSession, false)
    const seen = Number(d['seq'])
    if (!(seen <= session.sequence)) return violate(socket, CLOSE.invalidSequence, 'Invalid seq')
    sessions.takeUp(session, socket)
    for (const { t, s, d: data } of session.events) if (s > seen) send(socket, OP.dispatch, data, { t, s })
    deliver(sessions, session, 'RESUMED', {})
  }

  const receive = (socket: WebSocket, message: Record<string, unknown> | undefined): void => {
    if (message === undefined) return violate(socket, CLOSE.decodeError, 'not JSON, or more than 4096 bytes')
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
        if (d['token'] !== token) return socket.close(CLOSE.authenticationFailed, 'Authentication failed.')
        return message['op'] === OP.identify ? identify(socket, d) : resume(socket, d)
      default:
        if (session === undefined) return violate(socket, CLOSE.notAuthenticated, 'Not authenticated.')
        if (!IGNORED_OPS.has(message['op'])) violate(socket, CLOSE.unknownOp, `Unknown opcode ${String(message['op'])}`)
    }
  }

  return {
    /** Greets a new client, and answers its payloads from then on. */
    greet(socket: WebSocket, query: URLSearchParams) {
      const sends = { count: 0, resetAt: 0 }
      socket.on('message', (data) => {
        const message = readPayload(data)
        // Short heartbeat intervals of tests must not exceed the rate limit.
        if (message?.['op'] !== OP.heartbeat) countSend(sends)
        if (sends.count > SENDS.limit) violate(socket, CLOSE.rateLimited, 'more than 120 payloads in a minute')
        else receive(socket, message)
      })
      socket.on('close', (code) => sessions.leave(socket, ENDING_CODES.has(code)))
      // A connection error is followed by its close event.
      socket.on('error', () => {})
      const problem = findProblem(query)
      if (problem) return violate(socket, ...problem)
      send(socket, OP.hello, { heartbeat_interval: options.heartbeatMs, _trace: [] })
    },
    /** The intents of each IDENTIFY, in order. */
    intents: () => [...intents],
    /** Stops (or resumes) answering heartbeats. */
    silence: (on: boolean): void => void (isSilent = on),
  }
}

/** Why a connection with these parameters is closed at once. */
function findProblem(query: URLSearchParams): [code: number, what: string] | undefined {
  if (query.get('v') !== '10') return [CLOSE.invalidVersion, 'Invalid API version']
  if (query.get('encoding') === 'json' && !query.has('compress')) return undefined
  return [CLOSE.decodeError, 'only JSON without compression is simulated']
}

/** Counts a payload of a connection in fixed windows. */
function countSend(sends: { count: number; resetAt: number }): void {
  const now = performance.now()
  if (now >= sends.resetAt) Object.assign(sends, { count: 0, resetAt: now + SENDS.windowMs })
  sends.count += 1
}

/**
 * Creates a function that says whether a shard may identify now. A bot with one shard always may, unlike at Discord, so that tests
 * can restart it.
 */
function createIdentifyLimit(maxConcurrency: number): (shard: readonly [id: number, count: number]) => boolean {
  /** When a shard of each bucket has identified last. */
  const identifiedAt = new Map<number, number>()
  return ([id, count]) => {
    const bucket = id % maxConcurrency
    const now = performance.now()
    if (count > 1 && now - (identifiedAt.get(bucket) ?? Number.NEGATIVE_INFINITY) < IDENTIFY_EVERY_MS) return false
    identifiedAt.set(bucket, now)
    return true
  }
}
