import { expireExceptions } from '../policy/exceptions.ts'
import { applyRetention } from './apply-retention.ts'
import { isClockConfirmed } from '../outbox/clock-check.ts'
import { expireWatches } from '../watch/remove-watch.ts'
import { removeAbandonedGuilds } from '../watch/guild-listing.ts'
import type { WatchContext } from '../watch/watch-context.ts'

export interface HousekeepingReport {
  /** False when our clock and Steam's differ by more than an hour, or Steam's is unknown: then nothing was done. */
  isClockConfirmed: boolean
  /** Entries whose `until` had passed. */
  expired: number
  /** Exceptions of policies whose `until` had passed. */
  expiredExceptions: number
  /** Servers whose data were deleted because they have removed the bot. */
  removedGuilds: string[]
}

/**
 * Does what time makes due: ends entries, deletes old data. To be called about every hour by the holder of the lease. Rejects with the
 * reason of the signal, between two transactions.
 */
export async function housekeep(context: WatchContext, now: number, signal: AbortSignal): Promise<HousekeepingReport> {
  if (!isClockConfirmed(context))
    return { isClockConfirmed: false, expired: 0, expiredExceptions: 0, removedGuilds: [] }
  const expired = await expireWatches(context, now)
  signal.throwIfAborted()
  const expiredExceptions = await expireExceptions(context, now)
  signal.throwIfAborted()
  const removedGuilds = await removeAbandonedGuilds(context, now)
  await applyRetention(context, now, signal)
  return { isClockConfirmed: true, expired, expiredExceptions, removedGuilds }
}
