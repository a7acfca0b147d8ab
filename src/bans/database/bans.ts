import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, inChunks, insertInChunks, readCount, readRows, toRow } from '../../database/rows.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { noteEvents } from '../../events/database/events.ts'
import { type Ban, toBanEntry } from '../../model/ban.ts'
import type { EventType } from '../../model/event.ts'
import { mentionedUser } from '../../model/mentioned-user.ts'
import { toolAuthor } from '../../model/tool-token.ts'
import { isActive, newBanSchema, validBans } from './ban-rows.ts'

/** A ban to be stored. */
export type NewBan = z.infer<typeof newBanSchema>

const importNumberSchema = z.int().nullable()
const storedBanSchema = newBanSchema.extend({ id: z.int() })
/** A stored ban, with the number of its import among those of the server. */
export type StoredBan = z.infer<typeof storedBanSchema> & { importNumber: number | null }

/** Which bans of a server are listed. */
export interface BanFilter {
  /** Text that the name, the reason or the note contains, or the id or a mention of the user who added the ban; empty for all bans. */
  search: string
  /** The account; undefined for all. */
  steamId?: SteamId | undefined
  /** The Discord id of the user who added them; undefined for all. */
  addedBy?: string | undefined
  /** `active` bans refuse the account now, `expired` bans have ended. */
  state: 'active' | 'expired' | 'all'
}

/** Text in the form in which searches compare it. */
const toSearchText = (text: string) => text.normalize('NFKC').toLowerCase()

const toBanRow = (ban: NewBan) => ({
  ...toRow(newBanSchema, ban),
  search_text: toSearchText([ban.name, ban.reason, ban.note].join('\n')),
})

const TRACES = {
  tables: [],
  texts: ['name', 'reason', 'note', 'search_text'].map((text) => ({ table: 'bans', text })),
}

/** An account, and whether its active bans are deleted too. */
interface Forgotten {
  steamId: SteamId
  lifts: boolean
  now: number
}

export const createBansRepository = (db: Knex) => ({ ...readers(db), ...counters(db), ...writers(db) })

/** The bans of a server, as `b`, that pass a filter. */
function filtered(db: Knex, guildId: string, { search, steamId, addedBy, state }: BanFilter, now: number) {
  const bans = validBans(db).where('b.guild_id', guildId)
  const authors = [mentionedUser(search) ?? search, toolAuthor(search)]
  const text = toSearchText(search)
  if (text !== '')
    bans.where((found) =>
      found
        // Not LIKE, whose time grows with the square of a text on SQLite; the name of a function that searches differs between the engines.
        .whereRaw("replace(b.search_text, ?, '') <> b.search_text", [text])
        .orWhereIn('b.added_by', authors),
    )
  if (steamId !== undefined) bans.where('b.steam_id', steamId)
  if (addedBy !== undefined) bans.where('b.added_by', addedBy)
  if (state === 'active') bans.modify(isActive(now))
  if (state === 'expired') bans.where('b.until', '<=', now)
  return bans
}

function readers(db: Knex) {
  const read = async (bans: Knex.QueryBuilder): Promise<StoredBan[]> => {
    const rows: unknown = await bans.select({ ...columnsOf(storedBanSchema, 'b'), importNumber: 'i.number' })
    return readRows('bans', storedBanSchema.extend({ importNumber: importNumberSchema }), rows)
  }
  return {
    /** The bans of these accounts that are active at `now`. */
    async activeOf(guildId: string, steamIds: readonly SteamId[], now: number): Promise<StoredBan[]> {
      const found = await inChunks(steamIds, (chunk) =>
        read(validBans(db).where('b.guild_id', guildId).whereIn('b.steam_id', chunk).modify(isActive(now))),
      )
      return found.flat()
    },

    /** The active bans that a user has added by hand at this time, Unix seconds. */
    addedTogether: (guildId: string, addedBy: string, addedAt: number, now: number): Promise<StoredBan[]> =>
      read(
        validBans(db)
          .where({ 'b.guild_id': guildId, 'b.added_by': addedBy, 'b.added_at': addedAt })
          .whereNull('b.import_id')
          .modify(isActive(now))
          .orderBy('b.id'),
      ),

    /** The bans of a server, newest first. */
    list: (
      guildId: string,
      filter: BanFilter,
      now: number,
      page: { limit: number; offset: number },
    ): Promise<StoredBan[]> =>
      read(filtered(db, guildId, filter, now).orderBy('b.id', 'desc').limit(page.limit).offset(page.offset)),

    /** A part of the active bans of a server, in the order of their ids, which are above `after`. */
    activePart: (guildId: string, after: number, limit: number, now: number): Promise<StoredBan[]> =>
      read(
        validBans(db)
          .where('b.guild_id', guildId)
          .where('b.id', '>', after)
          .modify(isActive(now))
          .orderBy('b.id')
          .limit(limit),
      ),

    /** The next active bans of a server with an id below `before`, newest first; from the newest one if `before` is null. */
    newestPart: (guildId: string, before: number | null, limit: number, now: number): Promise<StoredBan[]> => {
      const active = validBans(db).where('b.guild_id', guildId).modify(isActive(now))
      if (before !== null) active.where('b.id', '<', before)
      return read(active.orderBy('b.id', 'desc').limit(limit))
    },

    /** The servers with a ban of an account that is active at `now`. */
    serversOf: async (steamId: SteamId, now: number): Promise<string[]> =>
      validBans(db)
        .where('b.steam_id', steamId)
        .modify(isActive(now))
        .distinct()
        .orderBy('b.guild_id')
        .pluck<string[]>('b.guild_id'),
  }
}

