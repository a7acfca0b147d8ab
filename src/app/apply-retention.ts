import type { Retention } from '../database/database.ts'
import { POLICY_RETENTION } from '../policy/retention.ts'
import { WATCH_RETENTION } from '../watch/retention.ts'
import type { Database, Repositories } from './database.ts'

const DAY = 86_400
const AUDIT_DAYS = 400
/** Longer than the bot keeps trying to send a message that expires. */
const EXPIRING_DAYS = 7

const RETENTION: Retention<Repositories>[] = [
  ...WATCH_RETENTION,
  ({ audit }, now) => audit.deleteOlderThan(now - AUDIT_DAYS * DAY),
  ...POLICY_RETENTION,
  ({ outbox }, now) => outbox.deleteExpired(now - EXPIRING_DAYS * DAY),
]

/** Deletes data whose retention period has ended. Rejects with the reason of the signal. */
export async function applyRetention(
  { database }: { database: Database },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  // Runs each step in its own transaction, so that none blocks others for long, and an abort can take effect in between.
  for (const deleteOld of RETENTION) {
    signal.throwIfAborted()
    await database.transaction((repositories) => deleteOld(repositories, now))
  }
}
