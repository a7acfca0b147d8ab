import type { Knex } from 'knex'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'

/** A message to Discord of which an attempt is made. */
interface Attempted {
  id: number
  attempts: number
  channelId: string
}

/** The attempts to send the messages of one of the tables that have the columns for it. */
export function createAttempts(db: Knex, table: 'deliveries' | 'refusal_notices') {
  const firstUncertain = () => db.raw('coalesce(uncertain_since, attempt_started_at)')
  return {
    /** Selects the messages whose next attempt is due, oldest first; also those that a clock ahead has put off for long. */
    due: (now: number, limit: number): Knex.QueryBuilder =>
      db(table)
        .where('next_attempt_at', '<=', now)
        .orWhere('next_attempt_at', '>', now + MAX_AHEAD_SECONDS)
        .orderBy(['next_attempt_at', 'id'])
        .limit(limit),

    async beginAttempt({ id, attempts, channelId }: Attempted, now: number): Promise<boolean> {
      const begun = await db(table)
        .where({ id, attempts })
        .update({
          attempts: attempts + 1,
          channel_id: channelId,
          uncertain_since: firstUncertain(),
          attempt_started_at: now,
        })
      return begun === 1
    },

    async retryLater(id: number, nextAttemptAt: number, isUncertain: boolean): Promise<void> {
      await db(table)
        .where('id', id)
        .update({
          next_attempt_at: nextAttemptAt,
          ...(isUncertain && { uncertain_since: firstUncertain() }),
          attempt_started_at: null,
        })
    },
  }
}
