import type { Knex } from 'knex'
import { z } from 'zod'
import { eraseTraces } from '../../database/erase-traces.ts'
import { inChunks, insertInChunks, jsonColumn, readRows, selectRows, toRow } from '../../database/rows.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { ownBanSchema } from '../../model/ban.ts'
import { EVENT_TYPES, EVENTS, type EventType } from '../../model/event.ts'
import type { SteamId } from '../../model/steam-id.ts'

/**
 * `reset`: the lists of a server have changed without an event for each change, so that all processes and tools that follow the lists have to read
 * them again. It is kept as long as the events about bans.
 */
const STORED_TYPES = [...EVENT_TYPES, 'reset'] as const
export type StoredEventType = (typeof STORED_TYPES)[number]

/** Events are deleted this long after tools can no longer ask for them, so that a clock that is a little wrong makes no gap. */
const MARGIN_SECONDS = 3_600
/** Maximum number of events that are kept for one server. */
const MAX_EVENTS_PER_GUILD = 100_000

const storedSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  at: unixSecondsSchema,
  type: z.enum(STORED_TYPES),
  /** Who made the change: the Discord id of a user, or the token of a tool; null for the service itself. */
  author: z.string().nullable(),
  object: jsonColumn(z.looseObject({})).nullable(),
})
/** A stored event; ids ascend in the order of the commits. */
export type StoredEvent = z.infer<typeof storedSchema>

const newSchema = storedSchema.omit({ id: true }).extend({
  steamId: z.string().nullable(),
  expiresAt: unixSecondsSchema,
})

const idSchema = storedSchema.pick({ id: true })

const changeSchema = storedSchema.pick({ id: true, guildId: true, type: true }).extend({
  /** The account whose bans have changed; null in a reset. */
  steamId: z.string().nullable(),
  /** Its ban, or the one that was removed; null in a reset, and if it cannot be read. */
  object: jsonColumn(ownBanSchema).nullable().catch(null),
})
/** A change of a ban list, which each process takes over. */
export type ListChange = z.infer<typeof changeSchema>

/** An event about one object, to be stored in the transaction that changes it. */
export interface NewEvent {
  guildId: string
  at: number
  type: EventType
  steamId: SteamId
  author: string | null
  /** The object as tools read it. */
  object: object
}

type NewRow = Omit<z.infer<typeof newSchema>, 'object' | 'expiresAt'> & { object: object | null }

const expiryOf = ({ at, type }: Pick<NewRow, 'at' | 'type'>): number =>
  at + EVENTS[type === 'reset' ? 'ban.added' : type].keptSeconds + MARGIN_SECONDS

const insert = (db: Knex, rows: readonly NewRow[]): Promise<void> =>
  insertInChunks(rows, (chunk) =>
    db('events').insert(chunk.map((row) => toRow(newSchema, { ...row, expiresAt: expiryOf(row) }))),
  )

/** Stores events, in the transaction of what they tell. */
export const noteEvents = (db: Knex, events: readonly NewEvent[]): Promise<void> => insert(db, events)

/** Stores that everybody who follows the lists of these servers has to read them again. */
const noteResets = (db: Knex, guildIds: readonly string[], at: number): Promise<void> =>
  insert(
    db,
    guildIds.map((guildId) => ({ guildId, at, type: 'reset', steamId: null, author: null, object: null })),
  )

