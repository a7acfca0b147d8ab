import type { Database } from '../database/database.ts'
import type { EventRepositories } from './database/repositories.ts'

/** Small enough that other work need not wait for long. */
const EVENTS_PER_STEP = 500

/**
 * Deletes events whose time is over, and the oldest events of servers that have too many. When the signal aborts, rejects with its reason between
 * two short transactions.
 */
export async function removeOldEvents(
  { database }: { database: Pick<Database<EventRepositories>, 'transaction'> },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const hasMore = () =>
    database.transaction(
      async ({ events }) => (await events.deleteExpired(now, EVENTS_PER_STEP)) || events.trim(EVENTS_PER_STEP),
    )
  do signal.throwIfAborted()
  while (await hasMore())
}
