/** A user in one channel. */
export interface Person {
  id: string
  name: string
  displayName: string
  /** The name in the guild; null for none. */
  nick: string | null
  locale: string
  /** null in direct messages. */
  guildId: string | null
  /** Whether a channel without a guild is one between users, not the one with the bot. */
  isPrivate?: boolean
  /** Whether the user has added the app to their account. */
  hasInstalled?: boolean
  channelId: string
  permissions: bigint
}

/** A member of a guild without its user and its voice, as in the `resolved` field of an interaction. */
export function toMember({ permissions, nick }: Pick<Person, 'permissions' | 'nick'>) {
  return {
    roles: [],
    permissions: String(permissions),
    joined_at: '2024-05-01T12:00:00.000000+00:00',
    nick,
    avatar: null,
    banner: null,
    premium_since: null,
    communication_disabled_until: null,
    pending: false,
    flags: 0,
  }
}
