import { removeOldBans } from '../bans/retention.ts'
import { removeOldEvents } from '../events/retention.ts'
import { expireExceptions } from '../policy/exceptions.ts'
import { applyRetention } from './apply-retention.ts'
import { isClockConfirmed } from '../outbox/clock-check.ts'
import { expireWatches } from '../watch/entries.ts'
import type { WatchContext } from '../watch/watch-context.ts'
import type { Database } from './database.ts'

const DAY = 86_400
const ABANDONED_DAYS = 30
/**
 * Maximum age of the last trusted listing of the bot's servers, days; a suddenly much smaller listing is not trusted. With an older
 * listing, no server's data is deleted, because a server that was absent may have come back.
 */
const LISTING_DAYS = 2

export interface HousekeepingContext extends WatchContext {
  database: Database
}

export interface HousekeepingReport {
  /** False when our clock differs from Steam's by more than an hour, or Steam's time is unknown; then nothing was removed. */
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
 * Removes expired entries, expired exceptions and old data, as is done every hour. To be called by the holder of the lease. If the signal
 * aborts, rejects with its reason between two transactions; `report` then says what was removed before.
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
  report.removedGuilds = await removeAbandonedGuilds(context.database, now)
  await removeOldBans(context, now, signal)
  await removeOldEvents(context, now, signal)
  await applyRetention(context, now, signal)
  return report
}

/**
 * Deletes the data of servers that have removed the bot. Such a server was listed once, has been absent from every complete listing for 30
 * days, and has had no interaction for 30 days. A server that was never listed has only added the commands, and is kept. Returns the ids of
 * the deleted servers.
 */
async function removeAbandonedGuilds(database: Database, now: number): Promise<string[]> {
  return database.transaction(async ({ guilds, watches, events, pending, meta }) => {
    const listedAt = Number((await meta.get('guilds_listed_at')) ?? 0)
    if (listedAt < now - LISTING_DAYS * DAY) return []
    const abandoned = await guilds.abandoned(now - ABANDONED_DAYS * DAY)
    for (const guildId of abandoned) {
      await watches.removeAll(guildId)
      await guilds.remove(guildId)
      await events.removeAll(guildId, now)
      await pending.removeAll(guildId)
    }
    return abandoned
  })
}
