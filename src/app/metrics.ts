import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DeliveryOutcome } from '../outbox/discord/fail-attempt.ts'
import type { InteractionSummary } from '../discord/dispatch.ts'
import type { RefusalReason } from '../http/errors.ts'
import type { RequestRecord } from '../http/outcome.ts'
import { OVERLOAD_REASONS, type OverloadReason } from '../lib/limits/load-shedding.ts'
import { CHANGE_KINDS, type BanChange } from '../model/ban-record.ts'
import { BUDGET_STATES, type BudgetReport } from '../model/budget.ts'
import type { ReplicasState } from '../model/readiness.ts'
import type { StoredStatus } from './status/read-stored-status.ts'
import { CIRCUITS, STEAM_HOSTS, type TryResult } from '../steam/upstream/request.ts'
import type { Transport } from '../steam/upstream/transport.ts'
import type { ReadOutcome } from '../store/store.ts'

/** Upper bounds of the buckets of all histograms, in seconds. */
const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const HELP = {
  rapsheet_http_request_duration_seconds: 'Answered requests, by route, method and status.',
  rapsheet_refusals_total: 'Refused requests and connections, by reason: an error code, or the limit that was reached.',
  rapsheet_policy_joins_dropped_total:
    'Joins that could not be stored, and are missing in previews and messages about refusals.',
  rapsheet_http_certificate_expiry_timestamp_seconds:
    'When the certificate that this process serves ends, Unix seconds; none without HTTP_TLS_CERT.',
  rapsheet_http_connections: 'Open HTTP connections.',
  rapsheet_load_shedding: 'Whether new lookups are refused for this reason, 1 or 0.',
  rapsheet_steam_call_duration_seconds:
    'Tries of calls to Steam, by method and outcome: a status, or why there was no usable answer.',
  rapsheet_stale_answers_total: 'Lookups answered with expired answers because Steam could not be asked.',
  rapsheet_steam_calls: 'Calls to Steam, by state: in flight, their limit, and those that wait for their turn.',
  rapsheet_steam_circuit_open:
    'Whether a circuit is open after failures, 1 or 0: `all` of the Web API, `inventory` of the community site.',
  rapsheet_steam_blocked: 'Whether a host of Steam blocks the address of this server, 1 or 0.',
  rapsheet_steam_budget_used: 'Calls made with the key today, and those that other replicas have taken and hold.',
  rapsheet_replicas_alive: 'Replicas that are alive, as last seen by this one.',
  rapsheet_replicas_database_connected: 'Whether the last heartbeat of this replica reached the database, 1 or 0.',
  rapsheet_replicas_settings_differing: 'Settings that differ between replicas and should not.',
  rapsheet_steam_budget_limit: 'Calls the key may make in a day; 0 is no limit.',
  rapsheet_steam_budget_state: "Whether the day's calls are in this state, 1 or 0; see budget.state of /readyz.",
  rapsheet_cache_reads_total:
    'Reads of the cache, by namespace and outcome: a hit in memory, a hit on disk, or a miss.',
  rapsheet_store_errors_total: 'Errors of the store, by event; each costs one upstream call at most.',
  rapsheet_store_failing: 'Whether the store is closed, or the last write to it failed, 1 or 0.',
  rapsheet_database_failing: 'Whether the last write to the database of lists and policies failed, 1 or 0.',
  rapsheet_database_backup_timestamp_seconds:
    'When the last successful `npm run backup` began, Unix seconds; none if the database knows of none.',
  rapsheet_discord_interactions_total: 'Discord commands and buttons, by outcome: answered, or an error code.',
  rapsheet_discord_acknowledgement_seconds:
    'Time from a Discord event to the first answer of the bot; Discord gives up after 3 s.',
  rapsheet_discord_edits_total: 'Edits of Discord messages: sent, replaced by a newer one, or failed.',
  rapsheet_discord_connected: 'Whether the Discord gateway is connected, 1 or 0.',
  rapsheet_watch_lease_held: 'Whether this process sweeps the watch lists and sends alerts, 1 or 0.',
  rapsheet_watch_accounts: 'Accounts on watch lists, each counted once.',
  rapsheet_watch_accounts_overdue:
    'Watched accounts whose turn has not come for two intervals, or not yet; without those of which Steam has no record.',
  rapsheet_watch_accounts_unanswered:
    'Watched accounts of which Steam has not sent a usable record for two intervals, although their turns came.',
  rapsheet_watch_changes_total: 'Changes of bans that were found, by kind.',
  rapsheet_watch_channels_refused:
    'Discord servers whose last alert was refused: their channel is gone, or the bot may not write there.',
  rapsheet_messages_waiting: 'Alerts, refusals and joins whose message is due and not sent, by kind.',
  rapsheet_messages_total:
    'Attempts to send messages, by kind and outcome: delivered, to be tried again, refused, or given up.',
  rapsheet_policy_servers_silent:
    'Game servers of Discord servers that have asked for verdicts in the last 30 days, but not in the last day.',
  rapsheet_policy_file_asked_timestamp_seconds:
    'When the game server of POLICY_FILE last asked this process, or else when this process started, Unix seconds.',
}

