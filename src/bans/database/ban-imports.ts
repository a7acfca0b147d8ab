import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, inChunks, readCount, readInsertedId, readRows } from '../../database/rows.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { BAN_LIST_TYPES, createEventsRepository, noteImport } from '../../events/database/events.ts'
import { type Ban, toBanEntry } from '../../model/ban.ts'
import { isActive, newBanSchema, validBans } from './ban-rows.ts'

const importSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  /** Number of the import among those of the server, from 1. */
  number: z.int().min(1),
  /** The Discord id of the user who imported, or `token:` and the name of the token of a tool. */
  userId: z.string(),
  at: unixSecondsSchema,
  state: z.enum(['staged', 'valid', 'undone']),
})
/** An import of bans. Its bans count only while its state is `valid`. */
export type BanImport = z.infer<typeof importSchema>

/** Imports of ban lists. An import becomes valid, or is undone, by a change of its state, which takes no longer for many bans. */
export function createBanImportsRepository(db: Knex) {
  const read = async (imports: Knex.QueryBuilder): Promise<BanImport[]> =>
    readRows('ban_imports', importSchema, await imports.select(columnsOf(importSchema)))
  const setState = (id: number, state: BanImport['state'], at: number) =>
    db('ban_imports').where({ id }).update({ state, at })
  return {
    /** Begins an import of a stored server; it gets the next number of the server. */
    async begin(guildId: string, userId: string, at: number): Promise<BanImport> {
      const [newest] = await read(db('ban_imports').where('guild_id', guildId).orderBy('number', 'desc').limit(1))
      const values = { guild_id: guildId, number: (newest?.number ?? 0) + 1, user_id: userId, at, state: 'staged' }
      const id = readInsertedId(await db('ban_imports').insert(values).returning('id'))
      return { id, guildId, number: values.number, userId, at, state: 'staged' }
    },

    /** Whether an import of a server that has begun at `since` or later is still being stored. */
    async isStaging(guildId: string, since: number): Promise<boolean> {
      const staged = db('ban_imports').where({ guild_id: guildId, state: 'staged' }).where('at', '>=', since)
      return (await read(staged.limit(1))).length > 0
    },

    /** The import with this id; undefined when it was deleted. */
    get: async (id: number): Promise<BanImport | undefined> => (await read(db('ban_imports').where({ id })))[0],

    /** The newest valid import of a server; undefined without one. */
    newest: async (guildId: string): Promise<BanImport | undefined> =>
      (
        await read(db('ban_imports').where({ guild_id: guildId, state: 'valid' }).orderBy('number', 'desc').limit(1))
      )[0],

    /**
     * Makes a staged import valid. Bans of `exempted` accounts, and of accounts that have got another valid ban since the event with the
     * id `since`, are deleted first, because an import only adds. Returns the number of exempted bans, and whether the list of the server has
     * changed since: only then other bans are searched, which takes time.
     */
    async complete(
      staged: BanImport,
      { since, exempted, now }: { since: number; exempted: readonly SteamId[]; now: number },
    ): Promise<{ exempted: number; isChanged: boolean }> {
      const { id, guildId } = staged
      const changes = await changesSince(db, guildId, since).limit(1).select('id')
      if (changes.length > 0) await deleteBannedMeanwhile(db, staged, { since, now })
      const deleted = await inChunks(exempted, (chunk): Promise<number> =>
        db('bans').where('import_id', id).whereIn('steam_id', chunk).delete(),
      )
      await setState(id, 'valid', now)
      await noteImport(db, { guildId, importId: id, type: 'bans.imported', author: staged.userId, at: now })
      return { exempted: deleted.reduce((sum, count) => sum + count, 0), isChanged: changes.length > 0 }
    },

    /** Gives up a staged import, whose bans never count. */
    discard: ({ id }: BanImport, now: number): Promise<number> =>
      db('ban_imports').where({ id, state: 'staged' }).update({ state: 'undone', at: now }),

    /** Makes the bans of an import invalid, so that they no longer count. */
    async undo({ id, guildId }: BanImport, { now, author }: { now: number; author: string }): Promise<void> {
      await setState(id, 'undone', now)
      await noteImport(db, { guildId, importId: id, type: 'bans.undone', author, at: now })
    },

    /** The next bans of an import with ids above `after`, in the order of their ids: of a valid import, or of one that was undone. */
    entries: (id: number, state: 'valid' | 'undone', page: EntryPage): Promise<{ part: number; object: Ban }[]> =>
      readEntries(db, id, state, page),

    /** Number of the bans that an import still has. */
    countBans: async (id: number): Promise<number> =>
      readCount(await db('bans').where('import_id', id).count({ count: '*' })),

    /** A part of the bans of an import, in the order of their ids, which are above `after`. */
    async bansPart(id: number, after: number, limit: number): Promise<{ id: number; steamId: SteamId }[]> {
      const part = db('bans').where('import_id', id).where('id', '>', after).orderBy('id').limit(limit)
      return part.select({ id: 'id', steamId: 'steam_id' })
    },

    /**
     * Deletes at most `limit` bans of imports that were undone, or that have been staged since `before` because their process has ended;
     * returns whether there may be more.
     */
    deleteRemains: (before: number, limit: number): Promise<boolean> => deleteRemains(db, before, limit),
  }
}

