import { isBanned } from '../../src/model/is-banned.ts'
import {
  checkedFriends,
  FRIEND_KINDS,
  matchesFilter,
  type FriendConditions,
  type ScannedFriends,
} from '../../src/accounts/presentation/friend-filter.ts'
import type { Listing } from '../address.ts'
import type { Scan } from './scan.ts'

/** The maximum numbers of days since the last ban that the page offers as a filter. */
export const WITHIN_DAYS = [7, 30, 90, 365] as const

interface KnownFriends {
  scanned: ScannedFriends
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
}

/** The friends that a scan has checked so far. */
export function knownFriends(scan: Scan): KnownFriends {
  switch (scan.state) {
    case 'idle':
      return { scanned: { friends: [], withoutProfile: [], unchecked: [] }, fetchedAt: 0 }
    case 'done':
      return { scanned: scan.result, fetchedAt: scan.result.fetchedAt }
    case 'running':
    case 'cancelled':
    case 'failed':
      // The time of the oldest record arrives with the result. Until then, the time of the last event is used.
      return { scanned: { ...scan.found, unchecked: [] }, fetchedAt: Math.floor(scan.at / 1_000) }
  }
}

/** Counts the banned friends among the checked friends. */
export const countBanned = (scanned: Omit<ScannedFriends, 'unchecked'>) =>
  checkedFriends(scanned).filter(({ banDetails }) => isBanned(banDetails)).length

/** The filter in an address; values that the page does not offer are ignored. */
export const readConditions = ({ show, within }: Listing): FriendConditions => ({
  kind: FRIEND_KINDS.find((kind) => kind === show) ?? 'any',
  within: WITHIN_DAYS.find((days) => String(days) === within) ?? null,
})

/** For each kind of the filter, counts the friends that match it with `within`, the maximum number of days since the last ban. */
export function countKinds(scanned: ScannedFriends, within: number | null) {
  const friends = [...checkedFriends(scanned), ...scanned.unchecked]
  const count = (kind: FriendConditions['kind']) =>
    friends.filter((friend) => matchesFilter(friend, { kind, within })).length
  return FRIEND_KINDS.map((kind) => ({ kind, count: count(kind) }))
}

/** A value that changes when a scan's progress is worth announcing: at its start, each quarter, and its end. */
export function milestoneOf(scan: Scan): string {
  if (scan.state !== 'running') return scan.state
  const { progress } = scan
  if (progress === null || progress.total === 0) return 'loading'
  return `quarter ${Math.floor((progress.current / progress.total) * 4)}`
}
