import type { Database } from './database.ts'
import { systemClock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'

/** Time without an answer after which the database is given up, as soon as the requests are drained. */
const ANSWERS_WITHIN_MS = 2_000
const LOOK_MS = 250

/**
 * Asks the database repeatedly while a process stops, until the signal aborts. If the database does not answer, gives it up once the
 * requests are `drained`. A database that refuses at once is not given up: it causes no delay, and may become available in time.
 */
export async function giveUpWhenSilent(
  database: Pick<Database, 'read' | 'giveUp'>,
  drained: Promise<unknown>,
  signal: AbortSignal,
  clock = systemClock,
): Promise<void> {
  while (!signal.aborted) {
    const asked = database.read(({ meta }) => meta.get('live_session')).catch(() => {})
    if (!(await endsWithin(ANSWERS_WITHIN_MS, asked, clock))) {
      const hasAnswered = await Promise.race([asked.then(() => true), drained.then(() => false)])
      if (!hasAnswered && !signal.aborted) return database.giveUp()
    }
    await clock.sleep(LOOK_MS, signal).catch(() => {})
  }
}
