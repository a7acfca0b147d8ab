import type { Database } from '../database/database.ts'
import { abortable } from '../lib/abort.ts'
import type { Clock } from '../lib/clock.ts'
import type { EventRepositories } from './database/repositories.ts'
import type { EventPosition } from './event-position.ts'

/** Interval at which a process looks for new events while it has followers. */
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

/** The looking for new events from the first follower to the last; a later one begins anew. */
interface Watch {
  /** The id of the newest event that is known; undefined before the first look. */
  seenId: number | undefined
  /** The id of the newest event at the first look. What was stored before is not known by server. */
  beganAt: number | undefined
  stopTimer: (() => void) | undefined
}

interface Waiting extends Follower {
  position: EventPosition
  wake: () => void
  fail: (error: unknown) => void
}

/**
 * Tells followers when their servers have new events, which any process may have stored. One query each quarter of a second serves all
 * followers; without followers there are no queries.
 */
export function createEventWait({ database, clock, onError }: AwaitOptions) {
  const followersOf = new Map<string, number>()
  const waiting = new Set<Waiting>()
  /** The id of the newest event of each server that had one since the watch began. */
  const newestOf = new Map<string, number>()
  let watch: Watch | undefined
  let stopped: { error: unknown } | undefined

  /** Whether there may be events after this position that its follower has not read. */
  const hasNews = (guildId: string, { id }: EventPosition) =>
    id < (watch?.beganAt ?? 0) || id < (newestOf.get(guildId) ?? 0)
  const look = async (current: Watch) => {
    const { seenId } = current
    const news =
      seenId === undefined
        ? [{ guildId: null, id: await database.read(({ events }) => events.newestId()) }]
        : await database.read(({ events }) => events.newestOfEach(seenId))
    if (current !== watch) return
    for (const { guildId, id } of news) {
      if (guildId === null) current.beganAt = id
      else newestOf.set(guildId, id)
      current.seenId = Math.max(current.seenId ?? 0, id)
    }
  }
  const rouse = () => {
    const now = clock.unixSeconds()
    for (const { guildId, position, check, wake, fail } of waiting) {
      try {
        check()
        if (hasNews(guildId, position) || now - position.at >= RENEW_SECONDS) wake()
      } catch (error) {
        fail(error)
      }
    }
  }
  const schedule = (current: Watch) => {
    current.stopTimer = clock.setTimer(POLL_MS, () => {
      void look(current)
        .catch(onError)
        .finally(() => {
          rouse()
          if (current === watch) schedule(current)
        })
    })
  }

  return {
    /** Adds a follower of a server; `leave` has to be called when it ends. */
    enter(guildId: string): void {
      followersOf.set(guildId, (followersOf.get(guildId) ?? 0) + 1)
      if (!watch) schedule((watch = { seenId: undefined, beganAt: undefined, stopTimer: undefined }))
    },
    leave(guildId: string): void {
      const left = (followersOf.get(guildId) ?? 1) - 1
      if (left > 0) followersOf.set(guildId, left)
      else followersOf.delete(guildId)
      if (followersOf.size > 0) return
      watch?.stopTimer?.()
      watch = undefined
      newestOf.clear()
    },
    /** Number of followers of a server. */
    countOf: (guildId: string): number => followersOf.get(guildId) ?? 0,
    /** Number of followers of all servers. */
    count: (): number => [...followersOf.values()].reduce((sum, each) => sum + each, 0),
    /** Resolves when there may be events after a position, or its cursor is to be renewed; rejects when following ends. */
    async untilNews(follower: Follower, position: EventPosition): Promise<void> {
      if (stopped) throw stopped.error
      if (!hasNews(follower.guildId, position)) await waitAmong(waiting, follower, position)
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
