import type { Knex } from 'knex'
import type { SteamId } from '../../model/steam-id.ts'

/** Reads which accounts exceptions of the policy let in. The policy owns the table and alone changes it. */
export const createExemptedAccountsRepository = (db: Knex) => ({
  /** The accounts with an exception of a server that is valid at `now`; at most 1,000. */
  of: (guildId: string, now: number): Promise<SteamId[]> =>
    db('policy_exceptions')
      .where({ guild_id: guildId, decision: 'allow' })
      .where((valid) => valid.whereNull('until').orWhere('until', '>', now))
      .pluck<SteamId[]>('steam_id'),
})
