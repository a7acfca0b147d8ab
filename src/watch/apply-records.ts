import type { AccountsRepository, AccountState } from './database/accounts.ts'
import type { WatchRepositories } from './database/repositories.ts'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import type { BanChange, BanRecord, NewestRecord, SeenChanges } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'
import { findRestoredAt } from '../outbox/restored.ts'
import { addAlert } from './alerts.ts'
import { compareRecords, type Comparison, isNewsFor } from './compare-records.ts'
import { isPossibleDuplicate } from './last-ban.ts'
import { readStates } from './read-states.ts'
import { findNews } from './record-news.ts'

/** Valid ban records that were seen at one time. */
export interface SeenRecords {
  records: ReadonlyMap<SteamId, BanRecord>
  /** The records as answers show them, for accounts whose answer has more fields than the record in `records`. */
  shown?: ReadonlyMap<SteamId, BanRecord>
  /** When Steam's answer arrived, Unix seconds. */
  at: number
  /** The sweep that asked for the records. Null for records of lookups and of added accounts, which neither start nor confirm a dip. */
  sweepId: number | null
  /**
   * Whether the records become the baselines of entries and accounts that have no baseline yet. False for records from the cache, because
   * they can be older than an entry.
   */
  areBaselines: boolean
}

export interface AppliedRecords {
  /** Accounts whose known fields were all checked; accounts that are missing here need another turn. */
  checked: SteamId[]
  changes: BanChange[]
  /** Records that every process has to show instead of older records. */
  news: NewestRecord[]
}

/**
 * Compares records with the known state of their accounts, and stores what is new, with the alerts for all lists whose entry had a
 * baseline. To be called in a transaction, so that a change and its alerts are stored together.
 */
export async function applyRecords(repositories: WatchRepositories, seen: SeenRecords): Promise<AppliedRecords> {
  const { accounts, watches, recordChanges } = repositories
  const { states, unchanged } = await readStates(accounts, seen.records, seen.at)
  const toNews = await createNewsFinder(repositories, seen)
  const news = unchanged.flatMap((steamId) => toNews(steamId))
  const checked = [...unchanged]
  const changed: ChangedAccount[] = []
  const baselines: Parameters<typeof accounts.addBaselines>[0][number][] = []
  for (const account of states) {
    const { steamId } = account
    const record = seen.records.get(steamId)
    if (record === undefined || (account.current === null && !seen.areBaselines)) continue
    const newsOf = toNews(steamId, account)
    news.push(...newsOf)
    if (isOvertaken(account, seen.at)) continue
    const comparison = compareRecords(account, { record, at: seen.at, sweepId: seen.sweepId })
    if (comparison.isChecked) checked.push(steamId)
    // Stored in one batch, because imports add accounts by the thousand.
    if (comparison.kind === 'baseline') {
      baselines.push({ steamId, ...comparison.state })
      continue
    }
    const observationId = await storeComparison(accounts, account, comparison, seen.at)
    const { changes } = comparison
    // A newer last ban with equal counts is news too.
    if (changes.length > 0 && newsOf.length === 0) news.push(toSeen(seen, steamId, record))
    if (observationId !== null && changes.length > 0) changed.push({ account, observationId, changes })
  }
  await accounts.addBaselines(baselines, seen.at)
  await recordChanges.put(news)
  if (changed.length > 0) await addAlerts(repositories, changed, seen.at)
  // `sweeps.recordDone` notes the checks of a sweep.
  if (seen.sweepId === null) await accounts.recordChecked(checked, seen.at)
  if (seen.areBaselines) await watches.setBaseline([...seen.records.keys()], seen.at)
  return { checked, changes: changed.flatMap(({ changes }) => changes), news }
}

const toSeen = ({ shown, at }: SeenRecords, steamId: SteamId, record: BanRecord): NewestRecord => ({
  steamId,
  record: shown?.get(steamId) ?? record,
  seenAt: at,
})

/** Creates a function that finds the news about an account. `state` is left out for an account whose stored record has no bans. */
async function createNewsFinder({ recordChanges }: WatchRepositories, seen: SeenRecords) {
  const stored = await recordChanges.of([...seen.records.keys()])
  const changes = new Map(stored.map((change) => [change.steamId, change]))
  return (steamId: SteamId, state?: AccountState): NewestRecord[] => {
    const record = seen.records.get(steamId)
    const news = record && findNews(toSeen(seen, steamId, record), { state, stored: changes.get(steamId) })
    return news ? [news] : []
  }
}

/** Whether another process has checked the account after this record was fetched. A time far ahead comes from a wrong clock. */
function isOvertaken({ checkedAt, current }: AccountState, at: number): boolean {
  return [checkedAt ?? 0, current?.firstSeenAt ?? 0].some((time) => time > at && time <= at + MAX_AHEAD_SECONDS)
}

interface ChangedAccount {
  /** The state before the change. */
  account: AccountState
  observationId: number
  changes: BanChange[]
}

async function addAlerts(repositories: WatchRepositories, changed: ChangedAccount[], at: number): Promise<void> {
  const entries = await repositories.watches.of(changed.map(({ account }) => account.steamId))
  const restoredAt = await findRestoredAt(repositories, at)
  for (const { account, observationId, changes } of changed) {
    const { steamId } = account
    for (const { guildId, addedBy, addedAt, reason, baselineAt, ...entry } of entries) {
      if (entry.steamId !== steamId || baselineAt === null) continue
      const news = changes.filter((change) => isNewsFor(baselineAt, change))
      if (news.length === 0) continue
      const mark = isPossibleDuplicate(news, account, { at, restoredAt }) ? 'restored' : null
      const object = { steamId, seenAt: at, changes: news } satisfies SeenChanges
      await repositories.events.add([{ guildId, at, type: 'account.ban_changed', steamId, author: null, object }])
      await addAlert(repositories, {
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

/**
 * Stores what `compareRecords` found in a record that was seen at `at`. To store also that the account was checked, call `recordChecked`.
 * Resolves to the id of the new observation, for alerts; to null if no observation was added.
 */
export async function storeComparison(
  accounts: Pick<AccountsRepository, 'addObservation' | 'refine' | 'setDip'>,
  { steamId, current }: AccountState,
  { kind, state, changes, dip, mustStoreDip }: Comparison,
  at: number,
): Promise<number | null> {
  const isObservation = kind === 'baseline' || kind === 'changed'
  const observationId = isObservation
    ? await accounts.addObservation({ steamId, firstSeenAt: at, changes, ...state })
    : null
  if (kind === 'refined' && current) await accounts.refine(current.observationId, state)
  if (mustStoreDip) await accounts.setDip(steamId, dip)
  return observationId
}
