import type { Failure } from './failures.ts'
import type { Gateway } from './gateway.ts'
import type { SimGuild } from './guild-control.ts'
import type { SimMessage } from './message-view.ts'
import type { SimUser } from './people.ts'
import type { SimRequest } from './requests.ts'
import type { Person } from './sender.ts'
import type { Spoiling } from './spoil.ts'

/** A running Discord; its URLs have no trailing slash. */
export interface SimDiscord {
  url: string
  /** The value for a client's `rest.api`. */
  apiUrl: string
  token: string
  applicationId: string
  guildIds: readonly string[]
  /** One of these guilds, the first by default. */
  guild: (guildId?: string) => SimGuild
  /** Creates a user of the bot: by default a moderator in the first guild. */
  user: (options?: Partial<Person>) => SimUser
  /** The public messages of a channel, oldest first. */
  channel: (channelId?: string) => SimMessage[]
  /** Calls the listener for each message that the bot posts in a channel by itself; returns a function that removes it. */
  onPost: (listener: (message: SimMessage) => void) => () => void
  /** A message by its id, public or not. */
  message: (id: string) => SimMessage | undefined
  commands: {
    /** The deployed commands, as Discord answers them. */
    list: () => object[]
    /** The number of deployments by the bot. */
    puts: () => number
    /** Deploys without the bot; accepts builders. */
    set: (commands: unknown) => void
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
