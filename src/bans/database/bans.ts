import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, inChunks, insertInChunks, readCount, readRows, toRow } from '../../database/rows.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import { banTermsSchema } from '../../model/ban.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { noteBanChanges } from './ban-changes.ts'

const newBanSchema = banTermsSchema.extend({
  guildId: z.string(),
  /** The Discord id of the user who added it. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  /** The import that the ban is from; null if it was added by hand. */
  importId: z.int().nullable(),
})
/** A ban to be stored. */
export type NewBan = z.infer<typeof newBanSchema>

const importNumberSchema = z.int().nullable()
const storedBanSchema = newBanSchema.extend({ id: z.int() })
/** A stored ban, with the number of its import among those of the server. */
export type StoredBan = z.infer<typeof storedBanSchema> & { importNumber: number | null }

const enforcedBanSchema = newBanSchema.pick({ guildId: true, steamId: true, reason: true, until: true })
/** The part of a stored ban by which joins are refused. */
export type EnforcedBan = z.infer<typeof enforcedBanSchema>

interface EnforcedQuery {
  /** Only bans with an id above this are read. */
  after: number
  limit: number
  now: number
  /** The server whose bans are read; undefined for all servers. */
  guildId: string | undefined
}

interface EnforcedPart {
  bans: EnforcedBan[]
  /** The servers of bans that are damaged. */
  damaged: string[]
  /** The id after which the next part begins; null if this is the last one. */
  next: number | null
}

