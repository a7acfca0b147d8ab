import { type APIButtonComponent, bold } from 'discord.js'
import { accountCells, formatNameOrId, idAndProfile, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { digestMessage } from '../../accounts/discord/views/digest.ts'
import { tableFile } from '../../discord/views/table.ts'
import { button, type View, type ViewFile, createView, nonEmpty } from '../../discord/view.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import { type KnownProfile, withPicture } from '../../discord/views/picture.ts'
import { type SentMessage, withMention } from '../../outbox/discord/message-parts.ts'
import { ALERTS, type Alert } from '../alerts.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { describeChange, toneOfChanges, formatValueChange, nameChanges } from './ban-change.ts'
import { ALL_FRIENDS, friendsId } from '../../accounts/discord/views/friend-filter.ts'
import { banButton, ownBanOf } from '../../bans/discord/ban-parts.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { ICONS, signsOf, toneWithOwnBan, worstTone, type OwnBanMark } from '../../lib/tone.ts'
import type { BanChange } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { formatSpan, spansOf } from './interval.ts'
import { watchedLine } from './watch-views.ts'
import type { Texts } from './texts.ts'

/** The messages about changes of watched accounts. */
export const alertMessages: MessageKind<Alert, Texts, WatchRepositories> = {
  ...ALERTS,
  single: alertView,
  digest: alertsDigest,
  log: {
    name: 'an alert',
    count: 'alerts',
  },
}

/** One message about many alerts. */
function alertsDigest(
  alerts: readonly Alert[],
  names: ReadonlyMap<SteamId, string>,
  message: SentMessage,
  texts: Texts,
): View {
  const sharedSpan = findSharedSpan(alerts)
  const parts = {
    tone: worstTone(
      alerts.map(({ steamId, changes }) =>
        toneWithOwnBan(toneOfChanges(changes), ownBanOf(steamId, message, texts).mark),
      ),
    ),
    head: [
      `## 👁️ ${texts.alerts.digestTitle({ count: new Set(alerts.map(({ steamId }) => steamId)).size })}`,
      bold(formatCounts(alerts, texts)),
      ...(sharedSpan === null ? [] : [`-# ${sharedSpan}`]),
    ],
    file: alertsTable(alerts, names, texts),
    buttons: [watchListButton(texts)],
    describe: (alert: Alert) => {
      const { steamId, changes } = alert
      const { mark, fact } = ownBanOf(steamId, message, texts)
      const spans = sharedSpan === null ? [texts.semicolons(spansOf(changes))] : []
      return {
        steamId,
        name: names.get(steamId) ?? null,
        icon: signsOf(toneOfChanges(changes), mark),
        facts: [
          ...nonEmpty(fact),
          texts.semicolons(changes.map((change) => describeChange(change, texts, escapeMarkdown))),
        ],
        smallPrint: spans,
        summary: texts.semicolons(changes.map((change) => describeChange(change, texts, (word) => word))),
      }
    },
  }
  return digestMessage(alerts, parts, message, texts)
}

/** The button that opens the watch list. */
export const watchListButton = ({ watch }: Texts) => button('👁️', watch.title, toCustomId('watchlist'))

/** The common interval of all changes, which is then named only once; null if the intervals differ. */
function findSharedSpan(alerts: readonly Alert[]): string | null {
  const [first, ...others] = spansOf(alerts.flatMap(({ changes }) => changes))
  return first !== undefined && others.length === 0 ? first : null
}

/** Counts accounts by their most severe change. */
function formatCounts(alerts: readonly Alert[], { alerts: { digestCounts } }: Texts): string {
  const changesOf = new Map<SteamId, BanChange[]>()
  for (const { steamId, changes } of alerts) changesOf.set(steamId, [...(changesOf.get(steamId) ?? []), ...changes])
  const tones = [...changesOf.values()].map(toneOfChanges)
  return (['banned', 'restricted', 'neutral'] as const)
    .map((tone) => ({ tone, count: tones.filter((each) => each === tone).length }))
    .filter(({ count }) => count > 0)
    .map(({ tone, count }) => `${ICONS[tone]} ${digestCounts[tone]({ count })}`)
    .join(' · ')
}

const COLUMNS = [
  'steamId',
  'name',
  'change',
  'before',
  'after',
  'happenedAfter',
  'happenedBefore',
  'addedBy',
  'addedAt',
  'reason',
  'profile',
] as const

/** All changes of alerts as a CSV file, one change per row. */
export function alertsTable(alerts: readonly Alert[], names: ReadonlyMap<SteamId, string>, texts: Texts): ViewFile {
  const rows = alerts.flatMap(({ steamId, changes, addedBy, addedAt, reason }) =>
    changes.map((change) => ({
      ...accountCells({ steamId, name: names.get(steamId) ?? null }, texts),
      change: describeChange(change, texts, (word) => word),
      before: formatValue(change.from, texts),
      after: formatValue(change.to, texts),
      happenedAfter: formatCsvTime(change.when.after),
      happenedBefore: formatCsvTime(change.when.before),
      addedBy,
      addedAt: formatCsvTime(addedAt),
      reason,
    })),
  )
  return tableFile('alerts.csv', COLUMNS, rows, texts)
}

const formatValue = (value: BanChange['from'], { csv }: Texts) =>
  typeof value === 'boolean' ? (value ? csv.yes : csv.no) : value

/** The message about all changes of one account. */
export function alertView(alert: Alert, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, changes } = alert
  const steamTone = toneOfChanges(changes)
  const { mark, line } = ownBanOf(steamId, message, texts)
  const parts = [
    ...withPicture(changeLines(alert, { name: profile.name, mark }, texts), profile, texts),
    [...nonEmpty(line), watchedLine(alert, texts)].join(' · '),
    idAndProfile(steamId, texts),
  ]
  // Nobody whom Steam has just banned is let in by a slip.
  const buttons = alertButtons(steamId, message, texts, { offersLift: changes.every(({ isLifted }) => isLifted) })
  return withMention(createView(toneWithOwnBan(steamTone, mark), parts, buttonRows(buttons, texts)), message)
}

