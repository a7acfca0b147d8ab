import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { RequestRecord } from './http/handler.ts'
import type { CallRecord } from './steam/transport.ts'
import type { ReadOutcome } from './store/store.ts'

/** Everything that is counted, as functions to hand to those who know. */
export interface Metrics {
  onRequest(record: RequestRecord): void
  onCall(record: CallRecord): void
  readsOf(namespace: string): (outcome: ReadOutcome) => void
  onStoreTrouble(event: string): void
  onUnknownStats(count: number): void
  /** All of it in Prometheus' text format. */
  text(): Promise<{ type: string; text: string }>
}

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Starts counting. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'rapsheet_' })
  const requests = new Histogram({
    name: 'rapsheet_http_request_duration_seconds',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  })
  const calls = new Histogram({
    name: 'rapsheet_steam_call_duration_seconds',
    help: 'Calls to Steam, by method and outcome: a status, or what stood in place of an answer.',
    labelNames: ['method', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const reads = new Counter({
    name: 'rapsheet_remembered_total',
    help: 'Questions by where their answer was found: in memory, on disk or nowhere.',
    labelNames: ['namespace', 'outcome'],
    registers,
  })
  const troubles = new Counter({
    name: 'rapsheet_store_trouble_total',
    help: 'Failures of the store, by event; each cost an upstream call at most.',
    labelNames: ['event'],
    registers,
  })
  const unknownStats = new Counter({
    name: 'rapsheet_unknown_stats_total',
    help: 'Game counters Steam sent that the mapping does not know.',
    registers,
  })
  // Finding the child of a set of labels costs prom-client more than counting does, and these two are hot.
  const requestChild = memoize((route: string, method: string, status: number) =>
    requests.labels({ route, method, status }),
  )
  return {
    onRequest({ route, method, status, durationMs }) {
      // Methods are the client's words: only the known ones become labels.
      const known = method === 'GET' || method === 'POST' ? method : 'other'
      requestChild(route, known, status).observe(durationMs / 1000)
    },
    onCall({ method, outcome, durationMs }) {
      calls.observe({ method, outcome }, durationMs / 1000)
    },
    readsOf(namespace) {
      const children = {
        memory: reads.labels({ namespace, outcome: 'memory' }),
        disk: reads.labels({ namespace, outcome: 'disk' }),
        miss: reads.labels({ namespace, outcome: 'miss' }),
      }
      return (outcome) => children[outcome].inc()
    },
    onStoreTrouble(event) {
      troubles.inc({ event })
    },
    onUnknownStats(count) {
      unknownStats.inc(count)
    },
    async text() {
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

function memoize<Child>(make: (route: string, method: string, status: number) => Child): typeof make {
  const made = new Map<string, Child>()
  return (route, method, status) => {
    const key = `${method} ${status} ${route}`
    let child = made.get(key)
    if (!child) made.set(key, (child = make(route, method, status)))
    return child
  }
}
