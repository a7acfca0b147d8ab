import { plainClock, startTimer } from './loop-clock.ts'
import type { LoopClock } from './loop-clock.ts'

/** Why the slower of two tries was given up. */
export const lostHedge = new Error('the other of two tries was faster')

export interface HedgeOptions {
  /** After so many milliseconds without an end a second try is made. */
  afterMs: number
  /** By which `afterMs` is measured. */
  clock?: LoopClock
  /** Asked at that moment. */
  mayHedge: () => boolean
  /** Hears which of two tries brought the answer. */
  onEnd: (hasWon: boolean) => void
}

/**
 * Does work, and the same once more beside it when it takes long; the first answer counts and the other try is aborted
 * with `lost_hedge`. Rejects when no try is left that could answer. Only for work that may be done twice.
 */
export function hedged<T>(
  { afterMs, clock = plainClock, mayHedge, onEnd }: HedgeOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal, isSecond: boolean) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const tries = new Set<AbortController>()
    let isHedged = false
    const onAbort = () => {
      for (const one of tries) one.abort(signal.reason)
    }
    const settle = () => {
      stopTimer()
      signal.removeEventListener('abort', onAbort)
    }
    const start = (isSecond: boolean) => {
      const own = new AbortController()
      tries.add(own)
      work(own.signal, isSecond).then(
        (value) => {
          tries.delete(own)
          settle()
          for (const other of tries) other.abort(lostHedge)
          tries.clear()
          if (isHedged) onEnd(isSecond)
          isHedged = false
          resolve(value)
        },
        (error: unknown) => {
          tries.delete(own)
          if (tries.size > 0) return
          settle()
          reject(error)
        },
      )
    }
    const stopTimer = startTimer(clock, afterMs, () => {
      if (!mayHedge()) return
      isHedged = true
      start(true)
    })
    signal.addEventListener('abort', onAbort, { once: true })
    start(false)
    // Whoever had left before is not heard again.
    if (signal.aborted) onAbort()
  })
}
