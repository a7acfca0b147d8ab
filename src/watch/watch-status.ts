import type { AlertBlock } from '../outbox/database/guilds.ts'
import { ALERTS } from './alerts.ts'
import { toKnownBans } from './history.ts'
import type { WatchContext } from './watch-context.ts'

/** The state of a list, as its server sees it: whether the list is checked in time, and whether alerts arrive. */
export interface WatchStatus {
  /** Number of entries; `limit` is the maximum. */
  count: number
  limit: number
  /** Null until `/watch channel` has set it. */
  alertChannelId: string | null
  alertRoleId: string | null
  /** Whether watched accounts that join a game server are reported. */
  reportsJoins: boolean
  /** Why Discord refused the last alert; null if it did not. */
  alertBlock: AlertBlock | null
  /** Number of alerts that wait for delivery. */
  waiting: number
  /** The interval of the sweeps, seconds: the configured interval, or that of the newest sweep if it is longer. */
  intervalSeconds: number
  /** Whether the interval is longer than configured, because sweeps may use only a tenth of the day's calls. */
  isStretched: boolean
  /** When the newest finished sweep ended; null before the first. */
  lastSweepAt: number | null
  /**
   * Numbers of entries. `neverChecked`: not checked yet. `noRecord`: Steam has no record. `overdue`: last checked more than two intervals
   * ago.
   */
  neverChecked: number
  noRecord: number
  overdue: number
}

export async function watchStatus(
  { database, clock, limits, intervalSeconds: configured }: WatchContext,
  guildId: string,
): Promise<WatchStatus> {
  return database.read(async ({ guilds, watches, outbox, sweeps }) => {
    const guild = await guilds.get(guildId)
    const sweep = await sweeps.latest()
    const list = await watches.list(guildId)
    const intervalSeconds = Math.max(configured, sweep?.intervalSeconds ?? 0)
    const overdueSince = clock.unixSeconds() - 2 * intervalSeconds
    const known = list.map(({ account }) => toKnownBans(account))
    return {
      count: list.length,
      limit: limits.maxPerGuild,
      alertChannelId: guild?.alertChannelId ?? null,
      alertRoleId: guild?.alertRoleId ?? null,
      reportsJoins: guild?.reportsJoins ?? true,
      alertBlock: guild?.alertBlock ?? null,
      waiting: await outbox.countDue(ALERTS.name, clock.unixSeconds(), guildId),
      intervalSeconds,
      isStretched: intervalSeconds > configured,
      lastSweepAt: await sweeps.lastFinishedAt(),
      neverChecked: known.filter(({ checkedAt, hasNoRecord }) => checkedAt === null && !hasNoRecord).length,
      noRecord: known.filter(({ hasNoRecord }) => hasNoRecord).length,
      overdue: known.filter(({ checkedAt }) => checkedAt !== null && checkedAt < overdueSince).length,
    }
  })
}
