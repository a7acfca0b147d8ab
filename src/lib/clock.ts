import { abortable } from './abort.ts'

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

const setTimer: Clock['setTimer'] = (ms, callback) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** The part of a clock that is needed for the age of answers. */
export type WallClock = Pick<Clock, 'unixSeconds'>

export const systemClock: Clock = {
  now: () => performance.now(),
  unixSeconds: () => Math.floor(Date.now() / 1000),
  unixMs: () => Date.now(),
  setTimer,
  sleep: (ms, signal) => abortable(signal, (resolve) => setTimer(ms, () => resolve(undefined))),
}

/** A clock whose wall-clock time can be set to the time of another machine. */
export interface AdjustableClock extends Clock {
  /** Sets the wall-clock time: `unixMs` was the time when `now()` was `atMs`. */
  set(unixMs: number, atMs: number): void
}

/**
 * The clock of a process. Until it is set, it shows the time of this machine. From then on it counts from the time that it was
 * set to, so that a change of this machine's time has no effect.
 */
export function createAdjustableClock(base: Clock = systemClock): AdjustableClock {
  let startedAtMs: number | undefined
  const unixMs = () => (startedAtMs === undefined ? base.unixMs() : Math.floor(startedAtMs + base.now()))
  return {
    ...base,
    unixMs,
    unixSeconds: () => Math.floor(unixMs() / 1000),
    set(ms, atMs) {
      startedAtMs = ms - atMs
    },
  }
}
