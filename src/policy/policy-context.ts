import type { PolicyDatabase } from './database/repositories.ts'
import type { BansContext } from '../bans/bans-context.ts'
import type { Facts } from '../model/facts.ts'
import type { Policies } from './policies.ts'

/** The dependencies of use cases that read or change the policy of a Discord server. */
export interface PolicyContext extends BansContext {
  database: PolicyDatabase
  policies: Pick<Policies, 'ofGuild'> & { reload: () => Promise<void> }
  /** What the watch list of a server knows of its accounts, the newest entry first. */
  watchedFacts: (guildId: string) => Promise<Facts[]>
}
