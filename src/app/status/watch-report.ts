import type { OutboxCounts } from '../../database/outbox.ts'
import type { SweepProgress } from '../../database/sweeps.ts'
import { REFUSALS } from '../../policy/refusals.ts'
import { ALERTS } from '../../watch/alerts.ts'
import { MAX_FAILED_TURNS } from '../../watch/check-accounts.ts'
import type { WatchContext } from '../../watch/watch-context.ts'

/** The watch lists of all servers, and what is to be sent to them, in numbers. */
export interface WatchReport extends SweepProgress {
  alertsWaiting: number
  alertsParked: number
  /** The servers whose channel is gone, or does not let the bot write. */
  channelsRefused: number
  refusals: OutboxCounts
}

/** Counts as overdue the accounts that had no turn for two intervals, and as unanswered those whose turns gave no record for as long. */
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
      refusals: await outbox.counts(REFUSALS.name, now),
    }
  })
}
