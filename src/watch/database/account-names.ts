import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { inChunks, selectRows } from '../../database/rows.ts'

/** Maximum number of names of an account; the most recent names are kept. */
const MAX_NAMES = 20
/** Maximum length of a name; Steam's limit is 32. */
const MAX_CHARACTERS = 64

const nameSchema = z.object({
  name: z.string(),
  firstSeenAt: unixSecondsSchema,
  lastSeenAt: unixSecondsSchema,
})
const namedSchema = nameSchema.pick({ name: true }).extend({ steamId: z.string() })
/** A name of an account on a watch list, and when it was seen. */
export type SeenName = z.infer<typeof nameSchema>

export function createAccountNamesRepository(db: Knex) {
  const namesOf = (steamId: SteamId) =>
    db('account_names')
      .where('steam_id', steamId)
      .orderBy([
        { column: 'last_seen_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
  return {
    /** Records the name of an account that is on a list; ignores other accounts. */
    async note(steamId: SteamId, name: string, at: number): Promise<void> {
      const isWatched: unknown = await db('accounts').where({ steam_id: steamId, is_watched: true }).first('id')
      if (isWatched === undefined) return
      const kept = Array.from(name).slice(0, MAX_CHARACTERS).join('')
      const known = await db('account_names').where({ steam_id: steamId, name: kept }).update({ last_seen_at: at })
      if (known > 0) return
      await db('account_names').insert({ steam_id: steamId, name: kept, first_seen_at: at, last_seen_at: at })
      const newest = await namesOf(steamId).limit(MAX_NAMES).pluck<number[]>('id')
      await db('account_names').where('steam_id', steamId).whereNotIn('id', newest).delete()
    },
    /** The names of an account, most recent first. */
    async list(steamId: SteamId): Promise<SeenName[]> {
      return selectRows('account_names', nameSchema, namesOf(steamId))
    },
    /** All names of these accounts. */
    async ofAll(steamIds: readonly SteamId[]): Promise<{ steamId: SteamId; name: string }[]> {
      const found = await inChunks(steamIds, async (chunk) => {
        return selectRows('account_names', namedSchema, db('account_names').whereIn('steam_id', chunk))
      })
      return found.flat()
    },
    /** Deletes the names that were last seen before this time. */
    async deleteOlderThan(before: number): Promise<void> {
      await db('account_names').where('last_seen_at', '<', before).delete()
    },
  }
}
