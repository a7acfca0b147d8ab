import { METHODS, type Method } from './methods.ts'

/** One call; `ids` are Steam ids, a custom name, or the path of an image. */
type CallRecord = { method: Method; ids: readonly string[]; at: number }

/** The calls since the start or the last reset. */
export type Calls = {
  total: () => number
  count: (method: Method) => number
  /** The number of ids in all calls of the method. */
  ids: (method: Method) => number
  /** The latest calls, oldest first. */
  log: readonly CallRecord[]
  reset: () => void
}

/** The counts, and the current and maximum number of calls in flight. */
export type CallCounter = {
  calls: Calls
  inFlight: (method?: Method) => number
  maxInFlight: (method?: Method) => number
  /** Counts a call; the returned function marks its end. */
  begin(method: Method, ids: readonly string[]): () => void
}

const LOG_CALLS = 10_000

/** Creates a counter at zero. */
export function createCallCounter(): CallCounter {
  const all = createUsage()
  const usages = Object.fromEntries(METHODS.map((method) => [method, createUsage()])) as Record<Method, Usage>
  const log: CallRecord[] = []
  const usageOf = (method?: Method): Usage => (method === undefined ? all : usages[method])

  return {
    calls: {
      total: () => all.count,
      count: (method) => usages[method].count,
      ids: (method) => usages[method].ids,
      log,
      reset() {
        log.length = 0
        // Calls in flight stay counted.
        for (const usage of [all, ...Object.values(usages)]) {
          Object.assign(usage, { count: 0, ids: 0, maxInFlight: usage.inFlight })
        }
      },
    },
    inFlight: (method) => usageOf(method).inFlight,
    maxInFlight: (method) => usageOf(method).maxInFlight,

    begin(method, ids) {
      const touched = [all, usages[method]]
      for (const usage of touched) {
        usage.count += 1
        usage.ids += ids.length
        usage.inFlight += 1
        usage.maxInFlight = Math.max(usage.maxInFlight, usage.inFlight)
      }
      log.push({ method, ids, at: Date.now() })
      if (log.length > LOG_CALLS) log.shift()
      return () => {
        for (const usage of touched) usage.inFlight -= 1
      }
    },
  }
}

type Usage = { count: number; ids: number; inFlight: number; maxInFlight: number }

function createUsage(): Usage {
  return { count: 0, ids: 0, inFlight: 0, maxInFlight: 0 }
}
