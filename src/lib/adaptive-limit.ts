const SHRINK_REFUSED = 0.5
const SHRINK_SLOW = 0.8
/** An answer is slow when it takes so many times what is usual, and so much longer; less is noise of our own. */
const SLOW_FACTOR = 2
const SLOW_MS = 200
/** How fast the recent and the usual time follow what is measured; the usual one falls faster than it rises. */
const RECENT = 0.2
const USUAL_DOWN = 0.3
const USUAL_UP = 0.005

export interface AdaptiveLimitOptions {
  min: number
  max: number
  /** Where it starts; the most where it is not given. */
  start?: number
}

/** A call that was answered. */
export interface AnsweredCall {
  /** Tells apart calls that take different times. */
  kind: string
  startedAt: number
  durationMs: number
  /** The delay of our own event loop during the call: a part of `durationMs` that may not be theirs. */
  ownDelayMs?: number
  /** Whether more calls would have been made. */
  wasFull: boolean
}

/** How many calls may be under way at once, found out by how the calls end. Times are monotonic milliseconds. */
export interface AdaptiveLimit {
  /** The limit now, a whole number. */
  current(): number
  /** The limit to plan with: the most until it has shrunk for the first time, as it gets there in a few round trips. */
  expected(): number
  /** A call was answered. */
  answered(call: AnsweredCall): void
  /** A call was refused as one too many. */
  refused(startedAt: number): void
  /** A call was not answered in its time. */
  late(startedAt: number): void
}

/**
 * Grows while answers come in time, by a place for each until it has shrunk once, and shrinks at once when calls are refused
 * or take longer than is usual for their kind: once for all the calls that were under way together, as they tell of one and
 * the same trouble.
 */
export function createAdaptiveLimit(
  { min, max, start = max }: AdaptiveLimitOptions,
  now: () => number = () => performance.now(),
): AdaptiveLimit {
  let limit = Math.max(min, start)
  let shrunkAt = Number.NEGATIVE_INFINITY
  const hasShrunk = () => shrunkAt > Number.NEGATIVE_INFINITY
  const times = new Map<string, { usual: number; recent: number }>()

  const shrink = (startedAt: number, factor: number) => {
    if (startedAt < shrunkAt) return
    shrunkAt = now()
    limit = Math.max(min, limit * factor)
  }
  /** Whether calls of this kind have become slow lately. */
  const isSlow = ({ kind, durationMs, ownDelayMs = 0 }: AnsweredCall): boolean => {
    const time = times.get(kind)
    if (!time) {
      times.set(kind, { usual: durationMs, recent: durationMs })
      return false
    }
    // With a delay of our own the call took something between these two; what is known may be right if it is between them.
    const leastMs = durationMs - ownDelayMs
    const within = (known: number) => Math.min(Math.max(known, leastMs), durationMs)
    const usual = within(time.usual)
    time.recent += (within(time.recent) - time.recent) * RECENT
    time.usual += (usual - time.usual) * (usual < time.usual ? USUAL_DOWN : USUAL_UP)
    return time.recent > time.usual * SLOW_FACTOR && time.recent > time.usual + SLOW_MS
  }
  return {
    current: () => Math.floor(limit),
    expected: () => (hasShrunk() ? Math.floor(limit) : max),
    answered(call) {
      if (isSlow(call)) shrink(call.startedAt, SHRINK_SLOW)
      else if (call.wasFull) limit = Math.min(max, limit + (hasShrunk() ? 1 / limit : 1))
    },
    refused: (startedAt) => shrink(startedAt, SHRINK_REFUSED),
    late: (startedAt) => shrink(startedAt, SHRINK_SLOW),
  }
}
