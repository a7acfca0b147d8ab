import { DEFAULT_INSTALLS, type InstallConfig } from './limits/installs.ts'
import { createAttachments, type Attachments } from './attachments.ts'
import { createCommands, type Commands } from './commands.ts'
import { createGuilds, type Guilds } from './guilds.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import type { Author } from './message-wire.ts'
import { createMessages, type Messages } from './messages.ts'
import { createNonces, type Nonces } from './nonces.ts'
import type { Person } from './person.ts'
import { createSnowflakes } from './snowflake.ts'
import { toWireUser, type WireUser } from './wire.ts'

/** The state of one Discord. */
export interface State {
  /** The base URL, without a trailing slash. */
  url: string
  token: string
  /** The application under test and its bot account. */
  author: Author
  clock: () => number
  /** How many shards may identify at once, every 5 s. */
  maxConcurrency: number
  nextId: () => string
  guilds: Guilds
  messages: Messages
  nonces: Nonces
  interactions: Interactions
  attachments: Attachments
  commands: Commands
  /** How the application may be installed. */
  installs: InstallConfig
  /** The known accounts, by id. */
  people: Map<string, WireUser>
  /** The people who use the bot, by id; those of a guild are its members. */
  members: Map<string, Person>
  /** The rules that the bot has broken, as text. */
  violations: string[]
}

/** The options of a new state. */
export type StateOptions = Pick<State, 'url' | 'token' | 'clock' | 'maxConcurrency'> & {
  applicationId: string
  name: string
  /** The number of guilds with the bot. */
  guilds: number
  nonceLifeMs?: number | undefined
}

/** Creates the initial state. */
export function createState(options: StateOptions): State {
  const { url, token, clock, maxConcurrency, applicationId, name, guilds, nonceLifeMs } = options
  const nextId = createSnowflakes(clock)
  const user = toWireUser(applicationId, name, true)
  return {
    url,
    token,
    author: { applicationId, user },
    clock,
    maxConcurrency,
    nextId,
    guilds: createGuilds(guilds, applicationId, nextId),
    messages: createMessages(clock, nextId),
    nonces: createNonces(clock, nonceLifeMs),
    interactions: createInteractions(clock, nextId),
    attachments: createAttachments(url, clock, nextId),
    commands: createCommands(applicationId, nextId),
    installs: DEFAULT_INSTALLS,
    people: new Map([[user.id, user]]),
    members: new Map(),
    violations: [],
  }
}
