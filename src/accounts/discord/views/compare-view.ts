import { bold, hyperlink, inlineCode } from 'discord.js'
import type { PastBans } from '../../../model/ban-record.ts'
import { type FoundBy, toProfileUrl } from '../../../model/steam-id.ts'
import { formatDay } from '../../presentation/account-table.ts'
import {
  formatFriendOf,
  formatFriendship,
  LETTERS,
  titleOfShared,
  whySharedUnknown,
  type Letter,
} from '../../presentation/comparison.ts'
import { formatShortAge } from '../../presentation/profile-facts.ts'
import { hoursOf } from '../../presentation/hours.ts'
import { ICONS, signsOf, toneWithOwnBan, worstTone } from '../../../lib/tone.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import type { ComparedAccount, Comparison, SharedFriend } from '../../compare-accounts.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import type { OwnBanNotes } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import {
  button,
  charactersLeft,
  fileLink,
  fitLines,
  type View,
  type ViewFile,
  nonEmpty,
} from '../../../discord/view.ts'
import { formatFacts, accountMenu, formatHours, foundByLines, idAndProfile, lookupId } from './account-parts.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { describeAccount } from './earlier-bans.ts'
import { formatDate, postButton, relativeTime } from '../../../discord/views/parts.ts'
import { checkedLine, displayName, formatUnknown } from './words.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { tableFile } from '../../../discord/views/table.ts'

const MAX_LISTED = 10

/** An account of a comparison, how it was found, its earlier bans that are missing in its record, and its ban of the server. */
export type ComparedSide = ComparedAccount & {
  foundBy: FoundBy | null
  earlierBans?: PastBans | undefined
  ownBan: OwnBanNotes
}

/**
 * The message about two accounts: both in short, whether they are friends, and their common friends. If there are more than ten common
 * friends, a CSV file contains all of them.
 */
export function compareView(
  { friendship, shared, isSharedIncomplete }: Comparison,
  [a, b]: [ComparedSide, ComparedSide],
  texts: Texts,
): View {
  const listed = shared?.slice(0, MAX_LISTED) ?? []
  const files = shared && shared.length > MAX_LISTED ? [sharedTable(shared, [a, b], texts)] : []
  const title = `## ⚖️ ${texts.compare.title}`
  const sides = [formatSide(a, 'A', texts), formatSide(b, 'B', texts)]
  const summary = [
    ...differingFacts([a, b], texts),
    bold(formatFriendshipLine(friendship, texts)),
    formatShared(shared, isSharedIncomplete, [a, b], texts),
  ].join('\n')
  const foot = [
    ...files.map(() => `-# ${texts.compare.allInFile}`),
    `-# ${texts.compare.noAnswer}`,
    checkedLine(Math.min(a.account.fetchedAt, b.account.fetchedAt), texts),
  ].join('\n')
  const verdict = [formatSideVerdict(a, 'A', texts), formatSideVerdict(b, 'B', texts)].join('\n')
  const lines = (shared ?? []).map((friend) => formatSharedFriend(friend, texts))
  const room = charactersLeft([title, ...sides, summary, foot, verdict])
  const list = fitLines(lines, room, texts.common.leftOut, MAX_LISTED)
  const menu = listed.map(({ steamId, name }) => ({
    steamId,
    name: name ?? texts.common.profile,
    icon: ICONS.incomplete,
    summary: texts.compare.notChecked,
  }))
  const id = compareId(toShortForm(a), toShortForm(b))
  const buttons = [
    lookUpButton(a, 'A', texts),
    lookUpButton(b, 'B', texts),
    button('🔄', texts.buttons.refresh, id),
    postButton(compareId(a.account.steamId, b.account.steamId), texts),
  ]
  const parts = [title, ...sides, summary, ...nonEmpty(list), foot, ...files.map(fileLink)]
  const rows = [...accountMenu(menu, texts), ...buttonRows(buttons, texts)]
  const tones = [a, b].map((side) => toneWithOwnBan(stateOf(side, texts).tone, side.ownBan.state))
  // Two accounts without bans do not make what they have in common clean.
  const tone = worstTone([...tones, 'neutral'])
  return resultView(tone, verdict, parts, rows, files)
}

/** The facts that differ, one a line, with both values: "**Rust hours** A 2,431 h · B 12 h". */
function differingFacts(sides: [ComparedSide, ComparedSide], texts: Texts): string[] {
  const { lookup } = texts
  const facts: [label: string, format: (side: ComparedSide) => string][] = [
    [lookup.rustHours, ({ account }) => formatHours(hoursOf(account), texts)],
    [texts.buttons.account, ({ account }) => formatShortAge(account, texts) ?? `${ICONS.private} ${texts.hidden.age}`],
    [lookup.friendList, (side) => formatFriends(side, texts)],
  ]
  return facts.flatMap(([label, format]) => {
    const [a, b] = [format(sides[0]), format(sides[1])]
    // Two answers that are missing are not known to be equal.
    return a === b && a !== formatUnknown(texts)
      ? []
      : [formatFacts([label, LETTERS.map((letter, index) => `${letter} ${[a, b][index]}`).join(' · ')])]
  })
}

