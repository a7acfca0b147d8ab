import type { FencedDatabase } from '../cluster/held-database.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewestRecord } from '../model/newest-record.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Published } from '../model/published.ts'
import type { Context } from '../accounts/context.ts'
import type { Policy } from '../model/policy.ts'
import type { WatchedIds } from './watched-ids.ts'

/** The dependencies of use cases that read or change what people entrust to the service. */
export interface WatchContext extends Context {
  database: Database
  clock: Clock
  limits: WatchLimits
  /** Seconds in which a sweep checks every watched account, as configured; the database knows the interval in use. */
  intervalSeconds: number
  watched: WatchedIds
  /** To be called with the news that `applyRecords` has found once they are committed; never throws. */
  onNews: (news: readonly NewestRecord[]) => void
  /** Under which game servers reach this service; undefined where the operator has not said it. */
  publicUrl: string | undefined
  /** Where the operator has published the privacy notice and the terms of use. */
  published: Published
  /** The policies of Discord servers, in memory. */
  policies: {
    /** The policy of a Discord server; undefined without one. */
    ofGuild(guildId: string): Policy | undefined
    /** Loads what has changed, after a change by this process; never rejects. */
    reload(): Promise<void>
  }
  /** To be called before the joins of an account are deleted at a server: drops those that are not stored yet. */
  forgetJoins: (guildId: string, steamId: SteamId) => Promise<void>
  /** To be called with the name of an account that a look-up shows; never throws. */
  onName: (steamId: SteamId, name: string) => void
  /** To be called for every interaction in a server, whose locale is given; never throws. */
  onInteraction: (guildId: string, locale: string) => void
}

/** The dependencies of work that one process at a time does. */
export interface HeldContext extends WatchContext {
  database: FencedDatabase
}

/** The most entries that one list, and all lists together, may have. */
export interface WatchLimits {
  maxPerGuild: number
  maxTotal: number
}
