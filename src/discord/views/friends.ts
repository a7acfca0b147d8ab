import { hyperlink, inlineCode, SeparatorSpacingSize, ComponentType, ButtonStyle } from 'discord.js'
import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { csvFile } from '../csv.ts'
import { toCustomId } from '../custom-id.ts'
import { toOriginWords } from '../origin.ts'
import type { Origin } from '../origin.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, fileLink, fitLines, ICONS, row, text } from '../view.ts'
import type { Tone, View } from '../view.ts'
import { banColumns, byStanding, hasDate, hasVacBan, standingOf, tellBans } from './bans.ts'
import { backButton, checkedLine, foundByLines, nameOf, pageButtons, plainNameOf, postButton, whoIs } from './parts.ts'

const PER_PAGE = 10
const HITS_WHILE_SCANNING = 10
/** Room for the list of hits, of the 4,000 characters a message may have. */
const LIST_CHARACTERS = 3_000
const BAR_CELLS = 20

export const BAN_KINDS = ['any', 'vac', 'game'] as const

/** Which of the banned friends are shown, and from which page on. */
export interface FriendFilter {
  kind: (typeof BAN_KINDS)[number]
  /** Days since the last ban at most; null for all. */
  within: number | null
  /** Counted from 0. */
  page: number
}

/** How far a scan is. */
export interface ScanState {
  steamId: SteamId
  /** The display name, where and as soon as it is known. */
  name: string | null
  /** How the account was found; null where it was named by an id. */
  origin: Origin | null
  /** Identifies the scan to its Cancel button. */
  scanId: string
  current: number
  /** Friends to be checked; null while the list is not there. */
  total: number | null
  totalFriends: number
  found: FriendEntry[]
  filter: FriendFilter
}

/** What a scan has found. */
export interface ScanResult {
  steamId: SteamId
  name: string | null
  origin: Origin | null
  friends: FriendEntry[]
  /** Friends that were to be checked; those who are neither known nor unavailable have deleted their accounts. */
  total: number
  /** Friends of whom nothing is known. */
  unavailable: number
  totalFriends: number
  fetchedAt: number
}

/** The custom id that scans the friends of an account; `account` is an id or a custom name. */
export function friendsId(account: string, { page, within, kind }: FriendFilter, origin: Origin | null = null): string {
  return toCustomId('friends', account, page, within ?? '', kind, ...toOriginWords(origin))
}

/** The custom id that turns to a page of what such a scan found. */
function turnId(account: string, { page, within, kind }: FriendFilter, origin: Origin | null): string {
  return toCustomId('turn', account, page, within ?? '', kind, ...toOriginWords(origin))
}

/** A scan under way: bar, count, what was found so far, and Cancel. */
export function scanningView(state: ScanState, texts: Texts): View {
  return {
    components: [
      container('limited', [
        text(
          [
            `### 🔎 ${texts.friends.scanning(whoIs(state.steamId, state.name, texts))}`,
            ...foundByLines(state.origin, texts),
            tellProgress(state, texts),
          ].join('\n'),
        ),
        ...hitsOf(state, texts),
      ]),
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
  const { current, total, steamId, filter, origin } = state
  const sentence = total === null ? texts.friends.cancelledEarly : texts.friends.cancelledText(current, total)
  const again = friendsId(steamId, filter, origin)
  return {
    components: [
      container('incomplete', [
        text([`### ${ICONS.incomplete} ${title}`, ...foundByLines(origin, texts), sentence].join('\n')),
        ...hitsOf(state, texts),
      ]),
      row([
        backButton(steamId, texts, origin),
        button(texts.buttons.scanAgain, again, { emoji: '🔄' }),
        postButton(texts),
      ]),
    ],
  }
}

/** The banned friends of an account, newest ban first, a page at a time; all of them in a file. */
export function friendsView(result: ScanResult, filter: FriendFilter, texts: Texts): View {
  const { steamId, name, origin, friends, fetchedAt } = result
  const banned = friends.filter((friend) => friend.banned).toSorted(byNewestBan)
  const shown = banned.filter((friend) => passes(friend, filter))
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE))
  const page = Math.min(filter.page, pages - 1)
  const lines = shown.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map((friend) => tellFriend(friend, texts))
  const file = shown.length > 0 ? bannedFriendsFile(steamId, shown, texts) : undefined
  const tone = toneOf(result, banned.length)
  return {
    components: [
      container(tone, [
        text(
          [
            `## ${ICONS[tone]} ${texts.friends.title(whoIs(steamId, name, texts))}`,
            ...foundByLines(origin, texts),
            tellResult(result, banned.length, texts),
          ].join('\n'),
        ),
        ...(isFiltered(filter) ? [text(texts.friends.filtered(shown.length, tellFilter(filter, texts)))] : []),
        ...(lines.length > 0
          ? [
              { type: ComponentType.Separator as const, spacing: SeparatorSpacingSize.Small },
              text(fitLines(lines, LIST_CHARACTERS, texts.common.leftOut)),
            ]
          : []),
        text(
          [...(pages > 1 ? [`-# ${texts.common.page(page + 1, pages)}`] : []), checkedLine(fetchedAt, texts)].join(
            '\n',
          ),
        ),
        ...(file ? [fileLink(file)] : []),
      ]),
      row([
        backButton(steamId, texts, origin),
        ...pageButtons(page, pages, (to) => turnId(steamId, { ...filter, page: to }, origin), texts),
        postButton(texts),
      ]),
    ],
    ...(file ? { files: [file] } : {}),
  }
}

