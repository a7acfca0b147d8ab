import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../../lib/clock.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import {
  columnsOf,
  flagColumn,
  inChunks,
  insertInChunks,
  jsonColumn,
  readCount,
  readInsertedId,
  readRows,
  toRow,
} from '../../database/rows.ts'

const MARKS = ['parked', 'uncertain', 'restored'] as const

/**
 * Why an entry was held back. `parked`: there was no usable channel. `uncertain`: it was parked after an attempt to send it whose outcome
 * is unknown. `restored`: it waited at the end of the first sweep after a restore, or may repeat an entry from before the restore.
 */
export type Mark = (typeof MARKS)[number]

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
 * A fact that a message has to report to a Discord server. It is stored in the transaction that stores its cause. An entry that expires is
 * not sent after its expiry: until then it waits for a usable channel, and it stays stored after it was sent. An entry that never expires
 * is parked while there is no usable channel, and deleted once it was sent.
 */
export interface Entry extends EntryIdentity, Pick<Schedule, 'digest'> {
  id: number
  createdAt: number
  /** The most severe reason for which it was held back: `restored`, `uncertain` or `parked`; null if it never was. */
  mark: Mark | null
}

/** An entry to be stored. */
export interface NewEntry extends EntryIdentity, Schedule {
  createdAt: number
  payload: object
  /** Unix seconds; null for an entry that never expires. */
  expiresAt: number | null
  /** The entry is deleted together with this observation. */
  observationId?: number
  mark?: Mark | null
}

