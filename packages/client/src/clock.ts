/** The source of all times. */
export interface Clock {
  /** Monotonic milliseconds. */
  now: () => number
  /** Calls back once, in `ms` milliseconds; returns a function that cancels it. */
  setTimer: (ms: number, callback: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves in `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export const sleep = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.setTimer(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
