import { ComponentType, SeparatorSpacingSize, type APIButtonComponent, type APIComponentInContainer } from 'discord.js'
import { isBanned, MAX_FRIENDS, type FriendEntry, type ScanResult as Scan } from '../../model/account.ts'
import type { UncheckedFriend } from '../../service/scan-friends.ts'
import type { Texts } from '../texts/texts.ts'
import {
  button,
  charactersLeft,
  container,
  fileLink,
  fitLines,
  ICONS,
  row,
  text,
  type Tone,
  type View,
} from '../view.ts'
import { formatFriend, isRestricted, toMenuAccount } from './friend.ts'
import { filterLines, friendsId, listFriends, turnId, type CheckedFriend, type FriendFilter } from './friend-filter.ts'
import { friendsTable } from './friends-table.ts'
import {
  accountMenu,
  backButton,
  checkedLine,
  formatAccount,
  foundByLines,
  pageButtons,
  pageOf,
  postButton,
  type ViewedAccount,
} from './parts.ts'

/** The result of a friend scan. */
export interface ScanResult extends ViewedAccount {
  friends: FriendEntry[]
  /** Friends that were to be checked. Those missing from all lists below have deleted their accounts. */
  total: number
  /** Friends with a ban record but without a profile. */
  withoutProfile: Scan['withoutProfile']
  /** The number of friends that could not be checked; `unchecked` lists those whose id is known. */
  unavailable: number
  unchecked: UncheckedFriend[]
  totalFriends: number
  fetchedAt: number
}

/** A page of the friends that are not clean, banned ones first, with all of them in a CSV file. */
export function friendsView(result: ScanResult, filter: FriendFilter, texts: Texts): View {
  const { steamId, name, foundBy, unchecked, fetchedAt } = result
  const listed = listFriends(checkedFriends(result), unchecked, filter)
  const page = pageOf(listed, filter.page)
  const files = listed.length > 0 ? [friendsTable(listed, { ...result, filter }, texts)] : []
  const tone = toneOf(result)
  const partButtons = otherPartButtons(result, filter, texts)
  const head = [
    `## ${ICONS[tone]} ${texts.friends.title(formatAccount(steamId, name, texts))}`,
    ...foundByLines(foundBy, texts),
    ...summaryLines(result, filter, texts),
    ...filterLines(filter, listed.length, texts),
  ].join('\n')
  const foot = [
    ...(page.pages > 1 ? [`-# ${texts.common.page(page.page + 1, page.pages)}`] : []),
    checkedLine(fetchedAt, texts),
  ].join('\n')
  const lines = page.shown.map((friend) => formatFriend(friend, fetchedAt, texts))
  const menu = page.shown.map((friend) => toMenuAccount(friend, texts))
  return {
    components: [
      container(tone, [
        text(head),
        ...separateList(lines, charactersLeft([head, foot]), texts),
        text(foot),
        ...files.map(fileLink),
      ]),
      ...accountMenu(menu, texts),
      ...(partButtons.length > 0 ? [row(partButtons)] : []),
      row([
        backButton(steamId, texts, foundBy),
        ...pageButtons(page, (to) => turnId(steamId, { ...filter, page: to }, foundBy), texts),
        ...retryButtons(result, filter, texts),
        postButton(texts),
      ]),
    ],
    ...(files.length > 0 ? { files } : {}),
  }
}

function separateList(lines: string[], room: number, texts: Texts): APIComponentInContainer[] {
  if (lines.length === 0) return []
  return [
    { type: ComponentType.Separator, spacing: SeparatorSpacingSize.Small },
    text(fitLines(lines, room, texts.common.leftOut)),
  ]
}

/** Repeats the scan. Results are cached, so only the friends that could not be checked cost calls. */
function retryButtons(result: ScanResult, filter: FriendFilter, { buttons }: Texts): APIButtonComponent[] {
  const { steamId, foundBy, unavailable } = result
  if (unavailable === 0) return []
  return [button(buttons.retry(unavailable), friendsId(steamId, { ...filter, page: 0 }, foundBy), { emoji: '🔄' })]
}

/** Scans of the parts of a long friend list before and after this one. */
function otherPartButtons(result: ScanResult, filter: FriendFilter, { buttons }: Texts): APIButtonComponent[] {
  const { steamId, foundBy, total, totalFriends } = result
  const { offset } = filter
  const before = Math.min(MAX_FRIENDS, offset)
  const after = total > 0 ? Math.min(MAX_FRIENDS, totalFriends - offset - total) : 0
  const partId = (from: number) => friendsId(steamId, { ...filter, page: 0, offset: from }, foundBy)
  return [
    ...(before > 0 ? [button(buttons.checkPrevious(before), partId(offset - before), { emoji: '⏪' })] : []),
    ...(after > 0 ? [button(buttons.checkNext(after), partId(offset + MAX_FRIENDS), { emoji: '⏩' })] : []),
  ]
}

function toneOf(result: ScanResult): Tone {
  const { friends, unavailable, totalFriends } = result
  const checked = checkedFriends(result)
  if (checked.some(({ banDetails }) => isBanned(banDetails))) return 'banned'
  if (totalFriends === 0) return 'neutral'
  if (unavailable > 0 || checked.length > friends.length || friends.length === 0) return 'incomplete'
  return friends.some(isRestricted) ? 'restricted' : 'clean'
}

/** The friends whose bans are known, with or without a profile. */
const checkedFriends = ({ friends, withoutProfile }: ScanResult): CheckedFriend[] => [...friends, ...withoutProfile]

function summaryLines(result: ScanResult, { offset }: FriendFilter, texts: Texts): string[] {
  const { friends, withoutProfile, total, unavailable, totalFriends } = result
  if (totalFriends === 0) return [texts.friends.empty]
  if (total === 0) return [texts.friends.beyondEnd(totalFriends)]
  const deleted = total - friends.length - unavailable - withoutProfile.length
  const restricted = friends.filter(isRestricted).length
  return [
    ...bannedLines(checkedFriends(result), texts),
    ...(restricted > 0 ? [texts.batch.restrictedCount(restricted)] : []),
    ...(unavailable > 0 ? [`${ICONS.incomplete} ${texts.friends.notChecked(unavailable, total)}`] : []),
    ...(withoutProfile.length > 0
      ? [`${ICONS.incomplete} ${texts.batch.withoutProfileCount(withoutProfile.length)}`]
      : []),
    ...(deleted > 0 ? [texts.friends.deleted(deleted)] : []),
    ...(total < totalFriends ? [texts.friends.part(offset + 1, offset + total, totalFriends)] : []),
  ]
}

/** How many checked friends are banned. No line without a checked friend: "none of 0 banned" would sound clean. */
function bannedLines(friends: CheckedFriend[], texts: Texts): string[] {
  const checked = friends.length
  const banned = friends.filter(({ banDetails }) => isBanned(banDetails)).length
  if (checked === 0) return []
  const percent = texts.percent(Math.round((banned / checked) * 1000) / 10)
  return [`**${banned > 0 ? texts.friends.result(banned, checked, percent) : texts.friends.noneBanned(checked)}**`]
}
