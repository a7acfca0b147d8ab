import { performance as nodePerformance } from 'node:perf_hooks'
import { createClock, systemClock, type Clock } from './clock.ts'

/** How often the delay of the event loop is measured. */
const TICK_MS = 10
/** Timers are never exact: a shorter delay does not count. */
const TOLERANCE_MS = 2
/** Time constant of the moving average of the busy share: one or two requests do not make the event loop busy. */
const AVERAGED_MS = 60
/** Share of busy time above which the event loop counts as busy: our sockets may then hold unread data. */
const BUSY_SHARE = 0.8

/** A clock for measuring other systems: it stands still while this process's own event loop is late. */
export interface LoopClock extends Clock {
  /** Total time for which the clock has stood still, milliseconds. */
  delayMs(): number
  /** Whether the event loop has hardly been idle for the last tenth of a second. */
  isBusy(): boolean
}

/** The system clock as a loop clock that never stands still and is never busy. */
export const plainClock: LoopClock = { ...systemClock, delayMs: () => 0, isBusy: () => false }

/** The two times that a loop clock is computed from, milliseconds; `idleMs` is the total idle time of the event loop. */
const realTimes = { now: () => performance.now(), idleMs: () => nodePerformance.nodeTiming.idleTime }

/**
 * Starts a clock that measures the delay of the event loop with a timer, until it is stopped. The timer does not keep the process alive.
 */
export function startLoopClock(times = realTimes): LoopClock & { stop(): void } {
  let lateMs = 0
  let tickedAt = times.now()
  let idleMs = times.idleMs()
  let busyShare = 0
  const latenessAt = (now: number) => Math.max(0, now - tickedAt - TICK_MS - TOLERANCE_MS)
  const delayMs = (now = times.now()) => lateMs + latenessAt(now)
  const timer = setInterval(() => {
    const now = times.now()
    const idleNowMs = times.idleMs()
    const passedMs = now - tickedAt
    const share = 1 - (idleNowMs - idleMs) / passedMs
    busyShare += (share - busyShare) * (1 - Math.exp(-passedMs / AVERAGED_MS))
    lateMs += latenessAt(now)
    tickedAt = now
    idleMs = idleNowMs
  }, TICK_MS).unref()
  const clock = createClock(() => {
    const now = times.now()
    return now - delayMs(now)
  })
  return {
    ...clock,
    delayMs: () => delayMs(),
    isBusy: () => busyShare > BUSY_SHARE,
    stop: () => clearInterval(timer),
  }
}
