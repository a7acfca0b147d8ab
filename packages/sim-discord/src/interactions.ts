import { randomBytes } from 'node:crypto'
import type { Message } from './messages.ts'
import type { WireUser } from './wire.ts'

/** The deadline of the first answer, in milliseconds. */
export const ANSWER_WITHIN_MS = 3_000

/** The lifetime of an interaction's token, in milliseconds. */
export const TOKEN_LIFE_MS = 15 * 60 * 1000

/** An interaction and its answers. */
export interface Interaction {
  id: string
  token: string
  type: number
  /** The interaction as sent to the bot. */
  sent: Record<string, unknown>
  user: WireUser
  channelId: string
  guildId: string | null
  /** The clock's time. */
  createdAt: number
  /** `performance.now()`. */
  at: number
  /** The message with the used component. */
  clicked?: Message
  /** The interaction whose modal was submitted. */
  openedBy?: Interaction
  /** The application's first answer; `ms` after the interaction was sent. */
  answer?: { type: number; ms: number; data: unknown }
  /** The message that `@original` refers to. */
  original?: Message
  followUps: Message[]
  listeners: Set<() => void>
}

/** The interactions of one Discord. */
export type Interactions = ReturnType<typeof createInteractions>

/** Keeps interactions in memory. */
export function createInteractions(clock: () => number, nextId: () => string) {
  const ids = new Map<string, Interaction>()
  const tokens = new Map<string, Interaction>()
  return {
    create(given: Pick<Interaction, 'type' | 'user' | 'channelId' | 'guildId' | 'clicked' | 'openedBy'>): Interaction {
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
    byId: (id: string) => ids.get(id),
    byToken: (token: string) => tokens.get(token),
  }
}

/** Notifies the listeners of an interaction. */
export function announce(interaction: Interaction): void {
  for (const listener of interaction.listeners) listener()
}

/** Sets the original message of an interaction, and notifies the interaction's listeners of each edit. */
export function show(interaction: Interaction, message: Message): void {
  interaction.original = message
  message.listeners.add(() => announce(interaction))
}
