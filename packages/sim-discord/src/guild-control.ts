import type { Channel, Guild, Role } from './guilds.ts'
import type { State } from './state.ts'
import { PERMISSION } from './wire.ts'

/** One guild; changes take effect at once. */
export interface SimGuild {
  id: string
  /** The channel that its users are in by default. */
  channelId: string
  /** Creates a text channel, or one of this type; returns its id. `denied`: permissions that it takes from the bot. */
  createChannel: (options?: Partial<Pick<Channel, 'name' | 'type' | 'denied'>>) => string
  deleteChannel: (channelId: string) => void
  /** Takes these permissions from the bot in a channel, and gives back all others. */
  deny: (channelId: string, permissions: bigint) => void
  /** Creates a role that everybody may mention, unless said otherwise; returns its id. */
  createRole: (options?: Partial<Pick<Role, 'name' | 'isMentionable'>>) => string
  deleteRole: (roleId: string) => void
  name: () => string
  locale: () => string
  rename: (name: string) => void
  /** 0 for a text channel. */
  channelType: (channelId: string) => number
  /** Whether the bot may write into a channel. */
  isWritable: (channelId: string) => boolean
  /** The names of channels and roles, by id. */
  channels: () => Readonly<Record<string, string>>
  roles: () => Readonly<Record<string, string>>
  /** Sets the server's language, which interactions carry. */
  setLocale: (locale: string) => void
  /** Removes the bot, and keeps the commands. */
  removeBot: () => void
  /** Removes the bot and its commands. */
  uninstall: () => void
  /** Adds the bot and its commands. */
  addBot: () => void
}

/** Creates the control of a guild; throws for an unknown id. */
export function controlGuild(state: State, guildId: string): SimGuild {
  const guild = state.guilds.find(guildId)
  if (guild === undefined) throw new Error(`There is no guild ${guildId}`)
  const channelOf = (channelId: string): Channel => {
    const channel = guild.channels.get(channelId)
    if (channel === undefined) throw new Error(`The guild ${guildId} has no channel ${channelId}`)
    return channel
  }
  return {
    id: guildId,
    channelId: guild.defaultChannelId,
    createChannel: (options) => state.guilds.addChannel(guild, options).id,
    deleteChannel: (channelId) => state.guilds.removeChannel(channelOf(channelId)),
    deny: (channelId, permissions) => void (channelOf(channelId).denied = permissions),
    createRole(options) {
      const role = { id: state.nextId(), name: 'role', isMentionable: true, permissions: 0n, ...options }
      guild.roles.set(role.id, role)
      return role.id
    },
    deleteRole: (roleId) => void guild.roles.delete(roleId),
    name: () => guild.name,
    locale: () => guild.locale,
    rename: (name) => void (guild.name = name),
    channelType: (channelId) => channelOf(channelId).type,
    isWritable: (channelId) => canWrite(state, guild, channelOf(channelId)),
    channels: () => namesOf(guild.channels),
    roles: () => namesOf(guild.roles),
    setLocale: (locale) => void (guild.locale = locale),
    removeBot: () => void (guild.hasBot = false),
    uninstall: () => void Object.assign(guild, { hasBot: false, hasCommands: false }),
    addBot: () => void Object.assign(guild, { hasBot: true, hasCommands: true }),
  }
}

function canWrite({ guilds }: State, guild: Guild, { denied }: Channel): boolean {
  const needed = PERMISSION.viewChannel | PERMISSION.sendMessages
  return (guilds.permissionsIn(guild) & ~denied & needed) === needed
}

function namesOf(named: Guild['channels'] | Guild['roles']): Record<string, string> {
  return Object.fromEntries([...named.values()].map(({ id, name }) => [id, name]))
}
