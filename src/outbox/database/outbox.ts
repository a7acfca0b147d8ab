import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../../lib/clock.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { LOG_LINE, LOG_OFF } from '../../model/log-line.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import {
  inChunks,
  insertInChunks,
  jsonColumn,
  readCount,
  readInsertedId,
  readRows,
  selectRows,
  toRow,
} from '../../database/rows.ts'

/** The identity of an entry. A server has at most one entry of a kind for an account and a key. */
export interface EntryIdentity {
  /** The kind of its messages. */
  kind: string
  guildId: string
  /** The account that the entry is about; empty for an entry about no account. */
  steamId: SteamId
  key: string
}

/** Which entries of a server are wanted; without `key`, those with any key. */
interface EntrySearch extends Pick<EntryIdentity, 'kind' | 'guildId'> {
  key?: string
  steamIds: readonly SteamId[]
}

/** When a message about an entry is due, and the digest that the entry belongs to. */
export interface Schedule {
  /** Unix seconds; 0 means at once. */
  dueAt: number
  /** The key of the digest that the entry belongs to; null if the entry may be sent as a single message. */
  digest: string | null
}

/**
 * A fact that a message has to report to a Discord server. It is stored in the transaction that stores its cause. It is due until it was sent
 * or has expired, and stays stored for some days after that.
 */
export interface Entry extends EntryIdentity, Pick<Schedule, 'digest'> {
  id: number
  createdAt: number
}

/** An entry to be stored. */
export interface NewEntry extends EntryIdentity, Schedule {
  createdAt: number
  payload: object
  /** When it is given up, Unix seconds. */
  expiresAt: number
  /** The entry is deleted together with this observation. */
  observationId?: number
}

/** A Discord message to be sent. Its entries are fixed before the first attempt. */
export interface Message {
  id: number
  kind: string
  guildId: string
  /** At most 25 characters; Discord sends only one message with the same nonce. */
  nonce: string
  createdAt: number
  attempts: number
  nextAttemptAt: number
}

/** Conditions under which more messages are planned for a server that has unsent messages. */
export interface PlanLimits {
  /** All unsent messages must have been created before this time, and attempted. */
  failingSince: number
  /** The server must have fewer unsent messages than this. */
  maxMessages: number
}

const entrySchema = z.object({
  id: z.int(),
  kind: z.string(),
  guildId: z.string(),
  steamId: z.string(),
  key: z.string(),
  createdAt: unixSecondsSchema,
  digest: z.string().nullable(),
})

const newEntrySchema = entrySchema.omit({ id: true }).extend({
  observationId: z.int().nullable(),
  payload: z.unknown(),
  dueAt: unixSecondsSchema,
  expiresAt: unixSecondsSchema,
})

const messageSchema = z.object({
  id: z.int(),
  kind: z.string(),
  guildId: z.string(),
  nonce: z.string(),
  createdAt: unixSecondsSchema,
  attempts: z.int(),
  nextAttemptAt: unixSecondsSchema,
})
const newMessageSchema = messageSchema.omit({ id: true, attempts: true })

const oldestSchema = z.object({ oldestAt: unixSecondsSchema.nullable() })

export type OutboxRepository = ReturnType<typeof createOutboxRepository>

/** The entries for Discord servers, and the messages that contain them. */
export const createOutboxRepository = (db: Knex) => ({
  ...createEntries(db),
  ...createListing(db),
  ...createPlanning(db),
  ...createSending(db),
})

const entriesIn = (db: Knex) => db('outbox_entries')
const messagesIn = (db: Knex) => db('outbox_messages')

/** Due entries of a kind, with or without a message. */
const dueEntries = (db: Knex, kind: string, now: number) =>
  entriesIn(db).where({ kind, told_at: null }).where('due_at', '<=', now).where('expires_at', '>=', now)

const guildsWithChannel = (db: Knex, kind: string) => {
  const guilds = db('guilds').select('guild_id')
  if (kind !== LOG_LINE) return guilds.whereNotNull('alert_channel_id')
  return guilds.whereRaw('coalesce(log_channel_id, alert_channel_id) <> ?', [LOG_OFF])
}
/** The servers whose channel for alerts Discord did not refuse at the last attempt. */
const usableGuilds = (db: Knex, kind: string) => guildsWithChannel(db, kind).whereNull('alert_block')

