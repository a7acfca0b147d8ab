import { ComponentType, roleMention, type APIComponentInContainer } from 'discord.js'
import type { SteamId } from '../../model/steam-id.ts'
import { plainDisplayName } from '../../lib/visible-text.ts'
import { text, type View } from '../../discord/view.ts'

/** Name and picture of an account, as far as they are known. */
export interface KnownProfile {
  name: string | null
  /** The link of a picture; empty without one. */
  avatar: string
}

/** The common fields of messages that the bot posts by itself. */
export interface SentMessage {
  /** The role to mention; null for none. */
  roleId: string | null
  /** Whether the server has banned an account itself; not known for messages that are written without the bot. */
  isBannedHere?: (steamId: SteamId) => boolean
}

/** Puts the mention of the role above a view. */
export function withMention(view: View, { roleId }: Pick<SentMessage, 'roleId'>): View {
  return roleId === null ? view : { ...view, components: [text(roleMention(roleId)), ...view.components] }
}

/** The mention of the role as text, to count its length towards that of the message; empty without a role. */
export const mentionText = ({ roleId }: Pick<SentMessage, 'roleId'>) => (roleId === null ? '' : roleMention(roleId))

/** Puts the picture of an account next to a text. */
export function withPicture(
  head: string,
  { name, avatar }: KnownProfile,
  texts: { common: { namelessAccount: string; avatarOf: (values: { name: string }) => string } },
): string | APIComponentInContainer {
  if (!avatar) return head
  const accessory = {
    type: ComponentType.Thumbnail as const,
    media: { url: avatar },
    description: texts.common.avatarOf({ name: plainDisplayName(name ?? '', texts) }),
  }
  return { type: ComponentType.Section, components: [text(head)], accessory }
}
