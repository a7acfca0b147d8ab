import { systemClock } from './clock.ts'

/** What `work` resolves to, or `otherwise` when that takes longer than `ms` of the clock. The work itself goes on. */
export function settledWithin<T, O>(ms: number, work: Promise<T>, otherwise: O, clock = systemClock): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.setTimer(ms, () => resolve(otherwise))
    work.then(resolve, reject).finally(stopTimer)
  })
}
