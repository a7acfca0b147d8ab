/** Number of latest calls of each kind that the percentile covers. */
const WINDOW = 100
/** Calls between two computations of the percentile. */
const REFRESH_EVERY = 20
const QUANTILE = 0.9
/**
 * Calls are slow when they exceed the usual latency by this factor and by this difference; a smaller difference can be the delay of our own
 * process.
 */
const SLOW_FACTOR = 2
const SLOW_MS = 200
/** Weights of the newest call in the moving averages; `usual` falls faster than it rises. */
const RECENT = 0.2
const USUAL_DOWN = 0.3
const USUAL_UP = 0.005

interface Latency {
  window: number[]
  count: number
  p90: number | undefined
  /** Moving averages: `usual` over many calls, `recent` over a few. */
  usual: number
  recent: number
}

export type LatencyTracker = ReturnType<typeof createLatencyTracker>

/** Tracks how long answered calls take, by kind. */
export function createLatencyTracker() {
  const byKind = new Map<string, Latency>()
  return {
    /** Records an answered call; `ownDelayMs` is the delay of our event loop during the call, not included in `latencyMs`. */
    record(kind: string, latencyMs: number, ownDelayMs = 0): void {
      const maxMs = latencyMs + ownDelayMs
      const latency = byKind.get(kind) ?? { window: [], count: 0, p90: undefined, usual: maxMs, recent: maxMs }
      byKind.set(kind, latency)
      latency.window[latency.count % WINDOW] = latencyMs
      latency.count++
      if (latency.count % REFRESH_EVERY === 0)
        latency.p90 = latency.window.toSorted((a, b) => a - b)[Math.floor(latency.window.length * QUANTILE)]
      // With our own delay, the true latency is only known to lie between `latencyMs` and `maxMs`: an average in that range does not
      // change.
      const closestTo = (average: number) => Math.min(Math.max(average, latencyMs), maxMs)
      const usual = closestTo(latency.usual)
      latency.recent += (closestTo(latency.recent) - latency.recent) * RECENT
      latency.usual += (usual - latency.usual) * (usual < latency.usual ? USUAL_DOWN : USUAL_UP)
    },
    /** The 90th percentile of the last hundred calls, milliseconds; undefined with fewer than 20 calls. */
    p90: (kind: string) => byKind.get(kind)?.p90,
    /** Whether the latest calls take much longer than is usual for their kind. */
    isSlow(kind: string): boolean {
      const latency = byKind.get(kind)
      if (!latency) return false
      const { recent, usual } = latency
      return recent > usual * SLOW_FACTOR && recent > usual + SLOW_MS
    },
  }
}
