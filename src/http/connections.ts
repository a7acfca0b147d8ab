import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createKeyedSemaphore } from '../lib/limits/keyed-semaphore.ts'
import { whenReady } from '../lib/maybe-promise.ts'
import { HttpError, type RefusalReason } from './errors.ts'
import type { Handler } from './handler.ts'
import { hasNoBody, type IncomingRequest } from './input.ts'
import { createUnsentResponses } from './unsent.ts'

/** The phase of a request: it arrives, is answered, or its response waits for the client to read it. */
type Phase = 'receiving' | 'answering' | 'sending' | 'done'

/** What a connection is used for. */
type Stage = Exclude<Phase, 'done'> | 'idle'

/**
 * Within this time after its last progress, a connection is not closed for a new connection. Exceptions are idle connections and, if no
 * other connection can be closed, connections without a complete request.
 */
const GRACE_MS = 1_000
/**
 * An address over its limit may open this many further connections per permitted connection, because their first requests may still show a
 * token.
 */
const UNPROVEN_SHARE = 3

/** An open connection, with the number of its requests in each phase. */
export interface Connection {
  readonly socket: Socket
  receiving: number
  answering: number
  sending: number
  /** Whether a complete request has arrived. */
  hasReceived: boolean
  /** The key of this connection, if it was opened over the limit of that key and has not shown a token since; otherwise undefined. */
  unprovenKey: string | undefined
  /** When the connection last made progress, or was opened. */
  since: number
  /** Requests whose responses are written but not sent completely. */
  unsent: Set<TrackedRequest> | undefined
}

/** One request and its response on a connection. */
interface TrackedRequest {
  readonly connection: Connection
  phase: Phase
  releaseUnsent: (() => void) | undefined
}

export interface ConnectionsOptions {
  /** Most connections open at once; may change at any time. */
  maxConnections: () => number
  /** Most connections for one key; 0 is no limit. */
  maxConnectionsPerAddress: number
  /** The key that a peer's connections are counted by; undefined when they are not counted. */
  connectionKeyOf: (peer: string) => string | undefined
  /** Whether the limit does not apply to a key at this time. */
  isExempt: (key: string) => boolean
  /** Whether a request can show that its key is exempt; false by default. */
  canProveExemption?: () => boolean
  /** Bound on the memory of unread responses, over all connections. */
  maxUnsentBytes: number
  /** Called for each connection or stream that is closed without a response. */
  onRefusal: (reason: RefusalReason) => void
}

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>
export type Connections = ReturnType<typeof createConnections>

/**
 * Tracks and bounds the open connections. It uses plain counters, because ordered sets would have to be changed several times per request.
 */
export function createConnections(options: ConnectionsOptions, clock: Pick<Clock, 'now'> = systemClock) {
  const { maxConnections, maxConnectionsPerAddress, connectionKeyOf, isExempt, maxUnsentBytes, onRefusal } = options
  const { canProveExemption = () => false } = options
  const semaphore = createKeyedSemaphore(maxConnectionsPerAddress)
  const unproven = createKeyedSemaphore(maxConnectionsPerAddress * UNPROVEN_SHARE)
  const unsent = createUnsentResponses(maxUnsentBytes, () => onRefusal('unread'))
  const tracking = createTracking(unsent, clock)
  const open = new Map<Socket, Connection>()
  const byPeer = new Map<string, Connection>()
  const byCarrier = new WeakMap<object, Connection>()

  const makeRoom = (): boolean => {
    while (open.size >= maxConnections()) {
      const connection = findExpendable(open.values(), clock.now() - GRACE_MS)
      if (!connection) return false
      onRefusal('evicted')
      // The socket emits `close` only later.
      open.delete(connection.socket)
      connection.socket.destroy()
    }
    return true
  }

  return {
    ...tracking,
    /**
     * Admits a connection. When there is no room, it closes the oldest connection without a complete request, else the oldest idle
     * connection, else the oldest connection with an unread response. Returns an error when no such connection may be closed, or when the
     * address is over its limit.
     */
    admit(socket: Socket): Connection | HttpError {
      const key = connectionKeyOf(socket.remoteAddress ?? '')
      // Checked first, so that an address over its own limit cannot close connections of other addresses.
      const isOver = key !== undefined && !semaphore.tryAcquire(key, isExempt(key))
      // A connection over the limit is opened if its first request may show a token: a game server may open hundreds of connections before
      // its first request has arrived.
      if (isOver && !(canProveExemption() && unproven.tryAcquire(key))) return tooManyFromAddress()
      const release = () => key !== undefined && (isOver ? unproven : semaphore).release(key)
      if (!makeRoom()) {
        release()
        return tooMany('Too many connections are open; try again in 5 s.')
      }
      const initial = { receiving: 0, answering: 0, sending: 0, hasReceived: false, unsent: undefined }
      const unprovenKey = isOver ? key : undefined
      const connection: Connection = { socket, ...initial, unprovenKey, since: clock.now() }
      const peer = peerOf(socket)
      open.set(socket, connection)
      byPeer.set(peer, connection)
      byCarrier.set(socket, connection)
      socket.once('close', () => {
        open.delete(socket)
        if (byPeer.get(peer) === connection) byPeer.delete(peer)
        release()
        // An HTTP/1.1 response that waits for an earlier response emits no event when its connection closes.
        for (const tracked of connection.unsent ?? []) tracking.endRequest(tracked)
      })
      return connection
    },
    /** The error for a request on a connection over the limit of its key; undefined once a token has shown that the key is exempt. */
    checkLimit(connection: Connection): HttpError | undefined {
      const { unprovenKey } = connection
      if (unprovenKey === undefined) return undefined
      if (!isExempt(unprovenKey)) return tooManyFromAddress({ connection: 'close' })
      connection.unprovenKey = undefined
      return undefined
    },
    /** Makes `find` accept the TLS socket or HTTP/2 session of this peer, too; Node does not expose the TCP socket beneath. */
    addCarrier(carrier: object, peer: Peer): void {
      const connection = byPeer.get(peerOf(peer))
      if (connection) byCarrier.set(carrier, connection)
    },
    /** The connection of a socket or HTTP/2 session. */
    find: (carrier: object) => byCarrier.get(carrier),
    sockets: () => open.keys(),
    count: () => open.size,
    /** Number of complete requests without a response. */
    answering: () => [...open.values()].reduce((sum, { answering }) => sum + answering, 0),
  }
}

