import type { Context } from '../accounts/context.ts'
import type { FencedDatabase } from '../cluster/held-database.ts'
import type { Database, Repositories } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewestRecord } from '../model/ban-record.ts'
import type { Published } from '../model/published.ts'
import type { SteamId } from '../model/steam-id.ts'
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
  /** Where the operator has published the privacy notice and the terms of use. */
  published: Published
  otherData: OtherData
  /** To be called with the name of an account that a look-up shows; never throws. */
  onName: (steamId: SteamId, name: string) => void
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

/** What other features store about the accounts of a server. */
interface OtherData {
  /** Drops what is not stored yet about an account that is to be forgotten. */
  drop: (guildId: string, steamId: SteamId) => Promise<void>
  /** Deletes what is stored about an account; returns whether it had an exception. */
  forget: (repositories: Repositories, guildId: string, steamId: SteamId) => Promise<boolean>
  /** Loads what has changed, after the change is committed; never rejects. */
  reload: () => Promise<void>
}
