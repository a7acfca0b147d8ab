import {
  ComponentType,
  inlineCode,
  SeparatorSpacingSize,
  type APIButtonComponent,
  type APIComponentInContainer,
} from 'discord.js'
import type { CheckedFriend } from '../../../model/checked-friend.ts'
import { MAX_FRIENDS, MAX_PARTS } from '../../../model/limits.ts'
import { countFriends, formatScanSummary, toneOfFriends } from '../../presentation/friend-counts.ts'
import {
  checkedFriends,
  formatFilter,
  isChecked,
  listFriends,
  matchesFilter,
  friendsFileName,
  type ListedFriend,
} from '../../presentation/friend-filter.ts'
import {
  ICONS,
  signOfSteam,
  toneWithEarlier,
  toneWithOwnBan,
  worstTone,
  type OwnBanMark,
  type Tone,
} from '../../../lib/tone.ts'
import { type ListedOwnBans, type ListNotes, NO_OWN_BAN, type OwnBanNotes } from '../server-notes.ts'
import { OPTIONS, type Texts } from '../texts.ts'
import {
  button,
  charactersLeft,
  fileLink,
  fitLines,
  type View,
  type ViewFile,
  nonEmpty,
} from '../../../discord/view.ts'
import { formatFriend, formatFriendName, toListedRecord, toMenuAccount, ownStatusLine } from './friend.ts'
import { friendsId, type FriendFilter, type FriendScan } from './friend-filter.ts'
import { pageButtons, pageLines, pageOf, PER_PAGE } from '../../../discord/views/parts.ts'
import { checkedLine, ofSteam } from './words.ts'
import { accountButtons, accountMenu, formatHead, formatNameAndId } from './account-parts.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { tableFile } from '../../../discord/views/table.ts'
import { FRIEND_COLUMNS, friendRow } from '../../presentation/account-table.ts'

/** Number of friends that one button checks. */
const AT_ONCE = MAX_PARTS * MAX_FRIENDS

/** Maximum number of friends that the line about earlier bans names. */
const MAX_NAMED = 5

const SEPARATOR: APIComponentInContainer = { type: ComponentType.Separator, spacing: SeparatorSpacingSize.Small }

/** The message with one page of the friends that match the filter, banned friends first, and a CSV file with all of them. */
export function friendsView(result: FriendScan, filter: FriendFilter, texts: Texts, notes: ListNotes): View {
  const { steamId, foundBy, fetchedAt, banned, ownBan = NO_OWN_BAN } = result
  const scanned = [...checkedFriends(result), ...result.unchecked]
  const ownBans = notes.ownBans(scanned.map((friend) => friend.steamId))
  const bySteam = listFriends(result, filter)
  const listed = listWithOwnBans(scanned, bySteam, filter, ownBans)
  const page = pageOf(listed, filter.page)
  // The file has no column for the server's own bans.
  const files = bySteam.length > 0 ? [friendsTable(bySteam, result, filter, texts)] : []
  const steamTone = toneOfList(result)
  const door = notes.door(listed.filter(isChecked).map((friend) => toListedRecord(friend, fetchedAt)))
  const tone = worstTone([...[ownBan, ownBans].map(({ state }) => toneWithOwnBan(steamTone, state)), door.tone])
  // The heading has no icon of the tone, because it would seem to describe the account itself.
  const heading = `## 👥 ${texts.friends.title({ name: formatNameAndId(result, texts) })}`
  const filterLine = formatFilter(filter, listed.length, texts)
  const [ofPart = '', ...counts] = summaryLines(result, filter, { tone, own: ownBans.state }, texts)
  const verdict = [ofPart, ...otherPartLines(result, texts)].join('\n')
  const own = ownStatusLine({ record: result.record, earlierBans: result.pastBans?.get(steamId), ownBan }, texts)
  const summary = [
    ...ownLines(ownBan, own, ownBans),
    ...nonEmpty(ownBans.verdict),
    verdict,
    ...nonEmpty(door.line, counts.join(' ')),
    ...earlierBanLines(result, texts),
    ...(filterLine === null ? [] : [filterLine]),
  ]
  const head = formatHead(heading, foundBy, summary, texts)
  const foot = [...pageLines(page, texts), checkedLine(fetchedAt, texts)].join('\n')
  const rowNotes = { fetchedAt, ownBans, refused: door.refused }
  const lines = page.shown.map((friend) => formatFriend(friend, rowNotes, texts))
  const list = fitLines(lines, charactersLeft([head, foot, verdict, ownBans.verdict]), texts.common.leftOut)
  const menu = page.shown.map((friend) => toMenuAccount(friend, rowNotes, texts))
  // The posted list has no friends that only the server has banned, so that its pages begin elsewhere.
  const firstPosted = bySteam.findIndex((friend) => page.shown.includes(friend))
  const postedPage = Math.floor(Math.max(0, firstPosted) / PER_PAGE)
  const parts = Math.max(1, Math.ceil(result.total / MAX_FRIENDS))
  const toPage = (to: number) => friendsId(steamId, { ...filter, page: to }, foundBy, parts)
  const buttons = [
    ...pageButtons(page, toPage, texts),
    ...otherPartButtons(result, filter, texts),
    ...retryButtons(result, filter, texts),
    ...(banned ? notes.listButtons('banned', banned.id, banned.count) : []),
  ]
  return resultView(
    tone,
    [...nonEmpty(ownBans.verdict), verdict],
    [head, ...(lines.length > 0 ? [SEPARATOR, list] : []), foot, ...files.map(fileLink)],
    [...accountMenu(menu, texts), ...accountButtons(result, buttons, toPage(postedPage), texts)],
    files,
  )
}

