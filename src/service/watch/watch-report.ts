import type { SweepProgress } from '../../database/sweeps.ts'
import type { WatchContext } from './watch-context.ts'

/** The watch lists of all servers in numbers. */
export interface WatchReport extends SweepProgress {
  alertsWaiting: number
  alertsParked: number
}

/** Counts as overdue the accounts that were not checked for two intervals. */
export async function readWatchReport({
  database,
  clock,
  intervalSeconds,
}: Pick<WatchContext, 'database' | 'clock' | 'intervalSeconds'>): Promise<WatchReport> {
  return database.read(async ({ sweeps, outbox }) => {
    const latest = await sweeps.latest()
    const interval = Math.max(intervalSeconds, latest?.intervalSeconds ?? 0)
    const progress = await sweeps.progress(clock.unixSeconds() - 2 * interval)
    const { waiting, parked } = await outbox.countsOfAll()
    return { ...progress, alertsWaiting: waiting, alertsParked: parked }
  })
}
