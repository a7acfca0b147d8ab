import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { notePolicyChange } from './policies.ts'
import { readCount, selectRows, toRow } from '../../database/rows.ts'

const exceptionSchema = z.object({
  guildId: z.string(),
  steamId: z.string(),
  reason: z.string(),
  until: unixSecondsSchema.nullable(),
  /** The Discord id of the user who added it. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
})
/** An exception of the policy of a Discord server, which always lets an account in. */
export type StoredException = z.infer<typeof exceptionSchema>

export function createPolicyExceptionsRepository(db: Knex) {
  const read = async (rows: Knex.QueryBuilder) => selectRows('policy_exceptions', exceptionSchema, rows)
  const ofAccount = (guildId: string, steamId: SteamId) =>
    db('policy_exceptions').where({ guild_id: guildId, steam_id: steamId })
  const get = async (guildId: string, steamId: SteamId) => (await read(ofAccount(guildId, steamId)))[0]
  return {
    get,

    /** The exceptions of a policy, newest first; also exceptions whose `until` has passed and that are not removed yet. */
    list: (guildId: string): Promise<StoredException[]> =>
      read(
        db('policy_exceptions')
          .where('guild_id', guildId)
          .orderBy([{ column: 'added_at', order: 'desc' }, { column: 'steam_id' }]),
      ),

    /** Number of exceptions of a policy that are valid at `now`. */
    countValid: async (guildId: string, now: number): Promise<number> =>
      readCount(
        await db('policy_exceptions')
          .where('guild_id', guildId)
          .where((valid) => valid.whereNull('until').orWhere('until', '>', now))
          .count({ count: '*' }),
      ),

    /** Adds an exception to an existing policy; replaces the previous exception of the account. */
    async set(exception: StoredException): Promise<void> {
      await db('policy_exceptions')
        .insert(toRow(exceptionSchema, exception))
        .onConflict(['guild_id', 'steam_id'])
        .merge()
      await notePolicyChange(db, [exception.guildId])
    },

    /** Removes an exception and returns it; undefined when there is none. */
    async remove(guildId: string, steamId: SteamId): Promise<StoredException | undefined> {
      const exception = await get(guildId, steamId)
      if (!exception) return undefined
      await ofAccount(guildId, steamId).delete()
      await notePolicyChange(db, [guildId])
      return exception
    },

    /** Exceptions whose `until` has passed. */
    expired: (now: number): Promise<StoredException[]> => read(db('policy_exceptions').where('until', '<=', now)),
  }
}
