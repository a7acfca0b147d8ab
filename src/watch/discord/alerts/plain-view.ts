import { inlineCode } from 'discord.js'
import { toProfileUrl } from '../../../model/steam-id.ts'
import { ICONS } from '../../../lib/tone.ts'
import type { Alert } from '../../outbox.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { repeatedLines, withMention, type SentMessage } from '../../../outbox/message-parts.ts'
import type { Texts } from '../texts.ts'
import { button, createView, fileLink, row, type View } from '../../../discord/view.ts'
import { accountMenu } from '../../../accounts/discord/views/account-parts.ts'
import { tableFile } from '../../../discord/views/table.ts'
import { countAccounts, NAMED_ALERTS } from './digest-view.ts'

/**
 * A message about alerts for when the usual one cannot be made because of an error of ours. It depends on nothing but the ids of
 * the accounts, so that people are alerted all the same.
 */
export function plainView(message: SentMessage & { alerts: readonly Alert[] }, texts: Texts): View {
  const { alerts, nonce } = message
  const named = alerts.slice(0, NAMED_ALERTS).map(({ steamId }) => steamId)
  const left = alerts.length - named.length
  const rows = alerts.map(({ steamId }) => ({ steamId, profile: toProfileUrl(steamId) }))
  const file = tableFile('alerts.csv', ['steamId', 'profile'], rows, texts)
  const parts = [
    `## 👁️ ${texts.alerts.digestTitle(countAccounts(alerts))}`,
    [
      ...named.map((steamId) => `${ICONS.incomplete} ${inlineCode(steamId)}`),
      ...(left > 0 ? [texts.common.leftOut(left)] : []),
    ].join('\n'),
    [`${ICONS.restricted} ${texts.alerts.notShown}`, ...repeatedLines(message, texts)].join('\n'),
    fileLink(file),
  ]
  const menu = accountMenu(
    named.map((steamId) => ({ steamId, name: steamId, foundBy: null, tone: 'incomplete', summary: '' })),
    texts,
  )
  const listButton = button('👁️', texts.watch.title, toCustomId('watchlist', nonce))
  return withMention(createView('incomplete', parts, [...menu, row([listButton])], [file]), message)
}
