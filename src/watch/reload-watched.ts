import type { WatchContext } from './watch-context.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** By how much the clocks of two processes may differ. */
const CLOCK_SKEW_SECONDS = 60

/**
 * Creates a step that takes over changes of the lists by other processes. It reads added accounts every minute. It reads all accounts every
 * hour, or every interval if that is longer, which takes a tenth of a second of processor time for 100,000 accounts. Before it has read all
 * accounts again, a lookup of a removed account costs one read of the database.
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