function toneOf({ friends, unavailable, totalFriends }: ScanResult, banned: number): Tone {
  if (banned > 0) return 'banned'
  if (totalFriends === 0) return 'neutral'
  if (unavailable > 0 || friends.length === 0) return 'incomplete'
  return friends.some(isRestricted) ? 'restricted' : 'clean'
}

function tellResult({ friends, total, unavailable, totalFriends }: ScanResult, banned: number, texts: Texts): string {
  if (totalFriends === 0) return texts.friends.empty
  const checked = friends.length
  const gone = total - checked - unavailable
  const restricted = friends.filter(isRestricted).length
  const share = texts.percent(checked === 0 ? 0 : Math.round((banned / checked) * 1000) / 10)
  return [
    // Of nobody there is nothing to say, and "none of 0 is banned" would sound like good news.
    ...(checked > 0
      ? [`**${banned > 0 ? texts.friends.result(banned, checked, share) : texts.friends.noneBanned(checked)}**`]
      : []),
    ...(restricted > 0 ? [texts.batch.restrictedCount(restricted)] : []),
    ...(unavailable > 0 ? [`${ICONS.incomplete} ${texts.friends.notChecked(checked, total, unavailable)}`] : []),
    ...(gone > 0 ? [texts.friends.gone(gone)] : []),
    ...(total < totalFriends ? [texts.friends.listSize(total, totalFriends)] : []),
  ].join('\n')
}

function tellProgress({ current, total, totalFriends, found }: ScanState, texts: Texts): string {
  if (total === null) return texts.friends.listing
  const filled = total === 0 ? BAR_CELLS : Math.floor((current / total) * BAR_CELLS)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
  const size = total < totalFriends ? ` (${texts.friends.ofList(total)})` : ''
  const banned = found.filter((friend) => friend.banned).length
  return `\`${bar}\` ${texts.friends.progress(current, total)}${size}\n${texts.friends.foundSoFar(banned)}`
}

function hitsOf({ found, filter }: ScanState, texts: Texts) {
  const hits = found.filter((friend) => friend.banned && passes(friend, filter))
  if (hits.length === 0) return []
  // The latest to be found come first, so that somebody who watches sees them come.
  const lines = hits.toReversed().map((friend) => tellFriend(friend, texts))
  return [text(fitLines(lines, LIST_CHARACTERS, texts.common.leftOut, HITS_WHILE_SCANNING))]
}

function tellFriend({ steamId, personaname, banDetails, rustHours, unavailable }: FriendEntry, texts: Texts): string {
  const hours =
    unavailable.length > 0
      ? texts.friends.hoursUnknown
      : rustHours === null
        ? texts.friends.hoursPrivate
        : texts.hours(rustHours)
  return `${ICONS.banned} ${hyperlink(nameOf(personaname, texts), toProfileUrl(steamId))} ${inlineCode(steamId)}\n${tellBans(banDetails, texts)} · ${hours}`
}

function bannedFriendsFile(steamId: SteamId, friends: FriendEntry[], texts: Texts) {
  const { csv } = texts
  return csvFile(
    `banned-friends-${steamId}.csv`,
    [csv.steamId, csv.name, ...banColumns.header(texts), csv.rustHours, csv.profile],
    friends.map(({ steamId, personaname, banDetails, rustHours, unavailable }) => [
      steamId,
      plainNameOf(personaname, texts),
      ...banColumns.cells(banDetails, texts),
      unavailable.length > 0 ? csv.unknown : (rustHours ?? csv.private),
      toProfileUrl(steamId),
    ]),
  )
}

const isRestricted = ({ banDetails }: FriendEntry) => standingOf(banDetails) === 'restricted'
const byNewestBan = (a: FriendEntry, b: FriendEntry) => byStanding(a.banDetails, b.banDetails)

function passes({ banDetails }: FriendEntry, { kind, within }: FriendFilter): boolean {
  if (kind === 'vac' && !hasVacBan(banDetails)) return false
  if (kind === 'game' && banDetails.NumberOfGameBans === 0) return false
  // A community ban has no date, so it is within no number of days.
  return within === null || (hasDate(banDetails) && banDetails.DaysSinceLastBan <= within)
}

const isFiltered = ({ kind, within }: FriendFilter) => kind !== 'any' || within !== null

function tellFilter({ kind, within }: FriendFilter, texts: Texts): string {
  return [
    ...(kind === 'any' ? [] : [texts.friends.filter[kind]]),
    ...(within === null ? [] : [texts.friends.filter.within(within)]),
  ].join(', ')
}
