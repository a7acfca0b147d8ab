interface Scan {
  userId: string
  controller: AbortController
}

/** How long it is remembered that a scan has ended; a click on its Cancel may be on its way that long. */
const REMEMBERED_MS = 60_000

/** Why a scan has ended that its own user stopped. */
export const cancelledByUser = new Error('cancelled by its user')

/** The friend scans that are under way in this process, one for each user at most. */
export interface Scans {
  /** Enters a scan; null when its user has one already. Its signal aborts when it is cancelled; `end` takes it out. */
  start(id: string, userId: string): { signal: AbortSignal; end: () => void } | null
  /** Ends a user's scan, unless it has ended by itself a moment ago; `unknown` when there is none of that id. */
  cancel(id: string, userId: string): 'cancelled' | 'ended' | 'unknown'
  /** How many there are. */
  count(): number
}

/** A list without scans. */
export function createScans(): Scans {
  const scans = new Map<string, Scan>()
  const ended = new Map<string, Scan>()
  return {
    start(id, userId) {
      if ([...scans.values()].some((scan) => scan.userId === userId)) return null
      const scan = { userId, controller: new AbortController() }
      scans.set(id, scan)
      return {
        signal: scan.controller.signal,
        end() {
          scans.delete(id)
          ended.set(id, scan)
          setTimeout(() => ended.delete(id), REMEMBERED_MS).unref()
        },
      }
    },
    cancel(id, userId) {
      if (ended.get(id)?.userId === userId) return 'ended'
      const scan = scans.get(id)
      if (scan?.userId !== userId) return 'unknown'
      scan.controller.abort(cancelledByUser)
      return 'cancelled'
    },
    count: () => scans.size,
  }
}
