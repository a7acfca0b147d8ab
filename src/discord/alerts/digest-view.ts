import { inlineCode } from 'discord.js'
import type { SteamId } from '../../model/steam-id.ts'
import { describeChange, formatChange, toneOfChanges } from '../../presentation/ban-change.ts'
import { ICONS } from '../../presentation/tone.ts'
import type { Alert, DigestMark } from '../../service/watch/outbox.ts'
import { toCustomId } from '../custom-id.ts'
import { mentionText, repeatedLines, withMention, type SentMessage } from '../delivery/message-parts.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button, charactersLeft, createView, fileLink, row, type View } from '../view.ts'
import { accountMenu, displayName, type MenuAccount } from '../views/parts.ts'
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
  const head = [
    `## ${ICONS[tone]} ${texts.alerts.digestTitle(alerts.length)}`,
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

/** The parts of a line, most first. */
const DETAILS = ['times', 'changes', 'account'] as const
type Detail = (typeof DETAILS)[number]

/** The lines of alerts in as much detail as there is room for; without any, twenty of the longest names have room. */
function listAlerts(named: readonly Alert[], more: number, { names }: Digest, room: number, texts: Texts): string {
  const rest = more > 0 ? [texts.common.leftOut(more)] : []
  const lists = DETAILS.map((detail) =>
    [...named.map((alert) => formatLine(alert, names.get(alert.steamId) ?? null, detail, texts)), ...rest].join('\n'),
  )
  return lists.find(({ length }) => length <= room) ?? lists.at(-1) ?? ''
}

function formatLine({ steamId, changes }: Alert, name: string | null, detail: Detail, texts: Texts): string {
  const account = [...(name === null ? [] : [displayName(name, texts)]), inlineCode(steamId)].join(' ')
  const list = (format: typeof formatChange) =>
    changes.map((change) => format(change, texts, escapeMarkdown)).join('; ')
  const parts = {
    account: [account],
    changes: [account, list(describeChange)],
    times: [account, list(formatChange)],
  }[detail]
  return `${ICONS[toneOfChanges(changes)]} ${parts.join(' · ')}`
}

function toMenuAccount({ steamId, changes }: Alert, name: string | null, texts: Texts): MenuAccount {
  const summary = changes.map((change) => describeChange(change, texts, (word) => word)).join('; ')
  return { steamId, name: name ?? steamId, foundBy: null, tone: toneOfChanges(changes), summary }
}
