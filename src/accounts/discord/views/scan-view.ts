import type { PastBans } from '../../../model/ban-record.ts'
import { isBanned } from '../../../model/is-banned.ts'
import type { CheckedFriend } from '../../../model/checked-friend.ts'
import {
  formatFilter,
  hasProfile,
  isRestricted,
  type ListedFriend,
  listFriends,
} from '../../presentation/friend-filter.ts'
import { ICONS, toneWithOwnBan, worstTone, type Tone } from '../../../lib/tone.ts'
import type { PartialRecord } from '../../find-record.ts'
import { type ListNotes, type OwnBanNotes, NO_OWN_BAN } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { button, charactersLeft, fitLines, row, type View, nonEmpty } from '../../../discord/view.ts'
import { formatFriend, toMenuAccount, ownStatusLine } from './friend.ts'
import { type FriendFilter, friendsId } from './friend-filter.ts'
import { listWithOwnBans, ownLines } from './friends-view.ts'
import { accountButtons, accountMenu, formatHead, formatNameAndId, type ViewedAccount } from './account-parts.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { formatFound, formatProgress, MAX_LISTED, stopButton } from './scan-parts.ts'

/** Discord's limit for a menu. */
const MAX_OPTIONS = 25

export interface ScanState extends ViewedAccount {
  /** The id by which the Stop button finds the scan. */
  scanId: string
  current: number
  /** Friends to check; null until the friend list is loaded. */
  total: number | null
  totalFriends: number
  found: CheckedFriend[]
  /** Number of failed checks. */
  failed: number
  /** When the oldest ban record so far was fetched, Unix seconds. */
  fetchedAt: number
  filter: FriendFilter
  /** The record of the account whose friends are checked; null until it is fetched, and when it cannot be fetched in time. */
  record: PartialRecord | null
  /** Earlier bans of the account that are missing in its record. */
  earlierBans?: PastBans | undefined
  /** The server's own ban of the account. */
  ownBan?: OwnBanNotes | undefined
}

/** A running scan: progress bar, findings, and Stop. */
export function scanningView(state: ScanState, texts: Texts, notes: ListNotes): View {
  const { steamId, foundBy, scanId } = state
  const heading = `### 🔎 ${texts.friends.scanning({ name: formatNameAndId(state, texts) })}`
  const { own, rows, verdict, toneOver } = findings(state, texts.friends.bannedSoFar, texts, notes)
  const head = formatHead(heading, foundBy, [...own, ...progressLines(state, verdict, texts)], texts)
  const list = fitLines(rows, charactersLeft([head, ...verdict]), texts.common.leftOut, MAX_LISTED)
  const stop = stopButton(scanId, texts, steamId)
  return resultView(toneOver('limited'), verdict, nonEmpty(head, list), [row([stop])])
}

/** A scan that ended early, with its findings. The other friends are shown as not checked. */
export function stoppedView(title: string, state: ScanState, texts: Texts, notes: ListNotes): View {
  const { steamId, filter, foundBy } = state
  const heading = `### 👥 ${texts.friends.title({ name: formatNameAndId(state, texts) })}`
  const scanAgain = button('🔄', texts.buttons.scanAgain, friendsId(steamId, filter, foundBy))
  const { own, rows, menu, verdict, toneOver } = findings(state, texts.friends.bannedOfChecked, texts, notes)
  const head = formatHead(heading, foundBy, [...own, ...verdict, ...stopLines(title, state, texts)], texts)
  const list = fitLines(rows, charactersLeft([head, ...verdict]), texts.common.leftOut)
  return resultView(toneOver('incomplete'), verdict, nonEmpty(head, list), [
    ...accountMenu(menu, texts),
    ...accountButtons(state, [scanAgain], null, texts),
  ])
}

/**
 * What a scan has found so far: lines about what the server has decided, the numbers of banned friends, the friends as rows and as a menu, and the
 * tone, which is `otherwise` without bans.
 */
function findings(state: ScanState, format: (values: { count: number }) => string, texts: Texts, notes: ListNotes) {
  const { found, filter, fetchedAt, total, record, ownBan = NO_OWN_BAN } = state
  const ownBans = notes.ownBans(found.map((friend) => friend.steamId))
  const listed = listWithOwnBans(found, foundFriends(state), filter, ownBans)
  const banned = found.filter(({ banDetails }) => isBanned(banDetails)).length
  const restricted = found.filter(isRestricted).length
  return {
    own: ownLines(ownBan, total === null && record === null ? '' : ownStatusLine(state, texts), ownBans),
    rows: listed.map((friend) => formatFriend(friend, { fetchedAt, ownBans }, texts)),
    menu: listed.slice(0, MAX_OPTIONS).map((friend) => toMenuAccount(friend, { ownBans }, texts)),
    verdict: nonEmpty(ownBans.verdict, total === null ? '' : formatFound({ banned, restricted }, format, texts)),
    toneOver: (otherwise: Tone) =>
      worstTone([ownBan, ownBans].map(({ state: own }) => toneWithOwnBan(banned > 0 ? 'banned' : otherwise, own))),
  }
}

/** Why a scan ended, and its findings. Does not count clean friends. */
function stopLines(title: string, state: ScanState, texts: Texts): string[] {
  const { current, total, failed } = state
  const { cancelled, stoppedBeforeList, stoppedAfter } = texts.friends
  // The sentence says already that the scan was stopped.
  const stop = (sentence: string) => (title === cancelled ? `⏹️ ${sentence}` : `⏹️ **${title}.** ${sentence}`)
  if (total === null) return [stop(stoppedBeforeList)]
  const unknown =
    failed > 0 ? [`${ICONS.incomplete} ${texts.friends.notChecked({ unavailable: failed, total: current })}`] : []
  return [
    stop(stoppedAfter({ current, total })),
    ...partLines(state, total, texts),
    ...unknown,
    ...filterLines(state, texts),
  ]
}

function progressLines(state: ScanState, findings: string[], texts: Texts): string[] {
  const { current, total, failed } = state
  if (total === null) return [texts.friends.loadingList, ...findings]
  return [
    formatProgress({ current, total, failed }, texts),
    ...partLines(state, total, texts),
    ...findings,
    ...filterLines(state, texts),
  ]
}

/** Which part of a long list is checked, if not all of it. */
function partLines({ totalFriends, filter: { offset } }: ScanState, total: number, { friends }: Texts): string[] {
  return total > 0 && total < totalFriends
    ? [friends.part({ from: offset + 1, to: offset + total, total: totalFriends })]
    : []
}

function filterLines(state: ScanState, texts: Texts): string[] {
  // Until the scan ends, friends whose check failed are only counted.
  const count = state.filter.kind === 'unknown' ? state.failed : foundFriends(state).length
  const line = formatFilter(state.filter, count, texts)
  return line === null ? [] : [line]
}

/** The friends found so far that match the filter, in the order of the result. */
const foundFriends = ({ found, filter }: ScanState): ListedFriend[] =>
  listFriends(
    {
      friends: found.filter(hasProfile),
      withoutProfile: found.filter((friend) => !hasProfile(friend)),
      unchecked: [],
    },
    filter,
  )
