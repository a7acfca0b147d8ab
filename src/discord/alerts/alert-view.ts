import {
  ComponentType,
  hyperlink,
  inlineCode,
  roleMention,
  time,
  TimestampStyles,
  userMention,
  type APIComponentInContainer,
} from 'discord.js'
import type { BanChange } from '../../model/ban-record.ts'
import { toProfileUrl, type SteamId } from '../../model/steam-id.ts'
import type { Alert } from '../../service/watch/outbox.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button, createView, ICONS, row, text, type View } from '../view.ts'
import { formatChange, toneOfChanges } from '../views/ban-change.ts'
import { ALL_FRIENDS, friendsId } from '../views/friend-filter.ts'
import { displayName, lookupId, plainDisplayName, relativeTime } from '../views/parts.ts'

const REASON_CHARACTERS = 200

/** Name and picture of an account, as far as they are known. */
export interface KnownProfile {
  name: string | null
  /** The link of a picture; empty without one. */
  avatar: string
}

/** What the messages about alerts have in common. */
export interface AlertMessage {
  /** In the custom id of a button, by which the message is found again. */
  nonce: string
  /** The role to mention; null for none. */
  roleId: string | null
  /** Whether the same message was perhaps sent before. */
  isRepeated: boolean
}

/** The message about everything that changed of one account. */
export function alertView(alert: Alert, profile: KnownProfile, message: AlertMessage, texts: Texts): View {
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

/** Puts the mention of the role above a view. */
export function withMention(view: View, { roleId }: Pick<AlertMessage, 'roleId'>): View {
  return roleId === null ? view : { ...view, components: [text(roleMention(roleId)), ...view.components] }
}

export function repeatedLines({ isRepeated }: Pick<AlertMessage, 'isRepeated'>, texts: Texts): string[] {
  return isRepeated ? [`-# ${ICONS.restricted} ${texts.alerts.repeated}`] : []
}

function withPicture(head: string, { name, avatar }: KnownProfile, texts: Texts): string | APIComponentInContainer {
  if (!avatar) return head
  const accessory = {
    type: ComponentType.Thumbnail as const,
    media: { url: avatar },
    description: texts.common.avatarOf(plainDisplayName(name ?? '', texts)),
  }
  return { type: ComponentType.Section, components: [text(head)], accessory }
}

const formatLine = (change: BanChange, texts: Texts) =>
  `${ICONS[toneOfChanges([change])]} **${formatChange(change, texts)}**`

/** Why the account is on the list. */
function formatEntry({ addedAt, addedBy, reason }: Alert, { alerts }: Texts): string {
  const added = alerts.onList(time(addedAt, TimestampStyles.LongDate), userMention(addedBy))
  return `${added}\n${alerts.reason(escapeMarkdown(reason, REASON_CHARACTERS))}`
}

const buttonsFor = (steamId: SteamId, { nonce }: AlertMessage, texts: Texts) => [
  button('🔎', texts.buttons.lookUp, lookupId(steamId)),
  button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, null)),
  button('🚫', texts.buttons.stopWatching, toCustomId('unwatch', steamId, nonce)),
]
