import type { Database } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { StoredPolicies } from './stored-policies.ts'

/** The dependencies of use cases that read or change the policy of a Discord server. */
export interface PolicyContext {
  database: Database
  clock: Pick<Clock, 'unixSeconds'>
  policies: Pick<StoredPolicies, 'ofGuild' | 'reload'>
}
