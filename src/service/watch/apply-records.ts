import type { AccountState } from '../../database/accounts.ts'
import type { Repositories } from '../../database/database.ts'
import { MAX_AHEAD_SECONDS } from '../../lib/clock.ts'
import type { BanChange, BanRecord } from '../../model/ban-record.ts'
import { hasOtherBans, type NewestRecord } from '../../model/newest-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { compareRecords, isNewsFor } from './compare-records.ts'
import { findRestoredAt, isPerhapsTold } from './perhaps-told.ts'
import { readStates } from './read-states.ts'
import type { SeenRecord } from './seen-record.ts'
import { storeComparison } from './store-comparison.ts'

/** Valid ban records of one moment. */
export interface SeenRecords {
  records: ReadonlyMap<SteamId, BanRecord>
  /** When Steam's answer arrived, Unix seconds. */
  at: number
  /** The sweep that asked for them. Null for other records: they neither start nor confirm a dip. */
  sweepId: number | null
  /** Whether they are baselines for entries and accounts without one. A record from the cache is not: it can be older. */
  areBaselines: boolean
}

export interface AppliedRecords {
  /** Accounts of which everything that is known was checked; the others need another turn. */
  checked: SteamId[]
  changes: BanChange[]
}

/**
 * Compares records with what is known of their accounts, and stores what is new, together with the alerts about it for all lists
 * whose entry had a baseline. To be called in a transaction, so that a change and its alerts are stored together or not at all.
 */
export async function applyRecords(repositories: Repositories, seen: SeenRecords): Promise<AppliedRecords> {
  const { accounts, recordChanges, watches } = repositories
  const { states, unchanged } = await readStates(accounts, seen.records, seen.at)
  const checked = [...unchanged]
  const changed: ChangedAccount[] = []
  const newestBefore = new Map(
    (await recordChanges.of(states.map(({ steamId }) => steamId))).map((stored) => [stored.steamId, stored]),
  )
  const newest: NewestRecord[] = []
  const baselines: Parameters<typeof accounts.addBaselines>[0][number][] = []
  for (const account of states) {
    const { steamId } = account
    const record = seen.records.get(steamId)
    if (record === undefined || (account.current === null && !seen.areBaselines)) continue
    if (isOvertaken(account, seen.at)) continue
    const other = findOtherBans(account, newestBefore.get(steamId), { record, at: seen.at, sweepId: seen.sweepId })
    if (other) newest.push({ steamId, record: other, seenAt: seen.at })
    const comparison = compareRecords(account, { record, at: seen.at, sweepId: seen.sweepId })
    if (comparison.isChecked) checked.push(steamId)
    // New accounts come by the thousand.
    if (comparison.kind === 'baseline') {
      baselines.push({ steamId, ...comparison.state })
      continue
    }
    const observationId = await storeComparison(accounts, account, comparison, seen.at)
    const { changes } = comparison
    if (observationId !== null && changes.length > 0) changed.push({ account, observationId, changes })
  }
  await accounts.addBaselines(baselines, seen.at)
  await recordChanges.put(newest)
  if (changed.length > 0) await addAlerts(repositories, changed, seen.at)
  // `sweeps.recordDone` notes the checks of a sweep.
  if (seen.sweepId === null) await accounts.recordChecked(checked, seen.at)
  if (seen.areBaselines) await watches.setBaseline([...seen.records.keys()], seen.at)
  return { checked, changes: changed.flatMap(({ changes }) => changes) }
}

/** Whether another process has checked the account while a record was on its way. A time far ahead is of a wrong clock instead. */
function isOvertaken({ checkedAt, current }: AccountState, at: number): boolean {
  return [checkedAt ?? 0, current?.firstSeenAt ?? 0].some((time) => time > at && time <= at + MAX_AHEAD_SECONDS)
}

/**
 * The record as it now is, its missing fields as they were known before, if it shows other bans than the newest record before it. In
 * contrast to a comparison, that includes fewer bans which no later sweep has confirmed yet.
 */
function findOtherBans(
  { current, dip, checkedAt }: AccountState,
  stored: NewestRecord | undefined,
  { record, at, sweepId }: SeenRecord,
): BanRecord | null {
  if (!current) return record
  // Older than what is known, as in a comparison.
  if (sweepId === null && at <= Math.max(current.firstSeenAt, checkedAt ?? 0)) return null
  if (stored && stored.seenAt > at && stored.seenAt <= at + MAX_AHEAD_SECONDS) return null
  const before = stored?.record ?? { ...current.record, ...dip?.record }
  return hasOtherBans(record, before) ? { ...before, ...record } : null
}

interface ChangedAccount {
  /** As it was known before. */
  account: AccountState
  observationId: number
  changes: BanChange[]
}

async function addAlerts(repositories: Repositories, changed: ChangedAccount[], at: number): Promise<void> {
  const { watches, outbox } = repositories
  const entries = await watches.of(changed.map(({ account }) => account.steamId))
  const restoredAt = await findRestoredAt(repositories, at)
  for (const { account, observationId, changes } of changed) {
    const { steamId } = account
    for (const { guildId, addedBy, addedAt, reason, baselineAt, ...entry } of entries) {
      if (entry.steamId !== steamId || baselineAt === null) continue
      const news = changes.filter((change) => isNewsFor(baselineAt, change))
      if (news.length === 0) continue
      const mark = isPerhapsTold(news, account, { at, restoredAt }) ? 'restored' : null
      await outbox.add({
        guildId,
        steamId,
        observationId,
        createdAt: at,
        changes: news,
        addedBy,
        addedAt,
        reason,
        mark,
      })
    }
  }
}
