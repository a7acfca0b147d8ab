import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { InteractionSummary } from './discord/dispatch.ts'
import type { RefusalReason } from './http/errors.ts'
import type { RequestRecord } from './http/request-report.ts'
import { PRIORITY } from './lib/call-context.ts'
import { OVERLOAD_REASONS, type OverloadReason } from './lib/load-shedding.ts'
import { BUDGET_STATES, type BudgetReport } from './model/budget.ts'
import {
  STEAM_HOSTS,
  STEAM_METHODS,
  type CallRecord,
  type DeliveryEvent,
  type SteamMethod,
} from './steam/upstream/request.ts'
import type { Transport } from './steam/upstream/transport.ts'
import type { ReadOutcome } from './store/store.ts'

/** Callbacks with which the parts report events, and `watch…` functions that define gauges of the parts' state. */
export type Metrics = ReturnType<typeof createMetrics>
type Definer = ReturnType<typeof createDefiner>
/** Upper bounds of the buckets of all histograms, in seconds. */
const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type SteamState = Pick<Transport, 'limiters' | 'openCircuits' | 'blocked'>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'rapsheet_' })
  const define = createDefiner(registry)
  let rendering: Promise<{ type: string; body: Buffer }> | undefined
  return {
    ...createHttpMetrics(define),
    ...createSteamMetrics(define),
    ...createStoreMetrics(registry, define),
    ...createDiscordMetrics(define),
    watchLoadShedding(overloadReason: () => OverloadReason | null): void {
      define.flags(
        'rapsheet_load_shedding',
        'Whether new lookups are refused for this reason, 1 or 0.',
        'reason',
        OVERLOAD_REASONS,
        () => [overloadReason()].filter((reason) => reason !== null),
      )
    },
    /** All metrics in Prometheus' text format; concurrent requests share one rendering. */
    text(): Promise<{ type: string; body: Buffer }> {
      rendering ??= registry
        .metrics()
        .then((text) => ({ type: registry.contentType, body: Buffer.from(text) }))
        .finally(() => (rendering = undefined))
      return rendering
    },
  }
}

/** Defines metrics in a registry; gauges collect their values whenever metrics are requested. */
function createDefiner(registry: Registry) {
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void): void => {
    const metric = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset()
        collect(this)
      },
    })
    registry.registerMetric(metric)
  }
  return {
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, labelNames: string[] = []) =>
      new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers }),
    gauge,
    value: (name: string, help: string, read: () => number) => gauge(name, help, [], (metric) => metric.set(read())),
    /** A gauge with a series for each key: 1 for those that `on` returns, 0 for the others. */
    flags: (name: string, help: string, label: string, keys: readonly string[], on: () => readonly string[]) =>
      gauge(name, help, [label], (metric) => {
        const current = on()
        for (const key of keys) metric.set({ [label]: key }, current.includes(key) ? 1 : 0)
      }),
  }
}

function createHttpMetrics(define: Definer) {
  const requests = define.histogram(
    'rapsheet_http_request_duration_seconds',
    'Answered requests, by route, method and status.',
    ['route', 'method', 'status'],
  )
  const refusals = define.counter(
    'rapsheet_refusals_total',
    'Refused requests and connections, by reason: an error code, or the limit that was reached.',
    ['reason'],
  )
  return {
    onRequest({ route, method, status, durationMs }: RequestRecord): void {
      // Clients can send any method; the label `other` keeps the number of series small.
      const label = method === 'GET' || method === 'POST' ? method : 'other'
      requests.observe({ route, method: label, status }, durationMs / 1000)
    },
    onRefusal: (reason: RefusalReason): void => refusals.inc({ reason }),
    watchConnections(count: () => number, max: () => number): void {
      define.value('rapsheet_http_connections', 'Open HTTP connections.', count)
      define.value('rapsheet_http_connections_max', 'Maximum of open HTTP connections.', max)
    },
  }
}

function createSteamMetrics(define: Definer) {
  const calls = define.histogram(
    'rapsheet_steam_call_duration_seconds',
    'Attempts of calls to Steam, by method and outcome: a status, or why there was no usable answer.',
    ['method', 'outcome'],
  )
  const requests = define.counter(
    'rapsheet_steam_requests_total',
    'Requests for Steam data that the cache in memory could not answer, by method; several of them share a call.',
    ['method'],
  )
  const retries = define.counter(
    'rapsheet_steam_retries_total',
    'Retries of failed calls: made, or refused because the retry budget was used up.',
    ['outcome'],
  )
  const hedges = define.counter(
    'rapsheet_steam_hedges_total',
    'Hedged calls: won if the second call answered first, else lost.',
    ['outcome'],
  )
  const stale = define.counter(
    'rapsheet_stale_answers_total',
    'Lookups answered with expired answers because Steam could not be asked.',
  )
  const unknownStats = define.counter(
    'rapsheet_unknown_stats_total',
    'Game counters from Steam that the statistics table does not list.',
  )
  return {
    onCall: ({ method, outcome, durationMs }: CallRecord): void =>
      calls.observe({ method, outcome }, durationMs / 1000),
    onCacheMiss: (method: SteamMethod): void => requests.inc({ method }),
    onDelivery(event: DeliveryEvent): void {
      if (event.kind === 'retry') retries.inc({ outcome: event.outcome })
      else if (event.kind === 'hedge') hedges.inc({ outcome: event.outcome })
    },
    onStale: (): void => stale.inc(),
    onUnknownStats: (count: number): void => unknownStats.inc(count),
    watchSteam(transport: SteamState, dayBudget: () => BudgetReport | null): void {
      watchCalls(transport, define)
      watchDayBudget(dayBudget, define)
    },
  }
}

