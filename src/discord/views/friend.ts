import { hyperlink, inlineCode, time, TimestampStyles } from 'discord.js'
import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { UncheckedFriend } from '../../service/scan-friends.ts'
import { stripInvisible } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { ICONS } from '../view.ts'
import { banStatusOf, formatBans, hasBanDate } from './bans.ts'
import { hasProfile, isChecked, type CheckedFriend, type ListedFriend } from './friend-filter.ts'
import { displayName, type MenuAccount } from './parts.ts'

const DAY_SECONDS = 86_400

/** Whether a friend has a trade restriction and no ban. */
export const isRestricted = ({ banDetails }: CheckedFriend) => banStatusOf(banDetails) === 'restricted'

/**
 * Whether the friendship began before or after the friend's last VAC or game ban. Steam gives only the full days between that
 * ban and `fetchedAt` (Unix seconds), so a difference of up to a day is unclear; so is a missing date.
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

/** A listed friend as two lines of Markdown. */
export function formatFriend(friend: ListedFriend, fetchedAt: number, texts: Texts): string {
  return isChecked(friend) ? formatChecked(friend, fetchedAt, texts) : formatUnchecked(friend, texts)
}

function formatChecked(friend: CheckedFriend, fetchedAt: number, texts: Texts): string {
  if (!hasProfile(friend)) {
    const bans = formatBans(friend.banDetails, texts)
    return `${ICONS[banStatusOf(friend.banDetails)]} ${inlineCode(friend.steamId)} · ${texts.batch.noProfile(bans)}`
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

function formatUnchecked(friend: UncheckedFriend, texts: Texts): string {
  const { steamId, name, since } = friend
  const link = hyperlink(name === null ? texts.common.profile : displayName(name, texts), toProfileUrl(steamId))
  const sinceText = since === 0 ? texts.friends.sinceUnknown : texts.friends.since.plain(formatDate(since))
  return `${ICONS.incomplete} ${link} ${inlineCode(steamId)}\n${texts.common.unknown} · ${sinceText}`
}

const formatDate = (seconds: number) => time(seconds, TimestampStyles.LongDate)

function formatFriendHours({ rustHours, unavailable }: FriendEntry, texts: Texts): string {
  if (unavailable.length > 0) return texts.friends.hoursUnknown
  return rustHours === null ? texts.friends.hoursPrivate : texts.hours(rustHours)
}

function formatFriendship(friend: FriendEntry, fetchedAt: number, texts: Texts): string {
  if (friend.friendSince === 0) return texts.friends.sinceUnknown
  const relation = friend.banned ? friendshipVersusBan(friend, fetchedAt) : 'plain'
  return texts.friends.since[relation](formatDate(friend.friendSince))
}

/** A listed friend as an option of the account menu. */
export function toMenuAccount(friend: ListedFriend, texts: Texts): MenuAccount {
  const { steamId } = friend
  if (!isChecked(friend)) {
    const name = friend.name ?? texts.common.profile
    return { steamId, name, foundBy: null, tone: 'incomplete', summary: texts.common.unknown }
  }
  const { banDetails } = friend
  const name = hasProfile(friend) ? friend.personaname : texts.csv.results.noProfile
  const summary = formatBans(banDetails, texts, stripInvisible)
  return { steamId, name, foundBy: null, tone: banStatusOf(banDetails), summary }
}
