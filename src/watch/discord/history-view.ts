import { bold } from 'discord.js'
import { ICONS, signOfSteam, toneWithOwnBan, type Tone } from '../../lib/tone.ts'
import type { BanChange, Interval } from '../../model/ban-record.ts'
import type { ShownProfile } from '../../accounts/find-profiles.ts'
import type { HistoryItem } from '../../accounts/discord/history-item.ts'
import type { BanHistory, Observation } from '../history.ts'
import { describeChange, toneOfChanges } from './ban-change.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { formatSpan, spansOf } from './interval.ts'
import type { Texts } from './texts.ts'
import { charactersLeft, fitLines, type View, nonEmpty } from '../../discord/view.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { toneOfWatched, watchedBanLines, formatKnownBans, formatSteamBans } from './known-bans.ts'
import { formatMoment, pageButtons, pageLines, pageOf } from '../../discord/views/parts.ts'
import { checkedLine } from '../../accounts/discord/views/words.ts'
import {
  formatNameOrId,
  backButton,
  foundByLines,
  type ViewedAccount,
} from '../../accounts/discord/views/account-parts.ts'
import { steamVerdict, toneOfKnown, type GameAccount } from '../../accounts/discord/views/game-account.ts'
import type { OwnBanNotes } from '../../accounts/discord/server-notes.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { resultView } from '../../discord/views/result-view.ts'
import { historyId, idLines, watchButton } from './watch-parts.ts'

const MINUTE = 60

/**
 * The history of an account, at the time `now`, the server's own ban of it, what the server and its players did, in any order, and its record if
 * that is known without a call to Steam.
 */
export interface ShownHistory extends BanHistory, Pick<GameAccount, 'record'> {
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
  const { steamId, bans, since, isWatchedHere, ownBan, record } = history
  const { foundBy } = account
  const page = pageOf(linesOf(history, texts), wantedPage)
  const { tone: steamTone, verdict, never } = stateOf(history, account, texts)
  const checkedAt = bans.checkedAt ?? record?.bans.fetchedAt ?? null
  const head = [
    `## 🕓 ${texts.history.title({ account: formatNameOrId(account, texts) })}`,
    ...nonEmpty(ownBan.line),
    verdict,
    ...nonEmpty(never),
    ...watchedBanLines(history, texts),
    ...(bans.lastBan === null ? [] : [`-# ${formatLastBan(bans.lastBan, texts)}`]),
    ...foundByLines(foundBy, texts),
    ...idLines(account),
  ].join('\n')
  const foot = [
    ...(since === null ? [] : [`-# ${texts.history.since({ when: formatMoment(since) })}`]),
    ...pageLines(page, texts),
    ...(checkedAt === null ? [] : [checkedLine(checkedAt, texts)]),
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
    toneWithOwnBan(steamTone, ownBan.state),
    [...nonEmpty(ownBan.verdict), verdict],
    [head, ...(lines.length > 0 ? [list] : []), ...(foot === '' ? [] : [foot])],
    buttonRows(buttons, texts),
  )
}

/** What Steam says of the account, by the watch lists or else by the last look-up, and whether a list never had it checked. */
function stateOf(
  history: ShownHistory,
  account: ShownProfile,
  texts: Texts,
): { tone: Tone; verdict: string; never: string } {
  const { bans, since, ownBan, now } = history
  if (since === null && !bans.hasNoRecord)
    return { tone: toneOfKnown(history), verdict: steamVerdict(history, texts), never: texts.history.never }
  const tone = since === null ? 'incomplete' : toneOfWatched({ ...history, profile: account })
  const { isPrivate } = account
  const verdict = bold(`${signOfSteam(tone, ownBan.state)}${formatSteamBans({ bans, isPrivate, now }, texts)}`)
  return { tone, verdict, never: '' }
}

/** Everything that is known of an account in one order of time, newest first. */
const linesOf = ({ observations, items }: ShownHistory, texts: Texts): HistoryItem[] =>
  [
    ...observations.map((observation) => ({
      at: observation.firstSeenAt,
      text: formatObservation(observation, texts),
    })),
    ...items.map(({ at, text }) => ({ at, text: `${text}\n-# ${formatMoment(at)}` })),
  ].toSorted((one, other) => other.at - one.at)

const formatLastBan = (span: Interval, texts: Texts) => texts.watch.lastBan({ when: formatSpan(span) })

/** Formats the changes of an observation, and when they happened. The oldest observation has no changes, and was seen first at a moment. */
function formatObservation({ firstSeenAt, lastSeenAt, changes, ...state }: Observation, texts: Texts): string {
  const describe = (change: BanChange) => sentenceCase(describeChange(change, texts, escapeMarkdown), texts.language)
  const facts = changes.map((change) => `${ICONS[toneOfChanges([change])]} ${bold(describe(change))}`)
  const from = changes.length > 0 ? texts.semicolons(spansOf(changes)) : formatMoment(firstSeenAt)
  // Compared in minutes, because Discord shows minutes.
  const isSpan = Math.floor(lastSeenAt / MINUTE) > Math.floor(firstSeenAt / MINUTE)
  const seen = isSpan ? texts.history.seen({ from, to: formatMoment(lastSeenAt) }) : from
  return [...(changes.length > 0 ? facts : firstLines(state, texts)), `-# ${seen}`].join('\n')
}

/** The facts of the oldest record, which has no changes. */
const firstLines = (state: Pick<Observation, 'record' | 'lastBan'>, texts: Texts): string[] => [
  bold(texts.history.first({ bans: formatKnownBans({ record: state.record, lastBan: null }, () => '', texts) })),
  ...(state.lastBan === null ? [] : [`-# ${formatLastBan(state.lastBan, texts)}`]),
]
