import type { AttemptReport, OutgoingMessage } from './outgoing-message.ts'
import type { View } from '../discord/view.ts'

/** How an attempt to deliver a message ended, for metrics; `found`: an earlier attempt had delivered it. */
export type DeliveryOutcome = 'delivered' | 'found' | 'retry' | 'channel_gone' | 'forbidden' | 'rejected'

/** Whom a message mentions. */
export interface Addressed {
  /** The role that it mentions; null for none. */
  roleId: string | null
}

/**
 * One kind of messages that the bot sends by itself: where they are stored, and how they look. `Message` is a due message with
 * everything that it shows.
 */
export interface MessageKind<Due extends OutgoingMessage, Message extends Due & Addressed> {
  /** Turns what is waiting into messages. Rejects when it fails for a server, once the others are done. */
  plan(now: number): Promise<void>
  /** The messages that are due, oldest first. */
  due(now: number, limit: number): Promise<Due[]>
  /** Reads what a message shows at this moment; null when nothing is left to show. */
  read(message: Due): Promise<Message | null>
  /** The view of a message; `isRepeated`: it was perhaps sent before. */
  render(message: Message, isRepeated: boolean, signal: AbortSignal): Promise<View>
  /** The same without anything that could fail. */
  renderPlain(message: Message, isRepeated: boolean): View
  /** Notes that an attempt is made now; false when it must not be made, because another one was made meanwhile. */
  beginAttempt(message: Due, now: number): Promise<boolean>
  /** Stores how an attempt ended. */
  reportAttempt(message: Due, report: AttemptReport): Promise<void>
  onAttempt(outcome: DeliveryOutcome): void
  /** What the log says. */
  log: {
    /** Such as `an alert`. */
    name: string
    /** When the channel cannot be used. */
    blocked: string
    /** When Discord refuses a message for good. */
    rejected: string
    /** Further facts about a message. */
    facts(message: Message): object
  }
}
