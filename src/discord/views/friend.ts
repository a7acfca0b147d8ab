import { hyperlink, inlineCode, time, TimestampStyles } from 'discord.js'
import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { csvFile } from '../csv.ts'
import { toVisible } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { ICONS } from '../view.ts'
import type { ViewFile } from '../view.ts'
import { banColumns, byStanding, hasDate, standingOf, tellBans } from './bans.ts'
import { nameOf, plainNameOf } from './parts.ts'
import type { ListedAccount } from './parts.ts'

const DAY_SECONDS = 86_400

export const BAN_KINDS = ['any', 'vac', 'game'] as const

/** Which of the banned friends are shown, from which page on, and which part of a long list is looked at. */
export interface FriendFilter {
  kind: (typeof BAN_KINDS)[number]
  /** Days since the last ban at most; null for all. */
  within: number | null
  /** Counted from 0. */
  page: number
  /** The place of the first friendship that is looked at, newest first. */
  offset: number
}

/** Whether a filter leaves anything out. */
export const isFiltered = ({ kind, within }: FriendFilter) => kind !== 'any' || within !== null

/** Whether a banned friend is one of those asked for. */
export function passes({ banDetails }: FriendEntry, { kind, within }: FriendFilter): boolean {
  if (kind === 'vac' && !banDetails.VACBanned) return false
  if (kind === 'game' && banDetails.NumberOfGameBans === 0) return false
  // A community ban has no date, so it is within no number of days.
  return within === null || (hasDate(banDetails) && banDetails.DaysSinceLastBan <= within)
}

/** What a filter asks for, in words. */
export function tellFilter({ kind, within }: FriendFilter, texts: Texts): string {
  return [
    ...(kind === 'any' ? [] : [texts.friends.filter[kind]]),
    ...(within === null ? [] : [texts.friends.filter.within(within)]),
  ].join(', ')
}

/** Whether a friend has a trade restriction and no ban. */
export const isRestricted = ({ banDetails }: FriendEntry) => standingOf(banDetails) === 'restricted'

/** Orders friends by their newest ban. */
export const byNewestBan = (a: FriendEntry, b: FriendEntry) => byStanding(a.banDetails, b.banDetails)

/**
 * Whether a friendship began before or after the last VAC or game ban of the friend. Steam gives the days since that ban as
 * of when the record was fetched (Unix seconds), so a difference of up to a day decides nothing; nor does a missing date.
 */
export function befriended(
  { friendSince, banDetails }: FriendEntry,
  fetchedAt: number,
): 'before' | 'after' | 'unclear' {
  if (friendSince === 0 || !hasDate(banDetails)) return 'unclear'
  const bannedAt = fetchedAt - banDetails.DaysSinceLastBan * DAY_SECONDS
  if (Math.abs(friendSince - bannedAt) <= DAY_SECONDS) return 'unclear'
  return friendSince < bannedAt ? 'before' : 'after'
}

/** A banned friend in two lines of Markdown. */
export function tellFriend(friend: FriendEntry, fetchedAt: number, texts: Texts): string {
  const { steamId, personaname, banDetails } = friend
  const link = hyperlink(nameOf(personaname, texts), toProfileUrl(steamId))
  const facts = [tellBans(banDetails, texts), tellHours(friend, texts), tellFriendship(friend, fetchedAt, texts)]
  return `${ICONS.banned} ${link} ${inlineCode(steamId)}\n${facts.join(' · ')}`
}

function tellHours({ rustHours, unavailable }: FriendEntry, texts: Texts): string {
  if (unavailable.length > 0) return texts.friends.hoursUnknown
  return rustHours === null ? texts.friends.hoursPrivate : texts.hours(rustHours)
}

function tellFriendship(friend: FriendEntry, fetchedAt: number, texts: Texts): string {
  if (friend.friendSince === 0) return texts.friends.sinceUnknown
  const since = time(friend.friendSince, TimestampStyles.LongDate)
  return texts.friends.since[befriended(friend, fetchedAt)](since)
}

/** A banned friend for the menu that opens an account. */
export function toListed({ steamId, personaname, banDetails }: FriendEntry, texts: Texts): ListedAccount {
  return { steamId, name: personaname, origin: null, tone: 'banned', about: tellBans(banDetails, texts, toVisible) }
}

/** The banned friends of an account as a table. */
export function bannedFriendsFile(steamId: SteamId, friends: FriendEntry[], fetchedAt: number, texts: Texts): ViewFile {
  const { csv } = texts
  return csvFile(
    `banned-friends-${steamId}.csv`,
    [csv.steamId, csv.name, ...banColumns.header(texts), csv.rustHours, csv.friendSince, csv.befriended, csv.profile],
    friends.map((friend) => [
      friend.steamId,
      plainNameOf(friend.personaname, texts),
      ...banColumns.cells(friend.banDetails, texts),
      friend.unavailable.length > 0 ? csv.unknown : (friend.rustHours ?? csv.private),
      friend.friendSince === 0 ? '' : new Date(friend.friendSince * 1000).toISOString().slice(0, 10),
      csv.befriendedResults[befriended(friend, fetchedAt)],
      toProfileUrl(friend.steamId),
    ]),
  )
}
