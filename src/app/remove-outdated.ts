import { expireExceptions } from '../policy/exceptions.ts'
import { applyRetention } from './apply-retention.ts'
import { isClockConfirmed } from '../outbox/clock-check.ts'
import { removeAbandonedGuilds } from '../watch/guild-listing.ts'
import { expireWatches } from '../watch/remove-watch.ts'
import type { WatchContext } from '../watch/watch-context.ts'
import type { Database } from './database.ts'

export interface HousekeepingContext extends WatchContext {
  database: Database
}

export interface HousekeepingReport {
  /** False when our clock differs from Steam's by more than an hour, or Steam's time is unknown, so that nothing was done. */
  isClockConfirmed: boolean
  /** Number of removed entries whose `until` had passed. */
  expired: number
  /** Number of removed exceptions whose `until` had passed. */
  expiredExceptions: number
  /** Servers whose data was deleted because they have removed the bot. */
  removedGuilds: string[]
}

/** The report of work that has not removed anything yet. */
export const emptyReport = (): HousekeepingReport => ({
  isClockConfirmed: false,
  expired: 0,
  expiredExceptions: 0,
  removedGuilds: [],
})

/**
 * Does the hourly work: removes expired entries and old data. To be called by the holder of the lease. Rejects with the reason of the
 * signal, between two transactions; the report has what was removed by then.
 */
export async function removeOutdated(
  context: HousekeepingContext,
  now: number,
  signal: AbortSignal,
  report = emptyReport(),
): Promise<HousekeepingReport> {
  if (!isClockConfirmed(context)) return report
  report.isClockConfirmed = true
  report.expired = await expireWatches(context, now)
  signal.throwIfAborted()
  report.expiredExceptions = await expireExceptions(context, now)
  signal.throwIfAborted()
  report.removedGuilds = await removeAbandonedGuilds(context, now)
  await applyRetention(context, now, signal)
  return report
}
