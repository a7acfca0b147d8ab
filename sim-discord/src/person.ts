/** A user in one channel. */
export interface Person {
  id: string
  name: string
  locale: string
  /** null in direct messages with the bot. */
  guildId: string | null
  channelId: string
  permissions: bigint
}

/** A member of a guild without its user and its voice, as in the `resolved` field of an interaction. */
export function toMember({ permissions }: Pick<Person, 'permissions'>): object {
  return {
    roles: [],
    permissions: String(permissions),
    joined_at: '2024-05-01T12:00:00.000000+00:00',
    nick: null,
    avatar: null,
    banner: null,
    premium_since: null,
    communication_disabled_until: null,
    pending: false,
    flags: 0,
  }
}
