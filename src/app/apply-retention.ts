import type { Retention } from '../database/database.ts'
import { POLICY_RETENTION } from '../policy/retention.ts'
import { TOOL_RETENTION } from '../tokens/retention.ts'
import { WATCH_RETENTION } from '../watch/retention.ts'
import type { Database, Repositories } from './database.ts'

const DAY = 86_400
const AUDIT_DAYS = 400
/** Age at which entries of the outbox are deleted that were sent or have expired. */
const OUTBOX_DAYS = 7

const RETENTION: Retention<Repositories>[] = [
  ...WATCH_RETENTION,
  ({ audit }, now) => audit.deleteOlderThan(now - AUDIT_DAYS * DAY),
  ...POLICY_RETENTION,
  ...TOOL_RETENTION,
  ({ pending }, now) => pending.deleteOld(now),
  ({ outbox }, now) => outbox.deleteOld(now - OUTBOX_DAYS * DAY, now),
]

/** Deletes data whose retention period has ended. When the signal aborts, rejects with its reason. */
export async function applyRetention(
  { database }: { database: Database },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  // Each step has its own transaction, so that it does not block other work for long, and an abort can take effect between two steps.
  for (const deleteOld of RETENTION) {
    signal.throwIfAborted()
    await database.transaction((repositories) => deleteOld(repositories, now))
  }
}
