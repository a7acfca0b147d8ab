import type { Database } from '../database/database.ts'
import { abortable } from '../lib/abort.ts'
import type { Clock } from '../lib/clock.ts'
import type { EventType } from '../model/event.ts'
import type { EventRepositories } from './database/repositories.ts'
import { type EventPage, type EventPosition, readEvents, type ToolEvent } from './read-events.ts'

/** Interval at which a process looks for new events while followers wait. */
const POLL_MS = 250
/** How often a follower without events gets a newer cursor, so that its cursor does not expire. */
const RENEW_SECONDS = 600
const EVENTS_PER_READ = 100
/** Maximum number of followers of one Discord server in one process. */
export const MAX_FOLLOWERS = 100

export interface FollowOptions {
  database: Pick<Database<EventRepositories>, 'read'>
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>
  /** Called with failures of the database; it is asked again a moment later. */
  onError: (error: unknown) => void
}

/** Who follows events of which server, and from where. */
export interface Following {
  guildId: string
  types: readonly EventType[]
  from: EventPosition
  signal: AbortSignal
  /** Throws the error with which following ends, for example because the token was revoked; called several times a second. */
  check: () => void
}

/** An event, or only the cursor at which a follower has arrived. */
export interface Followed {
  id: string
  event: ToolEvent | null
  /** Whether the follower has just caught up; once for each follower, without an event. */
  isCurrent: boolean
}

export type EventFollowers = ReturnType<typeof createEventFollowers>

/** Lets many followers read the events of their servers as they are stored. Followers at the same position share the reading of them. */
export function createEventFollowers(options: FollowOptions) {
  const { database, clock } = options
  const wait = createEventWait(options)
  const reading = new Map<string, Promise<EventPage>>()
  /** Numbers of followers, and of those whose first page is being read, by server. */
  const counts = new Map<string, number>()
  const countOf = (guildId: string) => counts.get(guildId) ?? 0
  const enter = (guildId: string) => counts.set(guildId, countOf(guildId) + 1)
  const leave = (guildId: string) => {
    if (countOf(guildId) > 1) counts.set(guildId, countOf(guildId) - 1)
    else counts.delete(guildId)
  }

  const readShared = (guildId: string, types: readonly EventType[], from: EventPosition): Promise<EventPage> => {
    const key = [guildId, from.id, ...types].join(' ')
    const running = reading.get(key)
    if (running) return running
    const query = { guildId, types, from, limit: EVENTS_PER_READ, now: clock.unixSeconds() }
    const page = database
      .read((repositories) => readEvents(repositories, query), guildId)
      .finally(() => reading.delete(key))
    reading.set(key, page)
    return page
  }

  async function* follow(following: Following, first: EventPage): AsyncGenerator<Followed, void, undefined> {
    const { guildId, types, check } = following
    enter(guildId)
    try {
      let lastId: string | undefined
      let hasCaughtUp = false
      for (let page = first; ;) {
        for (const event of page.events) yield { id: event.id, event, isCurrent: false }
        const isCurrent: boolean = !hasCaughtUp && !page.hasMore
        if (isCurrent || (page.events.length === 0 && page.cursor !== lastId))
          yield { id: page.cursor, event: null, isCurrent }
        hasCaughtUp ||= isCurrent
        lastId = page.events.at(-1)?.id ?? page.cursor
        wait.throwIfStopped()
        if (!page.hasMore) await wait.untilNews(following, page.position)
        check()
        page = await readShared(guildId, types, page.position)
      }
    } finally {
      leave(guildId)
    }
  }

  return {
    /**
     * Reads the first events after a position and returns the events from there on, as they are stored, until the signal aborts or `check`
     * throws; undefined if the server has too many followers.
     */
    async follow(following: Following): Promise<AsyncIterable<Followed> | undefined> {
      const { guildId, types, from } = following
      wait.throwIfStopped()
      if (countOf(guildId) >= MAX_FOLLOWERS) return undefined
      enter(guildId)
      try {
        return follow(following, await readShared(guildId, types, from))
      } finally {
        leave(guildId)
      }
    },
    /** Ends all followers with this error; later ones are refused with it. */
    stop: wait.stop,
    /** Number of followers of all servers. */
    count: (): number => [...counts.values()].reduce((sum, each) => sum + each, 0),
  }
}

interface Waiting extends Pick<Following, 'guildId' | 'check'> {
  /** The server has no event after the position of the follower up to this id. */
  seenId: number
  /** When the follower gets a newer cursor, Unix seconds. */
  renewAt: number
  wake: () => void
  fail: (error: unknown) => void
}

/**
 * Wakes followers when their servers have new events, which any process may have stored. One query each quarter of a second serves all
 * that wait; without any there are no queries.
 */
function createEventWait({ database, clock, onError }: FollowOptions) {
  const waiting = new Set<Waiting>()
  let stopTimer: (() => void) | undefined
  let isLooking = false
  let stopped: { error: unknown } | undefined

  const look = async () => {
    // Those that come during the query may not have seen what it leaves out.
    const asked = [...waiting]
    const after = Math.min(...asked.map(({ seenId }) => seenId))
    const news = await database
      .read(({ events }) => events.newestOfEach(after))
      .catch((error: unknown) => (onError(error), []))
    const newestOf = new Map(news.map(({ guildId, id }) => [guildId, id]))
    const upTo = Math.max(after, ...newestOf.values())
    for (const follower of asked) {
      try {
        follower.check()
        const hasNews = (newestOf.get(follower.guildId) ?? 0) > follower.seenId
        if (hasNews || clock.unixSeconds() >= follower.renewAt) follower.wake()
        else follower.seenId = Math.max(follower.seenId, upTo)
      } catch (error) {
        follower.fail(error)
      }
    }
  }
  const schedule = () => {
    if (isLooking || stopTimer) return
    stopTimer = clock.setTimer(POLL_MS, () => {
      stopTimer = undefined
      isLooking = true
      void look().finally(() => {
        isLooking = false
        if (waiting.size > 0) schedule()
      })
    })
  }
  const remove = (follower: Waiting) => {
    waiting.delete(follower)
    if (waiting.size > 0) return
    stopTimer?.()
    stopTimer = undefined
  }

  const throwIfStopped = () => {
    if (stopped) throw stopped.error
  }
  return {
    throwIfStopped,
    /** Resolves when there may be events after a position, or its cursor is to be renewed; rejects when following ends. */
    async untilNews({ guildId, signal, check }: Following, { id, at }: EventPosition): Promise<void> {
      throwIfStopped()
      let follower: Waiting | undefined
      await abortable<void>(signal, (wake, fail) => {
        follower = { guildId, check, seenId: id, renewAt: at + RENEW_SECONDS, wake, fail }
        waiting.add(follower)
        schedule()
      }).finally(() => follower && remove(follower))
    },
    stop(error: unknown): void {
      stopped = { error }
      for (const { fail } of waiting) fail(error)
    },
  }
}
