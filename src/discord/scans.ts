interface Scan {
  userId: string
  controller: AbortController
}

/** How long a finished scan is remembered, because a click on its Cancel button may still arrive. */
const REMEMBERED_MS = 60_000

/** The abort reason of a scan that its user cancelled. */
export const cancelledByUser = new Error('cancelled by its user')

/** The friend scans that are running in this process, at most one per user. */
export interface Scans {
  /** Registers a scan; null when the user already has one. `signal` aborts when it is cancelled; `end` unregisters it. */
  start(id: string, userId: string): { signal: AbortSignal; end: () => void } | null
  /** Cancels a user's scan; `ended` when it finished a moment ago, `unknown` when the user has no scan with that id. */
  cancel(id: string, userId: string): 'cancelled' | 'ended' | 'unknown'
  count(): number
}

export function createScans(): Scans {
  const running = new Map<string, Scan>()
  const ended = new Map<string, Scan>()
  return {
    start(id, userId) {
      if ([...running.values()].some((scan) => scan.userId === userId)) return null
      const scan = { userId, controller: new AbortController() }
      running.set(id, scan)
      return {
        signal: scan.controller.signal,
        end() {
          running.delete(id)
          ended.set(id, scan)
          setTimeout(() => ended.delete(id), REMEMBERED_MS).unref()
        },
      }
    },
    cancel(id, userId) {
      if (ended.get(id)?.userId === userId) return 'ended'
      const scan = running.get(id)
      if (scan?.userId !== userId) return 'unknown'
      scan.controller.abort(cancelledByUser)
      return 'cancelled'
    },
    count: () => running.size,
  }
}