/** Which bans of a server are listed. */
export interface BanFilter {
  /** Text that the name, the reason or the note contains; empty for all bans. */
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

const isActive = (now: number) => (bans: Knex.QueryBuilder) =>
  void bans.where((until) => until.whereNull('b.until').orWhere('b.until', '>', now))

const TRACES = {
  tables: ['bans', 'ban_changes'],
  texts: ['name', 'reason', 'note', 'search_text'].map((text) => ({ table: 'bans', text })),
}

export function createBansRepository(db: Knex) {
  /** The bans that count: those added by hand, and those of imports that are complete and not undone. */
  const valid = () =>
    db('bans as b')
      .leftJoin('ban_imports as i', 'i.id', 'b.import_id')
      .where((from) => from.whereNull('b.import_id').orWhere('i.state', 'valid'))
  const read = async (bans: Knex.QueryBuilder): Promise<StoredBan[]> => {
    const rows: unknown = await bans.select({ ...columnsOf(storedBanSchema, 'b'), importNumber: 'i.number' })
    return readRows('bans', storedBanSchema.extend({ importNumber: importNumberSchema }), rows)
  }
  const filtered = (guildId: string, { search, steamId, addedBy, state }: BanFilter, now: number) => {
    const bans = valid().where('b.guild_id', guildId)
    if (search !== '')
      bans.whereRaw("b.search_text LIKE ? ESCAPE '!'", [`%${toSearchText(search).replaceAll(/[!%_]/g, '!$&')}%`])
    if (steamId !== undefined) bans.where('b.steam_id', steamId)
    if (addedBy !== undefined) bans.where('b.added_by', addedBy)
    if (state === 'active') bans.modify(isActive(now))
    if (state === 'expired') bans.where('b.until', '<=', now)
    return bans
  }
  return {
    /** Adds bans of a stored server; each of their accounts must have no active ban. Not for bans of an import. */
    async add(bans: readonly NewBan[], now: number): Promise<void> {
      await insertInChunks(bans, (chunk) => db('bans').insert(chunk.map(toBanRow)))
      await noteBanChanges(
        db,
        bans.map(({ guildId, steamId }) => ({ guildId, steamId })),
        now,
      )
    },

    /** Adds bans of an import that is not valid yet, so that they do not count. */
    async stage(bans: readonly NewBan[]): Promise<void> {
      await insertInChunks(bans, (chunk) => db('bans').insert(chunk.map(toBanRow)))
    },

    /** The bans of these accounts that are active at `now`. */
    async activeOf(guildId: string, steamIds: readonly SteamId[], now: number): Promise<StoredBan[]> {
      const found = await inChunks(steamIds, (chunk) =>
        read(valid().where('b.guild_id', guildId).whereIn('b.steam_id', chunk).modify(isActive(now))),
      )
      return found.flat()
    },

    /** Removes these bans of a server. */
    async remove(guildId: string, bans: readonly Pick<StoredBan, 'id' | 'steamId'>[], now: number): Promise<void> {
      await inChunks(bans, (chunk) =>
        db('bans')
          .whereIn(
            'id',
            chunk.map(({ id }) => id),
          )
          .delete(),
      )
      await noteBanChanges(
        db,
        bans.map(({ steamId }) => ({ guildId, steamId })),
        now,
      )
    },

    /** The bans of a server, newest first. */
    list: (
      guildId: string,
      filter: BanFilter,
      now: number,
      page: { limit: number; offset: number },
    ): Promise<StoredBan[]> =>
      read(filtered(guildId, filter, now).orderBy('b.id', 'desc').limit(page.limit).offset(page.offset)),

    /** A part of the active bans of a server, in the order of their ids, which are above `after`. */
    activePart: (guildId: string, after: number, limit: number, now: number): Promise<StoredBan[]> =>
      read(
        valid()
          .where('b.guild_id', guildId)
          .where('b.id', '>', after)
          .modify(isActive(now))
          .orderBy('b.id')
          .limit(limit),
      ),

    count: async (guildId: string, filter: BanFilter, now: number): Promise<number> =>
      readCount(await filtered(guildId, filter, now).count({ count: '*' })),

    /** Number of active bans of a server that were added by hand. */
    countByHand: async (guildId: string, now: number): Promise<number> =>
      readCount(
        await valid().where('b.guild_id', guildId).whereNull('b.import_id').modify(isActive(now)).count({ count: '*' }),
      ),

    /** Number of all stored bans of all servers, also of expired ones. */
    countAll: async (): Promise<number> => readCount(await db('bans').count({ count: '*' })),

    /** The bans of these accounts by which joins are refused at `now`; throws when one is damaged. */
    async enforcedOf(guildId: string, steamIds: readonly SteamId[], now: number): Promise<EnforcedBan[]> {
      const rows = await inChunks(steamIds, async (chunk): Promise<unknown[]> =>
        valid()
          .where('b.guild_id', guildId)
          .whereIn('b.steam_id', chunk)
          .modify(isActive(now))
          .select(columnsOf(enforcedBanSchema, 'b')),
      )
      return readRows('bans', enforcedBanSchema, rows.flat())
    },

    /** A part of the bans by which joins are refused at `now`, of one server or of all, in the order of their ids. */
    async enforcedPart({ after, limit, now, guildId }: EnforcedQuery): Promise<EnforcedPart> {
      const bans = valid().where('b.id', '>', after).modify(isActive(now)).orderBy('b.id').limit(limit)
      if (guildId !== undefined) bans.where('b.guild_id', guildId)
      const rows: { id: number; guildId: string }[] = await bans.select({
        ...columnsOf(enforcedBanSchema, 'b'),
        id: 'b.id',
      })
      const parsed = rows.map((row) => ({ row, result: enforcedBanSchema.safeParse(row) }))
      return {
        bans: parsed.flatMap(({ result }) => (result.success ? [result.data] : [])),
        damaged: parsed.flatMap(({ row, result }) => (result.success ? [] : [row.guildId])),
        next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
      }
    },

    /** Deletes bans that ended before `before`. */
    async deleteEnded(before: number): Promise<void> {
      await db('bans').where('until', '<', before).delete()
    },

    /** Deletes all bans of an account at a server; returns whether it had an active one. */
    async forget(guildId: string, steamId: SteamId, now: number): Promise<void> {
      await db('bans').where({ guild_id: guildId, steam_id: steamId }).delete()
      await noteBanChanges(db, [{ guildId, steamId }], now)
    },

    /** The servers with a ban of an account, also with one that has ended. */
    serversOf: async (steamId: SteamId): Promise<string[]> =>
      db('bans').where('steam_id', steamId).distinct().orderBy('guild_id').pluck<string[]>('guild_id'),

    /**
     * Erases the traces of an account in the texts of all bans, and its own bans if `lifts` is set; returns whether there was any. A ban
     * that is not lifted keeps the id, because it could refuse nobody without it.
     */
    async erase(steamId: SteamId, lifts: boolean, now: number): Promise<boolean> {
      const guildIds = await db('bans').distinct().pluck<string[]>('guild_id')
      const isErased = await eraseTraces(db, steamId, lifts ? TRACES : { ...TRACES, tables: [] })
      if (!isErased) return false
      // Makes every process load all lists again, which is acceptable because accounts are rarely erased.
      await noteBanChanges(
        db,
        guildIds.map((guildId) => ({ guildId, steamId: null })),
        now,
      )
      return true
    },
  }
}
