import { hyperlink, inlineCode, time, TimestampStyles, userMention } from 'discord.js'
import type { BanChange } from '../../model/ban-record.ts'
import { toProfileUrl, type SteamId } from '../../model/steam-id.ts'
import { formatChange, toneOfChanges } from '../../presentation/ban-change.ts'
import { ICONS } from '../../presentation/tone.ts'
import type { Alert } from '../../service/watch/outbox.ts'
import { toCustomId } from '../custom-id.ts'
import {
  repeatedLines,
  withMention,
  withPicture,
  type KnownProfile,
  type SentMessage,
} from '../delivery/message-parts.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button, createView, row, type View } from '../view.ts'
import { ALL_FRIENDS, friendsId } from '../views/friend-filter.ts'
import { displayName, lookupId, relativeTime } from '../views/parts.ts'

const REASON_CHARACTERS = 200

/** The message about everything that changed of one account. */
export function alertView(alert: Alert, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, changes } = alert
  const tone = toneOfChanges(changes)
  const name = profile.name === null ? inlineCode(steamId) : displayName(profile.name, texts)
  const head = [`## ${ICONS[tone]} ${name}`, ...changes.map((change) => formatLine(change, texts))].join('\n')
  const parts = [
    withPicture(head, profile, texts),
    `${inlineCode(steamId)} · ${hyperlink(texts.lookup.steamProfile, toProfileUrl(steamId))}`,
    formatEntry(alert, texts),
    [`-# ${texts.alerts.seen(relativeTime(alert.createdAt))}`, ...repeatedLines(message, texts)].join('\n'),
  ]
  return withMention(createView(tone, parts, [row(buttonsFor(steamId, message, texts))]), message)
}

const formatLine = (change: BanChange, texts: Texts) =>
  `${ICONS[toneOfChanges([change])]} **${formatChange(change, texts, escapeMarkdown)}**`

/** Why the account is on the list. */
function formatEntry({ addedAt, addedBy, reason }: Alert, { alerts }: Texts): string {
  const added = alerts.onList(time(addedAt, TimestampStyles.LongDate), userMention(addedBy))
  return `${added}\n${alerts.reason(escapeMarkdown(reason, REASON_CHARACTERS))}`
}

const buttonsFor = (steamId: SteamId, { nonce }: SentMessage, texts: Texts) => [
  button('🔎', texts.buttons.lookUp, lookupId(steamId)),
  button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, null)),
  button('🚫', texts.buttons.stopWatching, toCustomId('unwatch', steamId, nonce)),
]
