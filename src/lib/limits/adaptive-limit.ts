import type { Clock } from '../clock.ts'

/** Factors of the multiplicative decrease: after a refusal, and after a slow or missing answer. */
const DECREASE_REFUSED = 0.5
const DECREASE_SLOW = 0.8

interface AdaptiveLimitOptions {
  min: number
  /** Upper bound of the limit; read again at each use, because it may change. */
  max: () => number
  /** The limit at the beginning of slow start; `max` by default. */
  start?: number
  clock: Clock
}

interface LimitedCall {
  /** When the call began, by the clock. */
  startedAt: number
  result: 'answered' | 'slow' | 'refused'
  /** Whether all permits were in use: only then does an answer raise the limit. */
  wasFull: boolean
}

/**
 * A concurrency limit that adapts to the results of the calls: additive increase, multiplicative decrease (AIMD), with a slow start. Until
 * the first decrease, the limit grows by one per answer, so that it doubles with each round trip; afterwards it grows by one per round
 * trip. Calls that were in flight together decrease the limit once, because they report the same overload.
 */
export function createAdaptiveLimit({ min, max, start = max(), clock }: AdaptiveLimitOptions) {
  const bounded = (value: number) => Math.max(min, Math.min(max(), value))
  let limit = bounded(start)
  let decreasedAt = Number.NEGATIVE_INFINITY
  const isSlowStart = () => decreasedAt === Number.NEGATIVE_INFINITY

  return {
    /** The limit now, a whole number. */
    current: () => Math.floor(bounded(limit)),
    /** The limit for predictions: `max` during slow start, which reaches it within a few round trips. */
    expected: () => Math.floor(isSlowStart() ? bounded(max()) : bounded(limit)),
    recordResult({ startedAt, result, wasFull }: LimitedCall): void {
      if (result === 'answered') {
        if (wasFull) limit = bounded(limit + (isSlowStart() ? 1 : 1 / limit))
      } else if (startedAt >= decreasedAt) {
        decreasedAt = clock.now()
        limit = bounded(limit * (result === 'refused' ? DECREASE_REFUSED : DECREASE_SLOW))
      }
    },
  }
}
