import { type Bans, type FriendEntry, type ScanResult } from '../../model/account.ts'
import { banStatusOf, byBanStatus, hasBanDate } from '../../presentation/ban-status.ts'
import type { FoundBy } from '../../presentation/found-by.ts'
import type { CheckedFriend, UncheckedFriend } from '../../service/scan-friends.ts'
import { toCustomId } from '../custom-id.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { isBanned } from '../../model/is-banned.ts'
import type { ViewedAccount } from './parts.ts'

export const FRIEND_KINDS = ['any', 'vac', 'game', 'trade', 'unknown'] as const

/** Which friends are listed, which page of them, and which part of a long friend list is checked. */
export interface FriendFilter {
  kind: (typeof FRIEND_KINDS)[number]
  /** Maximum days since the last VAC or game ban; null for no limit. */
  within: number | null
  /** Counted from 0. */
  page: number
  /** The index of the first friend to check, newest friendship first. */
  offset: number
}

/** No filter: the first page of the first part. */
export const ALL_FRIENDS: FriendFilter = { kind: 'any', within: null, page: 0, offset: 0 }

/** A friend that a scan lists: one that is not clean, or one that could not be checked. */
export type ListedFriend = CheckedFriend | UncheckedFriend

/** The result of a friend scan, and the account whose friends it checked. */
export interface FriendScan extends ViewedAccount, ScanResult {
  /** Number of friends that the scan covered. Those missing from the counts of the result are deleted accounts. */
  total: number
  /** The friends that could not be checked. `unavailable` also counts those that Steam lists without an id. */
  unchecked: UncheckedFriend[]
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
}

export const checkedFriends = (scan: FriendScan): CheckedFriend[] => [...scan.friends, ...scan.withoutProfile]

export const hasProfile = (friend: CheckedFriend): friend is FriendEntry => 'personaname' in friend

/** Whether the bans of a listed friend are known. */
export const isChecked = (friend: ListedFriend): friend is CheckedFriend => 'banDetails' in friend

/** Whether a friend is listed under a filter. A clean friend never is. */
export function matchesFilter(friend: ListedFriend, { kind, within }: FriendFilter): boolean {
  if (!isChecked(friend)) return within === null && (kind === 'any' || kind === 'unknown')
  const { banDetails } = friend
  // Community bans and trade restrictions have no date, so no limit of days includes them.
  const isRecent = within === null || (hasBanDate(banDetails) && banDetails.DaysSinceLastBan <= within)
  return isRecent && MATCHES_KIND[kind](banDetails)
}

const MATCHES_KIND: Record<FriendFilter['kind'], (bans: Bans) => boolean> = {
  any: (bans) => banStatusOf(bans) !== 'clean',
  vac: ({ VACBanned }) => VACBanned,
  game: ({ NumberOfGameBans }) => NumberOfGameBans > 0,
  trade: ({ EconomyBan }) => EconomyBan !== 'none',
  unknown: () => false,
}

/** The friends that match a filter: banned ones by their newest ban, then unchecked ones, then restricted ones. */
export function listFriends(scan: FriendScan, filter: FriendFilter): ListedFriend[] {
  const checked = checkedFriends(scan)
    .filter((friend) => matchesFilter(friend, filter))
    .toSorted((a, b) => byBanStatus(a.banDetails, b.banDetails))
  return [
    ...checked.filter(({ banDetails }) => isBanned(banDetails)),
    ...scan.unchecked.filter((friend) => matchesFilter(friend, filter)),
    ...checked.filter(({ banDetails }) => !isBanned(banDetails)),
  ]
}

/** The line about a filter and its number of matches; none for a filter that leaves nothing out. */
export function filterLines({ kind, within }: FriendFilter, matches: number, texts: Texts): string[] {
  const conditions = [
    ...(kind === 'any' ? [] : [texts.kinds[kind]]),
    ...(within === null ? [] : [texts.friends.lastBanWithin(within)]),
  ]
  return conditions.length > 0 ? [texts.friends.filtered(matches, conditions.join(', '))] : []
}

/**
 * The custom id that scans the friends of an account (an id or a custom URL name), or, with `turn`, that shows another page
 * of such a scan.
 */
export function friendsId(
  account: string,
  { page, within, kind, offset }: FriendFilter,
  foundBy: FoundBy | null = null,
  action: 'friends' | 'turn' = 'friends',
): string {
  return toCustomId(action, account, page, within ?? '', kind, offset, ...toFoundByArguments(foundBy))
}