/** A Discord message to be sent. Its entries are fixed before the first attempt. */
export interface Message {
  id: number
  kind: string
  guildId: string
  /** The channel of the last attempt; before the first attempt, the planned channel. */
  channelId: string
  /** Whether the message lists its entries instead of showing a single one. */
  isDigest: boolean
  /** At most 25 characters; Discord sends only one message with the same nonce. */
  nonce: string
  createdAt: number
  /** When the first attempt with an unknown outcome was made; null if there was no such attempt. */
  uncertainSince: number | null
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

/** How many due entries have not been sent. */
export interface OutboxCounts {
  waiting: number
  /** Entries that wait for a usable channel. */
  parked: number
}

const entrySchema = z.object({
  id: z.int(),
  kind: z.string(),
  guildId: z.string(),
  steamId: z.string(),
  key: z.string(),
  createdAt: unixSecondsSchema,
  digest: z.string().nullable(),
  mark: z.enum(MARKS).nullable(),
})

const newEntrySchema = entrySchema.omit({ id: true }).extend({
  observationId: z.int().nullable(),
  payload: z.unknown(),
  dueAt: unixSecondsSchema,
  expiresAt: unixSecondsSchema.nullable(),
})

const messageShape = z.object({
  id: z.int(),
  kind: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  isDigest: flagColumn,
  nonce: z.string(),
  createdAt: unixSecondsSchema,
  uncertainSince: unixSecondsSchema.nullable(),
  attemptStartedAt: unixSecondsSchema.nullable(),
  attempts: z.int(),
  nextAttemptAt: unixSecondsSchema,
})
const newMessageSchema = messageShape.omit({ id: true, uncertainSince: true, attemptStartedAt: true, attempts: true })
// An attempt without a report ended with its process, so its outcome is unknown.
const messageSchema = messageShape.transform(({ attemptStartedAt, ...message }) => ({
  ...message,
  uncertainSince: message.uncertainSince ?? attemptStartedAt,
}))

const oldestSchema = z.object({ oldestAt: unixSecondsSchema.nullable() })

export type OutboxRepository = ReturnType<typeof createOutboxRepository>

/** The entries for Discord servers, and the messages that contain them. */
export const createOutboxRepository = (db: Knex) => ({
  ...createEntries(db),
  ...createListing(db),
  ...createPlanning(db),
  ...createSending(db),
  ...createHoldingBack(db),
})

const entriesIn = (db: Knex) => db('outbox_entries')
const messagesIn = (db: Knex) => db('outbox_messages')

/** Due entries of a kind, with or without a message. */
const dueEntries = (db: Knex, kind: string, now: number) =>
  entriesIn(db)
    .where({ kind, told_at: null })
    .where('due_at', '<=', now)
    .where((lasting) => lasting.whereNull('expires_at').orWhere('expires_at', '>=', now))

/** Excludes entries that wait for a usable channel. */
const waiting = (db: Knex) => (entries: Knex.QueryBuilder) => {
  const usable = db('guilds').whereNotNull('alert_channel_id').whereNull('alert_block').select('guild_id')
  return entries
    .where('is_parked', false)
    .where((sendable) => sendable.whereNull('expires_at').orWhereIn('guild_id', usable))
}

async function readEntries<T>(payload: z.ZodType<T>, entries: Knex.QueryBuilder): Promise<(Entry & { payload: T })[]> {
  const schema = entrySchema.extend({ payload: jsonColumn(payload) })
  return readRows('outbox_entries', schema, await entries.select(columnsOf(schema)))
}

/** Operations on entries, with or without a message. */
function createEntries(db: Knex) {
  return {
    /** Adds entries. A stored entry with the same identity gets the new payload, schedule and expiry. */
    async put(entries: readonly NewEntry[]): Promise<void> {
      await insertInChunks(entries, (chunk) =>
        entriesIn(db)
          .insert(chunk.map((entry) => toRow(newEntrySchema, { observationId: null, mark: null, ...entry })))
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

    /** Counts the due entries that have not been sent, of one server or of all servers. */
    async counts(kind: string, now: number, guildId?: string): Promise<OutboxCounts> {
      const due = dueEntries(db, kind, now)
      if (guildId !== undefined) void due.where('guild_id', guildId)
      const all = readCount(await due.clone().count({ count: '*' }))
      const sendable = readCount(await due.where(waiting(db)).count({ count: '*' }))
      return { waiting: sendable, parked: all - sendable }
    },

    /** When the oldest entry of a kind that is neither sent nor parked was created; null if there is none. */
    async oldestWaitingAt(kind: string): Promise<number | null> {
      const untold = entriesIn(db).where({ kind, told_at: null, is_parked: false })
      return readRows('outbox_entries', oldestSchema, await untold.min({ oldestAt: 'created_at' }))[0]?.oldestAt ?? null
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

    /** Deletes entries that expire and were created before `before`, and messages without any entry left. */
    async deleteExpired(before: number): Promise<void> {
      await entriesIn(db).whereNotNull('expires_at').where('created_at', '<', before).delete()
      await deleteEmptyMessages(db)
    },
  }
}

/** Operations that list entries. */
function createListing(db: Knex) {
  return {
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
  const unplanned = (kind: string, now: number) =>
    dueEntries(db, kind, now).where({ message_id: null }).where(waiting(db))
  return {
    /**
     * Servers that have due entries of a kind without a message. Servers with unsent messages are included only if all these messages have
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
      return readRows('outbox_entries', entrySchema, await entries.select(columnsOf(entrySchema)))
    },

    /**
     * Stores a message that is due at once. It gets the given entries, except entries that have got another message, or were parked or
     * sent, since they were read.
     */
    async plan(
      message: Pick<Message, 'kind' | 'guildId' | 'channelId' | 'isDigest' | 'nonce' | 'createdAt'>,
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
          .where({ kind, guild_id: guildId, message_id: null, is_parked: false, told_at: null })
          .update({ message_id: messageId }),
      )
      // All entries were deleted or parked since they were read, so there is nothing to send.
      if (planned.every((count) => count === 0)) await messagesIn(db).where('id', messageId).delete()
    },
  }
}

/** Operations for attempts to send messages. */
function createSending(db: Knex) {
  const firstUncertain = () => db.raw('coalesce(uncertain_since, attempt_started_at)')
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
      return readRows('outbox_messages', messageSchema, await due.select(columnsOf(messageShape)))
    },

    /**
     * To be called before an attempt. Records that it has begun in this channel; its outcome counts as unknown until it is reported. False
     * when the message was deleted, or another attempt has begun since the message was read; the attempt must then not be made.
     */
    async beginAttempt({ id, attempts, channelId }: Pick<Message, 'id' | 'attempts' | 'channelId'>, now: number) {
      const begun = await messagesIn(db)
        .where({ id, attempts })
        .update({
          attempts: attempts + 1,
          channel_id: channelId,
          uncertain_since: firstUncertain(),
          attempt_started_at: now,
        })
      return begun === 1
    },

    /** Reports a failed attempt; `isUncertain` means that Discord may have accepted the message. */
    async retryLater(messageId: number, nextAttemptAt: number, isUncertain: boolean): Promise<void> {
      await messagesIn(db)
        .where('id', messageId)
        .update({
          next_attempt_at: nextAttemptAt,
          ...(isUncertain && { uncertain_since: firstUncertain() }),
          attempt_started_at: null,
        })
    },

    /** Ends a message at `at`, because it was sent or given up. */
    complete: (messageId: number, at: number) => complete(db, messageId, at),

    /** Gives up, at `at`, the messages of a kind that were created before `before`; returns their number. */
    async giveUpOlderThan(kind: string, before: number, at: number): Promise<number> {
      const old = await messagesIn(db).where({ kind }).where('created_at', '<', before).pluck<number[]>('id')
      for (const messageId of old) await complete(db, messageId, at)
      return old.length
    },
  }
}

async function complete(db: Knex, messageId: number, at: number): Promise<void> {
  const entries = entriesIn(db).where('message_id', messageId)
  await entries.clone().whereNull('expires_at').delete()
  await entries.update({ told_at: at, message_id: null })
  await messagesIn(db).where('id', messageId).delete()
}

/** Operations that dissolve messages, and park or mark their entries. */
function createHoldingBack(db: Knex) {
  return {
    /**
     * Dissolves a message. Its entries that never expire are parked. If Discord may have accepted the message, because an attempt has no
     * report or an unknown outcome, these entries are also marked `uncertain`. The other entries can be planned again.
     */
    holdBack: (messageId: number) => dissolve(db, [messageId]),

    /** Dissolves all messages of a kind and a server, and parks all entries of that kind and server that never expire. */
    async holdBackAll(kind: string, guildId: string): Promise<void> {
      const ofGuild = { kind, guild_id: guildId }
      await dissolve(db, await messagesIn(db).where(ofGuild).pluck<number[]>('id'))
      await park(db, entriesIn(db).where(ofGuild))
    },

    /** Releases the parked entries of a server for planning; returns their number. */
    unpark: (guildId: string): Promise<number> =>
      entriesIn(db).where({ guild_id: guildId, is_parked: true }).update({ is_parked: false }),

    /**
     * Parks the entries of a kind that were created before `before` and were never held back. Dissolves the messages of the kind that were
     * created before `before` or contain such an entry, and parks all their entries. Entries that expire are not parked.
     */
    async parkOlderThan(kind: string, before: number): Promise<void> {
      const neverHeld = entriesIn(db).where({ kind, is_parked: false, mark: null }).where('created_at', '<', before)
      const old = await messagesIn(db)
        .where({ kind })
        .where((isOld) =>
          isOld
            .where('created_at', '<', before)
            .orWhereIn('id', neverHeld.clone().whereNotNull('message_id').select('message_id')),
        )
        .pluck<number[]>('id')
      await dissolve(db, old)
      await park(db, neverHeld)
    },

    /** Dissolves all messages, and marks all entries that never expire as `restored`; parked entries stay parked. */
    async markRestored(): Promise<void> {
      await entriesIn(db).whereNull('expires_at').update({ mark: 'restored' })
      await messagesIn(db).delete()
    },
  }
}

async function dissolve(db: Knex, messageIds: readonly number[]): Promise<void> {
  await inChunks(messageIds, async (chunk) => {
    const uncertain = messagesIn(db)
      .whereIn('id', chunk)
      .where((attempted) => attempted.whereNotNull('uncertain_since').orWhereNotNull('attempt_started_at'))
      .select('id')
    await entriesIn(db)
      .whereNull('expires_at')
      .whereIn('message_id', uncertain)
      .where((lessGrave) => lessGrave.whereNull('mark').orWhere('mark', 'parked'))
      .update({ mark: 'uncertain' })
    await park(db, entriesIn(db).whereIn('message_id', chunk))
    await messagesIn(db).whereIn('id', chunk).delete()
  })
}

async function park(db: Knex, entries: Knex.QueryBuilder): Promise<void> {
  const parked = { is_parked: true, message_id: null, mark: db.raw("coalesce(mark, 'parked')") }
  await entries.whereNull('expires_at').update(parked)
}

/** Deletes messages without entries, for which there is nothing left to send. */
export async function deleteEmptyMessages(db: Knex): Promise<void> {
  const used = entriesIn(db).whereNotNull('message_id').select('message_id')
  await messagesIn(db).whereNotIn('id', used).delete()
}
