import { bold } from 'discord.js'
import { accountCells } from '../../accounts/discord/views/account-parts.ts'
import { digestMessage } from '../../accounts/discord/views/digest.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { tableFile } from '../../discord/views/table.ts'
import { button, type View, type ViewFile } from '../../discord/view.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import { ICONS } from '../../lib/tone.ts'
import type { BanChange } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import type { SentMessage } from '../../outbox/discord/message-parts.ts'
import { ALERTS, type Alert } from '../alerts.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { alertView } from './alert-view.ts'
import { describeChange, toneOfChanges } from './ban-change.ts'
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