async function deleteRemains(db: Knex, before: number, limit: number): Promise<boolean> {
  const over = db('ban_imports')
    .where((left) => left.where('state', 'undone').orWhere('state', 'staged'))
    .where('at', '<', before)
  const rows: unknown = await db('bans')
    .whereIn('import_id', over.clone().select('id'))
    .limit(limit)
    .select(columnsOf(remainSchema))
  const remains = readRows('bans', remainSchema, rows)
  await inChunks(remains, (chunk): Promise<number> =>
    db('bans')
      .whereIn(
        'id',
        chunk.map(({ id }) => id),
      )
      .delete(),
  )
  await createEventsRepository(db).resetImports([...new Set(remains.map(({ importId }) => importId))])
  if (remains.length === limit) return true
  await db('ban_imports').where('state', 'staged').where('at', '<', before).delete()
  return false
}

const entrySchema = newBanSchema.extend({ id: z.int(), importNumber: z.int() })

interface EntryPage {
  after: number
  limit: number
}

async function readEntries(db: Knex, importId: number, state: BanImport['state'], { after, limit }: EntryPage) {
  const rows: unknown = await db('bans as b')
    .join('ban_imports as i', 'i.id', 'b.import_id')
    .where({ 'b.import_id': importId, 'i.state': state })
    // A ban that had ended before the import was undone did not end by that.
    .where((counting) => state === 'valid' || counting.whereNull('b.until').orWhere('b.until', '>', db.ref('i.at')))
    .where('b.id', '>', after)
    .orderBy('b.id')
    .limit(limit)
    .select({ ...columnsOf(entrySchema, 'b'), importNumber: 'i.number' })
  return readRows('bans', entrySchema, rows).map((ban) => ({ part: ban.id, object: toBanEntry(ban) }))
}

const remainSchema = z.object({ id: z.int(), importId: z.int() })

/** The changes of the list of a server after the event with the id `since`. */
const changesSince = (db: Knex, guildId: string, since: number) =>
  db('events').where('guild_id', guildId).where('id', '>', since).whereIn('type', BAN_LIST_TYPES)

/** Deletes the bans of a staged import whose accounts have got another valid ban since the event with the id `since`. */
async function deleteBannedMeanwhile(
  db: Knex,
  { id, guildId }: BanImport,
  { since, now }: { since: number; now: number },
): Promise<void> {
  const changes = changesSince(db, guildId, since)
  const resets = await changes.clone().where('type', 'reset').limit(1).select('id')
  const banned = validBans(db).where('b.guild_id', guildId).modify(isActive(now))
  // A reset does not say which bans have changed.
  if (resets.length === 0)
    banned.where((changed) =>
      changed
        .whereIn('b.steam_id', changes.clone().whereNotNull('steam_id').select('steam_id'))
        .orWhereIn('b.import_id', changes.clone().whereNotNull('import_id').select('import_id')),
    )
  await db('bans').where('import_id', id).whereIn('steam_id', banned.select('b.steam_id')).delete()
}
