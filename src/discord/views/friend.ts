import { hyperlink, inlineCode, time, TimestampStyles } from 'discord.js'
import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { banStatusOf, hasBanDate } from '../../presentation/ban-status.ts'
import { formatBans } from '../../presentation/format-bans.ts'
import { ICONS } from '../../presentation/tone.ts'
import { stripInvisible } from '../../presentation/visible-text.ts'
import type { CheckedFriend } from '../../service/scan-friends.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { hasProfile, isChecked, type ListedFriend } from './friend-filter.ts'
import { displayName, type MenuAccount } from './parts.ts'
import type { ListedAccount } from './policy-line.ts'

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

/** A listed friend as one or two lines of Markdown. */
export function formatFriend(friend: ListedFriend, fetchedAt: number, texts: Texts): string {
  const id = inlineCode(friend.steamId)
  const linkTo = (name: string) => hyperlink(name, toProfileUrl(friend.steamId))
  if (!isChecked(friend)) {
    const name = friend.name === null ? texts.common.profile : displayName(friend.name, texts)
    const facts = [texts.common.unknown, formatSince(friend.since, 'plain', texts)]
    return `${ICONS.incomplete} ${linkTo(name)} ${id}\n${facts.join(' · ')}`
  }
  const { banDetails } = friend
  const icon = ICONS[banStatusOf(banDetails)]
  const bans = formatBans(banDetails, texts, escapeMarkdown)
  if (!hasProfile(friend)) return `${icon} ${id} · ${texts.batch.noProfile(bans)}`
  const relation = friend.banned ? friendshipVersusBan(friend, fetchedAt) : 'plain'
  const facts = [bans, formatFriendHours(friend, texts), formatSince(friend.friendSince, relation, texts)]
  return `${icon} ${linkTo(displayName(friend.personaname, texts))} ${id}\n${facts.join(' · ')}`
}

function formatFriendHours({ rustHours, unavailable }: FriendEntry, texts: Texts): string {
  if (unavailable.length > 0) return texts.friends.hoursUnknown
  return rustHours === null ? texts.friends.hoursPrivate : texts.hours(rustHours)
}

function formatSince(since: number, relation: keyof Texts['friends']['since'], { friends }: Texts): string {
  return since === 0 ? friends.sinceUnknown : friends.since[relation](time(since, TimestampStyles.LongDate))
}

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

/** What a scan says of a friend for a policy; `fetchedAt` is the age of the oldest record, Unix seconds. */
export function toListedAccount(friend: CheckedFriend, fetchedAt: number): ListedAccount {
  const { steamId, banDetails: bans } = friend
  const [name, hours] = hasProfile(friend) ? [friend.personaname, friend.rustHours] : [null, null]
  return { steamId, name, bans, fetchedAt, profile: null, hours }
}
