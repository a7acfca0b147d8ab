import type { Message } from './messages.ts'

/** How long Discord remembers a nonce by default; its documentation says "the past few minutes". */
const NONCE_LIFE_MS = 180_000

type Nonce = string | number | null | undefined

/** The nonces of the bot's latest messages. */
export type Nonces = ReturnType<typeof createNonces>

/** Creates an empty memory of nonces. */
export function createNonces(clock: () => number, lifeMs = NONCE_LIFE_MS) {
  const kept = new Map<string, Message>()
  return {
    /** The message that was created with this nonce lately. */
    find(nonce: Nonce): Message | undefined {
      const message = kept.get(String(nonce))
      return message && clock() - message.createdAt < lifeMs ? message : undefined
    },
    /** Remembers a message's nonce, if it has one. */
    keep(nonce: Nonce, message: Message): void {
      if (nonce === undefined || nonce === null) return
      for (const [old, { createdAt }] of kept) {
        // Oldest first.
        if (clock() - createdAt < lifeMs) break
        kept.delete(old)
      }
      kept.set(String(nonce), message)
    },
  }
}
