import { performance } from 'node:perf_hooks'

/** Length of the measured windows: one or two requests do not make the event loop busy. */
const WINDOW_MS = 30
const BUSY_SHARE = 0.8

/**
 * Starts to measure whether the event loop is busy: whether it has hardly been idle in the last window, so that our sockets may hold unread
 * data. The timer does not keep the process alive.
 */
export function startBusyMeter(): { isBusy: () => boolean; stop: () => void } {
  let last = performance.eventLoopUtilization()
  let share = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, last).utilization
    last = now
  }, WINDOW_MS).unref()
  return { isBusy: () => share > BUSY_SHARE, stop: () => clearInterval(timer) }
}
