import { ButtonStyle, ComponentType, inlineCode, SeparatorSpacingSize } from 'discord.js'
import { isBanned, MAX_FRIENDS } from '../../model/account.ts'
import type { FriendEntry, ScanResult as Scan } from '../../model/account.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { UncheckedFriend } from '../../service/scan-friends.ts'
import { toCustomId } from '../custom-id.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, fileLink, fitLines, ICONS, charactersLeft, row, text } from '../view.ts'
import type { Tone, View } from '../view.ts'
import { banStatusOf, formatBans } from './bans.ts'
import {
  isFiltered,
  isRestricted,
  listFriends,
  matchesFilter,
  formatFilter,
  formatFriend,
  toMenuAccount,
} from './friend.ts'
import type { FriendFilter } from './friend.ts'
import { friendsFile } from './friends-table.ts'
import {
  accountMenu,
  backButton,
  checkedLine,
  foundByLines,
  pageButtons,
  pageOf,
  postButton,
  formatAccount,
} from './parts.ts'

/** Friends without a profile that are listed one by one, and the room for them. */
const MOST_WITHOUT_PROFILE = 5
const WITHOUT_PROFILE_CHARACTERS = 700
const HITS_WHILE_SCANNING = 10
const BAR_CELLS = 20

/** How far a scan is. */
export interface ScanState {
  steamId: SteamId
  /** The display name, where and as soon as it is known. */
  name: string | null
  /** How the account was found; null where it was named by an id. */
  foundBy: FoundBy | null
  /** Identifies the scan to its Cancel button. */
  scanId: string
  current: number
  /** Friends to be checked; null while the list is not there. */
  total: number | null
  totalFriends: number
  found: FriendEntry[]
  /** When the oldest ban record so far was fetched, Unix seconds. */
  fetchedAt: number
  filter: FriendFilter
}

/** What a scan has found. */
export interface ScanResult {
  steamId: SteamId
  name: string | null
  foundBy: FoundBy | null
  friends: FriendEntry[]
  /** Friends that were to be checked; those who are neither known nor unavailable have deleted their accounts. */
  total: number
  /** Friends that have a ban record and no profile. */
  withoutProfile: Scan['withoutProfile']
  /** Friends whose bans are not known, and those of them that have an id. */
  unavailable: number
  unchecked: UncheckedFriend[]
  totalFriends: number
  fetchedAt: number
}

/** The custom id that scans the friends of an account; `account` is an id or a custom name. */
export function friendsId(account: string, filter: FriendFilter, foundBy: FoundBy | null = null): string {
  return scanId('friends', account, filter, foundBy)
}

/** The custom id that turns to a page of what such a scan found. */
function turnId(account: string, filter: FriendFilter, foundBy: FoundBy | null): string {
  return scanId('turn', account, filter, foundBy)
}

function scanId(action: string, account: string, filter: FriendFilter, foundBy: FoundBy | null): string {
  const { page, within, kind, offset } = filter
  return toCustomId(action, account, page, within ?? '', kind, offset, ...toFoundByArguments(foundBy))
}

/** A scan under way: bar, count, what was found so far, and Cancel. */
export function scanningView(state: ScanState, texts: Texts): View {
  const head = [
    `### 🔎 ${texts.friends.scanning(formatAccount(state.steamId, state.name, texts))}`,
    ...foundByLines(state.foundBy, texts),
    formatProgress(state, texts),
  ].join('\n')
  return {
    components: [
      container('limited', [text(head), ...hitsOf(state, head, texts)]),
      row([
        button(texts.buttons.cancel, toCustomId('cancel', state.scanId, state.steamId), {
          emoji: '✖️',
          style: ButtonStyle.Danger,
        }),
      ]),
    ],
  }
}

