import { onAbort } from './abort.ts'
import { systemClock } from './clock.ts'

/** Rejects work that has exceeded its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/**
 * Does work under a signal of its own, which aborts after `ms` of the clock or with the outer signal. Rejects at that moment,
 * even if the work ignores its signal: with a TimeLimitError, or with the outer signal's reason.
 */
export function withTimeout<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  clock = systemClock,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController()
    const giveUp = (reason: unknown) => {
      inner.abort(reason)
      reject(reason)
    }
    if (outer.aborted) return giveUp(outer.reason)
    const stopListening = onAbort(outer, giveUp)
    const stopTimer = clock.setTimer(ms, () => giveUp(new TimeLimitError(`not within ${ms} ms`)))
    work(inner.signal)
      .then(resolve, reject)
      .finally(() => {
        stopTimer()
        stopListening()
      })
  })
}
