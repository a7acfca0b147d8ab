import { bold, time, TimestampStyles } from 'discord.js'
import { ICONS, signOfSteam, toneWithOwnBan } from '../../lib/tone.ts'
import type { Interval } from '../../model/ban-record.ts'
import type { ShownProfile } from '../../accounts/find-profiles.ts'
import type { HistoryItem } from '../../accounts/discord/history-item.ts'
import type { BanHistory, Observation } from '../history.ts'
import { describeChange, toneOfChanges } from './ban-change.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { formatMoments } from './interval.ts'
import type { Texts } from './texts.ts'
import { charactersLeft, fitLines, type View, nonEmpty } from '../../discord/view.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { toneOfWatched, watchedBanLines, formatKnownBans, formatShownBans } from './known-bans.ts'
import { pageButtons, pageLines, pageOf } from '../../discord/views/parts.ts'
import { checkedLine } from '../../accounts/discord/views/words.ts'
import {
  formatNameOrId,
  backButton,
  foundByLines,
  type ViewedAccount,
} from '../../accounts/discord/views/account-parts.ts'
import type { OwnBanNotes } from '../../accounts/discord/server-notes.ts'
import { resultView } from '../../discord/views/result-view.ts'
import { historyId, idLines, watchButton } from './watch-parts.ts'

const MINUTE = 60

/** The history of an account, at the time `now`, the server's own ban of it, and what the server and its players did, in any order. */
export interface ShownHistory extends BanHistory {
  ownBan: OwnBanNotes
  items: readonly HistoryItem[]
  now: number
}

/**
 * The message with one page of the history of an account, newest first: what Steam has changed, and what the server did. `wantedPage` begins at 0.
 */
export function historyView(
  history: ShownHistory,
  account: ViewedAccount & ShownProfile,
  wantedPage: number,
  texts: Texts,
): View {
  const { steamId, bans, since, isWatchedHere, ownBan, now } = history
  const { isPrivate, foundBy } = account
  const page = pageOf(linesOf(history, texts), wantedPage)
  const steamTone = since === null ? 'incomplete' : toneOfWatched({ ...history, profile: account })
  const tone = toneWithOwnBan(steamTone, ownBan.state)
  const verdict =
    since === null && !bans.hasNoRecord
      ? texts.history.never
      : bold(
          texts.history.now({
            bans: `${signOfSteam(steamTone, ownBan.state)}${formatShownBans({ bans, isPrivate, now }, texts)}`,
          }),
        )
  const head = [
    `## 🕓 ${texts.history.title({ account: formatNameOrId(account, texts) })}`,
    ...nonEmpty(ownBan.line),
    verdict,
    ...watchedBanLines(history, texts),
    ...(bans.lastBan === null ? [] : [`-# ${formatLastBan(bans.lastBan, texts)}`]),
    ...foundByLines(foundBy, texts),
    ...idLines(account),
  ].join('\n')
  const foot = [
    ...(since === null ? [] : [`-# ${texts.history.since({ when: formatTime(since) })}`]),
    ...pageLines(page, texts),
    ...(bans.checkedAt === null ? [] : [checkedLine(bans.checkedAt, texts)]),
  ].join('\n')
  const lines = page.shown.map(({ text }) => text)
  const room = charactersLeft([head, foot, verdict, ownBan.verdict])
  const list = fitLines(lines, room, texts.common.leftOut)
  const buttons = [
    backButton(steamId, foundBy, texts),
    ...pageButtons(page, (to) => historyId(steamId, to), texts),
    ...(isWatchedHere ? [] : [watchButton(steamId, texts)]),
    ...ownBan.buttons,
  ]
  return resultView(
    tone,
    [...nonEmpty(ownBan.verdict), verdict],
    [head, ...(lines.length > 0 ? [list] : []), ...(foot === '' ? [] : [foot])],
    buttonRows(buttons, texts),
  )
}

/** Everything that is known of an account in one order of time, newest first. */
const linesOf = ({ observations, items }: ShownHistory, texts: Texts): HistoryItem[] =>
  [
    ...observations.map((observation) => ({
      at: observation.firstSeenAt,
      text: formatObservation(observation, texts),
    })),
    ...items.map(({ at, text }) => ({ at, text: `${text}\n-# ${formatTime(at)}` })),
  ].toSorted((one, other) => other.at - one.at)

const formatLastBan = (span: Interval, texts: Texts) => texts.watch.lastBan({ when: formatMoments(span, texts) })

/**
 * Formats the changes of an observation with the interval in which they happened, and when it was seen first and last. The oldest
 * observation has no changes.
 */
function formatObservation({ firstSeenAt, lastSeenAt, changes, ...state }: Observation, texts: Texts): string {
  const facts =
    changes.length > 0
      ? changes.flatMap((change) => [
          `${ICONS[toneOfChanges([change])]} ${bold(describeChange(change, texts, escapeMarkdown))}`,
          `-# ${texts.alerts.happened({ when: formatMoments(change.when, texts) })}`,
        ])
      : firstLines(state, texts)
  const first = formatTime(firstSeenAt)
  // Compared in minutes, because Discord shows minutes.
  const isSpan = Math.floor(lastSeenAt / MINUTE) > Math.floor(firstSeenAt / MINUTE)
  const seen = isSpan ? texts.history.seen({ from: first, to: formatTime(lastSeenAt) }) : first
  return [...facts, `-# ${changes.length > 0 ? texts.alerts.seen({ when: seen }) : seen}`].join('\n')
}

/** The facts of the oldest record, which has no changes. */
const firstLines = (state: Pick<Observation, 'record' | 'lastBan'>, texts: Texts): string[] => [
  bold(texts.history.first({ bans: formatKnownBans({ record: state.record, lastBan: null }, () => '', texts) })),
  ...(state.lastBan === null ? [] : [`-# ${formatLastBan(state.lastBan, texts)}`]),
]

const formatTime = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)
