import type { Context } from '../accounts/context.ts'
import type { FencedDatabase } from '../cluster/held-database.ts'
import type { WatchDatabase, WatchRepositories } from './database/repositories.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewestRecord } from '../model/ban-record.ts'
import type { OperatorLinks } from '../model/operator-links.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WatchedIds } from './watched-ids.ts'

/** The dependencies of use cases that read or change the data that users entrust to the service. */
export interface WatchContext extends Context {
  database: WatchDatabase
  clock: Clock
  limits: WatchLimits
  /** The configured time in which a sweep checks every watched account, seconds; the database has the interval in use. */
  intervalSeconds: number
  watched: WatchedIds
  /** To be called with the news of `applyRecords` after their commit; never throws. */
  onNews: (news: readonly NewestRecord[]) => void
  /** The addresses of the operator's privacy notice and terms of use. */
  published: OperatorLinks
  /** To be called with the name of an account in a lookup; never throws. */
  onName: (steamId: SteamId, name: string) => void
}

/** The dependencies of work that only one process may do at a time. */
export interface HeldContext extends WatchContext {
  database: FencedDatabase<WatchRepositories>
}

/** Maximum numbers of entries of one list and of all lists together. */
export interface WatchLimits {
  maxPerGuild: number
  maxTotal: number
}