async function readEntries<T>(payload: z.ZodType<T>, entries: Knex.QueryBuilder): Promise<(Entry & { payload: T })[]> {
  const schema = entrySchema.extend({ payload: jsonColumn(payload) })
  return selectRows('outbox_entries', schema, entries)
}

/** Operations on entries, with or without a message. */
function createEntries(db: Knex) {
  return {
    /** Adds entries. A stored entry with the same identity gets the new payload, schedule and expiry. */
    async put(entries: readonly NewEntry[]): Promise<void> {
      await insertInChunks(entries, (chunk) =>
        entriesIn(db)
          .insert(chunk.map((entry) => toRow(newEntrySchema, { observationId: null, ...entry })))
          .onConflict(['guild_id', 'kind', 'steam_id', 'key'])
          .merge(['payload', 'due_at', 'digest', 'expires_at']),
      )
    },

    /** The entries of a server about these accounts. */
    async find<T>({ kind, guildId, key, steamIds }: EntrySearch, payload: z.ZodType<T>) {
      const ofKind = entriesIn(db).where({ kind, guild_id: guildId, ...(key !== undefined && { key }) })
      const found = await inChunks(steamIds, (chunk) => readEntries(payload, ofKind.clone().whereIn('steam_id', chunk)))
      return found.flat()
    },

    /** All stored entries of a kind about an account, newest first. */
    async all<T>({ kind, guildId, steamId }: Omit<EntryIdentity, 'key'>, payload: z.ZodType<T>) {
      const ofAccount = entriesIn(db).where({ kind, guild_id: guildId, steam_id: steamId })
      return readEntries(payload, ofAccount.orderBy('created_at', 'desc'))
    },

    /** The newest entry of a kind about an account. */
    async latest<T>({ kind, guildId, steamId }: Omit<EntryIdentity, 'key'>, payload: z.ZodType<T>) {
      const ofAccount = entriesIn(db).where({ kind, guild_id: guildId, steam_id: steamId })
      return (await readEntries(payload, ofAccount.orderBy('created_at', 'desc').limit(1)))[0]
    },

    /** The entries of a message, oldest first. */
    entriesOf: <T>(messageId: number, payload: z.ZodType<T>) =>
      readEntries(payload, entriesIn(db).where('message_id', messageId).orderBy(['created_at', 'id'])),

    /** Reschedules the unsent entries of a server with this key and digest; messages that are planned already are not changed. */
    async reschedule(
      { kind, guildId, key, digest }: Pick<Entry, 'kind' | 'guildId' | 'key' | 'digest'>,
      to: Schedule,
    ): Promise<void> {
      const untold = entriesIn(db).where({ kind, guild_id: guildId, key, digest, told_at: null })
      await untold.update({ due_at: to.dueAt, digest: to.digest })
    },

    /** Counts the due entries of one server, or of all servers with a channel that can be used. */
    async countDue(kind: string, now: number, guildId?: string): Promise<number> {
      const guilds = guildId === undefined ? usableGuilds(db, kind) : [guildId]
      return readCount(await dueEntries(db, kind, now).whereIn('guild_id', guilds).count({ count: '*' }))
    },

    /** When the oldest due entry of a kind was created, of all servers with a channel that can be used; null if there is none. */
    async oldestDueAt(kind: string, now: number): Promise<number | null> {
      const due = dueEntries(db, kind, now).whereIn('guild_id', usableGuilds(db, kind))
      return readRows('outbox_entries', oldestSchema, await due.min({ oldestAt: 'created_at' }))[0]?.oldestAt ?? null
    },

    /** Deletes the entries of a server about an account, and messages without any entry left. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      await entriesIn(db).where({ guild_id: guildId, steam_id: steamId }).delete()
      await deleteEmptyMessages(db)
    },

    /** Erases every trace of an account in all entries; returns whether there was any. */
    async erase(steamId: SteamId): Promise<boolean> {
      const table = 'outbox_entries'
      const isErased = await eraseTraces(db, steamId, { tables: [table], texts: [{ table, text: 'payload' }] })
      await deleteEmptyMessages(db)
      return isErased
    },

    /** Deletes entries that were created before `before` and have expired or were sent, and messages without any entry left. */
    async deleteOld(before: number, now: number): Promise<void> {
      await entriesIn(db)
        .where('created_at', '<', before)
        .where((ended) => ended.whereNotNull('told_at').orWhere('expires_at', '<', now))
        .delete()
      await deleteEmptyMessages(db)
    },
  }
}

