import { abortable } from './abort.ts'

/** Maximum number of extensions of a timer while its clock stands still, each by no more than the timer's length. */
const MAX_TIMER_EXTENSIONS = 3

/** A stored time that is further ahead than this, seconds, was stored while the clock was wrong. */
export const MAX_AHEAD_SECONDS = 3_600

/** The source of all times: a parameter wherever time matters, so that tests can set it. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number
  /** Wall-clock time. */
  unixSeconds(): number
  /** Wall-clock time, milliseconds. */
  unixMs(): number
  /** Calls back once when `ms` have passed by `now`; returns a function that cancels it. */
  setTimer(ms: number, callback: () => void): () => void
  /** Resolves when `ms` have passed; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * A clock on top of `now`, which may stand still while the event loop is late (`loop-clock.ts`). Timers are then extended a few
 * times, so that data that has reached our sockets is read before a time limit ends.
 */
export function createClock(now: () => number): Clock {
  const setTimer = (ms: number, callback: () => void) => {
    const endsAt = now() + ms
    let extensions = 0
    let timer: NodeJS.Timeout
    const check = () => {
      const leftMs = endsAt - now()
      // Node's timers are due up to a millisecond early.
      if (leftMs < 1 || extensions++ === MAX_TIMER_EXTENSIONS) callback()
      else timer = setTimeout(check, Math.ceil(leftMs))
    }
    timer = setTimeout(check, ms)
    return () => clearTimeout(timer)
  }
  return {
    now,
    unixSeconds: () => Math.floor(Date.now() / 1000),
    unixMs: () => Date.now(),
    setTimer,
    sleep: (ms, signal) => abortable(signal, (resolve) => setTimer(ms, () => resolve(undefined))),
  }
}

/** The part of a clock that is needed for the age of answers. */
export type WallClock = Pick<Clock, 'unixSeconds'>

export const systemClock: Clock = createClock(() => performance.now())
