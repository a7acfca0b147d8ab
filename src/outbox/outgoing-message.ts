import type { AlertBlock } from '../database/guilds.ts'

/** A Discord message that the bot sends by itself and whose next attempt is due. */
export interface OutgoingMessage {
  id: number
  guildId: string
  /** The channel of the attempt. */
  channelId: string
  /** At most 25 characters; Discord sends a message with the same nonce once. */
  nonce: string
  /** When an attempt whose outcome is unknown was first made; null without one. */
  uncertainSince: number | null
  attempts: number
}

/** How an attempt to send a message ended. */
export type AttemptReport =
  | { kind: 'delivered' }
  /** `isUncertain`: Discord may have accepted the message. */
  | { kind: 'retry'; nextAttemptAt: number; isUncertain: boolean }
  /** The channel is gone, or the bot may not send there. */
  | { kind: 'blocked'; reason: AlertBlock }
  /** Discord refuses this message for good. */
  | { kind: 'rejected' }
