import { ButtonStyle } from 'discord.js'
import { isBanned } from '../../model/is-banned.ts'
import type { CheckedFriend } from '../../model/checked-friend.ts'
import { formatFilter, matchesFilter } from '../../presentation/friend-filter.ts'
import { ICONS } from '../../presentation/tone.ts'
import { toCustomId } from '../custom-id.ts'
import type { Texts } from '../texts/texts.ts'
import { button, charactersLeft, createView, fitLines, row, type View } from '../view.ts'
import { formatFriend } from './friend.ts'
import { friendsId, type FriendFilter } from './friend-filter.ts'
import { accountButtons, formatNameAndId, formatHead, type ViewedAccount } from './parts.ts'

const MAX_LISTED = 10
const BAR_CELLS = 20

export interface ScanState extends ViewedAccount {
  /** Identifies the scan to its Cancel button. */
  scanId: string
  current: number
  /** Friends to check; null until the friend list is loaded. */
  total: number | null
  totalFriends: number
  found: CheckedFriend[]
  /** How many checks have failed. */
  failed: number
  /** When the oldest ban record so far was fetched, Unix seconds. */
  fetchedAt: number
  filter: FriendFilter
}

/** A running scan: progress bar, what was found so far, and Cancel. */
export function scanningView(state: ScanState, texts: Texts): View {
  const { steamId, foundBy, scanId } = state
  const heading = `### 🔎 ${texts.friends.scanning(formatNameAndId(state, texts))}`
  const head = formatHead(heading, foundBy, progressLines(state, texts), texts)
  const cancelId = toCustomId('cancel', scanId, steamId)
  const cancel = button('✖️', texts.buttons.cancel, cancelId, { style: ButtonStyle.Danger })
  return createView('limited', [head, ...listFound(state, head, texts)], [row([cancel])])
}

/** A scan that ended early, with what it had found. The other friends are shown as not checked. */
export function stoppedView(title: string, state: ScanState, texts: Texts): View {
  const { current, total, steamId, filter, foundBy } = state
  const sentence = total === null ? texts.friends.stoppedBeforeList : texts.friends.stoppedAfter(current, total)
  const lines = [sentence, ...failureLines(state, texts)]
  const head = formatHead(`### ${ICONS.incomplete} ${title}`, foundBy, lines, texts)
  const scanAgain = button('🔄', texts.buttons.scanAgain, friendsId(steamId, filter, foundBy))
  return createView('incomplete', [head, ...listFound(state, head, texts)], [accountButtons(state, [scanAgain], texts)])
}

function progressLines(state: ScanState, texts: Texts): string[] {
  const { current, total, totalFriends, found, filter } = state
  if (total === null) return [texts.friends.loadingList]
  const filled = total === 0 ? BAR_CELLS : Math.floor((current / total) * BAR_CELLS)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
  const filterLine = formatFilter(filter, found.filter((friend) => matchesFilter(friend, filter)).length, texts)
  const isPart = total > 0 && total < totalFriends
  return [
    `\`${bar}\` ${texts.friends.progress(current, total)}`,
    ...(isPart ? [texts.friends.part(filter.offset + 1, filter.offset + total, totalFriends)] : []),
    texts.friends.bannedSoFar(found.filter(({ banDetails }) => isBanned(banDetails)).length),
    ...failureLines(state, texts),
    ...(filterLine === null ? [] : [filterLine]),
  ]
}

function failureLines({ failed, current }: ScanState, texts: Texts): string[] {
  return failed > 0 ? [`${ICONS.incomplete} ${texts.friends.notChecked(failed, current)}`] : []
}

/** The friends found so far, the latest first. */
function listFound({ found, filter, fetchedAt }: ScanState, head: string, texts: Texts): string[] {
  const lines = found
    .filter((friend) => matchesFilter(friend, filter))
    .toReversed()
    .map((friend) => formatFriend(friend, fetchedAt, texts))
  return lines.length === 0 ? [] : [fitLines(lines, charactersLeft([head]), texts.common.leftOut, MAX_LISTED)]
}
