import { type APIButtonComponent, bold, time, TimestampStyles } from 'discord.js'
import { accountCells, formatNameOrId, idAndProfile, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { digestMessage } from '../../accounts/discord/views/digest.ts'
import { tableFile } from '../../discord/views/table.ts'
import { button, type View, type ViewFile, createView } from '../../discord/view.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import { type SentMessage, withMention, withPicture, type KnownProfile } from '../../outbox/discord/message-parts.ts'
import { ALERTS, type Alert } from '../alerts.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { describeChange, toneOfChanges, formatValueChange, nameChanges } from './ban-change.ts'
import { ALL_FRIENDS, friendsId } from '../../accounts/discord/views/friend-filter.ts'
import { banButton } from '../../bans/discord/ban-parts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { ICONS } from '../../lib/tone.ts'
import type { BanChange } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { formatMoments } from './interval.ts'
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
  const { digestTitle, happened, allInFile } = texts.alerts
  const sharedSpan = findSharedSpan(alerts, texts)
  const parts = {
    tone: toneOfChanges(alerts.flatMap(({ changes }) => changes)),
    head: [
      `## 👁️ ${digestTitle({ count: new Set(alerts.map(({ steamId }) => steamId)).size })}`,
      bold(formatCounts(alerts, texts)),
      ...(sharedSpan === null ? [] : [`-# ${happened({ when: sharedSpan })}`]),
    ],
    foot: `-# ${allInFile}`,
    file: alertsTable(alerts, names, texts),
    buttons: [watchListButton(texts)],
    describe: (alert: Alert) => {
      const { steamId, changes } = alert
      const spans = sharedSpan === null ? [happened({ when: texts.semicolons(spansOf(alert, texts)) })] : []
      return {
        steamId,
        name: names.get(steamId) ?? null,
        icon: ICONS[toneOfChanges(changes)],
        facts: [texts.semicolons(changes.map((change) => describeChange(change, texts, escapeMarkdown)))],
        smallPrint: spans,
        summary: texts.semicolons(changes.map((change) => describeChange(change, texts, (word) => word))),
      }
    },
  }
  return digestMessage(alerts, parts, message, texts)
}

/** The button that opens the watch list. */
export const watchListButton = ({ watch }: Texts) => button('👁️', watch.title, toCustomId('watchlist'))

/** The intervals of the changes of an alert, each once. */
const spansOf = ({ changes }: Alert, texts: Texts) => [
  ...new Set(changes.map(({ when }) => formatMoments(when, texts))),
]

/** The common interval of all changes, which is then named only once; null if the intervals differ. */
function findSharedSpan(alerts: readonly Alert[], texts: Texts): string | null {
  const [first, ...others] = new Set(alerts.flatMap((alert) => spansOf(alert, texts)))
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

const NOTE_CHARACTERS = 200

/** The message about all changes of one account. */
export function alertView(alert: Alert, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, changes } = alert
  const tone = toneOfChanges(changes)
  const name = formatNameOrId({ steamId, name: profile.name }, texts)
  const heading = `## ${ICONS[tone]} ${name}: ${nameChanges(changes, texts, escapeMarkdown)}`
  const parts = [
    withPicture([heading, ...changeLines(alert, texts)].join('\n'), profile, texts),
    formatEntry(alert, texts),
    idAndProfile(steamId, texts),
  ]
  // Nobody whom Steam has just banned is let in by a slip.
  const buttons = alertButtons(steamId, message, texts, { offersLift: changes.every(({ isLifted }) => isLifted) })
  return withMention(createView(tone, parts, buttonRows(buttons, texts)), message)
}

/** The values before and after, and when they changed. Successive changes with equal intervals share one line for the interval. */
function changeLines({ changes, createdAt }: Alert, texts: Texts): string[] {
  const { alerts } = texts
  const hasSigns = new Set(changes.map((change) => toneOfChanges([change]))).size > 1
  return changes.flatMap((change, index) => {
    const values = bold(formatValueChange(change, texts, escapeMarkdown))
    const line = hasSigns ? `${ICONS[toneOfChanges([change])]} ${values}` : values
    const next = changes[index + 1]
    const when = alerts.happened({ when: formatMoments(change.when, texts) })
    if (next === undefined) return [line, `-# ${when} · ${alerts.seen({ when: relativeTime(createdAt) })}`]
    return isSameSpan(change, next) ? [line] : [line, `-# ${when}`]
  })
}

const isSameSpan = ({ when }: BanChange, next: BanChange) =>
  when.after === next.when.after && when.before === next.when.before

/** Why the account is on the list, and since when. */
export const formatEntry = (entry: Pick<Alert, 'addedAt' | 'addedBy' | 'reason'>, texts: Texts): string =>
  `${formatNote(entry, texts)}\n-# ${texts.alerts.onList({ when: time(entry.addedAt, TimestampStyles.LongDate) })}`

/** The note of an entry with its author. */
export const formatNote = (
  { addedBy, addedAt, reason }: Pick<Alert, 'addedBy' | 'addedAt' | 'reason'>,
  { alerts, common }: Texts,
  characters = NOTE_CHARACTERS,
) =>
  reason === ''
    ? common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) })
    : alerts.note({ who: formatAuthor(addedBy), note: escapeMarkdown(reason, characters) })

/** The buttons of a message about one watched account. */
export function alertButtons(
  steamId: SteamId,
  { isBannedHere }: SentMessage,
  texts: Texts,
  { offersLift = true } = {},
): APIButtonComponent[] {
  const isBanned = isBannedHere?.(steamId) === true
  return [
    button('🔎', texts.buttons.lookUp, lookupId(steamId)),
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, null)),
    ...(isBanned && !offersLift ? [] : [banButton(steamId, isBanned, texts)]),
    button('🔕', texts.buttons.stopWatching, toCustomId('unwatch', steamId)),
  ]
}
