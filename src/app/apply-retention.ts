import type { Repositories } from '../database/database.ts'
import { REPLACED_TOKEN_SECONDS } from '../policy/stored-policies.ts'
import type { WatchContext } from '../watch/watch-context.ts'

const DAY = 86_400
const OBSERVATION_DAYS = 400
const AUDIT_DAYS = 400
const NAME_DAYS = 400
/** How long the data of an account is kept after it has left the last list. */
const UNWATCHED_DAYS = 30
const POLICY_VERSION_DAYS = 400
const JOIN_DAYS = 2
/** Longer than any cache holds an answer (`STALE_SECONDS`). */
const RECORD_CHANGE_DAYS = 3
/** Longer than the bot keeps trying to send a message about a refusal. */
const REFUSAL_DAYS = 7

/** Deletes data whose retention period has ended. Rejects with the reason of the signal. */
export async function applyRetention(
  { database }: Pick<WatchContext, 'database'>,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  // Runs each step in its own transaction, so that none blocks others for long, and an abort can take effect in between.
  const apply = async (step: (repositories: Repositories) => Promise<unknown>) => {
    signal.throwIfAborted()
    await database.transaction(step)
  }
  await apply(({ accounts }) => accounts.deleteUnwatched(now, now - UNWATCHED_DAYS * DAY))
  await apply(({ accounts }) => accounts.deleteObservations(now - OBSERVATION_DAYS * DAY))
  await apply(({ recordChanges }) => recordChanges.deleteOlderThan(now - RECORD_CHANGE_DAYS * DAY, now))
  await apply(({ accountNames }) => accountNames.deleteOlderThan(now - NAME_DAYS * DAY))
  await apply(({ audit }) => audit.deleteOlderThan(now - AUDIT_DAYS * DAY))
  await apply(({ policies }) => policies.deleteVersions(now - POLICY_VERSION_DAYS * DAY))
  await apply(({ policyTokens }) => policyTokens.deleteReplaced(now - REPLACED_TOKEN_SECONDS))
  await apply(({ joins }) => joins.deleteOlderThan(now - JOIN_DAYS * DAY))
  await apply(({ outbox }) => outbox.deleteExpired(now - REFUSAL_DAYS * DAY))
}
