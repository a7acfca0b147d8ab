import type { Logger } from 'pino'
import { BAN_RETENTION } from '../bans/retention.ts'
import type { FencedDatabase } from '../cluster/held-database.ts'
import type { Retention } from '../database/database.ts'
import { removeOldEvents } from '../events/retention.ts'
import { messageOf } from '../lib/thrown.ts'
import { KEPT_MESSAGE_SECONDS } from '../model/event.ts'
import { isClockConfirmed } from '../outbox/clock-check.ts'
import { type ListedGuild, recordGuildListing } from '../outbox/record-guild-listing.ts'
import { expireExceptions } from '../policy/exceptions.ts'
import { noteEndedBans } from '../policy/refusals.ts'
import { POLICY_RETENTION } from '../policy/retention.ts'
import { TOOL_RETENTION } from '../tokens/retention.ts'
import { expireWatches } from '../watch/entries.ts'
import { WATCH_RETENTION } from '../watch/retention.ts'
import type { WatchContext } from '../watch/watch-context.ts'
import type { Database, Repositories } from './database.ts'

const DAY = 86_400
const ABANDONED_DAYS = 30
/**
 * Maximum age of the last trusted listing of the bot's servers, days; a suddenly much smaller listing is not trusted. With an older
 * listing, no server's data is deleted, because a server that was absent may have come back.
 */
const LISTING_DAYS = 2

const AUDIT_DAYS = 400

const RETENTION: Retention<Repositories>[] = [
  ...WATCH_RETENTION,
  ({ audit }, now) => audit.deleteOlderThan(now - AUDIT_DAYS * DAY),
  ...BAN_RETENTION,
  ...POLICY_RETENTION,
  ...TOOL_RETENTION,
  ({ pending }, now) => pending.deleteOld(now),
  ({ outbox }, now) => outbox.deleteOld(now - KEPT_MESSAGE_SECONDS, now),
]

/** The dependencies of housekeeping, which concerns several features. */
export interface HousekeepingContext extends WatchContext {
  database: Database
}

/** Those of the one process that keeps house at a time. */
export interface HouseContext extends HousekeepingContext {
  database: FencedDatabase<Repositories>
}

type HouseLog = Pick<Logger, 'info' | 'warn'>

/**
 * Lists the bot's servers, removes outdated data, and logs the results. If the clocks of this machine and Steam differ by more than an
 * hour, it only logs a warning. Resolves to false before Steam's first answer. To be called by the holder of the lease.
 */
export async function keepHouse(
  context: HouseContext,
  listGuilds: (signal: AbortSignal) => Promise<ListedGuild[]>,
  log: HouseLog,
  signal: AbortSignal,
): Promise<boolean> {
  const reading = context.steamClock()
  if (!reading) return false
  if (isClockConfirmed(context)) {
    await recordGuilds(context, () => listGuilds(signal), log)
    await removeOutdated(context, log, signal)
  } else
    log.warn(
      { skewSeconds: reading.skewSeconds },
      'the clock of this machine and Steam’s differ by more than an hour: nothing is deleted because of its age; set the clock',
    )
  return true
}

/**
 * Removes expired entries, expired exceptions and old data, as is done every hour. Each step has its own transaction, so that it does not block
 * other work for long. If the signal aborts, rejects with its reason between two of them.
 */
export async function removeOutdated(
  context: HousekeepingContext,
  log: Pick<HouseLog, 'info'>,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context
  const now = clock.unixSeconds()
  const expired = await expireWatches(context, now)
  if (expired > 0) log.info({ expired }, 'entries left their watch lists because their time has come')
  signal.throwIfAborted()
  const expiredExceptions = await expireExceptions(context, now)
  if (expiredExceptions > 0)
    log.info({ expiredExceptions }, 'exceptions left their policies because their time has come')
  signal.throwIfAborted()
  await noteEndedBans(context, now)
  for (const guildId of await removeAbandonedGuilds(database, now))
    log.info({ guildId }, 'the data of a server that has removed the bot were deleted')
  await removeOldEvents(context, now, signal)
  for (const deleteOld of RETENTION) {
    signal.throwIfAborted()
    await database.transaction((repositories) => deleteOld(repositories, now))
  }
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

async function recordGuilds(
  context: HouseContext,
  listGuilds: () => Promise<ListedGuild[]>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  let listed: ListedGuild[]
  try {
    listed = await listGuilds()
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'the servers of the bot could not be listed; none is taken for gone')
    return
  }
  const { count, previous, isSuspect } = await recordGuildListing(context, listed)
  if (isSuspect)
    log.warn(
      { count, previous },
      'Discord lists far fewer servers of the bot than before; none is taken for gone until this has lasted a day',
    )
}
