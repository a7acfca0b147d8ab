import type { AccountsRepository, AccountState, Observation } from './database/accounts.ts'
import { readBriefly } from '../lib/read-briefly.ts'
import type { RenewedRecords, ShownRecord } from '../accounts/shown-record.ts'
import { watchedBans } from '../accounts/to-facts.ts'
import {
  type BanRecord,
  type BanStatus,
  type EarlierBans,
  hasOtherBans,
  type Interval,
  type PastBans,
  statusOf,
} from '../model/ban-record.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import { MAX_FAILED_TURNS } from './sweep.ts'
import { checkedBefore, CLEAN, newestRecordOf, newestSeenAt } from './records.ts'
import { createLru } from '../lib/lru.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'

export type { Observation } from './database/accounts.ts'

/** The known bans of a watched account. */
export interface KnownBans {
  status: BanStatus
  /** Null before the first valid record. */
  record: BanRecord | null
  /** When the last VAC or game ban happened; null without a ban, or if the time is unknown. */
  lastBan: Interval | null
  /** When the last valid record was seen; null before the first. */
  checkedAt: number | null
  /** Whether the account never had a valid record and all its turns of a sweep have failed, so that Steam may not know the id. */
  hasNoRecord: boolean
}

/** The confirmed bans of an account; undefined for an account that is not stored. */
export function toKnownBans({
  current,
  checkedAt,
  failedTurns,
}: Pick<AccountState, 'current' | 'checkedAt' | 'failedTurns'> = NEVER_CHECKED): KnownBans {
  return {
    status: current ? statusOf(current.record) : 'unknown',
    record: current?.record ?? null,
    lastBan: current?.lastBan ?? null,
    checkedAt,
    hasNoRecord: current === null && failedTurns >= MAX_FAILED_TURNS,
  }
}

const NEVER_CHECKED = { current: null, checkedAt: null, failedTurns: 0 }

/**
 * Earlier bans of a watched account, and its newest record, in which they are missing. The newest record may be a dip that no second sweep
 * has confirmed yet.
 */
export interface BansBefore {
  newest: BanRecord
  bans: EarlierBans
}

/** Reads the earlier bans that the newest records of these accounts lack, by account. Rejects with a DatabaseError. */
export async function readBansBefore(
  accounts: Pick<AccountsRepository, 'historiesUnlike' | 'get'>,
  states: readonly AccountState[],
): Promise<ReadonlyMap<SteamId, BansBefore>> {
  const newest = states.flatMap((state) => {
    const bans = newestRecordOf(state)
    return bans ? [{ steamId: state.steamId, bans }] : []
  })
  const earlier = await readEarlierBans(accounts, newest)
  return new Map(
    newest.flatMap(({ steamId, bans: record }): [SteamId, BansBefore][] => {
      const bans = earlier.get(steamId)
      return bans ? [[steamId, { newest: record, bans }]] : []
    }),
  )
}

/** The bans of an account in its newest record, even before a second sweep has confirmed that it has fewer, and the earlier bans. */
export interface NewestBans {
  bans: KnownBans
  /** Earlier bans that are missing in the newest record. */
  earlier?: BansBefore | undefined
}

/** Reads the bans of these accounts in their newest records. Rejects with a DatabaseError. */
export async function readNewestBans(
  accounts: Pick<AccountsRepository, 'historiesUnlike' | 'get'>,
  steamIds: readonly SteamId[],
): Promise<(steamId: SteamId) => NewestBans> {
  const states = await accounts.get([...new Set(steamIds)])
  const stateOf = new Map(states.map((state) => [state.steamId, state]))
  const before = await readBansBefore(accounts, states)
  return (steamId) => {
    const bans = toKnownBans(stateOf.get(steamId))
    const earlier = before.get(steamId)
    if (!earlier) return { bans }
    const { newest: record } = earlier
    const hasDatedBan = (record.NumberOfVACBans ?? 0) + (record.NumberOfGameBans ?? 0) > 0
    return { bans: { ...bans, record, status: statusOf(record), lastBan: hasDatedBan ? bans.lastBan : null }, earlier }
  }
}

