import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, inChunks, insertInChunks, readCount, readRows, selectRows, toRow } from '../../database/rows.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { noteEvents } from '../../events/database/events.ts'
import { type Ban, BAN_TEXTS, banSchema, isInForce, toBanEntry } from '../../model/ban.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { EventType } from '../../model/event.ts'
import { keysOf } from '../../model/objects.ts'
import { mentionedUser } from '../../model/actor.ts'
import { toolAuthor } from '../../model/tool-token.ts'

const newBanSchema = banSchema.extend({ guildId: z.string() })
/** A ban to be stored. */
export type NewBan = z.infer<typeof newBanSchema>

const storedBanSchema = newBanSchema.extend({ id: z.int() })
export type StoredBan = z.infer<typeof storedBanSchema>

const enforcedBanSchema = storedBanSchema.pick({ steamId: true, reason: true, until: true })
/** A row of the list of a server: the part by which joins are refused, or what is not valid in a row that cannot be read. */
export type EnforcedBan = { guildId: string } & (z.infer<typeof enforcedBanSchema> | { problem: string })

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

const importSchema = z.object({
  /** Its number among the imports of the server, from 1. */
  number: z.int(),
  /** The Discord id of the user who imported, or `token:` and the name of the token of a tool. */
  userId: z.string(),
  at: unixSecondsSchema,
})
/** An import of bans as its bans tell of it, with the number of those that are left. */
export type BanImport = z.infer<typeof importSchema> & { count: number }

/** The fields in which searches look. */
const SEARCHED = ['name', ...keysOf(BAN_TEXTS)] as const

/** Text in the form in which searches compare it. */
const toSearchText = (text: string) => text.normalize('NFKC').toLowerCase()

const toBanRow = (ban: NewBan) => ({
  ...toRow(newBanSchema, ban),
  search_text: toSearchText(SEARCHED.map((field) => ban[field]).join('\n')),
})

const TRACES = {
  tables: [],
  texts: [
    ...[...SEARCHED, 'search_text'].map((text) => ({ table: 'bans', text })),
    { table: 'guilds', text: 'presets', key: ['guild_id'] },
  ],
}

/** An account, and whether its active bans are deleted too. */
interface Forgotten {
  steamId: SteamId
  lifts: boolean
  now: number
}

export const createBansRepository = (db: Knex) => ({ ...readers(db), ...imports(db), ...counters(db), ...writers(db) })

/** Leaves only the bans that are active at `now`. */
const isActive = (now: number) => (bans: Knex.QueryBuilder) =>
  void bans.where((until) => until.whereNull('until').orWhere('until', '>', now))

/** The bans of a server that pass a filter. */
function filtered(db: Knex, guildId: string, { search, steamId, addedBy, state }: BanFilter, now: number) {
  const bans = db('bans').where('guild_id', guildId)
  const authors = [mentionedUser(search) ?? search, toolAuthor(search)]
  const text = toSearchText(search)
  if (text !== '')
    bans.where((found) =>
      found
        // Not LIKE, whose time grows with the square of a text on SQLite; the name of a function that searches differs between the engines.
        .whereRaw("replace(search_text, ?, '') <> search_text", [text])
        .orWhereIn('added_by', authors),
    )
  if (steamId !== undefined) bans.where('steam_id', steamId)
  if (addedBy !== undefined) bans.where('added_by', addedBy)
  if (state === 'active') bans.modify(isActive(now))
  if (state === 'expired') bans.where('until', '<=', now)
  return bans
}

const readBans = async (bans: Knex.QueryBuilder): Promise<StoredBan[]> => selectRows('bans', storedBanSchema, bans)

const ROWS_PER_PART = 1_000

function readers(db: Knex) {
  const active = (guildId: string, now: number) => db('bans').where('guild_id', guildId).modify(isActive(now))
  return {
    /** The bans of these accounts that are active at `now`. */
    async activeOf(guildId: string, steamIds: readonly SteamId[], now: number): Promise<StoredBan[]> {
      const found = await inChunks(steamIds, (chunk) => readBans(active(guildId, now).whereIn('steam_id', chunk)))
      return found.flat()
    },

    /** The bans of a server, newest first. */
    list: (
      guildId: string,
      filter: BanFilter,
      now: number,
      page: { limit: number; offset: number },
    ): Promise<StoredBan[]> =>
      readBans(filtered(db, guildId, filter, now).orderBy('id', 'desc').limit(page.limit).offset(page.offset)),

    /** A part of the active bans of a server, in the order of their ids, which are above `after`. */
    activePart: (guildId: string, after: number, limit: number, now: number): Promise<StoredBan[]> =>
      readBans(active(guildId, now).where('id', '>', after).orderBy('id').limit(limit)),

    /** The next active bans of a server with an id below `before`, newest first; from the newest one if `before` is null. */
    newestPart: (guildId: string, before: number | null, limit: number, now: number): Promise<StoredBan[]> => {
      const bans = active(guildId, now)
      if (before !== null) bans.where('id', '<', before)
      return readBans(bans.orderBy('id', 'desc').limit(limit))
    },

    /** The servers with a ban of an account that is active at `now`. */
    serversOf: async (steamId: SteamId, now: number): Promise<string[]> =>
      db('bans')
        .where('steam_id', steamId)
        .modify(isActive(now))
        .distinct()
        .orderBy('guild_id')
        .pluck<string[]>('guild_id'),

    /** All bans of a server, or of all servers, ended ones too, in the order in which they were added. Read in parts, between which other work goes on. */
    async *enforced(guildId?: string): AsyncGenerator<EnforcedBan[], void, undefined> {
      const columns = { ...columnsOf(enforcedBanSchema), id: 'id', guildId: 'guild_id' }
      for (let after = 0; ;) {
        const part = db('bans').where('id', '>', after).orderBy('id').limit(ROWS_PER_PART)
        if (guildId !== undefined) part.where('guild_id', guildId)
        const rows: { id: number; guildId: string }[] = await part.select(columns)
        yield rows.map((row) => {
          const { data, error } = enforcedBanSchema.safeParse(row)
          const problem = `${error?.issues[0]?.path.join('.')} of the row with the id ${row.id}`
          return { guildId: row.guildId, ...(data ?? { problem }) }
        })
        after = rows.at(-1)?.id ?? after
        if (rows.length < ROWS_PER_PART) return
      }
    },
  }
}

