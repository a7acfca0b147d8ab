import type { AccountsRepository, AccountState, Dip, Observation } from './database/accounts.ts'
import { type BanRecord, type EarlierBans, type Interval, type PastBans, statusOf } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { ShownRecord } from '../accounts/shown-record.ts'
import type { KnownBans } from './known-bans.ts'
import { checkedBefore } from './last-ban.ts'
import { readBriefly } from '../lib/read-briefly.ts'
import { CLEAN } from './read-states.ts'
import type { WatchContext } from './watch-context.ts'

/**
 * Finds earlier bans: bans in the history of watched accounts that are missing in the records of an answer. They are shown only in servers,
 * as in `/history`, never by the API. An answer without watched accounts does not wait for the database. When the database fails or is
 * busy, the result for each watched account is `unreadable`.
 */
export async function findEarlierBans(
  { database, watched, clock }: Pick<WatchContext, 'database' | 'watched' | 'clock'>,
  guildId: string | null,
  shown: readonly ShownRecord[],
): Promise<ReadonlyMap<SteamId, PastBans>> {
  const records = guildId === null ? [] : shown.filter(({ steamId }) => watched.has(steamId))
  if (records.length === 0) return new Map()
  const found = await readBriefly(clock, () => database.read(({ accounts }) => readEarlierBans(accounts, records)))
  return found ?? allUnreadable(records)
}

/** The result for accounts whose histories the database did not return. */
export const allUnreadable = (records: readonly Pick<ShownRecord, 'steamId'>[]): ReadonlyMap<SteamId, PastBans> =>
  new Map(records.map(({ steamId }) => [steamId, 'unreadable']))

/** Reads the earlier bans that are missing in these records, by account. Rejects with a DatabaseError. */
export async function readEarlierBans(
  accounts: Pick<AccountsRepository, 'historiesUnlike' | 'get'>,
  shown: readonly ShownRecord[],
): Promise<ReadonlyMap<SteamId, EarlierBans>> {
  const shownOf = new Map(shown.map((record) => [record.steamId, record]))
  const histories = byAccount(await accounts.historiesUnlike([...shownOf.keys()], CLEAN))
  const dips = new Map((await accounts.get([...histories.keys()])).map(({ steamId, dip }) => [steamId, dip]))
  return new Map(
    [...histories].flatMap(([steamId, history]): [SteamId, EarlierBans][] => {
      const lost = findLost(shownOf.get(steamId), history, dips.get(steamId) ?? null)
      return lost ? [[steamId, lost]] : []
    }),
  )
}

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
  states: readonly Pick<AccountState, 'steamId' | 'current' | 'dip'>[],
): Promise<ReadonlyMap<SteamId, BansBefore>> {
  const newest = states.flatMap(({ steamId, current, dip }) =>
    current ? [{ steamId, bans: { ...current.record, ...dip?.record } }] : [],
  )
  const earlier = await readEarlierBans(accounts, newest)
  return new Map(
    newest.flatMap(({ steamId, bans: record }): [SteamId, BansBefore][] => {
      const bans = earlier.get(steamId)
      return bans ? [[steamId, { newest: record, bans }]] : []
    }),
  )
}

/** Finds the bans in `observations` (newest first) that the newest record of the account lacks; undefined if it lacks none. */
export function findBansBefore(
  account: Pick<AccountState, 'current' | 'dip'> | undefined,
  observations: readonly Observation[],
): BansBefore | undefined {
  if (!account?.current) return undefined
  const newest = { ...account.current.record, ...account.dip?.record }
  const bans = findLost({ bans: newest }, observations, account.dip)
  return bans && { newest, bans }
}

/**
 * The known bans. If the newest record has fewer bans (`before`), the bans of that record replace them, even before a second sweep confirms
 * it.
 */
export function toNewest(bans: KnownBans, before: BansBefore | undefined): KnownBans {
  if (!before) return bans
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0 } = before.newest
  return {
    ...bans,
    record: before.newest,
    status: statusOf(before.newest),
    lastBan: vac + game > 0 ? bans.lastBan : null,
  }
}

function byAccount(observations: readonly Observation[]): Map<SteamId, Observation[]> {
  const histories = new Map<SteamId, Observation[]>()
  for (const observation of observations) {
    const history = histories.get(observation.steamId)
    if (history) history.push(observation)
    else histories.set(observation.steamId, [observation])
  }
  return histories
}

/** Finds the newest observation with bans that the shown record lacks, and returns these bans; undefined without such an observation. */
function findLost(
  { bans = {}, fetchedAt = Number.POSITIVE_INFINITY }: Partial<ShownRecord> = {},
  observations: readonly Observation[],
  dip: Dip | null,
): EarlierBans | undefined {
  for (const [index, { record, firstSeenAt, lastSeenAt }] of observations.entries()) {
    // A ban after the shown record is not a ban that Steam has stopped to report.
    const lost = firstSeenAt > fetchedAt ? null : compare(record, bans)
    if (lost === null) continue
    const lift = observations[index - 1]?.changes.find(({ isLifted }) => isLifted)?.when
    return { ...lost, seenUntil: lastSightOf(lastSeenAt, index === 0 ? dip?.when : lift) }
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

/**
 * When the bans of an observation were seen last. A sweep that saw fewer bans (`fell`) counts as a check of the observation, but did not
 * see these bans.
 */
const lastSightOf = (lastSeenAt: number, fell: Interval | undefined) =>
  fell ? Math.min(lastSeenAt, checkedBefore(fell)) : lastSeenAt
