export interface GcraLimiterOptions {
  /** Time after which one turn comes back. */
  intervalMs: number
  /** Turns that may be taken at once after a quiet time. */
  burst: number
  /** Longest wait for a turn; whoever would wait longer is refused at once. */
  maxWaitMs: number
  /** The error to refuse with, given how long the wait would be. */
  refusal: (waitMs: number) => Error
}

/** A queue that lets its members pass a set time apart, but for a few at once after a quiet time. */
export interface GcraLimiter {
  /** Waits for a turn; rejects with the signal's reason when it aborts, and with the refusal when the wait would be too long. */
  acquire(signal: AbortSignal): Promise<void>
  /** Gives no turn to anybody for so long; those who would wait too long now are refused. */
  pauseFor(ms: number): void
  /** How many wait. */
  waiting(): number
}

/** Hands out turns in the order they are asked for; those who leave while waiting give their place away. */
export function createGcraLimiter({ intervalMs, burst, maxWaitMs, refusal }: GcraLimiterOptions): GcraLimiter {
  const waiting: { take: () => void; refuse: (error: Error) => void }[] = []
  const slack = (burst - 1) * intervalMs
  // When the queue would be back at rest if nobody came any more; it may run ahead of the clock by the slack.
  let restAt = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const untilNext = () => Math.max(0, restAt - slack - performance.now(), heldUntil - performance.now())

  const handOut = () => {
    timer = undefined
    while (waiting.length > 0 && untilNext() === 0) {
      restAt = Math.max(restAt, performance.now()) + intervalMs
      waiting.shift()?.take()
    }
    if (waiting.length > 0) timer = setTimeout(handOut, untilNext())
  }

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const waitMs = untilNext() + waiting.length * intervalMs
        if (waitMs > maxWaitMs) return reject(refusal(waitMs))
        const entry = {
          take() {
            signal.removeEventListener('abort', leave)
            resolve()
          },
          refuse(error: Error) {
            signal.removeEventListener('abort', leave)
            reject(error)
          },
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
        if (timer === undefined) handOut()
      }),
    pauseFor(ms) {
      heldUntil = Math.max(heldUntil, performance.now() + ms)
      const firstMs = untilNext()
      const inTime = firstMs > maxWaitMs ? 0 : 1 + Math.floor((maxWaitMs - firstMs) / Math.max(1, intervalMs))
      for (const [index, { refuse }] of waiting.splice(inTime).entries())
        refuse(refusal(firstMs + (inTime + index) * intervalMs))
    },
    waiting: () => waiting.length,
  }
}