/** The server's ban of the account, and what Steam says of it; that the list of the server cannot be read is said once, with its friends. */
export const ownLines = (ownBan: OwnBanNotes, steam: string, ownBans: ListedOwnBans) =>
  nonEmpty(ownBans.state === 'unknown' ? '' : ownBan.line, steam)

/** The listed friends, preceded by those that the server itself has banned; these are left out where a filter asks for bans by Steam. */
export function listWithOwnBans(
  scanned: ListedFriend[],
  listed: ListedFriend[],
  { kind, within }: FriendFilter,
  ownBans: ListedOwnBans,
): ListedFriend[] {
  const isFiltered = kind !== 'any' || within !== null
  const own = isFiltered ? [] : scanned.filter(({ steamId }) => ownBans.stateOf(steamId) === 'banned')
  return [...own, ...listed.filter((friend) => !own.includes(friend))]
}

/** A button that repeats the scan if checks failed. Results are cached, so only the friends whose check failed cost calls. */
function retryButtons(result: FriendScan, filter: FriendFilter, { buttons }: Texts): APIButtonComponent[] {
  const { steamId, foundBy, unavailable } = result
  if (unavailable === 0) return []
  return [button('🔄', buttons.retry({ count: unavailable }), friendsId(steamId, { ...filter, page: 0 }, foundBy))]
}

/** Buttons that scan the previous and the next part of a long friend list. */
function otherPartButtons(result: FriendScan, filter: FriendFilter, { buttons }: Texts): APIButtonComponent[] {
  const { steamId, foundBy, total, totalFriends } = result
  const { offset } = filter
  // The list may have become so short that it ends before this part.
  const first = Math.min(offset, Math.ceil(totalFriends / MAX_FRIENDS) * MAX_FRIENDS)
  const previous = Math.max(0, first - AT_ONCE)
  const next = offset + total
  const partButton = (emoji: string, from: number) => {
    const to = Math.min(from + AT_ONCE, totalFriends)
    const label = to - from === 1 ? buttons.checkFriend({ place: to }) : buttons.checkFriends({ from: from + 1, to })
    return button(emoji, label, friendsId(steamId, { ...filter, page: 0, offset: from }, foundBy))
  }
  return [
    ...(first > previous ? [partButton('⏪', previous)] : []),
    ...(total > 0 && next < totalFriends ? [partButton('⏩', next)] : []),
  ]
}

