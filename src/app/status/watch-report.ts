import type { OutboxCounts } from '../../outbox/database/outbox.ts'
import type { SweepProgress } from '../../watch/database/sweeps.ts'
import { countReports } from '../../policy/refusals.ts'
import { ALERTS } from '../../watch/alerts.ts'
import { WATCHED_JOINS } from '../../watch/joins.ts'
import { MAX_FAILED_TURNS } from '../../watch/check-accounts.ts'
import type { WatchContext } from '../../watch/watch-context.ts'

/** Figures about the watch lists of all servers and the outbox. */
export interface WatchReport extends SweepProgress {
  alertsWaiting: number
  alertsParked: number
  /** Number of servers whose channel was deleted or does not allow the bot to write. */
  channelsRefused: number
  /** Reports of refusals and notices. */
  refusals: OutboxCounts
  joins: OutboxCounts
}

/**
 * Reads the figures. An account is overdue if no sweep has tried to check it for two intervals. It is unanswered if a sweep has tried in
 * that time, but Steam gave no usable record.
 */
export async function readWatchReport({
  database,
  clock,
  intervalSeconds,
}: Pick<WatchContext, 'database' | 'clock' | 'intervalSeconds'>): Promise<WatchReport> {
  return database.read(async ({ sweeps, outbox, guilds }) => {
    const now = clock.unixSeconds()
    const latest = await sweeps.latest()
    const interval = Math.max(intervalSeconds, latest?.intervalSeconds ?? 0)
    const progress = await sweeps.progress(now - 2 * interval, MAX_FAILED_TURNS)
    const { waiting, parked } = await outbox.counts(ALERTS.name, now)
    return {
      ...progress,
      alertsWaiting: waiting,
      alertsParked: parked,
      channelsRefused: await guilds.countBlocked(),
      refusals: await countReports({ outbox }, now),
      joins: await outbox.counts(WATCHED_JOINS.name, now),
    }
  })
}