/** The custom id of a button that compares two accounts again; `a` and `b` are ids or custom URL names. */
export const compareId = (a: string, b: string) => toCustomId('compare', a, b)

/** The custom URL by which the account was found, so that the next answer mentions it too; otherwise the id. */
function toShortForm({ account, foundBy }: ComparedSide): string {
  // A custom URL of digits could be read as a friend code.
  return foundBy && 'customUrl' in foundBy && !/^\d+$/.test(foundBy.customUrl) ? foundBy.customUrl : account.steamId
}

const lookUpButton = ({ account, foundBy }: ComparedSide, letter: Letter, texts: Texts) =>
  button('🔎', texts.buttons.lookUpOne({ letter }), lookupId(account.steamId, foundBy, 'open'))

const stateOf = ({ account, earlierBans, ownBan }: ComparedSide, texts: Texts) =>
  describeAccount(account, earlierBans, ownBan.state, texts)

function formatSide(side: ComparedSide, letter: Letter, texts: Texts): string {
  const { account, foundBy, ownBan } = side
  const { steamId, profile } = account
  const { tone, verdict, lines } = stateOf(side, texts)
  return [
    `### ${letter}: ${signsOf(tone, ownBan.state)} ${displayName(profile.personaname, texts)}`,
    ...nonEmpty(ownBan.line),
    verdict,
    ...lines,
    ...(account.stale ? [`${ICONS.limited} ${texts.lookup.stale({ when: relativeTime(account.fetchedAt) })}`] : []),
    ...foundByLines(foundBy, texts),
    idAndProfile(steamId, texts),
  ].join('\n')
}

/** The verdict about one account in one line. It begins with the letter of the account, because the name is not next to it. */
function formatSideVerdict(side: ComparedSide, letter: Letter, texts: Texts): string {
  const { ownBan } = side
  const { tone, verdict } = stateOf(side, texts)
  return `${letter}: ${signsOf(tone, ownBan.state)} ${nonEmpty(ownBan.verdict, verdict).join(' · ')}`
}

function formatFriends({ friends }: ComparedSide, texts: Texts): string {
  if (friends.kind === 'known') return texts.compare.friendCount({ count: friends.total })
  return friends.kind === 'private' ? `${ICONS.private} ${texts.hidden.friendList}` : formatUnknown(texts)
}

function formatFriendshipLine(friendship: Comparison['friendship'], texts: Texts): string {
  const state = friendship.kind === 'not friends' ? 'not_friends' : friendship.kind
  const since = friendship.kind === 'friends' ? friendship.since : null
  const sentence = formatFriendship({ state, since }, texts, formatDate)
  return state === 'unknown' ? `${ICONS.incomplete} ${sentence}` : sentence
}

function formatShared(
  shared: SharedFriend[] | null,
  isIncomplete: boolean,
  sides: ComparedSide[],
  texts: Texts,
): string {
  const title = `**${titleOfShared(shared?.length ?? null, isIncomplete, texts)}**`
  if (shared && !isIncomplete) return title
  const lists = sides.map(({ friends }) => ({
    state: friends.kind,
    unreadable: friends.kind === 'known' ? friends.unreadable : null,
  }))
  const isHidden = !isIncomplete && lists.every(({ state }) => state !== 'unavailable')
  const text = texts.common.explained({ what: title, why: texts.commas(whySharedUnknown(lists, texts)) })
  return `${isHidden ? ICONS.private : ICONS.incomplete} ${texts.common.sentence({ text })}`
}

function formatSharedFriend({ steamId, name, since }: SharedFriend, texts: Texts): string {
  const link = hyperlink(name === null ? texts.common.profile : displayName(name, texts), toProfileUrl(steamId))
  const dates = LETTERS.map((letter, index) => formatFriendOf(letter, since[index] ?? 0, texts, formatDate))
  return `${link}\n-# ${[...dates, inlineCode(steamId)].join(' · ')}`
}

function sharedTable(shared: SharedFriend[], [a, b]: [ComparedSide, ComparedSide], texts: Texts): ViewFile {
  const columns = ['steamId', 'name', 'friendOfASince', 'friendOfBSince', 'profile'] as const
  const rows = shared.map(({ steamId, name, since }) => ({
    steamId,
    name: name === null ? '' : plainDisplayName(name, texts),
    friendOfASince: formatDay(since[0]),
    friendOfBSince: formatDay(since[1]),
    profile: toProfileUrl(steamId),
  }))
  return tableFile(`shared-friends-${a.account.steamId}-${b.account.steamId}.csv`, columns, rows, texts)
}
