import type { PolicyDatabase } from './database/repositories.ts'
import type { Clock } from '../lib/clock.ts'
import type { Facts } from '../model/facts.ts'
import type { StoredPolicies } from './stored-policies.ts'

/** The dependencies of use cases that read or change the policy of a Discord server. */
export interface PolicyContext {
  database: PolicyDatabase
  clock: Pick<Clock, 'unixSeconds'>
  policies: Pick<StoredPolicies, 'ofGuild' | 'reload'>
  /** What the watch list of a server knows of its accounts, the newest entry first. */
  watchedFacts: (guildId: string) => Promise<Facts[]>
}
