import { systemClock } from '../lib/clock.ts'

/** A second click on the same component within this time is ignored. */
export const DOUBLE_CLICK_MS = 500
/** How long the bot remembers that a `runsOnce` action has succeeded: as long as Discord accepts edits of the answer. */
const REMEMBERED_MS = 15 * 60_000

/** A click on a component of a message. */
export interface Click {
  messageId: string
  /** Changes with every edit of the message. */
  version: string
  userId: string
  /** The custom id, and the selected values. */
  component: string
}

/** How an action uses the lock of its message. */
export interface LockMode {
  /** Runs even while the message is locked, and does not lock it. */
  ignoresLock?: boolean
  /** Runs once per version of the message. */
  runsOnce?: boolean
}

/** A lock for each message, so that a message runs only one task at a time. */
export function createMessageLocks(clock = systemClock) {
  const lockedMessages = new Set<string>()
  /** The component that a user clicked last in a message, by message and user; removed after `DOUBLE_CLICK_MS`. */
  const lastClicked = new Map<string, string>()
  const done = new Set<string>()
  return {
    /**
     * Locks the message and returns a function that unlocks it; the argument of this function says whether the task succeeded. Returns null
     * for a locked message, for a double click, and for an action that runs once and has already succeeded.
     */
    acquire({ messageId, version, userId, component }: Click, { ignoresLock = false, runsOnce = false }: LockMode) {
      const clickKey = `${messageId} ${userId}`
      const onceKey = `${messageId} ${version} ${component}`
      if (lastClicked.get(clickKey) === component || (lockedMessages.has(messageId) && !ignoresLock)) return null
      if (runsOnce && done.has(onceKey)) return null
      lastClicked.set(clickKey, component)
      clock.setTimer(DOUBLE_CLICK_MS, () => {
        if (lastClicked.get(clickKey) === component) lastClicked.delete(clickKey)
      })
      if (ignoresLock) return () => {}
      lockedMessages.add(messageId)
      return (isDone: boolean) => {
        lockedMessages.delete(messageId)
        if (!runsOnce || !isDone) return
        done.add(onceKey)
        clock.setTimer(REMEMBERED_MS, () => done.delete(onceKey))
      }
    },
  }
}