/** The heading, with the values before and after and when they changed; several changes have a line each, and equal intervals share theirs. */
function changeLines(
  { steamId, changes }: Alert,
  { name, mark }: { name: string | null; mark: OwnBanMark },
  texts: Texts,
): string[] {
  const account = formatNameOrId({ steamId, name }, texts)
  const sign = signsOf(toneOfChanges(changes), mark)
  const [only, ...others] = changes
  if (only && others.length === 0)
    return [`### ${sign} ${account}: ${describeChange(only, texts, escapeMarkdown)}, ${formatSpan(only.when)}`]
  const hasSigns = new Set(changes.map((change) => toneOfChanges([change]))).size > 1
  const lines = changes.flatMap((change, index) => {
    const values = bold(formatValueChange(change, texts, escapeMarkdown))
    const line = hasSigns ? `${ICONS[toneOfChanges([change])]} ${values}` : values
    const next = changes[index + 1]
    return next && isSameSpan(change, next) ? [line] : [line, `-# ${formatSpan(change.when)}`]
  })
  return [`### ${sign} ${account}: ${nameChanges(changes, texts, escapeMarkdown)}`, ...lines]
}

const isSameSpan = ({ when }: BanChange, next: BanChange) =>
  when.after === next.when.after && when.before === next.when.before

/** The buttons of a message about one watched account. */
export function alertButtons(
  steamId: SteamId,
  message: SentMessage,
  texts: Texts,
  { offersLift = true } = {},
): APIButtonComponent[] {
  const isBanned = ownBanOf(steamId, message, texts).mark === 'banned'
  return [
    button('🔎', texts.buttons.lookUp, lookupId(steamId)),
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, null)),
    ...(isBanned && !offersLift ? [] : [banButton(steamId, isBanned, texts)]),
    button('🔕', texts.buttons.stopWatching, toCustomId('unwatch', steamId)),
  ]
}
