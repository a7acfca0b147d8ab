import { abortable } from './abort.ts'
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
  return abortable<T>(outer, (resolve, reject) => {
    const inner = new AbortController()
    const stopTimer = clock.setTimer(ms, () => {
      const error = new TimeLimitError(`not within ${ms} ms`)
      inner.abort(error)
      reject(error)
    })
    work(inner.signal).then(resolve, reject).finally(stopTimer)
    return () => inner.abort(outer.reason)
  })
}

/** What `work` resolves to, or `otherwise` when that takes longer than `ms` of the clock. The work itself goes on. */
export function settledWithin<T, O>(ms: number, work: Promise<T>, otherwise: O, clock = systemClock): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.setTimer(ms, () => resolve(otherwise))
    work.then(resolve, reject).finally(stopTimer)
  })
}
