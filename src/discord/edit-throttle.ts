import { setMaxListeners } from 'node:events'
import { createGcraLimiter } from '../lib/gcra-limiter.ts'

/** Discord takes five edits of one message in 5 s. */
const MIN_INTERVAL_MS = 1_500
/** Progress edits a second, all scans together; answers come on top. */
const PROGRESS_PER_SECOND = 30
/** Discord may limit edits per address; 50 a second is what to plan for, a burst included. */
const EDIT_INTERVAL_MS = 25
const EDIT_BURST = 10

/** How fast messages may be edited, all of them together. */
export interface EditThrottle {
  /** Waits until one more edit may leave. */
  acquire(): Promise<void>
  /** The least time between two states of progress in one message, milliseconds; more the more scans there are. */
  progressIntervalMs(): number
}

/** Paces edits; `liveScans` says how many show their progress at the moment. */
export function createEditThrottle(liveScans: () => number): EditThrottle {
  const spacing = createGcraLimiter({
    intervalMs: EDIT_INTERVAL_MS,
    burst: EDIT_BURST,
    maxWaitMs: Number.POSITIVE_INFINITY,
    refusal: () => new Error('every edit has its turn'),
  })
  // An edit that is due is sent whoever has left; hundreds wait on this one signal.
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  return {
    acquire: () => spacing.acquire(signal),
    progressIntervalMs: () => Math.max(MIN_INTERVAL_MS, (liveScans() / PROGRESS_PER_SECOND) * 1000),
  }
}