type Name = keyof typeof HELP
type Definer = ReturnType<typeof createDefiner>

/** The methods that have a label of their own. */
const LABELLED = new Set(['GET', 'POST', 'PUT', 'DELETE'])

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'rapsheet_' })
  const define = createDefiner(registry)
  const requests = define.histogram('rapsheet_http_request_duration_seconds', 'route', 'method', 'status')
  const refusals = define.counter('rapsheet_refusals_total', 'reason')
  const steam = createSteamMetrics(define)
  const cacheReads = define.counter('rapsheet_cache_reads_total', 'namespace', 'outcome')
  const joinsDropped = define.counter('rapsheet_policy_joins_dropped_total')
  const storeErrors = define.counter('rapsheet_store_errors_total', 'event')
  const interactions = define.counter('rapsheet_discord_interactions_total', 'command', 'outcome')
  const acknowledgements = define.histogram('rapsheet_discord_acknowledgement_seconds')
  const edits = define.counter('rapsheet_discord_edits_total', 'outcome')
  let rendering: Promise<{ type: string; body: Buffer }> | undefined
  return {
    ...steam,
    ...createWatchMetrics(define),
    onRequest({ route, method, status, durationMs }: RequestRecord): void {
      // Other methods share one label, because clients can send any method, and each would be a new series.
      const label = LABELLED.has(method) ? method : 'other'
      requests.observe({ route, method: label, status }, durationMs / 1000)
    },
    onJoinsDropped: (count: number): void => joinsDropped.inc(count),
    onRefusal: (reason: RefusalReason): void => refusals.inc({ reason }),
    watchConnections: (count: () => number) => define.value('rapsheet_http_connections', count),
    /** Defines the metrics of times that need attention when they are near or long past, Unix seconds; null for no value. */
    watchTimes(certificateEndsAt: () => number | null, fileAskedAt: () => number | null): void {
      define.optional('rapsheet_http_certificate_expiry_timestamp_seconds', certificateEndsAt)
      define.optional('rapsheet_policy_file_asked_timestamp_seconds', fileAskedAt)
    },
    /** Adds the name of this replica to all metrics, and defines the metrics about replicas. */
    watchReplicas(replica: string, read: () => ReplicasState): void {
      registry.setDefaultLabels({ replica })
      define.value('rapsheet_replicas_alive', () => read().alive)
      define.value('rapsheet_replicas_database_connected', () => read().database === 'connected')
      define.value('rapsheet_replicas_settings_differing', () => read().differing.length)
    },
    watchLoadShedding: (overloadReason: () => OverloadReason | null) =>
      define.flags('rapsheet_load_shedding', 'reason', OVERLOAD_REASONS, () => [overloadReason()]),
    onCacheRead: (namespace: string, outcome: ReadOutcome): void => cacheReads.inc({ namespace, outcome }),
    onStoreError: (event: string): void => storeErrors.inc({ event }),
    watchStore: (isFailing: () => Promise<boolean>) => define.value('rapsheet_store_failing', isFailing),
    watchDatabase: (isFailing: () => boolean) => define.value('rapsheet_database_failing', isFailing),
    onInteraction({ command, outcome, acknowledgedMs }: InteractionSummary): void {
      interactions.inc({ command, outcome })
      if (acknowledgedMs !== undefined) acknowledgements.observe(acknowledgedMs / 1000)
    },
    onEdit: (outcome: string): void => edits.inc({ outcome }),
    watchGateway: (isConnected: () => boolean) => define.value('rapsheet_discord_connected', isConnected),
    /** All metrics in Prometheus' text format; concurrent requests share one rendering, which takes some 10 ms. */
    text(): Promise<{ type: string; body: Buffer }> {
      rendering ??= registry
        .metrics()
        .then((body) => ({ type: registry.contentType, body: Buffer.from(body) }))
        .finally(() => (rendering = undefined))
      return rendering
    },
  }
}

/** Creates functions that define metrics in a registry; gauges read their values whenever metrics are requested. */
function createDefiner(registry: Registry) {
  const toOptions = (name: Name, labelNames: string[]) => ({
    name,
    help: HELP[name],
    labelNames,
    registers: [registry],
  })
  const gauge = (name: Name, labelNames: string[], read: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      ...toOptions(name, labelNames),
      collect() {
        this.reset()
        return read(this)
      },
    })
  return {
    counter: (name: Name, ...labelNames: string[]) => new Counter(toOptions(name, labelNames)),
    gauge,
    histogram: (name: Name, ...labelNames: string[]) =>
      new Histogram({ ...toOptions(name, labelNames), buckets: BUCKETS_SECONDS }),
    value: (name: Name, read: () => number | boolean | Promise<boolean>) =>
      gauge(name, [], async (metric) => metric.set(Number(await read()))),
    /** Defines a gauge that has no value while `read` returns null. */
    optional: (name: Name, read: () => number | null) =>
      gauge(name, [], (metric) => {
        const value = read()
        if (value === null) metric.remove()
        else metric.set(value)
      }),
    /** Defines a gauge with a series for each key: 1 for the keys that `active` returns, 0 for the others. */
    flags: (name: Name, label: string, keys: readonly string[], active: () => readonly (string | null)[]) =>
      gauge(name, [label], (metric) => {
        const current = active()
        for (const key of keys) metric.set({ [label]: key }, Number(current.includes(key)))
      }),
  }
}