/** The stored history of an account. */
export interface BanHistory extends NewestBans {
  steamId: SteamId
  /** Newest first; empty when the account was never checked for a list. */
  observations: Observation[]
  /** When the oldest stored observation was first seen; null without observations. */
  since: number | null
  /** Whether the account is on the list of this server. */
  isWatchedHere: boolean
}

/** Reads the history of an account, also when only other servers watch it; the result does not say which servers. */
export async function readHistory(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  steamId: SteamId,
): Promise<BanHistory> {
  return database.read(async ({ accounts, watches }) => {
    const bansOf = await readNewestBans(accounts, [steamId])
    const observations = await accounts.history(steamId)
    return {
      steamId,
      ...bansOf(steamId),
      observations,
      since: observations.at(-1)?.firstSeenAt ?? null,
      isWatchedHere: (await watches.get(guildId, steamId)) !== undefined,
    }
  })
}

type ReadContext = Pick<WatchContext, 'database' | 'watched' | 'clock'>

/**
 * Finds earlier bans: bans in the history of watched accounts that are missing in the records of an answer. They are shown only in servers,
 * as in `/history`, never by the API. An answer without watched accounts does not wait for the database. When the database fails or is
 * busy, the result for each watched account is `unreadable`.
 */
export async function findEarlierBans(
  { database, watched, clock }: ReadContext,
  guildId: string | null,
  shown: readonly ShownRecord[],
): Promise<RenewedRecords['earlier']> {
  const records = guildId === null ? [] : shown.filter(({ steamId }) => watched.has(steamId))
  if (records.length === 0) return new Map()
  const found = await readBriefly(clock, () => database.read(({ accounts }) => readEarlierBans(accounts, records)))
  return found ?? unreadable(records)
}

/**
 * Finds newer records with other bans for the watched accounts in a message and, in a server, their earlier bans. A message without watched
 * accounts does not wait for the database. When the database fails or is busy, no newer record is found, and in a server the earlier bans
 * of each account are `unreadable`.
 */
export async function renewRecords(
  { database, watched, clock }: ReadContext,
  guildId: string | null,
  shown: readonly ShownRecord[],
): Promise<RenewedRecords> {
  const records = shown.filter(({ steamId }) => watched.has(steamId))
  if (records.length === 0) return { newer: new Map(), earlier: new Map() }
  const found = await readBriefly(clock, () =>
    database.read(async ({ accounts }) => {
      const stored = await accounts.get(records.map(({ steamId }) => steamId))
      const newer = findNewer(records, stored)
      const renewed = records.map((record) => {
        const { value: bans, fetchedAt } = newer.get(record.steamId) ?? {}
        return bans ? { ...record, bans, fetchedAt } : record
      })
      return { newer, earlier: await readEarlierBans(accounts, guildId === null ? [] : renewed) }
    }),
  )
  return found ?? { newer: new Map(), earlier: unreadable(guildId === null ? [] : records) }
}

const unreadable = (records: readonly ShownRecord[]) =>
  new Map(records.map(({ steamId }): [SteamId, PastBans] => [steamId, 'unreadable']))

/** The stored records that are newer than the shown records and have other bans. */
function findNewer(shown: readonly ShownRecord[], accounts: readonly AccountState[]): RenewedRecords['newer'] {
  const stateOf = new Map(accounts.map((account) => [account.steamId, account]))
  const newer = new Map<SteamId, Cached<Bans | null>>()
  for (const { steamId, bans, fetchedAt = Number.POSITIVE_INFINITY } of shown) {
    const state = stateOf.get(steamId)
    if (!state?.current || newestSeenAt(state) <= fetchedAt) continue
    // The days since the last ban are dropped, because they were counted when the stored record was first seen.
    const { DaysSinceLastBan: _, ...record } = { ...newestRecordOf(state) }
    if (!hasOtherBans(record, bans)) continue
    const seenAt = newestSeenAt(state)
    const newest = watchedBans({ current: { ...state.current, record }, checkedAt: seenAt })
    newer.set(steamId, { value: newest.kind === 'known' ? newest.value : null, fetchedAt: seenAt, expiresAt: seenAt })
  }
  return newer
}

