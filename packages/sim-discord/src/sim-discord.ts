import type { InstallConfig } from './limits/installs.ts'
import type { Failure } from './failures.ts'
import type { Gateway } from './gateway.ts'
import type { SimGuild } from './guild-control.ts'
import type { SimMessage } from './message-view.ts'
import type { MessageChange } from './messages.ts'
import type { SimUser } from './people.ts'
import type { SimRequest } from './requests.ts'
import type { Person } from './person.ts'
import type { Spoiling } from './spoil.ts'
import type { WireUser } from './wire.ts'

/** A running Discord; its URLs have no trailing slash. */
export interface SimDiscord {
  url: string
  /** The value for a client's `rest.api`. */
  apiUrl: string
  token: string
  applicationId: string
  /** The bot's account, as Discord sends it. */
  bot: Readonly<WireUser>
  guildIds: readonly string[]
  /** One of these guilds, the first by default. */
  guild: (guildId?: string) => SimGuild
  /** Creates a user of the bot: by default a moderator in the first guild. */
  user: (options?: Partial<Person>) => SimUser
  /** The public messages of a channel, oldest first. */
  channel: (channelId?: string) => SimMessage[]
  /** Calls the listener for each message that the bot posts in a channel by itself; returns a function that removes it. */
  onPost: (listener: (message: SimMessage) => void) => () => void
  /** All messages of all channels, public or not, oldest first. */
  messages: () => SimMessage[]
  /** Calls the listener for each new, edited or deleted message, public or not; returns a function that removes it. */
  onMessage: (listener: (message: SimMessage, change: MessageChange) => void) => () => void
  /** A message by its id, public or not. */
  message: (id: string) => SimMessage | undefined
  commands: {
    /** The deployed commands, as Discord answers them. */
    list: () => object[]
    /** The number of deployments by the bot. */
    puts: () => number
    /** Deploys without the bot; accepts builders. */
    set: (commands: unknown) => void
    /** Calls the listener after each deployment; returns a function that removes it. */
    onChange: (listener: () => void) => () => void
  }
  /** How the application may be installed: `0` in a server, `1` by a user. */
  installs: {
    list: () => InstallConfig
    set: (config: InstallConfig) => void
  }
  gateway: Omit<Gateway, 'upgrade' | 'dispatch' | 'end'>
  rest: {
    /** Makes the next matching requests fail. */
    fail: (failure: Failure) => void
    /** Removes the failures that have not happened. */
    heal: () => void
    /** Makes a share of the requests fail at random until it is set to 0. */
    spoil: (spoiling: Spoiling) => void
    /** The number of requests that failed at random. */
    spoiled: () => number
    /** All requests of the bot since the last reset, in order. */
    requests: () => readonly SimRequest[]
    reset: () => void
  }
  /** The rules of Discord that the bot has broken, as text. */
  violations: () => string[]
  /** The number of requests that exceeded a rate limit. */
  rateLimited: () => number
  close: () => Promise<void>
}
