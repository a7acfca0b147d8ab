import type { AccountState } from './database/accounts.ts'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import type { RenewedRecords, StoredRecord } from '../accounts/shown-record.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import { hasOtherBans, type PastBans } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'
import { watchedBans } from '../accounts/watched-facts.ts'
import { allUnreadable, readEarlierBans } from './earlier-bans.ts'
import { readBriefly } from '../lib/read-briefly.ts'
import type { WatchContext } from './watch-context.ts'

/**
 * Finds newer records with other bans for the watched accounts in a message and, in a server, their earlier bans. A message without watched
 * accounts does not wait for the database. When the database fails or is busy, no newer record is found, and in a server the earlier bans
 * of each account are `unreadable`.
 */
export async function renewRecords(
  context: Pick<WatchContext, 'database' | 'watched' | 'clock'>,
  guildId: string | null,
  shown: readonly StoredRecord[],
): Promise<RenewedRecords> {
  const { database, watched, clock } = context
  const records = shown.filter(({ steamId }) => watched.has(steamId))
  if (records.length === 0) return { newer: new Map(), earlier: new Map() }
  const found = await readBriefly(clock, () =>
    database.read(async ({ accounts }) => {
      const stored = await accounts.get(records.map(({ steamId }) => steamId))
      const newer = findNewer(records, stored, clock.unixSeconds())
      const renewed = records.map(({ steamId, ...record }) => {
        const { value: bans, fetchedAt } = newer.get(steamId) ?? {}
        return bans && fetchedAt !== undefined ? { steamId, bans, fetchedAt } : { steamId, ...record }
      })
      return { newer, earlier: guildId === null ? NONE : await readEarlierBans(accounts, renewed) }
    }),
  )
  return found ?? { newer: new Map(), earlier: guildId === null ? NONE : allUnreadable(records) }
}

const NONE: ReadonlyMap<SteamId, PastBans> = new Map()

/** The stored records that are newer than the shown records and have other bans. */
function findNewer(
  shown: readonly StoredRecord[],
  accounts: readonly AccountState[],
  now: number,
): RenewedRecords['newer'] {
  const stateOf = new Map(accounts.map((account) => [account.steamId, account]))
  return new Map(
    shown.flatMap(({ steamId, bans, fetchedAt }): [SteamId, Cached<Bans | null>][] => {
      const { current, dip = null, checkedAt = null } = stateOf.get(steamId) ?? {}
      if (!current) return []
      // `checkedAt` alone can be too early, because an incomplete record can show a ban, and does not count as a check.
      const times = [checkedAt ?? 0, current.firstSeenAt, dip?.when.before ?? 0]
      // A time far ahead comes from a wrong clock.
      const seenAt = Math.max(0, ...times.filter((time) => time <= now + MAX_AHEAD_SECONDS))
      if (seenAt <= fetchedAt) return []
      // The days since the last ban are dropped, because they were counted when the stored record was first seen.
      const { DaysSinceLastBan: _, ...record } = { ...current.record, ...dip?.record }
      if (!hasOtherBans(record, bans)) return []
      const newest = watchedBans({ current: { ...current, record }, checkedAt: seenAt })
      return [[steamId, { value: newest.kind === 'known' ? newest.value : null, fetchedAt: seenAt, expiresAt: seenAt }]]
    }),
  )
}