/** A scan that ended before its time, with what it had found; says that the rest is unknown. */
export function stoppedView(title: string, state: ScanState, texts: Texts): View {
  const { current, total, steamId, filter, foundBy } = state
  const sentence = total === null ? texts.friends.cancelledEarly : texts.friends.cancelledText(current, total)
  const again = friendsId(steamId, filter, foundBy)
  const head = [`### ${ICONS.incomplete} ${title}`, ...foundByLines(foundBy, texts), sentence].join('\n')
  return {
    components: [
      container('incomplete', [text(head), ...hitsOf(state, head, texts)]),
      row([
        backButton(steamId, texts, foundBy),
        button(texts.buttons.scanAgain, again, { emoji: '🔄' }),
        postButton(texts),
      ]),
    ],
  }
}

/** The friends of an account that are not clean, banned ones first, a page at a time; all of them in a file. */
export function friendsView(result: ScanResult, filter: FriendFilter, texts: Texts): View {
  const { steamId, name, foundBy, friends, unchecked, fetchedAt } = result
  const banned = friends.filter((friend) => friend.banned).length
  const wanted = listFriends(friends, unchecked, filter)
  const { page, pages, shown } = pageOf(wanted, filter.page)
  const lines = shown.map((friend) => formatFriend(friend, fetchedAt, texts))
  const file = wanted.length > 0 ? friendsFile(wanted, { ...result, filter }, texts) : undefined
  const tone = toneOf(result, banned)
  const otherParts = partButtons(result, filter, texts)
  const head = [
    `## ${ICONS[tone]} ${texts.friends.title(formatAccount(steamId, name, texts))}`,
    ...foundByLines(foundBy, texts),
    ...formatResult(result, filter, banned, texts),
    ...(isFiltered(filter) ? [texts.friends.filtered(wanted.length, formatFilter(filter, texts))] : []),
  ].join('\n')
  const foot = [...(pages > 1 ? [`-# ${texts.common.page(page + 1, pages)}`] : []), checkedLine(fetchedAt, texts)].join(
    '\n',
  )
  return {
    components: [
      container(tone, [
        text(head),
        ...(lines.length > 0
          ? [
              { type: ComponentType.Separator as const, spacing: SeparatorSpacingSize.Small },
              text(fitLines(lines, charactersLeft([head, foot]), texts.common.leftOut)),
            ]
          : []),
        text(foot),
        ...(file ? [fileLink(file)] : []),
      ]),
      ...accountMenu(
        shown.map((friend) => toMenuAccount(friend, texts)),
        texts,
      ),
      ...(otherParts.length > 0 ? [row(otherParts)] : []),
      row([
        backButton(steamId, texts, foundBy),
        ...pageButtons(page, pages, (to) => turnId(steamId, { ...filter, page: to }, foundBy), texts),
        ...retryButtons(result, filter, texts),
        postButton(texts),
      ]),
    ],
    ...(file ? { files: [file] } : {}),
  }
}

/** Scans the same part once more: what was found is remembered, so Steam is asked about the others alone. */
function retryButtons({ steamId, foundBy, unavailable }: ScanResult, filter: FriendFilter, texts: Texts) {
  if (unavailable === 0) return []
  return [
    button(texts.buttons.retry(unavailable), friendsId(steamId, { ...filter, page: 0 }, foundBy), { emoji: '🔄' }),
  ]
}

/** Scans of the hundred friendships before and after those that were looked at. */
function partButtons({ steamId, foundBy, total, totalFriends }: ScanResult, filter: FriendFilter, texts: Texts) {
  const { offset } = filter
  const left = totalFriends - offset - total
  const partId = (from: number) => friendsId(steamId, { ...filter, page: 0, offset: from }, foundBy)
  return [
    ...(offset > 0
      ? [button(texts.buttons.previousPart, partId(Math.max(0, offset - MAX_FRIENDS)), { emoji: '⏪' })]
      : []),
    ...(left > 0 && total > 0
      ? [button(texts.buttons.checkNext(Math.min(MAX_FRIENDS, left)), partId(offset + MAX_FRIENDS), { emoji: '⏩' })]
      : []),
  ]
}

