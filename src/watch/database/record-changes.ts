import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../../lib/clock.ts'
import { banRecordSchema, type NewestRecord } from '../../model/ban-record.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { inChunks, insertInChunks, jsonColumn, selectRows, toRow } from '../../database/rows.ts'

const changeSchema = z.object({
  id: z.int(),
  steamId: z.string(),
  // An unreadable record means that the bans have changed in an unknown way: Steam is asked at once, and the next record replaces it.
  record: jsonColumn(banRecordSchema).catch({}),
  seenAt: unixSecondsSchema,
})
/** A stored change; ids ascend in the order of storing. */
export type RecordChange = z.infer<typeof changeSchema>
const newestSchema = changeSchema.omit({ id: true })

/** The newest records of watched accounts whose bans have changed; kept for as long as a cache can contain older records. */
export function createRecordChangesRepository(db: Knex) {
  const changes = () => db('record_changes')
  const read = (rows: Knex.QueryBuilder) => selectRows('record_changes', changeSchema, rows)
  return {
    /** Stores the newest records of existing accounts; replaces earlier records of the same accounts. */
    async put(records: readonly NewestRecord[]): Promise<void> {
      const steamIds = records.map(({ steamId }) => steamId)
      await inChunks(steamIds, (chunk) => changes().whereIn('steam_id', chunk).delete())
      await insertInChunks(records, (chunk) => changes().insert(chunk.map((newest) => toRow(newestSchema, newest))))
    },

    /** The stored change of each of these accounts; accounts without one are left out. */
    async of(steamIds: readonly SteamId[]): Promise<RecordChange[]> {
      return (await inChunks(steamIds, (chunk) => read(changes().whereIn('steam_id', chunk)))).flat()
    },

    /** The next stored changes with an id above `id`, in ascending order. */
    after: (id: number, limit: number): Promise<RecordChange[]> =>
      read(changes().where('id', '>', id).orderBy('id').limit(limit)),

    /** Deletes records that were seen before `before`, and records whose time is far after `now`, because it comes from a wrong clock. */
    async deleteOlderThan(before: number, now: number): Promise<void> {
      await changes()
        .where('seen_at', '<', before)
        .orWhere('seen_at', '>', now + MAX_AHEAD_SECONDS)
        .delete()
    },
  }
}
