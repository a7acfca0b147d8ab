import { abortable } from '../abort.ts'
import { systemClock, type Clock } from '../clock.ts'

export interface GcraLimiterOptions {
  /** Interval in which one permit becomes available. */
  intervalMs: number
  /** Maximum number of permits that can be taken at once. */
  burst: number
  /** The number of processes that divide the permits, read again for each permit; 1 by default. */
  processes?: () => number
  /** Longest wait for a permit; a caller that would wait longer is refused at once. */
  maxWaitMs: number
  /** Creates the error of a refusal from the wait that would be needed. */
  refusal: (waitMs: number) => Error
  clock?: Clock
}

/**
 * A rate limiter by the generic cell rate algorithm (GCRA): a token bucket that stores one time instead of a token count. Permits are given
 * in the order of the requests; a caller that aborts while waiting uses no permit.
 * @example
 *   const refusal = (waitMs: number) => new Error(`busy for ${waitMs} ms`)
 *   const limiter = createGcraLimiter({ intervalMs: 1_000, burst: 2, maxWaitMs: 500, refusal })
 *   await limiter.acquire(signal) // the third permit within a second is refused
 */
export function createGcraLimiter(options: GcraLimiterOptions) {
  const { burst, maxWaitMs, refusal, processes = () => 1, clock = systemClock } = options
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const intervalMs = () => options.intervalMs * processes()
  const toleranceMs = () => (Math.max(1, Math.floor(burst / processes())) - 1) * intervalMs()
  /** GCRA's theoretical arrival time: when the bucket would be full again. */
  let arrivalAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined

  const nextPermitMs = () => Math.max(0, arrivalAt - toleranceMs() - clock.now(), pausedUntil - clock.now())

  const giveOut = () => {
    stopTimer = undefined
    while (waiting.length > 0 && nextPermitMs() === 0) {
      arrivalAt = Math.max(arrivalAt, clock.now()) + intervalMs()
      waiting.shift()?.resolve()
    }
    if (waiting.length > 0) stopTimer = clock.setTimer(nextPermitMs(), giveOut)
  }

  return {
    /** Waits for a permit; rejects with the signal's reason when it aborts, and with the refusal when the wait is too long. */
    acquire: (signal: AbortSignal) =>
      abortable<void>(signal, (resolve, reject) => {
        const waitMs = nextPermitMs() + waiting.length * intervalMs()
        if (waitMs > maxWaitMs) return reject(refusal(waitMs))
        const entry = { resolve, reject }
        waiting.push(entry)
        if (!stopTimer) giveOut()
        return () => void waiting.splice(waiting.indexOf(entry), 1)
      }),
    /** Gives no permit for `ms`; waiting callers that would now wait too long are refused. */
    pauseFor(ms: number): void {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
      const firstMs = nextPermitMs()
      const keptCount = firstMs > maxWaitMs ? 0 : 1 + Math.floor((maxWaitMs - firstMs) / Math.max(1, intervalMs()))
      for (const [index, { reject }] of waiting.splice(keptCount).entries())
        reject(refusal(firstMs + (keptCount + index) * intervalMs()))
    },
    waiting: () => waiting.length,
  }
}
