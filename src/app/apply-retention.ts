import { REPLACED_TOKEN_SECONDS } from '../policy/stored-policies.ts'
import type { WatchContext } from '../watch/watch-context.ts'

const DAY = 86_400
const OBSERVATION_DAYS = 400
const AUDIT_DAYS = 400
const NAME_DAYS = 400
/** How long the data of an account are kept after the last list let go of it. */
const UNWATCHED_DAYS = 30
const POLICY_VERSION_DAYS = 400
const JOIN_DAYS = 2
/** Longer than any cache holds an answer (`STALE_SECONDS`). */
const RECORD_CHANGE_DAYS = 3
/** Longer than the bot keeps trying to send a message about a refusal. */
const REFUSAL_DAYS = 7

/** Deletes what has been kept long enough. */
export async function applyRetention({ database }: Pick<WatchContext, 'database'>, now: number): Promise<void> {
  // One transaction each, so that none keeps the others waiting for long.
  await database.transaction(({ accounts }) => accounts.deleteUnwatched(now, now - UNWATCHED_DAYS * DAY))
  await database.transaction(({ accounts }) => accounts.deleteObservations(now - OBSERVATION_DAYS * DAY))
  await database.transaction(({ recordChanges }) => recordChanges.deleteOlderThan(now - RECORD_CHANGE_DAYS * DAY, now))
  await database.transaction(({ accountNames }) => accountNames.deleteOlderThan(now - NAME_DAYS * DAY))
  await database.transaction(({ audit }) => audit.deleteOlderThan(now - AUDIT_DAYS * DAY))
  await database.transaction(({ policies }) => policies.deleteVersions(now - POLICY_VERSION_DAYS * DAY))
  await database.transaction(({ policyTokens }) => policyTokens.deleteReplaced(now - REPLACED_TOKEN_SECONDS))
  await database.transaction(({ joins }) => joins.deleteOlderThan(now - JOIN_DAYS * DAY))
  await database.transaction(({ outbox }) => outbox.deleteExpired(now - REFUSAL_DAYS * DAY))
}
