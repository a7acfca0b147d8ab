import { METHODS, type Method } from './methods.ts'

/** One call; `ids` are Steam ids, a custom name, or the path of an image. */
type CallRecord = { method: Method; ids: readonly string[]; at: number }

/** The counted calls, and those in flight. */
export type CallCounter = ReturnType<typeof createCallCounter>

const LOG_CALLS = 10_000

/** Creates a counter at zero. */
export function createCallCounter() {
  const all = createUsage()
  const usages = Object.fromEntries(METHODS.map((method) => [method, createUsage()])) as Record<Method, Usage>
  const log: CallRecord[] = []
  const usageOf = (method?: Method): Usage => (method === undefined ? all : usages[method])

  return {
    /** The calls since the start or the last reset. */
    calls: {
      total: () => all.count,
      count: (method: Method) => usages[method].count,
      /** The number of ids in all calls of the method. */
      ids: (method: Method) => usages[method].ids,
      /** The latest calls, oldest first. */
      log: log as readonly CallRecord[],
      reset(): void {
        log.length = 0
        // Calls in flight stay counted.
        for (const usage of [all, ...Object.values(usages)]) {
          Object.assign(usage, { count: 0, ids: 0, maxInFlight: usage.inFlight })
        }
      },
    },
    inFlight: (method?: Method) => usageOf(method).inFlight,
    maxInFlight: (method?: Method) => usageOf(method).maxInFlight,
    /** Counts a call; the returned function marks its end. */
    begin(method: Method, ids: readonly string[]): () => void {
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
