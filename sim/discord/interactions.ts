import { randomBytes } from 'node:crypto'
import type { Message } from './messages.ts'
import type { WireUser } from './wire.ts'

/** An application has this long to answer, in milliseconds. */
export const ANSWER_WITHIN_MS = 3_000

/** An interaction's token is good for this long, in milliseconds. */
export const TOKEN_LIFE_MS = 15 * 60 * 1000

/** What somebody did, and what came of it. */
export interface Interaction {
  id: string
  token: string
  type: number
  /** What the bot was sent. */
  sent: Record<string, unknown>
  user: WireUser
  channelId: string
  guildId: string | null
  /** By the clock. */
  createdAt: number
  /** By `performance.now()`. */
  at: number
  /** The message with the component that was used. */
  clicked?: Message
  /** The application's first answer; `ms` after the interaction was sent. */
  answer?: { type: number; ms: number; data: unknown }
  /** What `@original` stands for. */
  original?: Message
  followUps: Message[]
  listeners: Set<() => void>
}

/** The interactions of one Discord. */
export interface Interactions {
  create: (given: Pick<Interaction, 'type' | 'user' | 'channelId' | 'guildId' | 'clicked'>) => Interaction
  byId: (id: string) => Interaction | undefined
  byToken: (token: string) => Interaction | undefined
}

/** Keeps interactions in memory. */
export function createInteractions(clock: () => number, nextId: () => string): Interactions {
  const ids = new Map<string, Interaction>()
  const tokens = new Map<string, Interaction>()
  return {
    create(given) {
      const interaction: Interaction = {
        ...given,
        id: nextId(),
        token: `aW50ZXJhY3Rpb246${randomBytes(48).toString('base64url')}`,
        sent: {},
        createdAt: clock(),
        at: performance.now(),
        followUps: [],
        listeners: new Set(),
      }
      ids.set(interaction.id, interaction)
      tokens.set(interaction.token, interaction)
      return interaction
    },
    byId: (id) => ids.get(id),
    byToken: (token) => tokens.get(token),
  }
}

/** Tells everybody who watches an interaction that something is new. */
export function announce(interaction: Interaction): void {
  for (const listener of interaction.listeners) listener()
}

/** Makes a message the one an interaction shows, so that its watchers hear of each edit. */
export function show(interaction: Interaction, message: Message): void {
  interaction.original = message
  message.listeners.add(() => announce(interaction))
}
