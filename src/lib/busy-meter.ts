import { performance } from 'node:perf_hooks'

/** Least time over which the load is measured: one or two requests do not make the event loop busy. */
const MEASURED_MS = 60
const BUSY_SHARE = 0.8

/** Total times since the start of the process, milliseconds. */
type LoopTimes = Pick<ReturnType<typeof performance.eventLoopUtilization>, 'active' | 'idle'>

/**
 * Creates a function that tells whether the event loop has hardly been idle lately, since the last call but one or longer: our sockets may
 * then hold unread data.
 */
export function createBusyMeter(read: () => LoopTimes = performance.eventLoopUtilization): () => boolean {
  let before = read()
  let latest = before
  const passedMs = (since: LoopTimes, now: LoopTimes) => now.active + now.idle - since.active - since.idle
  return () => {
    const now = read()
    if (passedMs(latest, now) >= MEASURED_MS) [before, latest] = [latest, now]
    const ms = passedMs(before, now)
    return ms >= MEASURED_MS && (now.active - before.active) / ms > BUSY_SHARE
  }
}