/** Operations that find entries. */
function createListing(db: Knex) {
  return {
    /** Whether a message to a server has, or had, entries with this digest key. */
    async isDigested({ kind, guildId, digest }: Pick<Entry, 'kind' | 'guildId' | 'digest'>): Promise<boolean> {
      const entries = entriesIn(db).where({ kind, guild_id: guildId, digest })
      const planned = entries.where((each) => each.whereNotNull('message_id').orWhereNotNull('told_at'))
      return readCount(await planned.count({ count: '*' })) > 0
    },

    /**
     * The next entries of these kinds that were created at `since` or later and have an id below `before`, newest first; from the newest one
     * if `before` is null.
     */
    newestPart: <T>(
      { kinds, guildId, since }: { kinds: readonly string[]; guildId: string; since: number },
      { before, limit }: { before: number | null; limit: number },
      payload: z.ZodType<T>,
    ) => {
      const entries = entriesIn(db).where('guild_id', guildId).whereIn('kind', kinds).where('created_at', '>=', since)
      if (before !== null) void entries.where('id', '<', before)
      return readEntries(payload, entries.orderBy('id', 'desc').limit(limit))
    },
  }
}

/** Operations that put entries into messages. */
function createPlanning(db: Knex) {
  const unplanned = (kind: string, now: number) => dueEntries(db, kind, now).where({ message_id: null })
  return {
    /**
     * Servers with a channel that have due entries of a kind without a message. Servers with unsent messages are included only if all these messages have
     * been failing since `failingSince` and are fewer than `maxMessages`.
     */
    async guildsToPlan(kind: string, now: number, { failingSince, maxMessages }: PlanLimits): Promise<string[]> {
      const messages = () => messagesIn(db).where({ kind })
      const fresh = messages().where((isFresh) =>
        isFresh
          // Messages with a later time were created before the clock was set back.
          .whereBetween('created_at', [failingSince + 1, failingSince + MAX_AHEAD_SECONDS])
          .orWhere('attempts', 0),
      )
      const full = messages().groupBy('guild_id').havingRaw('count(*) >= ?', [maxMessages])
      return unplanned(kind, now)
        .whereIn('guild_id', guildsWithChannel(db, kind))
        .whereNotIn('guild_id', fresh.select('guild_id'))
        .whereNotIn('guild_id', full.select('guild_id'))
        .distinct()
        .orderBy('guild_id')
        .pluck<string[]>('guild_id')
    },

    async messageCount(kind: string, guildId: string): Promise<number> {
      return readCount(await messagesIn(db).where({ kind, guild_id: guildId }).count({ count: '*' }))
    },

    /** Counts the entries without a digest key that were sent to a server between these times. */
    async countTold(kind: string, guildId: string, from: number, to: number): Promise<number> {
      const told = entriesIn(db).where({ kind, guild_id: guildId, digest: null }).whereBetween('told_at', [from, to])
      return readCount(await told.count({ count: '*' }))
    },

    /** The due entries of a server that have no message, oldest first; with `digestsOnly` only entries with a digest key. */
    async unplanned(
      {
        kind,
        guildId,
        now,
        digestsOnly = false,
      }: { kind: string; guildId: string; now: number; digestsOnly?: boolean },
      limit: number,
    ): Promise<Entry[]> {
      const entries = unplanned(kind, now).where('guild_id', guildId).orderBy(['created_at', 'id']).limit(limit)
      if (digestsOnly) void entries.whereNotNull('digest')
      return selectRows('outbox_entries', entrySchema, entries)
    },

    /**
     * Stores a message that is due at once. It gets the given entries, except entries that have got another message or were sent since they
     * were read.
     */
    async plan(
      message: Pick<Message, 'kind' | 'guildId' | 'nonce' | 'createdAt'>,
      entryIds: readonly number[],
    ): Promise<void> {
      const { kind, guildId, createdAt } = message
      const inserted: unknown = await messagesIn(db)
        .insert(toRow(newMessageSchema, { ...message, nextAttemptAt: createdAt }))
        .returning('id')
      const messageId = readInsertedId(inserted)
      const planned = await inChunks(entryIds, (chunk) =>
        entriesIn(db)
          .whereIn('id', chunk)
          .where({ kind, guild_id: guildId, message_id: null, told_at: null })
          .update({ message_id: messageId }),
      )
      // All entries were deleted since they were read, so there is nothing to send.
      if (planned.every((count) => count === 0)) await messagesIn(db).where('id', messageId).delete()
    },
  }
}

