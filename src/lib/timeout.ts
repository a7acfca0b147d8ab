import { onAbort } from './abort.ts'
import { type Clock, systemClock } from './clock.ts'

/** The error of work that has exceeded its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/**
 * Does work under its own signal, which aborts after `ms` of the clock or with an outer signal. Rejects at that moment, even if the work
 * ignores its signal: with a TimeLimitError, or with the outer signal's reason. `AbortSignal.any` is not used, because in Node 20 it leaks
 * memory with a signal that lives as long as the process.
 */
export function withTimeout<T>(
  ms: number,
  outer: AbortSignal | readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
  clock: Pick<Clock, 'setTimer'> = systemClock,
): Promise<T> {
  const outers = [outer].flat()
  const aborted = outers.find((signal) => signal.aborted)
  return new Promise((resolve, reject) => {
    if (aborted) return reject(aborted.reason)
    const inner = new AbortController()
    const end = (reason: unknown) => {
      cleanUp()
      inner.abort(reason)
      reject(reason)
    }
    const cleanUps = [
      clock.setTimer(ms, () => end(new TimeLimitError(`not within ${ms} ms`))),
      ...outers.map((signal) => onAbort(signal, end)),
    ]
    const cleanUp = () => {
      for (const each of cleanUps) each()
    }
    work(inner.signal).then(resolve, reject).finally(cleanUp)
  })
}

/**
 * Whether `work` ends within `ms` of the clock; rejects when `work` fails within that time. Work that takes longer goes on.
 * @example
 *   if (!(await endsWithin(2_000, pool.end()))) pool.destroy()
 */
export function endsWithin(
  ms: number,
  work: Promise<unknown>,
  clock: Pick<Clock, 'setTimer'> = systemClock,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.setTimer(ms, () => resolve(false))
    work.then(() => resolve(true), reject).finally(stopTimer)
  })
}
