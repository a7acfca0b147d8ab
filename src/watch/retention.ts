import type { Retention } from '../database/database.ts'
import type { WatchRepositories } from './database/repositories.ts'

const DAY = 86_400
const OBSERVATION_DAYS = 400
const NAME_DAYS = 400
/** How long the data of an account is kept after it has left the last list. */
const UNWATCHED_DAYS = 30
/** Longer than any cache holds an answer (`STALE_SECONDS`). */
const RECORD_CHANGE_DAYS = 3

/** Functions that delete the data of watch lists whose retention period has ended. */
export const WATCH_RETENTION: Retention<WatchRepositories>[] = [
  ({ accounts }, now) => accounts.deleteUnwatched(now, now - UNWATCHED_DAYS * DAY),
  ({ accounts }, now) => accounts.deleteObservations(now - OBSERVATION_DAYS * DAY),
  ({ recordChanges }, now) => recordChanges.deleteOlderThan(now - RECORD_CHANGE_DAYS * DAY, now),
  ({ accountNames }, now) => accountNames.deleteOlderThan(now - NAME_DAYS * DAY),
]
