import type { Tone } from '../../lib/tone.ts'
import type { Bans, FriendEntry } from '../../model/account.ts'
import type { CheckedFriend, UncheckedFriend } from '../../model/checked-friend.ts'
import { isBanned } from '../../model/is-banned.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { banStatusOf, byBanStatus, hasBanDate, toneWithoutProfile, type WithoutProfile } from './ban-status.ts'

export const FRIEND_KINDS = ['any', 'vac', 'game', 'trade', 'unknown'] as const

/** Conditions that a listed friend has to meet. */
export interface FriendConditions {
  kind: (typeof FRIEND_KINDS)[number]
  /** Maximum days since the last VAC or game ban; null for no limit. */
  within: number | null
}

/** A friend that lists show: not clean, or without a profile, or with a failed check. */
export type ListedFriend = CheckedFriend | UncheckedFriend

/** The friends of a scan: checked friends with and without a profile, and friends whose check failed. */
export interface ScannedFriends {
  friends: FriendEntry[]
  withoutProfile: Exclude<CheckedFriend, FriendEntry>[]
  unchecked: UncheckedFriend[]
}

export const checkedFriends = ({ friends, withoutProfile }: Omit<ScannedFriends, 'unchecked'>): CheckedFriend[] => [
  ...friends,
  ...withoutProfile,
]

export const hasProfile = (friend: CheckedFriend): friend is FriendEntry => 'personaname' in friend

/** Why a friend has no profile. */
export const whyWithoutProfile = ({ missing }: Exclude<CheckedFriend, FriendEntry>): WithoutProfile =>
  missing === 'profile' ? 'profileNotReturned' : 'noProfile'

/** Whether the bans of a listed friend are known. */
export const isChecked = (friend: ListedFriend): friend is CheckedFriend => 'banDetails' in friend

/** The tone of a friend. A friend without a profile is never clean, even if its record has no bans. */
export const toneOfFriend = (friend: CheckedFriend): Tone =>
  (hasProfile(friend) ? banStatusOf : toneWithoutProfile)(friend.banDetails)

/** Whether a friend has a trade restriction and no ban. */
export const isRestricted = ({ banDetails }: CheckedFriend) => banStatusOf(banDetails) === 'restricted'

/** Whether a friend matches a filter. A clean friend never matches. */
export function matchesFilter(friend: ListedFriend, { kind, within }: FriendConditions): boolean {
  if (!isChecked(friend)) return within === null && (kind === 'any' || kind === 'unknown')
  const { banDetails } = friend
  // Community bans and trade restrictions have no date, so they never match a limit of days.
  const isRecent = within === null || (hasBanDate(banDetails) && banDetails.DaysSinceLastBan <= within)
  return isRecent && (kind === 'any' ? toneOfFriend(friend) !== 'clean' : MATCHES_KIND[kind](banDetails))
}

const MATCHES_KIND: Record<Exclude<FriendConditions['kind'], 'any'>, (bans: Bans) => boolean> = {
  vac: ({ VACBanned }) => VACBanned,
  game: ({ NumberOfGameBans }) => NumberOfGameBans > 0,
  trade: ({ EconomyBan }) => EconomyBan !== 'none',
  unknown: () => false,
}

/**
 * The friends that match a filter, in this order: banned friends (newest ban first), friends with a trade restriction, friends with neither
 * profile nor bans, and friends whose check failed.
 */
export function listFriends(scan: ScannedFriends, filter: FriendConditions): ListedFriend[] {
  const checked = checkedFriends(scan)
    .filter((friend) => matchesFilter(friend, filter))
    .toSorted((a, b) => byBanStatus(a.banDetails, b.banDetails))
  return [...checked, ...scan.unchecked.filter((friend) => matchesFilter(friend, filter))]
}

/** The friends with a ban that match a filter. */
export const bannedFriends = (scan: ScannedFriends, filter: FriendConditions): SteamId[] =>
  listFriends(scan, filter).flatMap((friend) =>
    isChecked(friend) && isBanned(friend.banDetails) ? [friend.steamId] : [],
  )

/** Formats a filter and the number of its matches; null for a filter without conditions. */
export function formatFilter({ kind, within }: FriendConditions, matches: number, texts: AccountTexts): string | null {
  const conditions = [
    ...(kind === 'any' ? [] : [texts.kinds[kind]]),
    ...(within === null ? [] : [texts.friends.lastBanWithin({ count: within })]),
  ]
  return conditions.length > 0 ? texts.friends.filtered({ shown: matches, filter: texts.commas(conditions) }) : null
}

/**
 * What a file of friends contains: the friends that match the conditions, out of the `total` scanned friends, which begin at `offset` in a
 * list of `totalFriends`.
 */
interface FriendsFile extends FriendConditions {
  steamId: SteamId
  total: number
  totalFriends: number
  offset: number
}

/** Names a file of friends like `friends-<id>-101-to-200-vac-within-30-days.csv`, without parts that do not apply. */
export function friendsFileName({ steamId, total, totalFriends, offset, kind, within }: FriendsFile): string {
  return [
    `friends-${steamId}`,
    ...(total < totalFriends ? [`-${offset + 1}-to-${offset + total}`] : []),
    ...(kind === 'any' ? [] : [`-${kind}`]),
    ...(within === null ? [] : [`-within-${within}-days`]),
    '.csv',
  ].join('')
}
