import { systemClock, type Clock } from './clock.ts'

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
