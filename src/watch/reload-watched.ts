import type { WatchContext } from './watch-context.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** By how much the clocks of two processes may differ. */
const CLOCK_SKEW_SECONDS = 60

/**
 * A step that takes over what other processes have changed in the lists: every minute what they have added, and every hour or
 * interval everything, which takes a tenth of a second of processor time for 100,000 accounts. Accounts that another process has
 * taken off cost a look-up one read of the database until then.
 */
export function createReload({
  database,
  clock,
  watched,
  intervalSeconds,
}: Pick<WatchContext, 'database' | 'clock' | 'watched' | 'intervalSeconds'>): () => Promise<number> {
  let loadedAt = Number.NEGATIVE_INFINITY
  let readAt = 0
  return async () => {
    const now = clock.now()
    const startedAt = clock.unixSeconds()
    if (now - loadedAt < Math.max(HOUR_MS, intervalSeconds * 1000)) {
      await watched.loadAdded(database, Math.min(readAt, startedAt) - CLOCK_SKEW_SECONDS)
    } else {
      await watched.load(database)
      loadedAt = now
    }
    readAt = startedAt
    return MINUTE_MS
  }
}
