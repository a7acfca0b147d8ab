import type { Clock } from '../lib/clock.ts'
import type { BanDatabase } from './database/repositories.ts'
import type { StoredBans } from './stored-bans.ts'

/** Maximum numbers of active bans of one server, and of stored bans of all servers together. */
export interface BanLimits {
  maxPerGuild: number
  maxTotal: number
}

/** The dependencies of use cases that read or change ban lists. */
export interface BansContext {
  database: BanDatabase
  clock: Pick<Clock, 'unixSeconds'>
  bans: Pick<StoredBans, 'find' | 'reload'>
  banLimits: BanLimits
}