function watchCalls({ limiters, openCircuits, blocked }: SteamState, define: Definer): void {
  define.gauge('rapsheet_steam_calls_in_flight', 'Calls to Steam in flight.', ['origin'], (gauge) => {
    for (const [origin, { inFlight }] of Object.entries(limiters())) gauge.set({ origin }, inFlight)
  })
  define.gauge('rapsheet_steam_calls_limit', 'Maximum of calls to Steam in flight.', ['origin'], (gauge) => {
    for (const [origin, { limit }] of Object.entries(limiters())) gauge.set({ origin }, limit)
  })
  define.gauge(
    'rapsheet_steam_calls_waiting',
    'Calls to Steam that wait for a permit, by priority.',
    ['origin', 'priority'],
    (gauge) => {
      const { api, community } = limiters()
      for (const [priority, rank] of Object.entries(PRIORITY)) {
        gauge.set({ origin: 'api', priority }, api.waiting.filter((waiting) => waiting === rank).length)
      }
      gauge.set({ origin: 'community', priority: 'lookup' }, community.waiting)
    },
  )
  define.flags(
    'rapsheet_steam_circuit_open',
    'Whether the circuit of a method is open after failures, 1 or 0.',
    'circuit',
    ['all', ...STEAM_METHODS],
    openCircuits,
  )
  define.flags(
    'rapsheet_steam_blocked',
    'Whether a host of Steam blocks the address of this server, 1 or 0.',
    'origin',
    STEAM_HOSTS,
    blocked,
  )
}

function watchDayBudget(dayBudget: () => BudgetReport | null, define: Definer): void {
  define.value('rapsheet_steam_budget_used', 'Calls made with the key today.', () => dayBudget()?.used ?? 0)
  define.value(
    'rapsheet_steam_budget_limit',
    'Calls the key may make in a day; 0 is no limit.',
    () => dayBudget()?.limit ?? 0,
  )
  define.flags(
    'rapsheet_steam_budget_state',
    "Whether the day's calls are in this state, 1 or 0; see budget.state of /readyz.",
    'state',
    BUDGET_STATES,
    () => [dayBudget()?.state ?? 'plenty'],
  )
}

function createStoreMetrics(registry: Registry, define: Definer) {
  // Counted in plain objects: each lookup reads several times, and prom-client's counters are slow.
  const readsByNamespace = new Map<string, Record<ReadOutcome, number>>()
  registry.registerMetric(
    new Counter({
      name: 'rapsheet_cache_reads_total',
      help: 'Reads of the cache, by namespace and outcome: a hit in memory, a hit on disk, or a miss.',
      labelNames: ['namespace', 'outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const [namespace, reads] of readsByNamespace) {
          for (const [outcome, value] of Object.entries(reads)) this.inc({ namespace, outcome }, value)
        }
      },
    }),
  )
  const errors = define.counter(
    'rapsheet_store_errors_total',
    'Errors of the store, by event; each costs one upstream call at most.',
    ['event'],
  )
  return {
    readsOf(namespace: string) {
      const reads = { memory: 0, disk: 0, miss: 0 }
      readsByNamespace.set(namespace, reads)
      return (outcome: ReadOutcome): void => {
        reads[outcome]++
      }
    },
    onStoreError: (event: string): void => errors.inc({ event }),
    watchStore(isFailing: () => boolean): void {
      define.value('rapsheet_store_failing', 'Whether the last write to the store failed, 1 or 0.', () =>
        Number(isFailing()),
      )
    },
  }
}

function createDiscordMetrics(define: Definer) {
  const interactions = define.counter(
    'rapsheet_discord_interactions_total',
    'Discord commands and buttons, by outcome: answered, or an error code.',
    ['command', 'outcome'],
  )
  const acknowledgements = define.histogram(
    'rapsheet_discord_acknowledgement_seconds',
    'Time from a Discord event to the first answer of the bot; Discord gives up after 3 s.',
  )
  const edits = define.counter(
    'rapsheet_discord_edits_total',
    'Edits of Discord messages: sent, replaced by a newer one, or failed.',
    ['outcome'],
  )
  return {
    onInteraction({ command, outcome, acknowledgedMs }: InteractionSummary): void {
      interactions.inc({ command, outcome })
      if (acknowledgedMs !== undefined) acknowledgements.observe(acknowledgedMs / 1000)
    },
    onEdit: (outcome: string): void => edits.inc({ outcome }),
    watchGateway(isConnected: () => boolean): void {
      define.value('rapsheet_discord_connected', 'Whether the Discord gateway is connected, 1 or 0.', () =>
        Number(isConnected()),
      )
    },
  }
}
