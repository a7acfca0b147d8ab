import { abortable } from './abort.ts'
import { systemClock } from './clock.ts'

/** The error of work that has exceeded its time limit. */
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

/** Whether `work` ends within `ms` of the clock; rejects when it fails in time. Work that takes longer goes on. */
export function endsWithin(ms: number, work: Promise<unknown>, clock = systemClock): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.setTimer(ms, () => resolve(false))
    work.then(() => resolve(true), reject).finally(stopTimer)
  })
}