const idRangeSchema = z.object({ first: z.int().nullable(), last: z.int().nullable() })

function counters(db: Knex) {
  return {
    count: async (guildId: string, filter: BanFilter, now: number): Promise<number> =>
      readCount(await filtered(db, guildId, filter, now).count({ count: '*' })),

    /** Never less than `countRows`, and known at once: how far the ids reach. Much more after many bans were deleted. */
    idSpan: async (): Promise<number> => {
      // Two queries, because SQLite would read all ids for both values at once.
      const found: unknown = await db.select({ first: db('bans').min('id'), last: db('bans').max('id') })
      const [{ first, last } = { first: null, last: null }] = readRows('bans', idRangeSchema, found)
      return first === null || last === null ? 0 : last - first + 1
    },

    /**
     * Number of stored bans of a server, or of all servers, whether they count or not: never less than the number of those that count, and known
     * without reading them.
     */
    countRows: async (guildId?: string): Promise<number> => {
      const rows = guildId === undefined ? db('bans') : db('bans').where('guild_id', guildId)
      return readCount(await rows.count({ count: '*' }))
    },

    /** Number of active bans of a server that were added by hand. */
    countByHand: async (guildId: string, now: number): Promise<number> =>
      readCount(
        await validBans(db)
          .where('b.guild_id', guildId)
          .whereNull('b.import_id')
          .modify(isActive(now))
          .count({ count: '*' }),
      ),

    /** Number of all bans of all servers, also of expired ones and of imports that are being stored, but not of imports that were undone. */
    countAll: async (): Promise<number> =>
      readCount(
        await db('bans')
          .whereNull('import_id')
          .orWhereNotIn('import_id', db('ban_imports').where('state', 'undone').select('id'))
          .count({ count: '*' }),
      ),
  }
}

/** Stores the events about bans of a server. */
const noteBans = (
  db: Knex,
  bans: readonly (Ban & { guildId: string })[],
  { at, author, typeOf }: { at: number; author: string | null; typeOf: (ban: Ban) => EventType },
): Promise<void> =>
  noteEvents(
    db,
    bans.map((ban) => ({
      guildId: ban.guildId,
      at,
      type: typeOf(ban),
      steamId: ban.steamId,
      author: author ?? ban.addedBy,
      object: toBanEntry(ban),
    })),
  )

function writers(db: Knex) {
  /** Deletes the bans of an account, at one server or at all; returns their number. */
  const deleteBans = ({ steamId, lifts, now }: Forgotten, server: { guild_id?: string } = {}): Promise<number> => {
    const bans = db('bans').where({ ...server, steam_id: steamId })
    const active = validBans(db).where('b.steam_id', steamId).modify(isActive(now)).select('b.id')
    return (lifts ? bans : bans.whereNotIn('id', active)).delete()
  }
  return {
    /**
     * Adds bans of a stored server; each of their accounts must have no active ban. Not for bans of an import. `replaced` are the accounts
     * whose bans were removed in the same transaction to make room for these.
     */
    async add(
      bans: readonly NewBan[],
      { now, replaced = new Set() }: { now: number; replaced?: ReadonlySet<SteamId> },
    ): Promise<void> {
      await insertInChunks(bans, (chunk) => db('bans').insert(chunk.map(toBanRow)))
      const typeOf = ({ steamId }: Ban) => (replaced.has(steamId) ? 'ban.changed' : 'ban.added')
      const added = bans.map((ban) => ({ ...ban, importNumber: null }))
      await noteBans(db, added, { at: now, author: null, typeOf })
    },

    /** Adds bans of an import that is not valid yet, so that they do not count. */
    async stage(bans: readonly NewBan[]): Promise<void> {
      await insertInChunks(bans, (chunk) => db('bans').insert(chunk.map(toBanRow)))
    },

    /** Removes these bans. `isReplaced` if other bans of the same accounts are added in the same transaction. */
    async remove(
      bans: readonly StoredBan[],
      { now, author, isReplaced }: { now: number; author: string; isReplaced: boolean },
    ): Promise<void> {
      await inChunks(bans, (chunk) =>
        db('bans')
          .whereIn(
            'id',
            chunk.map(({ id }) => id),
          )
          .delete(),
      )
      if (!isReplaced) await noteBans(db, bans, { at: now, author, typeOf: () => 'ban.removed' })
    },

    /** Deletes the bans of an account at a server, the active ones only if `lifts` is set; returns their number. Stores no event. */
    forget: (guildId: string, forgotten: Forgotten): Promise<number> => deleteBans(forgotten, { guild_id: guildId }),

    /** Deletes at most `limit` bans that ended before `before`; returns whether there may be more. */
    async deleteEnded(before: number, limit: number): Promise<boolean> {
      const ids = await db('bans').where('until', '<', before).limit(limit).pluck<number[]>('id')
      await db('bans').whereIn('id', ids).delete()
      return ids.length === limit
    },

    /**
     * Erases the traces of an account in the texts of all bans, and its own bans, the active ones only if `lifts` is set; returns whether
     * there was any. An active ban that is not lifted keeps the id, because a game server asks about the id. Stores no event.
     */
    async erase(forgotten: Forgotten): Promise<boolean> {
      const bans = await deleteBans(forgotten)
      return (await eraseTraces(db, forgotten.steamId, TRACES)) || bans > 0
    },
  }
}
