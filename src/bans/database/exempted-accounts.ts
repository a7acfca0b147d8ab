import type { Knex } from 'knex'
import type { SteamId } from '../../model/steam-id.ts'

/** Reads which accounts exceptions of the policy let in. The policy owns the table and alone changes it. */
export function createExemptedAccountsRepository(db: Knex) {
  const valid = (guildId: string, now: number) =>
    db('policy_exceptions')
      .where('guild_id', guildId)
      .where((lasting) => lasting.whereNull('until').orWhere('until', '>', now))
  return {
    /** The accounts with an exception of a server that is valid at `now`; at most 1,000. */
    of: (guildId: string, now: number): Promise<SteamId[]> => valid(guildId, now).pluck<SteamId[]>('steam_id'),

    /** Whether an account has such an exception. */
    has: async (guildId: string, steamId: SteamId, now: number): Promise<boolean> =>
      (await valid(guildId, now).where('steam_id', steamId).pluck<SteamId[]>('steam_id')).length > 0,
  }
}
