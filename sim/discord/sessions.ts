import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { shardOf } from './snowflake.ts'

/** A client's gateway session; it outlives its connections. */
export interface Session {
  id: string
  shard: readonly [id: number, count: number]
  /** The number of the last event. */
  sequence: number
  /** Events that the client has not acknowledged. */
  events: { t: string; s: number; d: object }[]
  socket: WebSocket | undefined
}

/** The sessions of one gateway. */
export interface Sessions {
  begin: (socket: WebSocket, shard: Session['shard']) => Session
  takeUp: (session: Session, socket: WebSocket) => void
  /** Handles a lost connection; the session stays unless `isOver`. */
  leave: (socket: WebSocket, isOver: boolean) => void
  find: (id: unknown) => Session | undefined
  of: (socket: WebSocket) => Session | undefined
  /** The sessions that receive events of a guild, connected or not. */
  ofGuild: (guildId: string | null) => Session[]
  live: () => Session[]
  /** Numbers an event and keeps it while the client may resume. */
  record: (session: Session, t: string, d: object) => number
  acknowledge: (session: Session, sequence: number) => void
  begun: () => number
  resumed: () => number
}

/** Creates an empty list of sessions. */
export function createSessions(): Sessions {
  const kept = new Set<Session>()
  let begun = 0
  let resumed = 0
  return {
    begin(socket, shard) {
      begun += 1
      // A shard that identifies again gives up its disconnected session; of two connected ones, both receive events.
      for (const old of kept) if (old.shard[0] === shard[0] && old.socket === undefined) kept.delete(old)
      const session = { id: randomBytes(16).toString('hex'), shard, sequence: 0, events: [], socket }
      kept.add(session)
      return session
    },
    takeUp(session, socket) {
      resumed += 1
      session.socket = socket
    },
    leave(socket, isOver) {
      for (const session of kept) {
        if (session.socket !== socket) continue
        session.socket = undefined
        if (isOver) kept.delete(session)
      }
    },
    find: (id) => [...kept].find((session) => session.id === id),
    of: (socket) => [...kept].find((session) => session.socket === socket),
    ofGuild: (guildId) => [...kept].filter(({ shard: [id, count] }) => shardOf(guildId, count) === id),
    live: () => [...kept].filter(({ socket }) => socket !== undefined),
    record(session, t, d) {
      session.sequence += 1
      session.events.push({ t, s: session.sequence, d })
      return session.sequence
    },
    acknowledge(session, sequence) {
      session.events = session.events.filter(({ s }) => s > sequence)
    },
    begun: () => begun,
    resumed: () => resumed,
  }
}