/** The events of the lists of all servers, which tools follow, and by which processes learn of changes of other processes. */
export function createEventsRepository(db: Knex) {
  const inOrder = (after: number, limit: number) => db('events').where('id', '>', after).orderBy('id').limit(limit)
  return {
    add: (events: readonly NewEvent[]): Promise<void> => noteEvents(db, events),

    /** Stores that everybody who follows the lists of these servers has to read them again. */
    reset: (guildIds: readonly string[], at: number): Promise<void> => noteResets(db, guildIds, at),

    /** The id of the newest event of all servers; 0 without any. */
    async newestId(): Promise<number> {
      const rows: unknown = await db('events').orderBy('id', 'desc').limit(1).select('id')
      return readRows('events', idSchema, rows)[0]?.id ?? 0
    },

    /** The next changes of ban lists with an id above `after`, in ascending order. */
    async banChanges(after: number, limit: number): Promise<ListChange[]> {
      return selectRows('events', changeSchema, inOrder(after, limit).whereIn('type', BAN_LIST_TYPES))
    },

    /**
     * The next events of a server with an id above `after` and one of these types, in ascending order. Of events whose time is over at `now`, only
     * resets are among them, because they tell of others that are missing.
     */
    async page(
      guildId: string,
      { after, types, limit, now }: { after: number; types: readonly StoredEventType[]; limit: number; now: number },
    ): Promise<StoredEvent[]> {
      const next = inOrder(after, limit)
        .where('guild_id', guildId)
        .whereIn('type', types)
        .where((kept) => kept.where('type', 'reset').orWhere('expires_at', '>', now + MARGIN_SECONDS))
      return selectRows('events', storedSchema, next)
    },

    /** The id of the newest reset of a server; 0 without one. */
    async newestReset(guildId: string): Promise<number> {
      const resets = db('events').where({ guild_id: guildId, type: 'reset' })
      const rows: unknown = await resets.orderBy('id', 'desc').limit(1).select('id')
      return readRows('events', idSchema, rows)[0]?.id ?? 0
    },

    /** The id of the oldest event of a server that happened at this time or later, Unix seconds; undefined without one. */
    async oldestSince(guildId: string, time: number): Promise<number | undefined> {
      const younger = db('events').where('guild_id', guildId).where('at', '>=', time)
      const rows: unknown = await younger.orderBy('id').limit(1).select('id')
      return readRows('events', idSchema, rows)[0]?.id
    },

    /** The servers that have events with an id above `after`, each with the id of its newest event. */
    async newestOfEach(after: number): Promise<{ guildId: string; id: number }[]> {
      const rows: unknown = await db('events')
        .where('id', '>', after)
        .groupBy('guild_id')
        .select({ guildId: 'guild_id' })
        .max({ id: 'id' })
      return readRows('events', newestSchema, rows)
    },

    ...createRemovals(db),
  }
}

const newestSchema = storedSchema.pick({ guildId: true, id: true })

/** The types of events after which a process reads a ban list again. */
const BAN_LIST_TYPES: readonly StoredEventType[] = ['ban.added', 'ban.changed', 'ban.removed', 'reset']

const countsSchema = z.object({ guildId: z.string(), count: z.coerce.number() })

function createRemovals(db: Knex) {
  /** Turns an event into a reset, so that tools that have not read it yet read the lists again. */
  const toReset = (events: Knex.QueryBuilder) =>
    events.update({ type: 'reset', steam_id: null, author: null, object: null })
  return {
    /** Deletes the events about an account at a server; returns their number. */
    forget: (guildId: string, steamId: SteamId): Promise<number> =>
      db('events').where({ guild_id: guildId, steam_id: steamId }).delete(),

    /** Erases every trace of an account; returns whether there was any. Stores no reset, which has to follow in the same transaction. */
    erase: (steamId: SteamId): Promise<boolean> =>
      eraseTraces(db, steamId, { tables: ['events'], texts: [{ table: 'events', text: 'object' }] }),

    /** Deletes all events of a server; its ban list has to be read again. */
    async removeAll(guildId: string, now: number): Promise<void> {
      await db('events').where('guild_id', guildId).delete()
      await noteResets(db, [guildId], now)
    },

    /** Deletes at most `limit` events whose time is over; returns whether there may be more. */
    deleteExpired: (now: number, limit: number): Promise<boolean> =>
      deleteOldest(db, db('events').where('expires_at', '<', now), limit),

    /**
     * Deletes at most `limit` of the oldest events of a server that has more than `kept` besides a reset; returns whether there may be more, also of
     * other servers. The newest of those that are too many becomes the reset.
     */
    async trim(limit: number, kept = MAX_EVENTS_PER_GUILD): Promise<boolean> {
      const rows: unknown = await db('events')
        .groupBy('guild_id')
        .havingRaw('count(*) > ?', [kept + 1])
        .select({ guildId: 'guild_id' })
        .count({ count: '*' })
        .limit(1)
      const [full] = readRows('events', countsSchema, rows)
      if (!full) return false
      const ofGuild = db('events').where('guild_id', full.guildId)
      const [last = 0] = await ofGuild
        .clone()
        .orderBy('id')
        .offset(full.count - kept - 1)
        .limit(1)
        .pluck<number[]>('id')
      await toReset(db('events').where('id', last))
      await deleteOldest(db, ofGuild.where('id', '<', last), limit)
      return true
    },
  }
}

/** Deletes at most `limit` of these events, the oldest first; returns whether there may be more. */
async function deleteOldest(db: Knex, events: Knex.QueryBuilder, limit: number): Promise<boolean> {
  const ids = await events.orderBy('id').limit(limit).pluck<number[]>('id')
  await inChunks(ids, (chunk): Promise<number> => db('events').whereIn('id', chunk).delete())
  return ids.length === limit
}
