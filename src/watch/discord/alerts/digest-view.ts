import { bold, hyperlink, inlineCode } from 'discord.js'
import type { BanChange } from '../../../model/ban-record.ts'
import { toProfileUrl, type SteamId } from '../../../model/steam-id.ts'
import { ICONS } from '../../../lib/tone.ts'
import type { Alert, DigestMark } from '../../outbox.ts'
import { describeChange, toneOfChanges } from '../ban-change.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { mentionText, repeatedLines, withMention, type SentMessage } from '../../../outbox/message-parts.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { formatMoments } from '../interval.ts'
import type { Texts } from '../texts.ts'
import { button, charactersLeft, createView, fileLink, row, type View } from '../../../discord/view.ts'
import { displayName } from '../../../accounts/discord/views/words.ts'
import { accountMenu, type MenuAccount } from '../../../accounts/discord/views/account-parts.ts'
import { alertsTable } from './alerts-table.ts'

/** Alerts that are named in the message; the file contains all. */
export const NAMED_ALERTS = 20

export interface Digest extends SentMessage {
  alerts: readonly Alert[]
  /** Why the alerts were held back; null when they were not. */
  mark: DigestMark | null
  /** The names of accounts, as far as they are known. */
  names: ReadonlyMap<SteamId, string>
}

/** One message about many alerts: the first twenty named, and all in a file. */
export function digestView(digest: Digest, texts: Texts): View {
  const { alerts, mark, names, nonce } = digest
  const tone = toneOfChanges(alerts.flatMap(({ changes }) => changes))
  const named = alerts.slice(0, NAMED_ALERTS)
  const file = alertsTable(alerts, ({ steamId }) => names.get(steamId) ?? null, texts)
  const sharedSpan = findSharedSpan(alerts, texts)
  const head = [
    `## 👁️ ${texts.alerts.digestTitle(countAccounts(alerts))}`,
    bold(formatCounts(alerts, texts)),
    ...(sharedSpan === null ? [] : [`-# ${texts.alerts.happened(sharedSpan)}`]),
    ...(mark === null ? [] : [`${ICONS.restricted} ${texts.alerts.marks[mark]}`]),
  ].join('\n')
  const foot = [`-# ${texts.alerts.allInFile}`, ...repeatedLines(digest, texts)].join('\n')
  const room = charactersLeft([head, foot, mentionText(digest)])
  const list = listAlerts(named, alerts.length - named.length, digest, room, texts)
  const menu = accountMenu(
    named.map((alert) => toMenuAccount(alert, names.get(alert.steamId) ?? null, texts)),
    texts,
  )
  const listButton = button('👁️', texts.watch.title, toCustomId('watchlist', nonce))
  return withMention(createView(tone, [head, list, foot, fileLink(file)], [...menu, row([listButton])], [file]), digest)
}

/** How many different accounts these alerts are about. */
export const countAccounts = (alerts: readonly Alert[]) => new Set(alerts.map(({ steamId }) => steamId)).size

const spansOf = ({ changes }: Alert, texts: Texts) => changes.map(({ when }) => formatMoments(when, texts))

/** The span of all changes, if they have the same one; it is then named once. */
function findSharedSpan(alerts: readonly Alert[], texts: Texts): string | null {
  const [first, ...others] = new Set(alerts.flatMap((alert) => spansOf(alert, texts)))
  return first !== undefined && others.length === 0 ? first : null
}

/** How many accounts have which change, each counted once by its gravest. */
function formatCounts(alerts: readonly Alert[], { alerts: { digestCounts } }: Texts): string {
  const changesOf = new Map<SteamId, BanChange[]>()
  for (const { steamId, changes } of alerts) changesOf.set(steamId, [...(changesOf.get(steamId) ?? []), ...changes])
  const tones = [...changesOf.values()].map(toneOfChanges)
  return (['banned', 'restricted', 'neutral'] as const)
    .map((tone) => ({ tone, count: tones.filter((each) => each === tone).length }))
    .filter(({ count }) => count > 0)
    .map(({ tone, count }) => `${ICONS[tone]} ${digestCounts[tone](count)}`)
    .join(' · ')
}

/** The details of a line, most first. */
const DETAILS = ['times', 'changes', 'account'] as const
type Detail = (typeof DETAILS)[number]

/** The lines of alerts in as much detail as there is room for; without any, twenty of the longest names have room. */
function listAlerts(
  named: readonly Alert[],
  more: number,
  { alerts, names }: Digest,
  room: number,
  texts: Texts,
): string {
  const hasSpans = findSharedSpan(alerts, texts) === null
  const rest = more > 0 ? [texts.common.leftOut(more)] : []
  const lists = DETAILS.map((detail) =>
    [
      ...named.map((alert) => formatAlert(alert, names.get(alert.steamId) ?? null, { detail, hasSpans }, texts)),
      ...rest,
    ].join('\n'),
  )
  return lists.find(({ length }) => length <= room) ?? lists.at(-1) ?? ''
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
  const what = changes.map((change) => describeChange(change, texts, escapeMarkdown)).join('; ')
  switch (detail) {
    case 'account':
      return `${sign} ${account}`
    case 'changes':
      return `${sign} ${account} · ${what}`
    case 'times': {
      const subject = name === null ? id : hyperlink(displayName(name, texts), toProfileUrl(steamId))
      const spans = [...new Set(spansOf(alert, texts))].join('; ')
      const details = [...(name === null ? [] : [id]), ...(hasSpans ? [texts.alerts.happened(spans)] : [])]
      return [`${sign} ${subject} · ${what}`, ...(details.length > 0 ? [`-# ${details.join(' · ')}`] : [])].join('\n')
    }
  }
}

function toMenuAccount({ steamId, changes }: Alert, name: string | null, texts: Texts): MenuAccount {
  const summary = changes.map((change) => describeChange(change, texts, (word) => word)).join('; ')
  return { steamId, name: name ?? steamId, foundBy: null, tone: toneOfChanges(changes), summary }
}
