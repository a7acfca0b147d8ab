import type { Channel, Guild, Role } from './guilds.ts'

/** A channel as Discord answers it to a bot: with the bot's overwrite. */
export function toWireChannel({ id, guildId, name, type, denied }: Channel, botId: string): object {
  return {
    id,
    type,
    guild_id: guildId,
    name,
    position: 0,
    parent_id: null,
    topic: null,
    nsfw: false,
    last_message_id: null,
    rate_limit_per_user: 0,
    flags: 0,
    permission_overwrites: denied === 0n ? [] : [{ id: botId, type: 1, allow: '0', deny: String(denied) }],
  }
}

/** A role as Discord answers it. */
export function toWireRole({ id, name, isMentionable, permissions, botId }: Role): object {
  return {
    id,
    name,
    permissions: String(permissions),
    position: name === '@everyone' ? 0 : 1,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: botId !== undefined,
    mentionable: isMentionable,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    ...(botId === undefined ? {} : { tags: { bot_id: botId } }),
  }
}

/** A guild in the list of the bot's guilds. */
export function toWireOwnGuild({ id, name }: Guild, permissions: bigint): object {
  return { id, name, icon: null, banner: null, owner: false, permissions: String(permissions), features: [] }
}
