import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { InteractionSummary } from './discord/dispatch.ts'
import type { RefusalReason } from './http/errors.ts'
import type { RequestRecord } from './http/request-report.ts'
import { createRequestHistogram } from './request-histogram.ts'
import { PRIORITY } from './lib/call-context.ts'
import { OVERLOAD_REASONS } from './lib/load-shedding.ts'
import type { OverloadReason } from './lib/load-shedding.ts'
import { BUDGET_STATES } from './model/budget.ts'
import type { BudgetReport } from './model/budget.ts'
import { STEAM_ORIGINS } from './steam/upstream/block.ts'
import { STEAM_METHODS } from './steam/upstream/transport.ts'
import type { CallRecord, PacingEvent, SteamMethod, Transport } from './steam/upstream/transport.ts'
import type { ReadOutcome } from './store/store.ts'

/** Everything that is counted, as functions to hand to those who know. */
export interface Metrics {
  onRequest(record: RequestRecord): void
  onRefusal(reason: RefusalReason): void
  onCall(record: CallRecord): void
  onCacheMiss(method: SteamMethod): void
  onPacing(event: PacingEvent): void
  /** Hears of each answer that was given although it had expired. */
  onStale(): void
  /** Tells from now on how the calls to Steam are doing, and how many of the day are left. */
  watchSteam(
    transport: Pick<Transport, 'limiters' | 'openCircuits' | 'blocked'>,
    budget: () => BudgetReport | null,
  ): void
  readsOf(namespace: string): (outcome: ReadOutcome) => void
  onStoreError(event: string): void
  /** Reports from now on whether the store can be written. */
  watchStore(isFailing: () => boolean): void
  /** Reports from now on what the process has too little of, so that it refuses new work. */
  watchLoadShedding(current: () => OverloadReason | null): void
  onUnknownStats(count: number): void
  onInteraction(record: InteractionSummary): void
  /** Hears of each state a Discord message was to show. */
  onEdit(outcome: string): void
  /** Tells from now on how many connections are open, and how many may be. */
  watchConnections(count: () => number, max: () => number): void
  /** Tells from now on whether Discord can reach the bot. */
  watchGateway(isConnected: () => boolean): void
  /** All of it in Prometheus' text format; those who ask at the same time share one rendering. */
  text(): Promise<{ type: string; body: Buffer }>
}

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Starts counting. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'rapsheet_' })
  const requests = createRequestHistogram()
  registry.registerMetric(requests.metric)
  const calls = new Histogram({
    name: 'rapsheet_steam_call_duration_seconds',
    help: 'Calls to Steam, by method and outcome: a status, or what stood in place of an answer.',
    labelNames: ['method', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  // Counted by hand and told when asked: several of these for every look-up, and prom-client's counting is dear.
  const readsByNamespace = new Map<string, Record<ReadOutcome, number>>()
  registry.registerMetric(
    new Counter({
      name: 'rapsheet_remembered_total',
      help: 'Questions by where their answer was found: in memory, on disk or nowhere.',
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
  const troubles = new Counter({
    name: 'rapsheet_store_trouble_total',
    help: 'Failures of the store, by event; each cost an upstream call at most.',
    labelNames: ['event'],
    registers,
  })
  const refusals = new Counter({
    name: 'rapsheet_refusals_total',
    help: 'Requests and connections that were refused, by reason: a code, or what there was too much or too little of.',
    labelNames: ['reason'],
    registers,
  })
  const unknownStats = new Counter({
    name: 'rapsheet_unknown_stats_total',
    help: 'Game counters Steam sent that the mapping does not know.',
    registers,
  })
  const interactions = new Counter({
    name: 'rapsheet_discord_interactions_total',
    help: 'Discord commands and buttons used, by how they ended: answered, or why not.',
    labelNames: ['command', 'outcome'],
    registers,
  })
  const acknowledgements = new Histogram({
    name: 'rapsheet_discord_acknowledgement_seconds',
    help: 'From a Discord event to our first answer; Discord gives up after 3 s.',
    buckets: SECONDS,
    registers,
  })
  const edits = new Counter({
    name: 'rapsheet_discord_edits_total',
    help: 'States of Discord messages: sent, coalesced into a newer one, or failed.',
    labelNames: ['outcome'],
    registers,
  })
  const questions = new Counter({
    name: 'rapsheet_steam_questions_total',
    help: 'What was asked of Steam and not remembered; several of these share a call.',
    labelNames: ['method'],
    registers,
  })
  const retries = new Counter({
    name: 'rapsheet_steam_retries_total',
    help: 'Failed calls that were made again, or were not because the budget for that was used up.',
    labelNames: ['outcome'],
    registers,
  })
  const hedges = new Counter({
    name: 'rapsheet_steam_hedges_total',
    help: 'Slow calls beside which a second one was made, by whether that one was faster.',
    labelNames: ['outcome'],
    registers,
  })
  const stale = new Counter({
    name: 'rapsheet_stale_answers_total',
    help: 'Look-ups answered with what Steam said before, because it could not be asked.',
    registers,
  })
  /** A metric that is worked out when somebody asks. */
  const told = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          this.reset()
          collect(this)
        },
      }),
    )
  let rendering: Promise<{ type: string; body: Buffer }> | undefined
  return {
    onRequest: requests.observe,
    onRefusal(reason) {
      refusals.inc({ reason })
    },
    onCall({ method, outcome, durationMs }) {
      calls.observe({ method, outcome }, durationMs / 1000)
    },
    onCacheMiss(method) {
      questions.inc({ method })
    },
    onPacing(event) {
      if (event.kind === 'retry') retries.inc({ outcome: event.outcome })
      else if (event.kind === 'hedge') hedges.inc({ outcome: event.outcome })
    },
    onStale() {
      stale.inc()
    },
    watchSteam({ limiters, openCircuits, blocked }, budget) {
      told('rapsheet_steam_calls_in_flight', 'Calls to Steam under way.', ['origin'], (gauge) => {
        for (const [origin, { inFlight }] of Object.entries(limiters())) gauge.set({ origin }, inFlight)
      })
      told('rapsheet_steam_calls_limit', 'Calls to Steam that may be under way at once.', ['origin'], (gauge) => {
        for (const [origin, { limit }] of Object.entries(limiters())) gauge.set({ origin }, limit)
      })
      told('rapsheet_steam_calls_waiting', 'Calls that wait for a place.', ['origin', 'priority'], (gauge) => {
        const { api, community } = limiters()
        for (const [priority, rank] of Object.entries(PRIORITY)) {
          gauge.set({ origin: 'api', priority }, api.waiting.filter((waiting) => waiting === rank).length)
        }
        gauge.set({ origin: 'community', priority: 'lookup' }, community.waiting)
      })
      told(
        'rapsheet_steam_circuit_open',
        'Whether a method is left alone as it is down, 1 or 0.',
        ['circuit'],
        (gauge) => {
          const open = openCircuits()
          for (const circuit of ['all', ...STEAM_METHODS] as const)
            gauge.set({ circuit }, open.includes(circuit) ? 1 : 0)
        },
      )
      told(
        'rapsheet_steam_blocked',
        'Whether a host of Steam blocks the address of this server, 1 or 0.',
        ['origin'],
        (gauge) => {
          const origins = blocked()
          for (const origin of STEAM_ORIGINS) gauge.set({ origin }, origins.includes(origin) ? 1 : 0)
        },
      )
      told('rapsheet_steam_budget_used', 'Calls of the day made with the key.', [], (gauge) => {
        gauge.set(budget()?.used ?? 0)
      })
      told(
        'rapsheet_steam_budget_state',
        'Whether this is the state of the day, 1 or 0; see budget.state of /readyz.',
        ['state'],
        (gauge) => {
          const now = budget()?.state ?? 'plenty'
          for (const state of BUDGET_STATES) gauge.set({ state }, state === now ? 1 : 0)
        },
      )
      told('rapsheet_steam_budget_limit', 'Calls the key may make in a day; 0 for any number.', [], (gauge) => {
        gauge.set(budget()?.limit ?? 0)
      })
    },
    readsOf(namespace) {
      const reads = { memory: 0, disk: 0, miss: 0 }
      readsByNamespace.set(namespace, reads)
      return (outcome) => {
        reads[outcome]++
      }
    },
    onStoreError(event) {
      troubles.inc({ event })
    },
    watchStore(isFailing) {
      told('rapsheet_store_failing', 'Whether the last write to the store failed, 1 or 0.', [], (gauge) => {
        gauge.set(isFailing() ? 1 : 0)
      })
    },
    watchLoadShedding(current) {
      told(
        'rapsheet_load_shedding',
        'Whether new work is refused because of this shortage, 1 or 0.',
        ['reason'],
        (gauge) => {
          const now = current()
          for (const reason of OVERLOAD_REASONS) gauge.set({ reason }, reason === now ? 1 : 0)
        },
      )
    },
    onUnknownStats(count) {
      unknownStats.inc(count)
    },
    onInteraction({ command, outcome, acknowledgedMs }) {
      interactions.inc({ command, outcome })
      if (acknowledgedMs !== undefined) acknowledgements.observe(acknowledgedMs / 1000)
    },
    onEdit(outcome) {
      edits.inc({ outcome })
    },
    watchConnections(count, max) {
      told('rapsheet_http_connections', 'HTTP connections that are open.', [], (gauge) => {
        gauge.set(count())
      })
      told('rapsheet_http_connections_max', 'HTTP connections that may be open at once.', [], (gauge) => {
        gauge.set(max())
      })
    },
    watchGateway(isConnected) {
      told('rapsheet_discord_connected', 'Whether the Discord gateway is connected, 1 or 0.', [], (gauge) => {
        gauge.set(isConnected() ? 1 : 0)
      })
    },
    text() {
      rendering ??= registry
        .metrics()
        .then((text) => ({ type: registry.contentType, body: Buffer.from(text) }))
        .finally(() => (rendering = undefined))
      return rendering
    },
  }
}