function imports(db: Knex) {
  return {
    /** The newest import of a server of whose bans any is left; undefined without one. */
    async newestImport(guildId: string): Promise<BanImport | undefined> {
      const ofGuild = db('bans').where('guild_id', guildId)
      const newest = ofGuild.clone().whereNotNull('import_number').orderBy('import_number', 'desc').limit(1)
      const columns = { number: 'import_number', userId: 'added_by', at: 'added_at' }
      const [found] = readRows('bans', importSchema, await newest.select(columns))
      if (!found) return undefined
      return { ...found, count: readCount(await ofGuild.where('import_number', found.number).count({ count: '*' })) }
    },

    /** The first bans of an import that are left. */
    ofImport: (guildId: string, importNumber: number, limit: number): Promise<StoredBan[]> =>
      readBans(db('bans').where({ guild_id: guildId, import_number: importNumber }).orderBy('id').limit(limit)),

    /** The number of the next import of a stored server; none gets it again. */
    async nextImportNumber(guildId: string): Promise<number> {
      const guild = db('guilds').where('guild_id', guildId)
      await guild.clone().increment('ban_imports')
      const [number = 0] = await guild.pluck<number[]>('ban_imports')
      return number
    },
  }
}

function counters(db: Knex) {
  const countOf = async (bans: Knex.QueryBuilder): Promise<number> => readCount(await bans.count({ count: '*' }))
  return {
    count: (guildId: string, filter: BanFilter, now: number): Promise<number> =>
      countOf(filtered(db, guildId, filter, now)),

    /** Number of stored bans of a server, or of all servers, ended ones too; known sooner than the number of active ones. */
    countRows: (guildId?: string): Promise<number> =>
      countOf(guildId === undefined ? db('bans') : db('bans').where('guild_id', guildId)),

    /** Number of bans of a server that have ended between these times, Unix seconds; the second is excluded. */
    countEnded: (guildId: string, from: number, before: number): Promise<number> =>
      countOf(db('bans').where('guild_id', guildId).where('until', '>=', from).where('until', '<', before)),

    /** The servers with bans that have ended between these times, Unix seconds; the second is excluded. */
    serversWithEnded: (from: number, before: number): Promise<string[]> =>
      db('bans').where('until', '>=', from).where('until', '<', before).distinct().pluck<string[]>('guild_id'),

    /** Number of active bans of a server that were added by hand. */
    countByHand: (guildId: string, now: number): Promise<number> =>
      countOf(db('bans').where('guild_id', guildId).whereNull('import_number').modify(isActive(now))),
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
    return lifts ? bans.delete() : bans.where('until', '<=', now).delete()
  }
  return {
    /**
     * Adds bans of a stored server; each of their accounts must have no active ban. `replaced` are the accounts whose bans were removed in the
     * same transaction to make room for these; `author` is who adds them, if that is not who they say.
     */
    async add(
      bans: readonly NewBan[],
      {
        now,
        replaced = new Set(),
        author = null,
      }: { now: number; replaced?: ReadonlySet<SteamId>; author?: string | null },
    ): Promise<void> {
      await insertInChunks(bans, (chunk) => db('bans').insert(chunk.map(toBanRow)))
      const typeOf = ({ steamId }: Ban) => (replaced.has(steamId) ? 'ban.changed' : 'ban.added')
      await noteBans(db, bans, { at: now, author, typeOf })
    },

    /**
     * Removes these bans. `isReplaced` if other bans of the same accounts are added in the same transaction. A ban that has ended is removed without
     * an event, because it does not end by that.
     */
    async remove(
      bans: readonly StoredBan[],
      { now, author, isReplaced }: { now: number; author: string; isReplaced: boolean },
    ): Promise<void> {
      const ids = bans.map(({ id }) => id)
      await inChunks(ids, (chunk): Promise<number> => db('bans').whereIn('id', chunk).delete())
      const lifted = isReplaced ? [] : bans.filter((ban) => isInForce(ban, now))
      await noteBans(db, lifted, { at: now, author, typeOf: () => 'ban.removed' })
    },

    /** Deletes the bans of an account at a server, the active ones only if `lifts` is set; returns their number. Stores no event. */
    forget: (guildId: string, forgotten: Forgotten): Promise<number> => deleteBans(forgotten, { guild_id: guildId }),

    /** Deletes the bans that ended before `before`. */
    async deleteEnded(before: number): Promise<void> {
      await db('bans').where('until', '<', before).delete()
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
