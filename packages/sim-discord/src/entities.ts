import type { EntitySelect } from './limits/controls.ts'
import type { Referred } from './resolved.ts'
import type { State } from './state.ts'
import { COMPONENT } from './wire.ts'

/** A user, a role or a channel as a menu offers it. */
export interface Entity {
  id: string
  /** The name with the sign in front of it, such as `@Mods`. */
  label: string
}

/** What a menu offers in a guild that has no options of its own: Discord's client fills it. */
export function listEntities(
  { guilds, members }: State,
  guildId: string | null,
  { type, channel_types: types }: EntitySelect,
): Entity[] {
  const guild = guilds.find(guildId ?? '')
  const users = [...members.values()]
    .filter((member) => member.guildId === guildId)
    .map(({ id, name }) => ({ id, label: `@${name}` }))
  const roles = [...(guild?.roles.values() ?? [])].map(({ id, name }) => ({ id, label: `@${name.replace(/^@/, '')}` }))
  const channels = [...(guild?.channels.values() ?? [])]
    .filter((channel) => !types?.length || types.includes(channel.type))
    .map(({ id, name }) => ({ id, label: `#${name}` }))
  switch (type) {
    case COMPONENT.userSelect:
      return users
    case COMPONENT.roleSelect:
      return roles
    case COMPONENT.mentionableSelect:
      return [...users, ...roles]
    case COMPONENT.channelSelect:
      return channels
  }
}

/** What the ids chosen from a menu refer to; nothing for a menu whose options the bot has set. */
export function toReferred({ guilds }: State, guildId: string | null, type: number, ids: readonly string[]): Referred {
  const roles = guilds.find(guildId ?? '')?.roles
  const isRole = (id: string): boolean =>
    type === COMPONENT.roleSelect || (type === COMPONENT.mentionableSelect && roles?.has(id) === true)
  const isUser = (id: string): boolean =>
    type === COMPONENT.userSelect || (type === COMPONENT.mentionableSelect && !isRole(id))
  return {
    attachments: [],
    userIds: ids.filter(isUser),
    roleIds: ids.filter(isRole),
    channelIds: type === COMPONENT.channelSelect ? [...ids] : [],
  }
}
