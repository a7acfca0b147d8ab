import type { Knex } from 'knex'
import { z } from 'zod'
import { readRows } from './rows.ts'

/** Facts about the database itself. */
export type MetaRepository = ReturnType<typeof createMetaRepository>

/**
 * `restored_at`: when the database was last restored from a backup, Unix seconds. `guild_count` and
 * `guilds_listed_at`: the size and the time of the last trusted listing of the bot's servers; `guild_names`: a JSON object with the names in it
 * by the ids of the servers. `short_listing_count` and
 * `short_listing_since`: the size and the time of the first of the much smaller listings that have followed. `backed_up_at`: when the last
 * backup was made, Unix seconds.
 */
export type MetaName =
  | 'restored_at'
  | 'guild_count'
  | 'guilds_listed_at'
  | 'guild_names'
  | 'short_listing_count'
  | 'short_listing_since'
  | 'backed_up_at'

const valueSchema = z.object({ value: z.string() })
const versionSchema = z.object({ at: z.coerce.number() })

export function createMetaRepository(db: Knex) {
  /** Reads a value; undefined when it is not set. */
  const get = async (name: MetaName): Promise<string | undefined> => {
    const rows: unknown = await db('meta').where('name', name).select('value')
    return readRows('meta', valueSchema, rows)[0]?.value
  }
  return {
    get,

    /**
     * When the database was created, and when it was last restored from a backup (0 for never), Unix seconds: together they tell whether an id
     * of an event is from this database as it is now.
     */
    async epoch(): Promise<[createdAt: number, restoredAt: number]> {
      const rows: unknown = await db('schema_version').min({ at: 'migrated_at' })
      const [created] = readRows('schema_version', versionSchema, rows)
      return [created?.at ?? 0, Number((await get('restored_at')) ?? 0)]
    },

    async set(name: MetaName, value: string | null): Promise<void> {
      if (value === null) await db('meta').where('name', name).delete()
      else await db('meta').insert({ name, value }).onConflict('name').merge()
    },
  }
}
