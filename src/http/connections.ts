import type { Socket } from 'node:net'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { tooManyConnections, tooManyConnectionsFromAddress } from './errors.ts'
import type { HttpError, RefusalReason } from './errors.ts'
import type { UnsentResponses } from './unsent.ts'

/** How far an exchange is: its request arrives, its answer is being made, its answer waits for the client to read it. */
type Phase = 'receiving' | 'answering' | 'sending' | 'done'

/** What a connection is doing. */
type Stage = Exclude<Phase, 'done'> | 'idle'

/** A connection that has been in its stage for less than this is not closed for a new one while there is an older one. */
const GRACE_MS = 1_000

/** An open connection, with how many of its exchanges are in which phase. */
export interface Connection {
  readonly socket: Socket
  receiving: number
  answering: number
  sending: number
  /** Whether it has sent a whole request. */
  hasReceived: boolean
  /** When one of its exchanges last went on, or when it was opened. */
  since: number
  /** Exchanges whose answers count as unsent. */
  unsent: Set<TrackedRequest> | undefined
}

/** One request and its answer on a connection. */
export interface TrackedRequest {
  readonly connection: Connection
  phase: Phase
  release: (() => void) | undefined
}

export interface ConnectionsOptions {
  /** Most connections open at once; may change at any time. */
  max: () => number
  /** Of those, as many may share one key; 0 is no limit. */
  maxPerAddress: number
  /** What a connection of a peer is counted by; undefined for one that is not counted. */
  keyOf: (peer: string) => string | undefined
  unsent: UnsentResponses
  onRefusal: (reason: RefusalReason) => void
  now?: () => number
}

/** All open connections. Plain counters instead of ordered sets, as they change several times with every request. */
export interface Connections {
  /**
   * Takes in a connection, if need be in place of another one: the oldest that has not sent a whole request, then the
   * oldest idle one, then the oldest whose answer is not read. Or says why not.
   */
  admit(socket: Socket): Connection | HttpError
  /** The connection from a peer's address and port. */
  find(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): Connection | undefined
  /** Begins an exchange, whose request may not have arrived as a whole yet. */
  beginRequest(connection: Connection): TrackedRequest
  /** The whole request is there. */
  requestReceived(exchange: TrackedRequest): void
  /** The whole answer is written, and so many bytes of it are not sent yet; `cutOff` ends it. */
  responseWritten(exchange: TrackedRequest, unsentBytes: number, cutOff: () => void): void
  endRequest(exchange: TrackedRequest): void
  sockets(): Iterable<Socket>
  count(): number
}

/** Keeps track of the connections and of what each of them does. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { now = () => performance.now(), unsent } = options
  const places = createKeyedSemaphore(options.maxPerAddress)
  const open = new Map<Socket, Connection>()
  const byPeer = new Map<string, Connection>()

  /** The connection that can best be spared; none while all of them are being answered. */
  const expendable = (): Connection | undefined => {
    const oldest: Partial<Record<Stage, Connection>> = {}
    for (const connection of open.values()) {
      const stage = stageOf(connection)
      if (connection.since < (oldest[stage]?.since ?? Infinity)) oldest[stage] = connection
    }
    const longSince = now() - GRACE_MS
    const { receiving, idle, sending } = oldest
    if (receiving && receiving.since <= longSince) return receiving
    if (idle) return idle
    return sending && sending.since <= longSince ? sending : receiving
  }

  const makeRoom = (): boolean => {
    while (open.size >= options.max()) {
      const connection = expendable()
      if (!connection) return false
      options.onRefusal('evicted')
      // Only later does its socket say that it is closed.
      open.delete(connection.socket)
      connection.socket.destroy()
    }
    return true
  }

  const advance = (exchange: TrackedRequest, phase: 'answering' | 'sending' | 'done') => {
    const { connection } = exchange
    if (exchange.phase !== 'done') connection[exchange.phase]--
    if (phase !== 'done') connection[phase]++
    exchange.phase = phase
    connection.hasReceived = true
    connection.since = now()
  }

  const endRequest = (exchange: TrackedRequest) => {
    if (exchange.phase === 'done') return
    advance(exchange, 'done')
    exchange.release?.()
    exchange.connection.unsent?.delete(exchange)
  }

  return {
    admit(socket) {
      const key = options.keyOf(socket.remoteAddress ?? '')
      // First, so that one address cannot displace others by opening more connections than it may have.
      if (key !== undefined && !places.tryAcquire(key)) return tooManyConnectionsFromAddress()
      if (!makeRoom()) {
        if (key !== undefined) places.release(key)
        return tooManyConnections()
      }
      const none = { receiving: 0, answering: 0, sending: 0, hasReceived: false, unsent: undefined }
      const connection: Connection = { socket, ...none, since: now() }
      const peer = peerOf(socket)
      open.set(socket, connection)
      byPeer.set(peer, connection)
      socket.once('close', () => {
        open.delete(socket)
        if (byPeer.get(peer) === connection) byPeer.delete(peer)
        if (key !== undefined) places.release(key)
        // An HTTP/1.1 response that waits for the one before it does not hear that its connection closes.
        for (const exchange of connection.unsent ?? []) endRequest(exchange)
      })
      return connection
    },
    find: (socket) => byPeer.get(peerOf(socket)),
    beginRequest(connection) {
      connection.receiving++
      connection.since = now()
      return { connection, phase: 'receiving', release: undefined }
    },
    requestReceived(exchange) {
      if (exchange.phase === 'receiving') advance(exchange, 'answering')
    },
    responseWritten(exchange, unsentBytes, cutOff) {
      // What the system has taken is as good as sent.
      if (exchange.phase === 'done' || unsentBytes === 0) return
      advance(exchange, 'sending')
      exchange.release = unsent.add(unsentBytes, cutOff)
      ;(exchange.connection.unsent ??= new Set()).add(exchange)
    },
    endRequest,
    sockets: () => open.keys(),
    count: () => open.size,
  }
}

function stageOf({ receiving, answering, sending, hasReceived }: Connection): Stage {
  if (answering > 0) return 'answering'
  if (receiving > 0) return 'receiving'
  if (sending > 0) return 'sending'
  return hasReceived ? 'idle' : 'receiving'
}

const peerOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>) =>
  `${remoteAddress} ${remotePort}`
