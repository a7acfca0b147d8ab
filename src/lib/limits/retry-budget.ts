import type { Clock } from '../clock.ts'

const BUCKETS = 10

interface RetryBudgetOptions {
  /** Retries allowed as a share of the recorded calls, 0 to 1. */
  share: number
  /** Length of the sliding window. */
  windowMs: number
  /** Minimum of retries allowed in any window. */
  atLeast: number
  clock: Clock
}

export type RetryBudget = ReturnType<typeof createRetryBudget>

/** Bounds retries to a share of the calls of the last seconds, so that they cannot multiply the load of an outage. */
export function createRetryBudget({ share, windowMs, atLeast, clock }: RetryBudgetOptions) {
  const calls = Array<number>(BUCKETS).fill(0)
  const retries = Array<number>(BUCKETS).fill(0)
  const bucketMs = windowMs / BUCKETS
  let tick = Math.floor(clock.now() / bucketMs)

  /** The index of the current bucket; empties the buckets that have left the window. */
  const advance = () => {
    const latest = Math.floor(clock.now() / bucketMs)
    for (let passed = Math.min(latest - tick, BUCKETS); passed > 0; passed--) {
      const bucket = (latest - passed + 1) % BUCKETS
      calls[bucket] = retries[bucket] = 0
    }
    tick = latest
    return latest % BUCKETS
  }
  const sum = (buckets: number[]) => buckets.reduce((total, value) => total + value, 0)
  const addTo = (buckets: number[]) => {
    const bucket = advance()
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  return {
    recordCall: () => addTo(calls),
    /** Whether the budget allows one more retry when a share of it, `reserve` (0 to 1), is kept for other calls. */
    hasRoom(reserve = 0): boolean {
      advance()
      return sum(retries) + 1 <= Math.max(atLeast, sum(calls) * share) * (1 - reserve)
    },
    spend: () => addTo(retries),
  }
}
