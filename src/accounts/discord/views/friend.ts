import { hyperlink, inlineCode } from 'discord.js'
import { toProfileUrl } from '../../../model/steam-id.ts'
import type { CheckedFriend } from '../../../model/checked-friend.ts'
import { formatBansWithoutProfile } from '../../presentation/ban-status.ts'
import {
  hasProfile,
  isChecked,
  type ListedFriend,
  toneOfFriend,
  whyWithoutProfile,
} from '../../presentation/friend-filter.ts'
import { formatFriendHours, formatFriendship, formatSince } from '../../presentation/friendship.ts'
import { signOf, signsOf, type Tone } from '../../../lib/tone.ts'
import { stripInvisible } from '../../../lib/visible-text.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { formatDate, relativeTime } from '../../../discord/views/parts.ts'
import type { Texts } from '../texts.ts'
import { steamVerdict } from './game-account.ts'
import { formatRowBans, listedName } from './words.ts'
import type { MenuAccount } from './account-parts.ts'
import type { ListedRecord } from '../../shown-record.ts'
import type { RowNotes } from '../server-notes.ts'

/** A listed friend in Markdown: its bans, and in small print its id, hours and friendship. */
export function formatFriend(
  friend: ListedFriend,
  { fetchedAt, ownBans, refused }: RowNotes & { fetchedAt: number },
  texts: Texts,
): string {
  const id = inlineCode(friend.steamId)
  const ownBan = ownBans.stateOf(friend.steamId)
  const toLine = (tone: Tone, name: string, fact: string) =>
    `${signsOf(tone, ownBan, refused?.has(friend.steamId))} ${[name, ...ownBans.factsOf(friend.steamId), fact].join(' · ')}`
  if (!isChecked(friend)) {
    const { personaname, friendSince } = friend
    const name = personaname === null ? texts.common.profile : listedName(personaname, texts)
    const details = [id, formatSince(friendSince, texts, formatDate)]
    const line = toLine('incomplete', hyperlink(name, toProfileUrl(friend.steamId)), texts.common.unknown)
    return `${line}\n-# ${details.join(' · ')}`
  }
  const { banDetails } = friend
  const toChecked = (fact: string) => toLine(toneOfFriend(friend), formatFriendName(friend, texts), fact)
  if (!hasProfile(friend))
    return toChecked(formatBansWithoutProfile(banDetails, whyWithoutProfile(friend), texts, escapeMarkdown))
  const bans = formatRowBans(banDetails, ownBan, texts, escapeMarkdown)
  const details = [id, formatFriendHours(friend, texts), formatFriendship(friend, fetchedAt, texts, formatDate)]
  return `${toChecked(bans)}\n-# ${details.join(' · ')}`
}

/** The name of a friend as a link to its profile; the id of a friend without a profile. */
export const formatFriendName = (friend: CheckedFriend, texts: Texts) =>
  hasProfile(friend)
    ? hyperlink(listedName(friend.personaname, texts), toProfileUrl(friend.steamId))
    : inlineCode(friend.steamId)

export function toMenuAccount(friend: ListedFriend, { ownBans, refused }: RowNotes, texts: Texts): MenuAccount {
  const { steamId } = friend
  const own = ownBans.stateOf(steamId)
  const iconOf = (tone: Tone) => signOf(tone, own, refused?.has(steamId))
  if (!isChecked(friend)) {
    const name = friend.personaname ?? texts.common.profile
    return { steamId, name, icon: iconOf('incomplete'), summary: texts.common.unknown }
  }
  const { banDetails } = friend
  const name = hasProfile(friend) ? friend.personaname : texts.results[whyWithoutProfile(friend)]({ status: '' })
  const summary = formatRowBans(banDetails, own, texts, stripInvisible)
  return { steamId, name, icon: iconOf(toneOfFriend(friend)), summary }
}

/** What a policy needs to know about a friend; `fetchedAt` is the time of the oldest record, Unix seconds. */
export const toListedRecord = (friend: CheckedFriend, fetchedAt: number): ListedRecord => ({
  steamId: friend.steamId,
  bans: friend.banDetails,
  fetchedAt,
  profile: null,
  hours: hasProfile(friend) ? friend.rustHours : null,
})

/** What Steam says of the account whose friends are listed, or that its bans were not checked: a line below the heading. */
export function ownStatusLine(account: Parameters<typeof steamVerdict>[0], texts: Texts): string {
  const { record } = account
  const age = record ? [texts.common.checked({ when: relativeTime(record.bans.fetchedAt) })] : []
  // Earlier bans are a line of their own.
  const [now = '', ...earlier] = steamVerdict(account, texts).split('\n')
  return [[now, ...age].join(' · '), ...earlier].join('\n')
}