const DELIVERY_OUTCOMES: DeliveryOutcome[] = ['delivered', 'retry', 'channel_gone', 'forbidden', 'rejected', 'given_up']
const MESSAGE_KINDS = ['alert', 'refusal', 'join', 'log'] as const
type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Metrics of the watch lists; the gauges have values only in the process that holds the lease. */
function createWatchMetrics(define: Definer) {
  const changes = define.counter('rapsheet_watch_changes_total', 'kind')
  const messages = define.counter('rapsheet_messages_total', 'kind', 'outcome')
  // Rare events start at 0, because otherwise Prometheus would not see the first event as an increase.
  for (const kind of CHANGE_KINDS) changes.inc({ kind }, 0)
  for (const kind of MESSAGE_KINDS) for (const outcome of DELIVERY_OUTCOMES) messages.inc({ kind, outcome }, 0)
  let isHeld = false
  let stored: StoredStatus | undefined
  const reported = (name: Name, read: (stored: StoredStatus) => number | null) =>
    define.optional(name, () => (stored ? read(stored) : null))
  return {
    onBanChanges(found: readonly BanChange[]): void {
      for (const { kind } of found) changes.inc({ kind })
    },
    onMessage: (kind: MessageKind) => (outcome: DeliveryOutcome) => messages.inc({ kind, outcome }),
    /** To be called with what was read, and with undefined when it cannot be read: metrics are missing then, not old. */
    onStoredStatus: (latest: StoredStatus | undefined): void => void (stored = latest),
    onWatchLease(isOurs: boolean): void {
      isHeld = isOurs
      if (!isOurs) stored = undefined
    },
    watchLists(): void {
      define.value('rapsheet_watch_lease_held', () => isHeld)
      reported('rapsheet_watch_accounts', ({ sweeps }) => sweeps.watched)
      reported('rapsheet_watch_accounts_overdue', ({ sweeps }) => sweeps.overdue)
      reported('rapsheet_watch_accounts_unanswered', ({ sweeps }) => sweeps.unanswered)
      define.gauge('rapsheet_messages_waiting', ['kind'], (gauge) => {
        if (!stored) return
        const { waiting, refusals, joins } = stored.alerts
        gauge.set({ kind: 'alert' }, waiting)
        gauge.set({ kind: 'refusal' }, refusals)
        gauge.set({ kind: 'join' }, joins)
      })
      reported(
        'rapsheet_watch_channels_refused',
        ({ channelProblems }) =>
          channelProblems.filter(({ problem }) => problem !== 'not_set' && problem !== 'log_refused').length,
      )
      reported('rapsheet_database_backup_timestamp_seconds', ({ backedUpAt }) => backedUpAt)
      reported('rapsheet_policy_servers_silent', ({ serversSilent }) => serversSilent)
    },
  }
}

function createSteamMetrics(define: Definer) {
  const calls = define.histogram('rapsheet_steam_call_duration_seconds', 'method', 'outcome')
  const stale = define.counter('rapsheet_stale_answers_total')
  return {
    onTryResult: ({ method, outcome, durationMs }: TryResult): void =>
      calls.observe({ method, outcome }, durationMs / 1000),
    onStale: (): void => stale.inc(),
    watchSteam(transport: Transport, dayBudget: () => BudgetReport | null): void {
      const { limiters, openCircuits, blocked } = transport
      define.gauge('rapsheet_steam_calls', ['origin', 'state'], (gauge) => {
        const { api, community } = limiters()
        for (const [origin, { inFlight, limit }] of Object.entries({ api, community })) {
          gauge.set({ origin, state: 'in_flight' }, inFlight)
          gauge.set({ origin, state: 'limit' }, limit)
        }
        gauge.set({ origin: 'api', state: 'waiting' }, api.waiting.length)
        gauge.set({ origin: 'community', state: 'waiting' }, community.waiting)
      })
      define.flags('rapsheet_steam_circuit_open', 'circuit', CIRCUITS, openCircuits)
      define.flags('rapsheet_steam_blocked', 'origin', STEAM_HOSTS, blocked)
      define.value('rapsheet_steam_budget_used', () => dayBudget()?.used ?? 0)
      define.value('rapsheet_steam_budget_limit', () => dayBudget()?.limit ?? 0)
      define.flags('rapsheet_steam_budget_state', 'state', BUDGET_STATES, () => [dayBudget()?.state ?? 'plenty'])
    },
  }
}
