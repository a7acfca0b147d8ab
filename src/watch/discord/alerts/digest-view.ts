import { bold, hyperlink, inlineCode } from 'discord.js'
import type { BanChange } from '../../../model/ban-record.ts'
import { toProfileUrl, type SteamId } from '../../../model/steam-id.ts'
import { ICONS } from '../../../lib/tone.ts'
import type { Alert } from '../../alerts.ts'
import { describeChange, toneOfChanges } from '../ban-change.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { listMessage } from '../../../outbox/discord/list-message.ts'
import type { SentMessage } from '../../../outbox/discord/message-parts.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { formatMoments } from '../interval.ts'
import type { Texts } from '../texts.ts'
import { button, row, type View } from '../../../discord/view.ts'
import { displayName } from '../../../accounts/discord/views/words.ts'
import { tableFile } from '../../../discord/views/table.ts'
import { accountMenu, type MenuAccount } from '../../../accounts/discord/views/account-parts.ts'
import { alertsTable } from './alerts-table.ts'

/** How detailed the line of an alert can be, the most detailed first. */
const DETAILS = ['times', 'changes', 'account'] as const
type Detail = (typeof DETAILS)[number]

/** One message about many alerts: the first twenty by name, and all in a file. */
export function digestView(
  alerts: readonly Alert[],
  names: ReadonlyMap<SteamId, string>,
  message: SentMessage,
  texts: Texts,
): View {
  const nameOf = ({ steamId }: Alert) => names.get(steamId) ?? null
  const sharedSpan = findSharedSpan(alerts, texts)
  const lineOf = (detail: Detail) => (alert: Alert) =>
    formatAlert(alert, nameOf(alert), { detail, hasSpans: sharedSpan === null }, texts)
  const head = [
    titleOf(alerts, texts),
    bold(formatCounts(alerts, texts)),
    ...(sharedSpan === null ? [] : [`-# ${texts.alerts.happened({ when: sharedSpan })}`]),
  ]
  const parts = {
    tone: toneOfChanges(alerts.flatMap(({ changes }) => changes)),
    head,
    lines: DETAILS.map(lineOf),
    foot: `-# ${texts.alerts.allInFile}`,
    rows: rowsFor((alert) => toMenuAccount(alert, nameOf(alert), texts), texts),
    file: alertsTable(alerts, nameOf, texts),
  }
  return listMessage(alerts, parts, message, texts)
}

/**
 * The message about alerts that is sent if a bug prevents the normal message. It contains only the ids of the accounts, so that it does not
 * fail as well.
 */
export function plainView(alerts: readonly Alert[], message: SentMessage, texts: Texts): View {
  const rows = alerts.map(({ steamId }) => ({ steamId, profile: toProfileUrl(steamId) }))
  const toMenuAccount = ({ steamId }: Alert): MenuAccount => ({
    steamId,
    name: steamId,
    foundBy: null,
    tone: 'incomplete',
    summary: '',
  })
  const parts = {
    tone: 'incomplete' as const,
    head: [titleOf(alerts, texts)],
    lines: [({ steamId }: Alert) => `${ICONS.incomplete} ${inlineCode(steamId)}`],
    foot: `${ICONS.restricted} ${texts.alerts.notShown}`,
    rows: rowsFor(toMenuAccount, texts),
    file: tableFile('alerts.csv', ['steamId', 'profile'], rows, texts),
  }
  return listMessage(alerts, parts, message, texts)
}

/** The menu of the accounts, and the button of the watch list. */
const rowsFor = (toMenuAccount: (alert: Alert) => MenuAccount, texts: Texts) => (named: readonly Alert[]) => [
  ...accountMenu(named.map(toMenuAccount), texts),
  row([button('👁️', texts.watch.title, toCustomId('watchlist'))]),
]

const titleOf = (alerts: readonly Alert[], texts: Texts) =>
  `## 👁️ ${texts.alerts.digestTitle({ count: new Set(alerts.map(({ steamId }) => steamId)).size })}`

const spansOf = ({ changes }: Alert, texts: Texts) => changes.map(({ when }) => formatMoments(when, texts))

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

function formatAlert(
  alert: Alert,
  name: string | null,
  { detail, hasSpans }: { detail: Detail; hasSpans: boolean },
  texts: Texts,
): string {
  const { steamId, changes } = alert
  const sign = ICONS[toneOfChanges(changes)]
  const id = inlineCode(steamId)
  const account = name === null ? id : `${displayName(name, texts)} ${id}`
  const what = texts.semicolons(changes.map((change) => describeChange(change, texts, escapeMarkdown)))
  switch (detail) {
    case 'account':
      return `${sign} ${account}`
    case 'changes':
      return `${sign} ${account} · ${what}`
    case 'times': {
      const subject = name === null ? id : hyperlink(displayName(name, texts), toProfileUrl(steamId))
      const spans = texts.semicolons([...new Set(spansOf(alert, texts))])
      const details = [...(name === null ? [] : [id]), ...(hasSpans ? [texts.alerts.happened({ when: spans })] : [])]
      return [`${sign} ${subject} · ${what}`, ...(details.length > 0 ? [`-# ${details.join(' · ')}`] : [])].join('\n')
    }
  }
}

function toMenuAccount({ steamId, changes }: Alert, name: string | null, texts: Texts): MenuAccount {
  const summary = texts.semicolons(changes.map((change) => describeChange(change, texts, (word) => word)))
  return { steamId, name: name ?? steamId, foundBy: null, tone: toneOfChanges(changes), summary }
}