/** The tone of all parts of the list whose results are known. */
function toneOfList(result: FriendScan): Tone {
  if ((result.allParts?.banned ?? 0) > 0) return 'banned'
  const tone = toneOfFriends(result)
  const { gone, unreadable } = friendsWithPast(result)
  return toneWithEarlier(tone, unreadable.length > 0 ? 'unreadable' : result.pastBans?.get(gone[0]?.steamId ?? ''))
}

/**
 * Watched friends with earlier bans that are missing in their records (`gone`), and watched friends whose earlier bans are unknown
 * (`unreadable`).
 */
function friendsWithPast({ pastBans, ...scan }: FriendScan) {
  const friends = checkedFriends(scan)
  const isUnreadable = ({ steamId }: CheckedFriend) => pastBans?.get(steamId) === 'unreadable'
  return {
    gone: friends.filter((friend) => pastBans?.has(friend.steamId) && !isUnreadable(friend)),
    unreadable: friends.filter(isUnreadable),
  }
}

/** Names the friends that had more bans before, and counts the friends whose earlier bans are unknown. */
function earlierBanLines(result: FriendScan, texts: Texts): string[] {
  const { gone, unreadable } = friendsWithPast(result)
  const names = gone.slice(0, MAX_NAMED).map((friend) => formatFriendName(friend, texts))
  const list = texts.commas([...names, ...(gone.length > MAX_NAMED ? ['…'] : [])])
  return [
    ...(gone.length > 0 ? [`${ICONS.neutral} ${texts.friends.earlierBans({ count: gone.length, names: list })}`] : []),
    ...(unreadable.length > 0
      ? [`${ICONS.incomplete} ${texts.batch.unreadableHistoryCount({ count: unreadable.length })}`]
      : []),
  ]
}

function summaryLines(
  result: FriendScan,
  filter: FriendFilter,
  { tone, own }: { tone: Tone; own: OwnBanMark },
  texts: Texts,
): string[] {
  const { total } = result
  const steamTone = toneOfFriends(result)
  const isOfPart = tone === 'clean' || (tone === 'banned' && steamTone === 'banned')
  const verdictIcon = isOfPart ? signOfSteam(steamTone, own) : ''
  return formatScanSummary(result, { total, offset: filter.offset }, texts).map(({ kind, text }) => {
    switch (kind) {
      case 'verdict':
        return `**${verdictIcon}${ofSteam(text, own, texts)}**`
      case 'restricted':
        return `${ICONS.restricted} ${text}`
      case 'unchecked':
        return [`${ICONS.incomplete} ${text}`, ...whereUnchecked(result, filter, texts)].join(' ')
      case 'withoutProfile':
        return `${ICONS.incomplete} ${text}`
      case 'fact':
        return text
    }
  })
}

/** How many friends are banned in all parts of the list that were scanned; empty where this part is the only one. */
function otherPartLines({ allParts, ...result }: FriendScan, { friends }: Texts): string[] {
  if (!allParts || allParts.checked <= countFriends(result, result.total).checked) return []
  const { banned, checked } = allParts
  return [`${banned > 0 ? `${ICONS.banned} ` : ''}${friends.allParts({ banned, checked })}`]
}

/** Says where the friends whose check failed are listed; empty when Steam did not return the ids of all of them. */
function whereUnchecked({ unchecked, unavailable }: FriendScan, filter: FriendFilter, texts: Texts): string[] {
  if (unchecked.length < unavailable) return []
  if (unchecked.every((friend) => matchesFilter(friend, filter))) return [texts.friends.listedLast]
  return [
    texts.friends.listedWith({ filter: inlineCode(`${OPTIONS.kind.name[texts.language]}: ${texts.kinds.unknown}`) }),
  ]
}

/** The listed friends of an account as a CSV file. */
function friendsTable(friends: ListedFriend[], scan: FriendScan, filter: FriendFilter, texts: Texts): ViewFile {
  const rows = friends.map((friend) => friendRow(friend, scan.fetchedAt, texts))
  return tableFile(friendsFileName({ ...scan, ...filter }), FRIEND_COLUMNS, rows, texts)
}
