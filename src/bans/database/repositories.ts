import type { Knex } from 'knex'
import type { Database } from '../../database/database.ts'
import type { EventRepositories } from '../../events/database/repositories.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { OutboxRepositories } from '../../outbox/database/repositories.ts'
import { createBansRepository } from './bans.ts'

export const createBanRepositories = (db: Knex) => ({
  bans: createBansRepository(db),
  exemptedAccounts: createExemptedAccountsRepository(db),
})

/** Reads which accounts exceptions of the policy let in. The policy owns the table and alone changes it. */
function createExemptedAccountsRepository(db: Knex) {
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

/** The repositories that ban lists use. */
export type BanRepositories = OutboxRepositories & EventRepositories & ReturnType<typeof createBanRepositories>
export type BanDatabase = Database<BanRepositories>