function toneOf(result: ScanResult, banned: number): Tone {
  const { friends, unavailable, totalFriends } = result
  const withoutProfile = bannedWithoutProfile(result)
  if (banned > 0 || withoutProfile.some(({ banDetails }) => isBanned(banDetails))) return 'banned'
  if (totalFriends === 0) return 'neutral'
  if (unavailable > 0 || withoutProfile.length > 0 || friends.length === 0) return 'incomplete'
  return friends.some(isRestricted) ? 'restricted' : 'clean'
}

/** Friends without a profile whose record is not clean: they cannot be listed among the others, and must not get lost. */
function bannedWithoutProfile({ withoutProfile }: ScanResult): Scan['withoutProfile'] {
  return withoutProfile.filter(({ banDetails }) => banStatusOf(banDetails) !== 'clean')
}

function formatWithoutProfile(result: ScanResult, texts: Texts): string[] {
  const lines = bannedWithoutProfile(result).map(
    ({ steamId, banDetails }) =>
      `${ICONS[banStatusOf(banDetails)]} ${inlineCode(steamId)} · ${texts.batch.noProfile(formatBans(banDetails, texts))}`,
  )
  return lines.length === 0
    ? []
    : [fitLines(lines, WITHOUT_PROFILE_CHARACTERS, texts.common.leftOut, MOST_WITHOUT_PROFILE)]
}

function formatResult(result: ScanResult, { offset }: FriendFilter, banned: number, texts: Texts): string[] {
  const { friends, total, unavailable, totalFriends } = result
  if (totalFriends === 0) return [texts.friends.empty]
  if (total === 0) return [texts.friends.beyondEnd(totalFriends)]
  const checked = friends.length
  const gone = total - checked - unavailable - bannedWithoutProfile(result).length
  const restricted = friends.filter(isRestricted).length
  const share = texts.percent(checked === 0 ? 0 : Math.round((banned / checked) * 1000) / 10)
  return [
    // Of nobody there is nothing to say, and "none of 0 is banned" would sound like good news.
    ...(checked > 0
      ? [`**${banned > 0 ? texts.friends.result(banned, checked, share) : texts.friends.noneBanned(checked)}**`]
      : []),
    ...(restricted > 0 ? [texts.batch.restrictedCount(restricted)] : []),
    ...(unavailable > 0 ? [`${ICONS.incomplete} ${texts.friends.notChecked(checked, total, unavailable)}`] : []),
    ...formatWithoutProfile(result, texts),
    ...(gone > 0 ? [texts.friends.gone(gone)] : []),
    ...(total < totalFriends ? [texts.friends.part(offset + 1, offset + total, totalFriends)] : []),
  ]
}

function formatProgress({ current, total, totalFriends, found, filter }: ScanState, texts: Texts): string {
  if (total === null) return texts.friends.listing
  const filled = total === 0 ? BAR_CELLS : Math.floor((current / total) * BAR_CELLS)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
  const banned = found.filter((friend) => friend.banned)
  const wanted = found.filter((friend) => matchesFilter(friend, filter))
  return [
    `\`${bar}\` ${texts.friends.progress(current, total)}`,
    ...(total > 0 && total < totalFriends
      ? [texts.friends.part(filter.offset + 1, filter.offset + total, totalFriends)]
      : []),
    texts.friends.foundSoFar(banned.length),
    ...(isFiltered(filter) ? [texts.friends.filtered(wanted.length, formatFilter(filter, texts))] : []),
  ].join('\n')
}

function hitsOf({ found, filter, fetchedAt }: ScanState, head: string, texts: Texts) {
  const hits = found.filter((friend) => matchesFilter(friend, filter))
  if (hits.length === 0) return []
  // The latest to be found come first, so that somebody who watches sees them come.
  const lines = hits.toReversed().map((friend) => formatFriend(friend, fetchedAt, texts))
  return [text(fitLines(lines, charactersLeft([head]), texts.common.leftOut, HITS_WHILE_SCANNING))]
}
