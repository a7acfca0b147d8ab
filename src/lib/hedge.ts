import { onAbort } from './abort.ts'
import { systemClock, type Clock } from './clock.ts'

/** The abort reason of the slower of two tries. */
export const lostHedge = new Error('the other of two tries was faster')

interface HedgeOptions {
  /** Milliseconds after which a try that has not ended is hedged. */
  afterMs: number
  clock?: Clock
  /** Whether a second try is allowed; called after `afterMs`. */
  mayHedge: () => boolean
  /** Called when one of two tries has answered; `hasWon` tells whether the second try was faster. */
  onEnd: (hasWon: boolean) => void
}

/**
 * Tries some work, and tries it a second time in parallel when the first try takes long. The first answer counts, and the slower try is
 * aborted with `lostHedge`. When all tries have failed, rejects with the error of the first try. Only for idempotent work.
 */
export function hedged<T>(
  { afterMs, clock = systemClock, mayHedge, onEnd }: HedgeOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal, isSecond: boolean) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const tries = new Set<AbortController>()
    let isHedged = false
    let firstError: unknown
    const abortAll = (reason: unknown) => {
      for (const one of tries) one.abort(reason)
    }
    const settle = () => {
      stopTimer()
      stopListening()
    }
    const start = (isSecond: boolean) => {
      const own = new AbortController()
      tries.add(own)
      work(own.signal, isSecond).then(
        (value) => {
          // The other try was faster.
          if (!tries.delete(own)) return
          settle()
          abortAll(lostHedge)
          tries.clear()
          if (isHedged) onEnd(isSecond)
          resolve(value)
        },
        (error: unknown) => {
          tries.delete(own)
          // The error of the second try may only mean that it got no permit.
          if (!isSecond) firstError = error
          if (tries.size > 0) return
          settle()
          reject(firstError)
        },
      )
    }
    const stopTimer = clock.setTimer(afterMs, () => {
      if (!mayHedge()) return
      isHedged = true
      start(true)
    })
    start(false)
    const stopListening = onAbort(signal, abortAll)
  })
}
