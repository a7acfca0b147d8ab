import { setMaxListeners } from 'node:events'
import { createGcraLimiter } from '../lib/limits/gcra-limiter.ts'

/** Minimum time between two progress edits of one message: Discord accepts five edits of a message in 5 s. */
const MIN_INTERVAL_MS = 1_500
/** Progress edits per second of all scans together, not counting their final answers. */
const PROGRESS_PER_SECOND = 30
/** Interval between edits, so that fewer than 50 are sent in a second even with a burst: Discord may limit edits by IP address. */
const EDIT_INTERVAL_MS = 25
const EDIT_BURST = 10

/** The rate limit of all edits of messages together. */
export type EditThrottle = ReturnType<typeof createEditThrottle>

/** Creates the throttle; `runningScans` returns the number of scans that show progress. */
export function createEditThrottle(runningScans: () => number) {
  const limiter = createGcraLimiter({
    intervalMs: EDIT_INTERVAL_MS,
    burst: EDIT_BURST,
    maxWaitMs: Number.POSITIVE_INFINITY,
    refusal: () => new Error('the wait is unlimited, so no edit is refused'),
  })
  // A signal that never aborts, because the limiter needs one; hundreds of waiting edits listen to it.
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  return {
    /** Waits until one more edit may be sent. */
    acquire: () => limiter.acquire(signal),
    /** Minimum time between two progress edits of one message; grows with the number of running scans. */
    progressIntervalMs: () => Math.max(MIN_INTERVAL_MS, (runningScans() / PROGRESS_PER_SECOND) * 1000),
  }
}
