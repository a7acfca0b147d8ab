import type { WatchContext } from './watch-context.ts'

const DAY = 86_400
const OBSERVATION_DAYS = 400
const AUDIT_DAYS = 400
/** How long the data of an account are kept after the last list let go of it. */
const UNWATCHED_DAYS = 30

/** Deletes what has been kept long enough. */
export async function applyRetention({ database }: Pick<WatchContext, 'database'>, now: number): Promise<void> {
  // One transaction each, so that none keeps the others waiting for long.
  await database.transaction(({ accounts }) => accounts.deleteUnwatched(now, now - UNWATCHED_DAYS * DAY))
  await database.transaction(({ accounts }) => accounts.deleteObservations(now - OBSERVATION_DAYS * DAY))
  await database.transaction(({ audit }) => audit.deleteOlderThan(now - AUDIT_DAYS * DAY))
}
