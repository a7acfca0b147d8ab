import { ButtonStyle, type APITextDisplayComponent } from 'discord.js'
import { isBanned } from '../../model/account.ts'
import { toCustomId } from '../custom-id.ts'
import type { Texts } from '../texts/texts.ts'
import { button, charactersLeft, container, fitLines, ICONS, row, text, type View } from '../view.ts'
import { formatFriend } from './friend.ts'
import { filterLines, friendsId, matchesFilter, type CheckedFriend, type FriendFilter } from './friend-filter.ts'
import { backButton, formatAccount, foundByLines, postButton, type ViewedAccount } from './parts.ts'

/** Friends that are listed while a scan is running. */
const MAX_LISTED = 10
const BAR_CELLS = 20

/** The state of a running friend scan. */
export interface ScanState extends ViewedAccount {
  /** Identifies the scan to its Cancel button. */
  scanId: string
  current: number
  /** Friends to check; null until the friend list is loaded. */
  total: number | null
  totalFriends: number
  found: CheckedFriend[]
  /** Friends whose check failed. */
  failed: number
  /** When the oldest ban record so far was fetched, Unix seconds. */
  fetchedAt: number
  filter: FriendFilter
}

/** A running scan: progress bar, what was found so far, and Cancel. */
export function scanningView(state: ScanState, texts: Texts): View {
  const { steamId, name, foundBy, scanId } = state
  const head = [
    `### 🔎 ${texts.friends.scanning(formatAccount(steamId, name, texts))}`,
    ...foundByLines(foundBy, texts),
    ...progressLines(state, texts),
  ].join('\n')
  const cancelId = toCustomId('cancel', scanId, steamId)
  return {
    components: [
      container('limited', [text(head), ...listFound(state, head, texts)]),
      row([button(texts.buttons.cancel, cancelId, { emoji: '✖️', style: ButtonStyle.Danger })]),
    ],
  }
}

/** A scan that ended early, with what it had found. The other friends are shown as not checked. */
export function stoppedView(title: string, state: ScanState, texts: Texts): View {
  const { current, total, steamId, filter, foundBy } = state
  const sentence = total === null ? texts.friends.stoppedBeforeList : texts.friends.stoppedAfter(current, total)
  const head = [
    `### ${ICONS.incomplete} ${title}`,
    ...foundByLines(foundBy, texts),
    sentence,
    ...failureLines(state, texts),
  ].join('\n')
  return {
    components: [
      container('incomplete', [text(head), ...listFound(state, head, texts)]),
      row([
        backButton(steamId, texts, foundBy),
        button(texts.buttons.scanAgain, friendsId(steamId, filter, foundBy), { emoji: '🔄' }),
        postButton(texts),
      ]),
    ],
  }
}

function progressLines(state: ScanState, texts: Texts): string[] {
  const { current, total, totalFriends, found, filter } = state
  if (total === null) return [texts.friends.loadingList]
  const filled = total === 0 ? BAR_CELLS : Math.floor((current / total) * BAR_CELLS)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
  const isPart = total > 0 && total < totalFriends
  return [
    `\`${bar}\` ${texts.friends.progress(current, total)}`,
    ...(isPart ? [texts.friends.part(filter.offset + 1, filter.offset + total, totalFriends)] : []),
    texts.friends.bannedSoFar(found.filter(({ banDetails }) => isBanned(banDetails)).length),
    ...failureLines(state, texts),
    ...filterLines(filter, found.filter((friend) => matchesFilter(friend, filter)).length, texts),
  ]
}

/** How many of the friends so far could not be checked. */
function failureLines({ failed, current }: ScanState, texts: Texts): string[] {
  return failed > 0 ? [`${ICONS.incomplete} ${texts.friends.notChecked(failed, current)}`] : []
}

/** The friends found so far, the latest first. */
function listFound({ found, filter, fetchedAt }: ScanState, head: string, texts: Texts): APITextDisplayComponent[] {
  const lines = found
    .filter((friend) => matchesFilter(friend, filter))
    .toReversed()
    .map((friend) => formatFriend(friend, fetchedAt, texts))
  return lines.length === 0 ? [] : [text(fitLines(lines, charactersLeft([head]), texts.common.leftOut, MAX_LISTED))]
}
