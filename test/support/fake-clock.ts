import { abortable } from '../../src/lib/abort.ts'
import type { Clock } from '../../src/lib/clock.ts'

export interface FakeClock extends Clock {
  /** Advances the time and runs the timers that are due. */
  advance(ms: number): Promise<void>
  /** The number of pending timers. */
  pending(): number
  /** Milliseconds until the next timer; Infinity without one. */
  untilNext(): number
}

/** Lets promises and sockets make progress. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * A clock that only the test advances. With `skipsSleeps`, sleeps advance it too, so that backoffs take no real time;
 * timers then run once sleeps have advanced it far enough.
 */
export function createFakeClock({ skipsSleeps = false } = {}): FakeClock {
  let now = 1_000_000
  const timers = new Set<{ at: number; callback: () => void }>()
  const setTimer = (ms: number, callback: () => void) => {
    const timer = { at: now + ms, callback }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const advance = async (ms: number) => {
    const until = now + ms
    for (;;) {
      await turn()
      const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
      if (!next) break
      timers.delete(next)
      now = Math.max(now, next.at)
      next.callback()
    }
    now = Math.max(now, until)
    await turn()
  }
  return {
    now: () => now,
    unixSeconds: () => Math.floor(now / 1000),
    unixMs: () => now,
    setTimer,
    sleep: (ms, signal) =>
      abortable<void>(signal, (resolve) => {
        const cancel = setTimer(ms, () => resolve())
        if (skipsSleeps) void advance(ms)
        return cancel
      }),
    advance,
    pending: () => timers.size,
    untilNext: () => Math.max(0, Math.min(...[...timers].map(({ at }) => at)) - now),
  }
}
