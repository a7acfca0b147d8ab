import { z } from 'zod'
import type { Entry } from '../outbox/database/outbox.ts'
import {
  banChangeSchema,
  type BanChange,
  type BanRecord,
  type NewestRecord,
  type SeenChanges,
} from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { Kind } from '../outbox/kind.ts'
import type { AccountsRepository, AccountState } from './database/accounts.ts'
import type { WatchRepositories } from './database/repositories.ts'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import type { SteamId } from '../model/steam-id.ts'
import { compareRecords, type Comparison, findNews, isNewsFor } from './records.ts'

/** How long it is tried to send an alert. */
const EXPIRES_SECONDS = 30 * 86_400

const payloadSchema = z.object({
  changes: z.array(banChangeSchema),
  /** The watch list entry at the time of the change. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
})

/** An alert of one Discord server about changes of an account; stored in the transaction that stores the changes. */
export interface Alert extends z.infer<typeof payloadSchema>, Pick<Entry, 'steamId' | 'createdAt'> {}

/** An alert to be stored. */
export interface NewAlert extends Alert {
  guildId: string
  /** The reported observation; a server gets one alert for each observation. */
  observationId: number
}

/** The kind of messages about changes of watched accounts. */
export const ALERTS: Kind<Alert> = {
  name: 'alert',
  maxDigest: 2_000,
  paceSeconds: 0,
  async read({ outbox }, { id }) {
    const entries = await outbox.entriesOf(id, payloadSchema)
    return entries.map(({ steamId, createdAt, payload }) => ({ steamId, createdAt, ...payload }))
  },
  // A trade restriction or a lifted ban can wait until somebody looks.
  mentionsRole: ({ changes }) => changes.some(({ isLifted, kind }) => !isLifted && kind !== 'trade'),
}

/** Adds an alert, or replaces the server's alert about the same observation. */
export async function addAlert({ outbox }: Pick<WatchRepositories, 'outbox'>, alert: NewAlert): Promise<void> {
  const { guildId, steamId, observationId, createdAt, ...payload } = alert
  await outbox.put([
    {
      kind: ALERTS.name,
      guildId,
      steamId,
      key: String(observationId),
      observationId,
      createdAt,
      payload,
      dueAt: 0,
      digest: null,
      expiresAt: createdAt + EXPIRES_SECONDS,
    },
  ])
}

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
  const { records, at, sweepId } = seen
  const steamIds = [...records.keys()]
  const told = new Map((await recordChanges.of(steamIds)).map((change) => [change.steamId, change]))
  const news: NewestRecord[] = []
  const checked: SteamId[] = []
  const changed: ChangedAccount[] = []
  const baselines: Parameters<typeof accounts.addBaselines>[0][number][] = []
  for (const account of await accounts.get(steamIds)) {
    const { steamId } = account
    const record = records.get(steamId)
    if (record === undefined || (account.current === null && !seen.areBaselines)) continue
    const comparison = compareRecords(account, { record, at, sweepId })
    const { changes } = comparison
    const newest = { steamId, record: seen.shown?.get(steamId) ?? record, seenAt: at }
    const found = findNews(newest, { state: account, told: told.get(steamId), hasChanged: changes.length > 0 })
    if (found) news.push(found)
    if (comparison.isChecked) checked.push(steamId)
    // Stored in one batch, because imports add accounts by the thousand.
    if (comparison.kind === 'baseline') {
      baselines.push({ steamId, ...comparison.state })
      continue
    }
    const observationId = await storeComparison(accounts, account, comparison, at)
    if (observationId !== null) changed.push({ account, observationId, changes })
  }
  await accounts.addBaselines(baselines, at)
  await recordChanges.put(news)
  if (changed.length > 0) await addAlerts(repositories, changed, at)
  // `sweeps.recordDone` notes the checks of a sweep.
  if (sweepId === null) await accounts.recordChecked(checked, at)
  if (seen.areBaselines) await watches.setBaseline(steamIds, at)
  return { checked, changes: changed.flatMap(({ changes }) => changes), news }
}

interface ChangedAccount {
  /** The state before the change. */
  account: AccountState
  observationId: number
  changes: BanChange[]
}

async function addAlerts(repositories: WatchRepositories, changed: ChangedAccount[], at: number): Promise<void> {
  const entries = await repositories.watches.of(changed.map(({ account }) => account.steamId))
  const restoredAt = Number((await repositories.meta.get('restored_at')) ?? 0)
  for (const { account, observationId, changes } of changed) {
    // The first check after a restore sends no alerts, because those about changes since the backup may have been sent. A restore far in the future was stored while the clock was wrong.
    if ((account.checkedAt ?? 0) < restoredAt && restoredAt <= at + MAX_AHEAD_SECONDS) continue
    const { steamId } = account
    for (const { guildId, addedBy, addedAt, reason, baselineAt, ...entry } of entries) {
      if (entry.steamId !== steamId || baselineAt === null) continue
      const news = changes.filter((change) => isNewsFor(baselineAt, change))
      if (news.length === 0) continue
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
      })
    }
  }
}

/**
 * Stores what `compareRecords` found in a record that was seen at `at`. To store also that the account was checked, call `recordChecked`.
 * Resolves to the id of the new observation, for alerts; to null if no observation was added.
 */
export async function storeComparison(
  accounts: Pick<AccountsRepository, 'addObservation' | 'refine' | 'setDips'>,
  { steamId, current, dips: before }: AccountState,
  { kind, state, changes, dips }: Comparison,
  at: number,
): Promise<number | null> {
  if (JSON.stringify(dips) !== JSON.stringify(before)) await accounts.setDips(steamId, dips)
  if (kind === 'refined' && current) await accounts.refine(current.observationId, state)
  if (kind !== 'baseline' && kind !== 'changed') return null
  return accounts.addObservation({ steamId, firstSeenAt: at, changes, ...state })
}