/** Reads the earlier bans that are missing in these records, by account. Rejects with a DatabaseError. */
async function readEarlierBans(
  accounts: Pick<AccountsRepository, 'historiesUnlike' | 'get'>,
  shown: readonly ShownRecord[],
): Promise<ReadonlyMap<SteamId, EarlierBans>> {
  const observations = await accounts.historiesUnlike(
    shown.map(({ steamId }) => steamId),
    CLEAN,
  )
  const histories = new Map<SteamId, Observation[]>()
  for (const observation of observations) {
    const { steamId } = observation
    histories.set(steamId, [...(histories.get(steamId) ?? []), observation])
  }
  const dips = new Map((await accounts.get([...histories.keys()])).map((state) => [state.steamId, state.dips]))
  return new Map(
    shown.flatMap((record): [SteamId, EarlierBans][] => {
      const { steamId } = record
      const lost = findLost(record, histories.get(steamId) ?? [], dips.get(steamId) ?? [])
      return lost ? [[steamId, lost]] : []
    }),
  )
}

/** Finds the newest observation with bans that the shown record lacks, and returns these bans; undefined without such an observation. */
function findLost(
  { bans, fetchedAt = Number.POSITIVE_INFINITY }: ShownRecord,
  observations: readonly Observation[],
  dips: AccountState['dips'],
): EarlierBans | undefined {
  for (const [index, { record, firstSeenAt, lastSeenAt }] of observations.entries()) {
    // A ban after the shown record is not a ban that Steam has stopped to report.
    const lost = firstSeenAt > fetchedAt ? null : compare(record, bans)
    if (lost === null) continue
    const fell = index === 0 ? dips : (observations[index - 1]?.changes.filter(({ isLifted }) => isLifted) ?? [])
    // A sweep that saw fewer bans counts as a check of the observation, but did not see these bans.
    return { ...lost, seenUntil: Math.min(lastSeenAt, ...fell.map(({ when }) => checkedBefore(when))) }
  }
  return undefined
}

function compare(before: BanRecord, now: BanRecord): Omit<EarlierBans, 'seenUntil'> | null {
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0, CommunityBanned: community = false } = before
  const lost = {
    vac: vac > (now.NumberOfVACBans ?? vac) ? vac : 0,
    game: game > (now.NumberOfGameBans ?? game) ? game : 0,
    community: community && now.CommunityBanned === false,
  }
  return lost.vac > 0 || lost.game > 0 || lost.community ? lost : null
}

const NOTED_EVERY_SECONDS = 86_400
/** Maximum number of accounts whose last recorded name is kept in memory, so that an equal name is not written again within a day. */
const MAX_REMEMBERED = 10_000

/**
 * Creates a function that records the name of a watched account from a lookup; names of other accounts are not stored. It rejects with a
 * DatabaseError; the next lookup then records the name.
 */
export function createNameRecorder({ database, clock, watched }: Pick<WatchContext, 'database' | 'clock' | 'watched'>) {
  const noted = createLru<{ name: string; at: number }>(MAX_REMEMBERED)
  return async (steamId: SteamId, name: string): Promise<void> => {
    if (!watched.has(steamId)) return
    const at = clock.unixSeconds()
    const last = noted.get(steamId)
    if (last?.name === name && at - last.at < NOTED_EVERY_SECONDS) return
    noted.set(steamId, { name, at })
    try {
      await database.transaction(({ accountNames }) => accountNames.note(steamId, name, at))
    } catch (error) {
      noted.delete(steamId)
      throw error
    }
  }
}

/** The earlier names of a watched account, most recent first. */
export async function findEarlierNames(
  { database }: Pick<WatchContext, 'database'>,
  steamId: SteamId,
  currentName: string,
): Promise<string[]> {
  const seen = await database.read(({ accountNames }) => accountNames.list(steamId))
  return seen.map(({ name }) => name).filter((name) => name !== currentName)
}
