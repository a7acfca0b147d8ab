import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What the process may have too little of. */
export const OVERLOAD_REASONS = ['event_loop', 'memory'] as const
export type OverloadReason = (typeof OVERLOAD_REASONS)[number]

/** How the process does. */
export interface ProcessLoad {
  /** By how much the event loop was late on average since the reading before, milliseconds. */
  delayMs: number
  /** Resident memory. */
  memoryBytes: number
}

/** Reads how the process does. */
export interface LoadMeter {
  read(): ProcessLoad
  stop(): void
}

export interface LoadSheddingOptions {
  /** Delay of the event loop above which there is pressure; 0 is none. */
  eventLoopMs: number
  /** Resident memory above which there is pressure; 0 is none. */
  memoryBytes: number
  meter?: LoadMeter
}

/** Tells whether the process has more to do than it can. */
export interface LoadShedder {
  /** What there is too little of, so that new work has to be refused; null while all is well. */
  overloadReason(): OverloadReason | null
  stop(): void
}

/** Seconds after which it may be over; to be told to whoever is refused meanwhile. */
export const SHED_RETRY_SECONDS = 5

const SAMPLE_MS = 1_000
const RESOLUTION_MS = 10
/** Pressure ends below this share of what it began above, so that it does not come and go with every reading. */
const RELIEF = 0.8

/**
 * Looks once a second how the process does. Ours, because what is kept of this kind is a plug-in of a framework
 * (`@fastify/under-pressure`), and the others (`toobusy-js`) are neither kept nor look at memory.
 */
export function createLoadShedder({ eventLoopMs, memoryBytes, meter }: LoadSheddingOptions): LoadShedder {
  if (eventLoopMs === 0 && memoryBytes === 0) return { overloadReason: () => null, stop: () => {} }
  const { read, stop } = meter ?? createLoadMeter()
  let isLate = false
  let isFull = false
  const isOver = (value: number, limit: number, wasOver: boolean) =>
    limit > 0 && value > (wasOver ? limit * RELIEF : limit)
  const timer = setInterval(() => {
    const load = read()
    isLate = isOver(load.delayMs, eventLoopMs, isLate)
    isFull = isOver(load.memoryBytes, memoryBytes, isFull)
  }, SAMPLE_MS).unref()
  return {
    overloadReason() {
      if (isLate) return 'event_loop'
      return isFull ? 'memory' : null
    },
    stop() {
      clearInterval(timer)
      stop()
    },
  }
}

/** Reads this process. Of delays the mean, not the worst: one long pause, as for a collection of garbage, is over when it can be seen. */
export function createLoadMeter(readRss = process.memoryUsage.rss): LoadMeter {
  let memoryBytes = 0
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return {
    read() {
      const delayMs = delays.mean / 1e6 - RESOLUTION_MS
      delays.reset()
      try {
        memoryBytes = readRss()
      } catch {
        // Node opens a file for it, and none may be opened when the file descriptors are used up: keep the last reading.
      }
      return { delayMs, memoryBytes }
    },
    stop: () => delays.disable(),
  }
}
