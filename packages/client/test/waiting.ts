import type { Clock } from '../src/index.ts'

/** Lets promises and sockets make progress. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A clock that only the test advances. */
export function createTestClock() {
  let now = 1_000_000
  const timers = new Set<{ at: number; callback: () => void }>()
  const clock: Clock = {
    now: () => now,
    setTimer: (ms, callback) => {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  return {
    ...clock,
    /** Advances the time and runs the timers that are due. */
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        await turn()
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.callback()
      }
      now = end
      await turn()
    },
    /** The number of pending timers. */
    pending: () => timers.size,
    /** Milliseconds until the next timer; Infinity without one. */
    untilNext: () => Math.min(...[...timers].map(({ at }) => at)) - now,
  }
}

/** Waits until a condition is met, checked in each turn of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  const start = performance.now()
  while (!isSo()) {
    if (performance.now() - start > 20_000) throw new Error('waited for 20 s')
    await turn()
  }
}

/** All items of a stream. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of source) all.push(item)
  return all
}

/** The error of this class that a promise rejects with; throws if it resolves or rejects with anything else. */
export async function rejectionOf<Failure extends Error>(
  kind: new (...args: never) => Failure,
  work: Promise<unknown>,
): Promise<Failure> {
  const error: unknown = await work.then(
    () => new Error('did not reject'),
    (reason: unknown) => reason,
  )
  if (error instanceof kind) return error
  throw new Error(`did not reject with a ${kind.name}`, { cause: error })
}