const tooMany = (message: string, headers: Record<string, string> = {}) =>
  new HttpError('too_many_connections', message, { 'retry-after': '5', ...headers }, 'connections')

const tooManyFromAddress = (headers?: Record<string, string>) =>
  tooMany('Too many connections are open from your address; close some, and try again in 5 s.', headers)

/** Tracks the requests of connections. */
function createTracking(unsent: ReturnType<typeof createUnsentResponses>, clock: Pick<Clock, 'now'>) {
  const advance = (tracked: TrackedRequest, phase: 'answering' | 'sending' | 'done') => {
    const { connection } = tracked
    if (tracked.phase !== 'done') connection[tracked.phase]--
    if (phase !== 'done') connection[phase]++
    tracked.phase = phase
    connection.hasReceived = true
    connection.since = clock.now()
  }
  return {
    /** Tracks a request, whose body may not have arrived yet. */
    beginRequest(connection: Connection, isComplete = false): TrackedRequest {
      const phase = isComplete ? 'answering' : 'receiving'
      connection[phase]++
      connection.hasReceived ||= isComplete
      connection.since = clock.now()
      return { connection, phase, releaseUnsent: undefined }
    },
    /** Records that the body has arrived. */
    requestReceived(tracked: TrackedRequest): void {
      if (tracked.phase === 'receiving') advance(tracked, 'answering')
    },
    /** Records that the response is written, with `unsentBytes` not sent yet; `cutOff` ends it early. */
    responseWritten(tracked: TrackedRequest, unsentBytes: number, cutOff: () => void): void {
      // Bytes in the system's buffers count as sent.
      if (tracked.phase === 'done' || unsentBytes === 0) return
      advance(tracked, 'sending')
      tracked.releaseUnsent = unsent.add(unsentBytes, cutOff)
      ;(tracked.connection.unsent ??= new Set()).add(tracked)
    },
    endRequest(tracked: TrackedRequest): void {
      if (tracked.phase === 'done') return
      advance(tracked, 'done')
      tracked.releaseUnsent?.()
      tracked.connection.unsent?.delete(tracked)
    },
  }
}

/**
 * The connection to close for a new connection; undefined when all connections answer requests, or have made progress within `GRACE_MS`
 * while they send a response.
 */
function findExpendable(connections: Iterable<Connection>, graceStart: number): Connection | undefined {
  const oldest: Partial<Record<Stage, Connection>> = {}
  for (const connection of connections) {
    const stage = stageOf(connection)
    if (connection.since < (oldest[stage]?.since ?? Infinity)) oldest[stage] = connection
  }
  const { receiving, idle, sending } = oldest
  if (receiving && receiving.since <= graceStart) return receiving
  if (idle) return idle
  return sending && sending.since <= graceStart ? sending : receiving
}

function stageOf({ receiving, answering, sending, hasReceived }: Connection): Stage {
  if (answering > 0) return 'answering'
  if (receiving > 0) return 'receiving'
  if (sending > 0) return 'sending'
  return hasReceived ? 'idle' : 'receiving'
}

const peerOf = ({ remoteAddress, remotePort }: Peer) => `${remoteAddress} ${remotePort}`

/** A request of which at least the headers have arrived. */
interface Arrival {
  request: IncomingRequest
  response: ServerResponse | Http2ServerResponse
  malformed: HttpError | undefined
  connection: Connection | undefined
  /** Ends the response before it is sent completely. */
  cutOff: () => void
  /** Called when the response is sent, or its connection has closed. */
  onClose?: () => void
}

/**
 * Tracks a request, so that its connection is not closed for a new connection while the request is answered. Returns a function that
 * handles the request and counts what its client has not read yet.
 */
export function acceptRequest(handler: Handler, connections: Connections, arrival: Arrival): () => void {
  const { request, response, malformed, connection, cutOff, onClose } = arrival
  const isComplete = hasNoBody(request)
  const tracked = connection && connections.beginRequest(connection, isComplete)
  if (tracked && !isComplete) request.once('end', () => connections.requestReceived(tracked))
  // `on` suffices, because `close` is emitted once.
  response.on('close', () => {
    onClose?.()
    if (tracked) connections.endRequest(tracked)
  })
  return () => {
    const checkConnection = () => connection && connections.checkLimit(connection)
    void whenReady(handler.handle(request, response, malformed, checkConnection), () => {
      if (tracked) connections.responseWritten(tracked, response.writableLength, cutOff)
    })
  }
}
