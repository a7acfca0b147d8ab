const BUCKETS = 10

export interface RetryBudgetOptions {
  /** How much of what was counted may be taken, 0 to 1. */
  share: number
  /** How far back is counted, milliseconds. */
  windowMs: number
  /** What may be taken in any window, so that a quiet time allows for something. */
  atLeast: number
  /** Monotonic milliseconds. */
  now: () => number
}

/** An allowance that grows with use: a share of what was counted in the last seconds. */
export interface RetryBudget {
  recordCall(): void
  /** Whether one more may be taken, by somebody who leaves this share of it all to others. */
  hasRoom(leftToOthers?: number): boolean
  /** Takes one, whether there is room or not. */
  spend(): void
}

/** Counts in ten parts of the window, the oldest of which is forgotten as time goes on. */
export function createRetryBudget({ share, windowMs, atLeast, now }: RetryBudgetOptions): RetryBudget {
  const counted = Array<number>(BUCKETS).fill(0)
  const taken = Array<number>(BUCKETS).fill(0)
  const tickMs = windowMs / BUCKETS
  let tick = Math.floor(now() / tickMs)

  const current = () => {
    const latest = Math.floor(now() / tickMs)
    for (let passed = Math.min(latest - tick, BUCKETS); passed > 0; passed--) {
      const bucket = (latest - passed + 1) % BUCKETS
      counted[bucket] = taken[bucket] = 0
    }
    tick = latest
    return latest % BUCKETS
  }
  const sum = (buckets: number[]) => buckets.reduce((total, value) => total + value, 0)
  const add = (buckets: number[]) => {
    const bucket = current()
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  return {
    recordCall: () => add(counted),
    hasRoom(leftToOthers = 0) {
      current()
      return sum(taken) + 1 <= Math.max(atLeast, sum(counted) * share) * (1 - leftToOthers)
    },
    spend: () => add(taken),
  }
}
