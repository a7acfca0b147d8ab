/** Two clicks on one button within this time are one. */
const DOUBLE_CLICK_MS = 500
/** What is done once for a state of a message is remembered for as long as Discord lets its interaction be answered. */
const REMEMBERED_MS = 15 * 60_000

/** A click on a component of a message. */
export interface Click {
  messageId: string
  /** Differs whenever the message was edited. */
  version: string
  userId: string
  /** The custom id, and what was chosen. */
  component: string
}

/** How a click gets along with others on the same message. */
export interface LockMode {
  /** Runs while the message is busy. */
  ignoresLock?: boolean
  /** Is done once for each state of the message. */
  runsOnce?: boolean
}

/** Which messages have a button at work in this process. */
export interface MessageLocks {
  /**
   * Occupies the message of a click until the function it returns is called, with whether the work was done; null for a
   * double click, for one on a message that is busy, and for a repetition of what is done once.
   */
  acquire(click: Click, mode: LockMode): ((isDone: boolean) => void) | null
}

/** Keeps a message to one task at a time, and a double click to one click. */
export function createMessageLocks(): MessageLocks {
  const messages = new Set<string>()
  /** The component of a message that a user used last, a moment ago. */
  const clicked = new Map<string, string>()
  const done = new Set<string>()
  return {
    acquire({ messageId, version, userId, component }, { ignoresLock = false, runsOnce = false }) {
      const place = `${messageId} ${userId}`
      const deed = `${messageId} ${version} ${component}`
      if (clicked.get(place) === component || (messages.has(messageId) && !ignoresLock)) return null
      if (runsOnce && done.has(deed)) return null
      clicked.set(place, component)
      setTimeout(() => {
        if (clicked.get(place) === component) clicked.delete(place)
      }, DOUBLE_CLICK_MS).unref()
      if (ignoresLock) return () => {}
      messages.add(messageId)
      return (isDone) => {
        messages.delete(messageId)
        if (!runsOnce || !isDone) return
        done.add(deed)
        setTimeout(() => done.delete(deed), REMEMBERED_MS).unref()
      }
    },
  }
}
