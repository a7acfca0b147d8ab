import { time, TimestampStyles } from 'discord.js'
import { formatChange } from '../../presentation/ban-change.ts'
import type { BanHistory, Observation } from '../../service/watch/read-history.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { charactersLeft, createView, fitLines, row, type View } from '../view.ts'
import { formatKnownBans, formatStatus, toneOfStatus } from './known-bans.ts'
import {
  backButton,
  checkedLine,
  formatHead,
  formatNameAndId,
  pageButtons,
  pageLines,
  pageOf,
  type ViewedAccount,
} from './parts.ts'
import { historyId, watchButton } from './watch-parts.ts'

const MINUTE = 60

/** A page of what was seen of an account, newest first, and since when it is looked at. */
export function historyView(history: BanHistory, account: ViewedAccount, wantedPage: number, texts: Texts): View {
  const { steamId, bans, observations, since, isWatchedHere } = history
  const page = pageOf(observations, wantedPage)
  const heading = `## 🕓 ${texts.history.title(formatNameAndId(account, texts))}`
  const summary =
    since === null && !bans.hasNoRecord
      ? [texts.history.never]
      : [`**${texts.history.now(formatStatus(bans, texts))}**`]
  const head = formatHead(heading, account.foundBy, summary, texts)
  const foot = [
    ...(since === null ? [] : [texts.history.since(formatTime(since))]),
    ...pageLines(page, texts),
    ...(bans.checkedAt === null ? [] : [checkedLine(bans.checkedAt, texts)]),
  ].join('\n')
  const lines = page.shown.map((observation) => formatObservation(observation, texts))
  const list = fitLines(lines, charactersLeft([head, foot]), texts.common.leftOut)
  const buttons = [
    backButton(steamId, account.foundBy, texts),
    ...pageButtons(page, (to) => historyId(steamId, to), texts),
    ...(isWatchedHere ? [] : [watchButton(steamId, texts)]),
  ]
  const tone = since === null ? 'incomplete' : toneOfStatus(bans.status)
  return createView(tone, [head, ...(lines.length > 0 ? [list] : []), ...(foot === '' ? [] : [foot])], [row(buttons)])
}

/** When it was seen first and last, and each change with the time in which it happened. The oldest one has no changes. */
function formatObservation({ firstSeenAt, lastSeenAt, changes, ...state }: Observation, texts: Texts): string {
  const facts =
    changes.length > 0
      ? changes.map((change) => formatChange(change, texts, escapeMarkdown))
      : [texts.history.first(formatKnownBans(state, texts))]
  const first = formatTime(firstSeenAt)
  // Discord shows minutes.
  const isSpan = Math.floor(lastSeenAt / MINUTE) > Math.floor(firstSeenAt / MINUTE)
  const seen = isSpan ? texts.history.seen(first, formatTime(lastSeenAt)) : first
  return [`**${seen}**`, ...facts.map((fact) => `- ${fact}`)].join('\n')
}

const formatTime = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)