/** Operations for attempts to send messages. */
function createSending(db: Knex) {
  return {
    /**
     * The messages of a kind whose next attempt is due, in the order of these attempts. Messages whose next attempt is more than an hour
     * ahead are included, because a wrong clock has postponed them.
     */
    async due(kind: string, now: number, limit: number): Promise<Message[]> {
      const due = messagesIn(db)
        .where({ kind })
        .whereNotBetween('next_attempt_at', [now + 1, now + MAX_AHEAD_SECONDS])
        .orderBy(['next_attempt_at', 'id'])
        .limit(limit)
      return selectRows('outbox_messages', messageSchema, due)
    },

    /**
     * To be called before an attempt. False when the message was deleted or postponed, or another attempt has begun, since the message was
     * read; the attempt must then not be made.
     */
    async beginAttempt({ id, attempts, nextAttemptAt }: Pick<Message, 'id' | 'attempts' | 'nextAttemptAt'>) {
      const unchanged = messagesIn(db).where({ id, attempts, next_attempt_at: nextAttemptAt })
      return (await unchanged.update({ attempts: attempts + 1 })) === 1
    },

    retryLater: (messageId: number, nextAttemptAt: number) =>
      messagesIn(db).where('id', messageId).update({ next_attempt_at: nextAttemptAt }),

    /** Sets the next attempt of all messages of a server. */
    retryAll: (guildId: string, nextAttemptAt: number) =>
      messagesIn(db).where('guild_id', guildId).update({ next_attempt_at: nextAttemptAt }),

    /** Ends a message at `at`, because it was sent or given up. */
    complete: (messageId: number, at: number) => complete(db, messageId, at),

    /** Gives up the messages of a kind whose entries have all expired; returns their number. */
    async giveUpExpired(kind: string, now: number): Promise<number> {
      const lasting = entriesIn(db).whereNotNull('message_id').where('expires_at', '>=', now).select('message_id')
      const expired = await messagesIn(db).where({ kind }).whereNotIn('id', lasting).pluck<number[]>('id')
      for (const messageId of expired) await complete(db, messageId, now)
      return expired.length
    },

    /** Gives up everything that is due, and returns the number of entries that had not expired; what is due later stays. */
    async dropDue(now: number): Promise<number> {
      const due = () => entriesIn(db).whereNull('told_at').where('due_at', '<=', now)
      const dropped = readCount(await due().where('expires_at', '>=', now).count({ count: '*' }))
      await due().update({ told_at: now })
      await entriesIn(db).whereNotNull('message_id').update({ message_id: null })
      await messagesIn(db).delete()
      return dropped
    },
  }
}

async function complete(db: Knex, messageId: number, at: number): Promise<void> {
  await entriesIn(db).where('message_id', messageId).update({ told_at: at, message_id: null })
  await messagesIn(db).where('id', messageId).delete()
}

/** Deletes messages without entries, for which there is nothing left to send. */
export async function deleteEmptyMessages(db: Knex): Promise<void> {
  const used = entriesIn(db).whereNotNull('message_id').select('message_id')
  await messagesIn(db).whereNotIn('id', used).delete()
}
