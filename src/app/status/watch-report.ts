import type { Database } from '../database.ts'
import type { SweepProgress } from '../../watch/database/sweeps.ts'
import { countReports } from '../../policy/refusals.ts'
import { ALERTS } from '../../watch/alerts.ts'
import { WATCHED_JOINS } from '../../watch/joins.ts'
import { MAX_FAILED_TURNS } from '../../watch/sweep.ts'
import type { WatchContext } from '../../watch/watch-context.ts'

/** Figures about the watch lists of all servers, the outbox, and what else of the database needs attention. */
export interface WatchReport extends SweepProgress {
  alertsWaiting: number
  /** Number of servers whose channel was deleted or does not allow the bot to write. */
  channelsRefused: number
  /** Reports of refusals and notices. */
  refusals: number
  joins: number
  /** Number of game servers that have asked for verdicts in the last 30 days, but not in the last day. */
  serversSilent: number
  /** When the last backup that the database knows of began, Unix seconds; null for none. */
  backedUpAt: number | null
}

const DAY_SECONDS = 86_400
/** A game server that is silent for longer is given up: its Discord server may have forgotten its token. */
const GIVEN_UP_DAYS = 30

/**
 * Reads the figures. An account is overdue if no sweep has tried to check it for two intervals. It is unanswered if a sweep has tried in
 * that time, but Steam gave no usable record.
 */
export async function readWatchReport({
  database,
  clock,
  intervalSeconds,
}: Pick<WatchContext, 'clock' | 'intervalSeconds'> & { database: Database }): Promise<WatchReport> {
  return database.read(async ({ sweeps, outbox, guilds, policyTokens, meta }) => {
    const now = clock.unixSeconds()
    const latest = await sweeps.latest()
    const interval = Math.max(intervalSeconds, latest?.intervalSeconds ?? 0)
    const progress = await sweeps.progress(now - 2 * interval, MAX_FAILED_TURNS)
    const backedUpAt = await meta.get('backed_up_at')
    return {
      ...progress,
      alertsWaiting: await outbox.countDue(ALERTS.name, now),
      channelsRefused: await guilds.countBlocked(),
      refusals: await countReports({ outbox }, now),
      joins: await outbox.countDue(WATCHED_JOINS.name, now),
      serversSilent: await policyTokens.countSilent(now - GIVEN_UP_DAYS * DAY_SECONDS, now - DAY_SECONDS),
      backedUpAt: backedUpAt === undefined ? null : Number(backedUpAt),
    }
  })
}
