import type { MessageComponentInteraction } from 'discord.js'

/** Two clicks on one button within this time are one. */
const DOUBLE_CLICK_MS = 500

/** Which messages have a button at work in this process. */
export interface BusyMessages {
  /**
   * Occupies the message of a click until the function it returns is called; null for one click too many: a double one, or
   * one on a message that is busy, unless it is urgent.
   */
  occupy(click: Pick<MessageComponentInteraction, 'customId' | 'message'>, isUrgent: boolean): (() => void) | null
}

/** Keeps a message to one task at a time, and a double click to one click. */
export function createBusyMessages(): BusyMessages {
  const messages = new Set<string>()
  /** The button of a message that was clicked last, a moment ago. */
  const clicked = new Map<string, string>()
  return {
    occupy({ customId, message }, isUrgent) {
      if (clicked.get(message.id) === customId || (messages.has(message.id) && !isUrgent)) return null
      clicked.set(message.id, customId)
      setTimeout(() => {
        if (clicked.get(message.id) === customId) clicked.delete(message.id)
      }, DOUBLE_CLICK_MS).unref()
      if (isUrgent) return () => {}
      messages.add(message.id)
      return () => void messages.delete(message.id)
    },
  }
}
