import type { Database } from '../database/database.ts'
import type { EventType } from '../model/event.ts'
import { type AwaitOptions, createEventWait, type Follower } from './await-events.ts'
import type { EventRepositories } from './database/repositories.ts'
import type { EventPosition } from './event-position.ts'
import { type EventPage, readEvents, type ToolEvent } from './read-events.ts'

const EVENTS_PER_READ = 100
/** Maximum number of followers of one Discord server in one process. */
export const MAX_FOLLOWERS = 100

export interface FollowOptions extends Omit<AwaitOptions, 'database'> {
  database: Pick<Database<EventRepositories>, 'read'>
}

/** Who follows events, and from where. */
export interface Following extends Follower {
  types: readonly EventType[]
  from: EventPosition
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
  /** Numbers of those whose first page is being read, by server. */
  const beginning = new Map<string, number>()

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
    wait.enter(guildId)
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
      wait.leave(guildId)
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
      const others = beginning.get(guildId) ?? 0
      if (wait.countOf(guildId) + others >= MAX_FOLLOWERS) return undefined
      beginning.set(guildId, others + 1)
      try {
        return follow(following, await readShared(guildId, types, from))
      } finally {
        const left = (beginning.get(guildId) ?? 1) - 1
        if (left > 0) beginning.set(guildId, left)
        else beginning.delete(guildId)
      }
    },
    stop: wait.stop,
    count: wait.count,
  }
}
