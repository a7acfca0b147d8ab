import type { Database } from '../database/database.ts'
import { abortable } from '../lib/abort.ts'
import type { Clock } from '../lib/clock.ts'
import type { EventRepositories } from './database/repositories.ts'
import type { EventPosition } from './event-position.ts'

/** How often a process looks for new events while somebody follows them. */
const POLL_MS = 250
/** How often a follower without events gets a newer cursor, so that its cursor does not expire. */
const RENEW_SECONDS = 600

export interface AwaitOptions {
  database: Pick<Database<EventRepositories>, 'read'>
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>
  /** Called with failures of the database; it is asked again a moment later. */
  onError: (error: unknown) => void
}

/** Who waits for events of which server. */
export interface Follower {
  guildId: string
  signal: AbortSignal
  /** Throws the error with which following ends, for example because the token was revoked; called several times a second. */
  check: () => void
}

interface Waiting extends Follower {
  position: EventPosition
  wake: () => void
  fail: (error: unknown) => void
}

/**
 * Tells followers when their servers have new events, which any process may have stored. One query a quarter of a second finds out for all of
 * them; there is none while nobody follows.
 */
export function createEventWait({ database, clock, onError }: AwaitOptions) {
  const followersOf = new Map<string, number>()
  const waiting = new Set<Waiting>()
  /** The id of the newest event of each server that had one since the first look. */
  const newestOf = new Map<string, number>()
  let seenId: number | undefined
  let stopTimer: (() => void) | undefined
  let stopped: { error: unknown } | undefined

  const look = async () => {
    if (seenId === undefined) {
      seenId = await database.read(({ events }) => events.newestId())
      // What was stored before is not known by server.
      for (const { wake } of waiting) wake()
      return
    }
    const after = seenId
    for (const { guildId, id } of await database.read(({ events }) => events.newestOfEach(after))) {
      newestOf.set(guildId, id)
      seenId = Math.max(seenId, id)
    }
  }
  const rouse = () => {
    const now = clock.unixSeconds()
    for (const { guildId, position, check, wake, fail } of waiting) {
      try {
        check()
        if ((newestOf.get(guildId) ?? 0) > position.id || now - position.at >= RENEW_SECONDS) wake()
      } catch (error) {
        fail(error)
      }
    }
  }
  const schedule = () => {
    stopTimer = clock.setTimer(POLL_MS, () => {
      void look()
        .catch(onError)
        .finally(() => {
          rouse()
          if (followersOf.size > 0) schedule()
        })
    })
  }

  return {
    /** To be called when somebody begins to follow a server; `leave` when that ends. */
    enter(guildId: string): void {
      if (followersOf.size === 0) schedule()
      followersOf.set(guildId, (followersOf.get(guildId) ?? 0) + 1)
    },
    leave(guildId: string): void {
      const left = (followersOf.get(guildId) ?? 1) - 1
      if (left > 0) followersOf.set(guildId, left)
      else followersOf.delete(guildId)
      if (followersOf.size > 0) return
      stopTimer?.()
      seenId = undefined
      newestOf.clear()
    },
    /** Number of followers of a server. */
    countOf: (guildId: string): number => followersOf.get(guildId) ?? 0,
    /** Number of followers of all servers. */
    count: (): number => [...followersOf.values()].reduce((sum, each) => sum + each, 0),
    /** Resolves when there may be events after a position, or its cursor is to be renewed; rejects when following ends. */
    async untilNews(follower: Follower, position: EventPosition): Promise<void> {
      if (stopped) throw stopped.error
      if ((newestOf.get(follower.guildId) ?? 0) <= position.id) await waitAmong(waiting, follower, position)
    },
    throwIfStopped(): void {
      if (stopped) throw stopped.error
    },
    /** Ends all followers with this error; later ones are refused with it. */
    stop(error: unknown): void {
      stopped = { error }
      for (const { fail } of waiting) fail(error)
    },
  }
}

/** Adds a follower to those that wait; resolves when it is woken, and rejects when following ends. */
const waitAmong = (waiting: Set<Waiting>, follower: Follower, position: EventPosition): Promise<void> =>
  abortable<void>(follower.signal, (resolve, reject) => {
    const entry: Waiting = {
      ...follower,
      position,
      wake() {
        waiting.delete(entry)
        resolve()
      },
      fail(error) {
        waiting.delete(entry)
        reject(error)
      },
    }
    waiting.add(entry)
    return () => waiting.delete(entry)
  })
