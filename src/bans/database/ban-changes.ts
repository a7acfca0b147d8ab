import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, insertInChunks, readRows, toRow } from '../../database/rows.ts'

const changeSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  /** The account whose bans have changed; null if more than one has. */
  steamId: z.string().nullable(),
  /** The import whose bans have become valid or are no longer valid; null together with `steamId` if the whole list has changed. */
  importId: z.int().nullable(),
})
/** A change of a ban list; ids ascend in the order of the commits. */
export type BanChange = z.infer<typeof changeSchema>

interface ChangedAccount {
  guildId: string
  steamId: string | null
  importId?: number
}

/** Records changes of ban lists, so that every process reads these accounts again. */
export async function noteBanChanges(db: Knex, changes: readonly ChangedAccount[], at: number): Promise<void> {
  await insertInChunks(changes, (chunk) =>
    db('ban_changes').insert(
      chunk.map(({ guildId, steamId, importId = null }) => ({
        ...toRow(changeSchema, { guildId, steamId, importId }),
        at,
      })),
    ),
  )
}

/** The changes of ban lists by which every process follows them; kept for some days. */
export function createBanChangesRepository(db: Knex) {
  return {
    /** The id of the newest change; 0 without any. */
    async newestId(): Promise<number> {
      const rows: unknown = await db('ban_changes').orderBy('id', 'desc').limit(1).select(columnsOf(changeSchema))
      return readRows('ban_changes', changeSchema, rows)[0]?.id ?? 0
    },

    /** The next changes with an id above `id`, in ascending order. */
    async after(id: number, limit: number): Promise<BanChange[]> {
      const rows: unknown = await db('ban_changes')
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .select(columnsOf(changeSchema))
      return readRows('ban_changes', changeSchema, rows)
    },

    /** Records that the whole list of a server has changed, for example because the data of the server was deleted. */
    noteList: (guildId: string, at: number): Promise<void> => noteBanChanges(db, [{ guildId, steamId: null }], at),

    async deleteOlderThan(before: number): Promise<void> {
      await db('ban_changes').where('at', '<', before).delete()
    },
  }
}
