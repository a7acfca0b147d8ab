import type { Clock } from './clock.ts'

/** Multiplicative decrease after a refusal, and after a slow or missing answer. */
const DECREASE_REFUSED = 0.5
const DECREASE_SLOW = 0.8

export interface AdaptiveLimitOptions {
  min: number
  max: number
  /** Where slow start begins; `max` by default. */
  start?: number
  clock: Clock
}

export interface LimitedCall {
  /** When it began, by the clock. */
  startedAt: number
  result: 'answered' | 'slow' | 'refused'
  /** Whether more calls would have been made had the limit been higher. */
  wasFull: boolean
}

/** A concurrency limit that adapts to the results of the calls. */
export interface AdaptiveLimit {
  /** The limit now, a whole number. */
  current(): number
  /** The limit to plan with: `max` during slow start, which reaches it within a few round trips. */
  expected(): number
  recordResult(call: LimitedCall): void
}

/**
 * Additive increase, multiplicative decrease (AIMD), with a slow start: until the first decrease the limit grows by one for each
 * answer, so that it doubles with each round trip; afterwards by one a round trip. Calls that were in flight together decrease
 * it once, as they report the same overload.
 */
export function createAdaptiveLimit({ min, max, start = max, clock }: AdaptiveLimitOptions): AdaptiveLimit {
  let limit = Math.max(min, start)
  let decreasedAt = Number.NEGATIVE_INFINITY
  const isSlowStart = () => decreasedAt === Number.NEGATIVE_INFINITY

  return {
    current: () => Math.floor(limit),
    expected: () => (isSlowStart() ? max : Math.floor(limit)),
    recordResult({ startedAt, result, wasFull }) {
      if (result === 'answered') {
        if (wasFull) limit = Math.min(max, limit + (isSlowStart() ? 1 : 1 / limit))
      } else if (startedAt >= decreasedAt) {
        decreasedAt = clock.now()
        limit = Math.max(min, limit * (result === 'refused' ? DECREASE_REFUSED : DECREASE_SLOW))
      }
    },
  }
}
