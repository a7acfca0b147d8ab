import type { Logger } from 'pino'
import { messageOf } from '../lib/thrown.ts'
import { isClockConfirmed } from '../outbox/clock-check.ts'
import { type ListedGuild, recordGuildListing } from '../outbox/record-guild-listing.ts'
import type { FencedDatabase } from '../cluster/held-database.ts'
import type { Repositories } from './database.ts'
import { emptyReport, removeOutdated, type HousekeepingContext, type HousekeepingReport } from './remove-outdated.ts'

/** The dependencies of housekeeping, which concerns several features and is done by one process at a time. */
export interface HouseContext extends HousekeepingContext {
  database: FencedDatabase<Repositories>
}

/**
 * Lists the bot's servers, removes outdated data, and logs the results. If the clocks of this machine and Steam differ by more than an
 * hour, it only logs a warning. Resolves to false before Steam's first answer. To be called by the holder of the lease.
 */
export async function keepHouse(
  context: HouseContext,
  listGuilds: (signal: AbortSignal) => Promise<ListedGuild[]>,
  log: Pick<Logger, 'info' | 'warn'>,
  signal: AbortSignal,
): Promise<boolean> {
  const reading = context.steamClock()
  if (!reading) return false
  if (!isClockConfirmed(context)) {
    const { skewSeconds } = reading
    log.warn(
      { skewSeconds },
      'the clock of this machine and Steam’s differ by more than an hour: nothing is deleted because of its age; set the clock',
    )
    return true
  }
  await recordGuilds(context, () => listGuilds(signal), log)
  const report = emptyReport()
  try {
    await removeOutdated(context, context.clock.unixSeconds(), signal, report)
  } finally {
    // Logged even if the work had to end early, because the next run does not find the removed data again.
    logRemoved(report, log)
  }
  return true
}

function logRemoved(
  { expired, expiredExceptions, removedGuilds }: HousekeepingReport,
  log: Pick<Logger, 'info'>,
): void {
  for (const guildId of removedGuilds)
    log.info({ guildId }, 'the data of a server that has removed the bot were deleted')
  if (expired > 0) log.info({ expired }, 'entries left their watch lists because their time has come')
  if (expiredExceptions > 0)
    log.info({ expiredExceptions }, 'exceptions left their policies because their time has come')
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
