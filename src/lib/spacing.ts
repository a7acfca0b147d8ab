import { RapsheetError } from '../model/error.ts'

export interface SpacingOptions {
  /** Least time between two turns. */
  intervalMs: number
  /** Longest wait for a turn; whoever would wait longer is refused at once. */
  maxWaitMs: number
}

/** Waits for a turn; rejects with the signal's reason when it aborts, and with `overloaded` when the wait would be too long. */
export type Spacing = (signal: AbortSignal) => Promise<void>

/** Hands out turns one after another, a set time apart; those who leave while waiting give their place away. */
export function createSpacing({ intervalMs, maxWaitMs }: SpacingOptions): Spacing {
  const waiting: (() => void)[] = []
  let nextTurnAt = 0
  let timer: NodeJS.Timeout | undefined

  const handOut = () => {
    timer = undefined
    const take = waiting.shift()
    if (!take) return
    nextTurnAt = performance.now() + intervalMs
    take()
    if (waiting.length > 0) timer = setTimeout(handOut, intervalMs)
  }

  return (signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const untilNextMs = Math.max(0, nextTurnAt - performance.now())
      const waitMs = untilNextMs + waiting.length * intervalMs
      if (waitMs > maxWaitMs) {
        const retryAfter = Math.ceil(waitMs / 1000)
        return reject(
          new RapsheetError(
            'overloaded',
            `Inventories are asked one by one, and too many are waiting; try again in ${retryAfter} s.`,
            { retryAfter },
          ),
        )
      }
      const take = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(take), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(take)
      if (untilNextMs === 0 && timer === undefined) handOut()
      else timer ??= setTimeout(handOut, untilNextMs)
    })
}
