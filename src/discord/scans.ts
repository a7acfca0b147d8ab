import { systemClock } from '../lib/clock.ts'

/** How long an ended scan is remembered, because a click on its Stop button may still arrive. */
const REMEMBERED_MS = 60_000

/** The abort reason of a scan that its user cancelled. */
export const cancelledByUser = new Error('cancelled by its user')

/** The kinds of scans: a friend list, or a list of accounts in a long batch. */
export type ScanKind = 'friends' | 'batch'

/** The scans that are running in this process, at most one of each kind per user. */
export type Scans = ReturnType<typeof createScans>

export function createScans(clock = systemClock) {
  const running = new Map<string, { userId: string; kind: ScanKind; controller: AbortController }>()
  /** The users of ended scans, by the id of the scan. */
  const ended = new Map<string, string>()
  const isRunning = (userId: string, kind: ScanKind) =>
    [...running.values()].some((scan) => scan.userId === userId && scan.kind === kind)
  return {
    /** Whether a user has a running scan of this kind. */
    isRunning,
    /**
     * Registers a scan; null when the user already has a running scan of the same kind. `signal` aborts when the scan is cancelled; `end`
     * unregisters the scan.
     */
    start(id: string, userId: string, kind: ScanKind) {
      if (isRunning(userId, kind)) return null
      const controller = new AbortController()
      running.set(id, { userId, kind, controller })
      return {
        signal: controller.signal,
        end() {
          running.delete(id)
          ended.set(id, userId)
          clock.setTimer(REMEMBERED_MS, () => ended.delete(id))
        },
      }
    },
    /** Cancels the scan of a user; returns `ended` when it has ended recently, `unknown` when the user has no scan with that id. */
    cancel(id: string, userId: string) {
      if (ended.get(id) === userId) return 'ended'
      const scan = running.get(id)
      if (scan?.userId !== userId) return 'unknown'
      scan.controller.abort(cancelledByUser)
      return 'cancelled'
    },
    count: () => running.size,
  }
}
