export interface SpacingOptions {
  /** Least time between two turns. */
  intervalMs: number
  /** Longest wait for a turn; whoever would wait longer is refused at once. */
  maxWaitMs: number
  /** The error to refuse with, given how long the wait would be. */
  refusal: (waitMs: number) => Error
}

/** Waits for a turn; rejects with the signal's reason when it aborts, and with the refusal when the wait would be too long. */
export type Spacing = (signal: AbortSignal) => Promise<void>

/** Hands out turns one after another, a set time apart; those who leave while waiting give their place away. */
export function createSpacing({ intervalMs, maxWaitMs, refusal }: SpacingOptions): Spacing {
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
      if (waitMs > maxWaitMs) return reject(refusal(waitMs))
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
