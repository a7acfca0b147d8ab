import { snowflakeAt } from './snowflake.ts'
import { PERMISSION } from './wire.ts'

/** The types of channel that are used here. */
export const CHANNEL_TYPE = { text: 0, voice: 2, category: 4, announcement: 5, forum: 15 } as const

/** A channel of a guild. */
export interface Channel {
  id: string
  guildId: string
  name: string
  type: number
  /** The permissions that the channel takes from the bot. */
  denied: bigint
}

/** A role of a guild. */
export interface Role {
  id: string
  name: string
  isMentionable: boolean
  permissions: bigint
  /** The bot that the role belongs to. */
  botId?: string
}

/** A guild that the bot may be a member of. */
export interface Guild {
  id: string
  name: string
  /** The Discord locale of the server. */
  locale: string
  hasBot: boolean
  /** Whether the guild has added the commands; it may have added only these. */
  hasCommands: boolean
  defaultChannelId: string
  channels: Map<string, Channel>
  /** The first one has the guild's id, and is the role of all members. */
  roles: Map<string, Role>
}

/** The guilds of one Discord. */
export type Guilds = ReturnType<typeof createGuilds>

/** The permissions that the invite link of the bot asks for. */
const INVITED =
  PERMISSION.viewChannel | PERMISSION.sendMessages | PERMISSION.attachFiles | PERMISSION.readMessageHistory
const EVERYONE = INVITED | PERMISSION.embedLinks | PERMISSION.useApplicationCommands

const FOUNDED_MS = Date.UTC(2024, 0, 1)
/** Odd, so that the guilds are spread over the shards. */
const GUILDS_APART_MS = 1001

/** Creates guilds with the bot, each with a channel for its moderators. */
export function createGuilds(count: number, botId: string, nextId: () => string) {
  const guilds = new Map<string, Guild>()
  const channels = new Map<string, Channel>()

  const putChannel = (guild: Guild, given: Partial<Channel> & { id: string }): Channel => {
    const channel = { name: 'general', type: CHANNEL_TYPE.text, denied: 0n, ...given, guildId: guild.id }
    guild.channels.set(channel.id, channel)
    channels.set(channel.id, channel)
    return channel
  }
  const add = (id: string, name: string, defaultChannelId: string, roleId: string): void => {
    const everyone = { id, name: '@everyone', isMentionable: false, permissions: EVERYONE }
    const own = { id: roleId, name: 'bot', isMentionable: false, permissions: INVITED, botId }
    const roles = new Map([everyone, own].map((role): [string, Role] => [role.id, role]))
    const guild: Guild = {
      id,
      name,
      locale: 'en-US',
      hasBot: true,
      hasCommands: true,
      defaultChannelId,
      channels: new Map(),
      roles,
    }
    putChannel(guild, { id: defaultChannelId, name: 'moderation' })
    guilds.set(id, guild)
  }
  for (let index = 0; index < count; index += 1) {
    const at = FOUNDED_MS + GUILDS_APART_MS * index
    add(snowflakeAt(at + GUILDS_APART_MS), `Guild ${index + 1}`, snowflakeAt(at + 500), snowflakeAt(at + 600))
  }

  return {
    find: (id: string) => guilds.get(id),
    channel: (id: string) => channels.get(id),
    /** All guilds, by id. */
    all: () => [...guilds.values()],
    role: (id: string) => [...guilds.values()].map(({ roles }) => roles.get(id)).find((role) => role !== undefined),
    addChannel: (guild: Guild, given: Partial<Channel> = {}) => putChannel(guild, { id: nextId(), ...given }),
    removeChannel(channel: Channel): void {
      channels.delete(channel.id)
      guilds.get(channel.guildId)?.channels.delete(channel.id)
    },
    /** The permissions of the bot in a guild, without those that its channels take. */
    permissionsIn({ hasBot, roles }: Guild): bigint {
      if (!hasBot) return 0n
      return [...roles.values()]
        .filter((role) => role.botId === botId || role.name === '@everyone')
        .reduce((sum, { permissions }) => sum | permissions, 0n)
    },
  }
}
