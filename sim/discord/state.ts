import { createAttachments, type Attachments } from './attachments.ts'
import { createCommands, type Commands } from './commands.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import type { Author } from './message-wire.ts'
import { createMessages, type Messages } from './messages.ts'
import { createSnowflakes } from './snowflake.ts'
import { toWireUser, type WireUser } from './wire.ts'

/** Everything one Discord knows. */
export interface State {
  /** Its address, without a slash at the end. */
  url: string
  token: string
  /** The application under test, and the account it speaks with. */
  author: Author
  clock: () => number
  nextId: () => string
  messages: Messages
  interactions: Interactions
  attachments: Attachments
  commands: Commands
  /** Everybody who has been seen, by id. */
  people: Map<string, WireUser>
  /** The rules the bot has broken, in words. */
  violations: string[]
}

/** How a Discord is to be. */
export type StateOptions = Pick<State, 'url' | 'token' | 'clock'> & { applicationId: string; name: string }

/** A Discord in which nothing has happened yet. */
export function createState({ url, token, clock, applicationId, name }: StateOptions): State {
  const nextId = createSnowflakes(clock)
  const user = toWireUser(applicationId, name, true)
  return {
    url,
    token,
    author: { applicationId, user },
    clock,
    nextId,
    messages: createMessages(clock, nextId),
    interactions: createInteractions(clock, nextId),
    attachments: createAttachments(url, clock, nextId),
    commands: createCommands(applicationId, nextId),
    people: new Map([[user.id, user]]),
    violations: [],
  }
}
