import { hyperlink, inlineCode, time, TimestampStyles } from 'discord.js'
import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { UncheckedFriend } from '../../service/scan-friends.ts'
import { stripInvisible } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { ICONS } from '../view.ts'
import { byBanStatus, hasBanDate, banStatusOf, formatBans } from './bans.ts'
import { displayName } from './parts.ts'
import type { MenuAccount } from './parts.ts'

const DAY_SECONDS = 86_400

export const FRIEND_KINDS = ['any', 'vac', 'game', 'trade', 'unknown'] as const

/** A friend that a scan lists: one that is not clean, or whose check failed. */
export type ListedFriend = FriendEntry | UncheckedFriend

/** Which friends are listed, from which page on, and which part of a long list is looked at. */
export interface FriendFilter {
  kind: (typeof FRIEND_KINDS)[number]
  /** Days since the last ban at most; null for all. */
  within: number | null
  /** Counted from 0. */
  page: number
  /** The place of the first friendship that is looked at, newest first. */
  offset: number
}

/** Whether a filter leaves anything out. */
export const isFiltered = ({ kind, within }: FriendFilter) => kind !== 'any' || within !== null

/** Whether anything is known of a listed friend. */
export const isChecked = (friend: ListedFriend): friend is FriendEntry => 'banDetails' in friend

/** Whether a friend is listed and one of those asked for. Without a filter all are that are not clean. */
export function matchesFilter(friend: ListedFriend, { kind, within }: FriendFilter): boolean {
  // What is not known has no kind and no date.
  if (!isChecked(friend)) return within === null && (kind === 'any' || kind === 'unknown')
  const { banDetails } = friend
  // Community bans and trade restrictions have no date, so they are within no number of days.
  return (
    isOfKind(friend, kind) && (within === null || (hasBanDate(banDetails) && banDetails.DaysSinceLastBan <= within))
  )
}

function isOfKind({ banDetails }: FriendEntry, kind: FriendFilter['kind']): boolean {
  switch (kind) {
    case 'any':
      return banStatusOf(banDetails) !== 'clean'
    case 'vac':
      return banDetails.VACBanned
    case 'game':
      return banDetails.NumberOfGameBans > 0
    case 'trade':
      return banDetails.EconomyBan !== 'none'
    case 'unknown':
      return false
  }
}

/** What a filter asks for, in words. */
export function formatFilter({ kind, within }: FriendFilter, texts: Texts): string {
  return [
    ...(kind === 'any' ? [] : [texts.friends.filter[kind]]),
    ...(within === null ? [] : [texts.friends.filter.within(within)]),
  ].join(', ')
}

/** Whether a friend has a trade restriction and no ban. */
export const isRestricted = ({ banDetails }: FriendEntry) => banStatusOf(banDetails) === 'restricted'

/** The friends that a filter lets through: banned ones by their newest ban, then those not checked, then restricted ones. */
export function listFriends(
  friends: FriendEntry[],
  unchecked: UncheckedFriend[],
  filter: FriendFilter,
): ListedFriend[] {
  const known = friends
    .filter((friend) => matchesFilter(friend, filter))
    .toSorted((a, b) => byBanStatus(a.banDetails, b.banDetails))
  return [
    ...known.filter(({ banned }) => banned),
    ...unchecked.filter((friend) => matchesFilter(friend, filter)),
    ...known.filter(({ banned }) => !banned),
  ]
}

/**
 * Whether a friendship began before or after the last VAC or game ban of the friend. Steam gives the days since that ban as
 * of when the record was fetched (Unix seconds), so a difference of up to a day decides nothing; nor does a missing date.
 */
export function friendshipVersusBan(
  { friendSince, banDetails }: FriendEntry,
  fetchedAt: number,
): 'before' | 'after' | 'unclear' {
  if (friendSince === 0 || !hasBanDate(banDetails)) return 'unclear'
  const bannedAt = fetchedAt - banDetails.DaysSinceLastBan * DAY_SECONDS
  if (Math.abs(friendSince - bannedAt) <= DAY_SECONDS) return 'unclear'
  return friendSince < bannedAt ? 'before' : 'after'
}

/** A listed friend in two lines of Markdown. */
export function formatFriend(friend: ListedFriend, fetchedAt: number, texts: Texts): string {
  if (!isChecked(friend)) {
    const { steamId, since } = friend
    const facts = [
      texts.common.unknown,
      since === 0 ? texts.friends.sinceUnknown : texts.friends.since.plain(toDate(since)),
    ]
    return `${ICONS.incomplete} ${hyperlink(uncheckedName(friend, displayName, texts), toProfileUrl(steamId))} ${inlineCode(steamId)}\n${facts.join(' · ')}`
  }
  const { steamId, personaname, banDetails } = friend
  const link = hyperlink(displayName(personaname, texts), toProfileUrl(steamId))
  const facts = [
    formatBans(banDetails, texts),
    formatFriendHours(friend, texts),
    formatFriendship(friend, fetchedAt, texts),
  ]
  return `${ICONS[banStatusOf(banDetails)]} ${link} ${inlineCode(steamId)}\n${facts.join(' · ')}`
}

/** The name that is remembered of a friend; where there is none, the word for a profile, as the id is beside it. */
const uncheckedName = ({ name }: UncheckedFriend, show: (name: string, texts: Texts) => string, texts: Texts) =>
  name === null ? texts.common.profile : show(name, texts)

const toDate = (since: number) => time(since, TimestampStyles.LongDate)

function formatFriendHours({ rustHours, unavailable }: FriendEntry, texts: Texts): string {
  if (unavailable.length > 0) return texts.friends.hoursUnknown
  return rustHours === null ? texts.friends.hoursPrivate : texts.hours(rustHours)
}

function formatFriendship(friend: FriendEntry, fetchedAt: number, texts: Texts): string {
  if (friend.friendSince === 0) return texts.friends.sinceUnknown
  const relation = friend.banned ? friendshipVersusBan(friend, fetchedAt) : 'plain'
  return texts.friends.since[relation](toDate(friend.friendSince))
}

/** A listed friend for the menu that opens an account. */
export function toMenuAccount(friend: ListedFriend, texts: Texts): MenuAccount {
  const { steamId } = friend
  if (!isChecked(friend)) {
    const name = uncheckedName(friend, (given) => given, texts)
    return { steamId, name, foundBy: null, tone: 'incomplete', summary: texts.common.unknown }
  }
  const { personaname: name, banDetails } = friend
  return {
    steamId,
    name,
    foundBy: null,
    tone: banStatusOf(banDetails),
    summary: formatBans(banDetails, texts, stripInvisible),
  }
}
