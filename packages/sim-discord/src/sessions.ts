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
export type Sessions = ReturnType<typeof createSessions>

/** Creates an empty list of sessions. */
export function createSessions() {
  const kept = new Set<Session>()
  const waiting: (() => void)[] = []
  let begun = 0
  let resumed = 0

  const live = () => [...kept].filter(({ socket }) => socket !== undefined)
  const announceLive = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    begin(socket: WebSocket, shard: Session['shard']): Session {
      begun += 1
      // A shard that identifies again gives up its disconnected session; of two connected ones, both receive events.
      for (const old of kept) if (old.shard[0] === shard[0] && old.socket === undefined) kept.delete(old)
      const session = { id: randomBytes(16).toString('hex'), shard, sequence: 0, events: [], socket }
      kept.add(session)
      announceLive()
      return session
    },
    takeUp(session: Session, socket: WebSocket): void {
      resumed += 1
      session.socket = socket
      announceLive()
    },
    /** Handles a lost connection; the session stays unless `isOver`. */
    leave(socket: WebSocket, isOver: boolean): void {
      for (const session of kept) {
        if (session.socket !== socket) continue
        session.socket = undefined
        if (isOver) kept.delete(session)
      }
    },
    find: (id: unknown) => [...kept].find((session) => session.id === id),
    of: (socket: WebSocket) => [...kept].find((session) => session.socket === socket),
    /** The sessions that receive events of a guild, connected or not. */
    ofGuild: (guildId: string | null) => [...kept].filter(({ shard: [id, count] }) => shardOf(guildId, count) === id),
    live,
    /** Resolves once a session is connected. */
    untilLive: async (): Promise<void> => {
      if (live().length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    /** Numbers an event and keeps it while the client may resume. */
    record(session: Session, t: string, d: object): number {
      session.sequence += 1
      session.events.push({ t, s: session.sequence, d })
      return session.sequence
    },
    acknowledge(session: Session, sequence: number): void {
      session.events = session.events.filter(({ s }) => s > sequence)
    },
    begun: () => begun,
    resumed: () => resumed,
  }
}
