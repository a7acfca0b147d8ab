/** Calls remembered of each method. */
const REMEMBERED = 100
/** How many calls pass before the figure is worked out, for the first time and anew. */
const STALE_AFTER = 20
const QUANTILE = 0.9

/** What the latest calls say about how long one takes. */
export interface CallTimes {
  add(method: string, durationMs: number): void
  /** The time nine calls in ten need at most, milliseconds; undefined while too few are known. */
  usual(method: string): number | undefined
}

/** Starts without any. */
export function createCallTimes(): CallTimes {
  const byMethod = new Map<string, { times: number[]; count: number; usual: number | undefined }>()
  return {
    add(method, durationMs) {
      const known = byMethod.get(method) ?? { times: [], count: 0, usual: undefined }
      byMethod.set(method, known)
      known.times[known.count % REMEMBERED] = durationMs
      known.count++
      if (known.count % STALE_AFTER !== 0) return
      const sorted = known.times.toSorted((a, b) => a - b)
      known.usual = sorted[Math.floor(sorted.length * QUANTILE)]
    },
    usual: (method) => byMethod.get(method)?.usual,
  }
}
