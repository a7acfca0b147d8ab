import { plainClock, startTimer } from './loop-clock.ts'

/** Why work under a time limit was given up. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeIsUp'
}

/**
 * Does work under a signal of its own, which aborts after `ms` of the clock or with the outer signal. Rejects at that moment,
 * whether the work listens or not: with a TimeIsUp, or with the outer signal's reason.
 */
export function withTimeout<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  clock = plainClock,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController()
    const giveUp = (reason: unknown) => {
      inner.abort(reason)
      reject(reason)
    }
    const onAbort = () => giveUp(outer.reason)
    if (outer.aborted) return onAbort()
    outer.addEventListener('abort', onAbort, { once: true })
    const stopTimer = startTimer(clock, ms, () => giveUp(new TimeLimitError(`not within ${ms} ms`)))
    work(inner.signal)
      .then(resolve, reject)
      .finally(() => {
        stopTimer()
        outer.removeEventListener('abort', onAbort)
      })
  })
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
