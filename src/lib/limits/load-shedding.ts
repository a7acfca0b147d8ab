import { monitorEventLoopDelay } from 'node:perf_hooks'

export const OVERLOAD_REASONS = ['event_loop', 'memory'] as const
export type OverloadReason = (typeof OVERLOAD_REASONS)[number]

export interface ProcessLoad {
  /** Mean delay of the event loop, milliseconds, with the longest delay left out; NaN until enough delays have been measured. */
  delayMs: number
  memoryBytes: number
}

interface LoadSheddingOptions {
  /** Event loop delay above which the process is overloaded, milliseconds; 0 turns the check off. */
  eventLoopMs: number
  /** Resident memory above which the process is overloaded; 0 turns the check off. */
  memoryBytes: number
  meter?: ReturnType<typeof createLoadMeter>
}

/** The Retry-After of refused work, seconds. */
export const SHED_RETRY_SECONDS = 5

const SAMPLE_MS = 1_000
const RESOLUTION_MS = 10
/** Hysteresis: an overload ends below this share of its threshold. */
const RECOVERY_SHARE = 0.8

/**
 * Creates the load shedder, which measures the load once a second and decides whether new work is refused. Hand-made, because
 * `@fastify/under-pressure` is a plug-in of a framework, and `toobusy-js` is unmaintained and does not measure memory.
 */
export function createLoadShedder({ eventLoopMs, memoryBytes, meter }: LoadSheddingOptions) {
  if (eventLoopMs === 0 && memoryBytes === 0) return { overloadReason: () => null, load: () => null, stop: () => {} }
  const { read, stop } = meter ?? createLoadMeter()
  let isLate = false
  let isFull = false
  let latest: ProcessLoad | null = null
  const isOver = (value: number, limit: number, wasOver: boolean) =>
    limit > 0 && value > (wasOver ? limit * RECOVERY_SHARE : limit)
  const timer = setInterval(() => {
    latest = read()
    isLate = isOver(latest.delayMs, eventLoopMs, isLate)
    isFull = isOver(latest.memoryBytes, memoryBytes, isFull)
  }, SAMPLE_MS).unref()
  return {
    /** Why new work is to be refused; null while the process is not overloaded. */
    overloadReason(): OverloadReason | null {
      if (isLate) return 'event_loop'
      return isFull ? 'memory' : null
    },
    /** The latest measurement; null before the first measurement, and while both checks are off. */
    load: (): ProcessLoad | null => latest,
    stop() {
      clearInterval(timer)
      stop()
    },
  }
}

/**
 * Minimum number of measured delays for a mean. With fewer, the delays are kept for the next reading: of two delays, only one would remain,
 * because the longest is left out.
 */
const ENOUGH_DELAYS = 3

/**
 * Measures this process. The longest delay is left out: a single pause, such as a garbage collection or the time for which a
 * hypervisor froze the process, is no overload.
 */
export function createLoadMeter(readRss = process.memoryUsage.rss) {
  let memoryBytes = 0
  let delayMs = Number.NaN
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return {
    read(): ProcessLoad {
      const { count, mean, max } = delays
      if (count >= ENOUGH_DELAYS) {
        delayMs = (mean * count - max) / (count - 1) / 1e6 - RESOLUTION_MS
        delays.reset()
      }
      try {
        memoryBytes = readRss()
      } catch {
        // Node opens a file for this, which fails without a free file descriptor; the last reading is kept then.
      }
      return { delayMs, memoryBytes }
    },
    stop: () => void delays.disable(),
  }
}
