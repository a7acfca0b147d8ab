import { createLatencyTracker } from '../../lib/latency.ts'
import { MAX_TIMER_EXTENSIONS } from '../../lib/clock.ts'
import { plainClock, type LoopClock } from '../../lib/loop-clock.ts'
import { createRetryBudget } from '../../lib/retry-budget.ts'
import { RapsheetError } from '../../model/error.ts'
import { isLimited, isRetryable } from './answer.ts'
import { connectionsFor, createApiLimiter, type ApiLimiterState } from './api-limiter.ts'
import { createBlockGuard } from './block.ts'
import type { CallPolicy } from './call-policy.ts'
import { createCircuits, isCircuitOpen } from './circuit.ts'
import { createUpstreamClient } from './client.ts'
import { createCommunityLimiter, type CommunityLimiterState } from './community-limiter.ts'
import type { DayBudget } from './day-budget.ts'
import { readApiHealth, type ApiHealth } from './health.ts'
import { createHedging } from './hedging.ts'
import { createKeyGuard } from './key-guard.ts'
import type { KnownBlocks } from './known-blocks.ts'
import { createOrigin } from './origin.ts'
import {
  STEAM_METHODS,
  STEAM_ORIGINS,
  type CallRecord,
  type Guard,
  type SteamCall,
  type SteamMethod,
  type SteamOrigin,
} from './request.ts'
import { createRetry } from './retry.ts'

/** An event other than a call, for metrics and the log. */
export type DeliveryEvent =
  | { kind: 'retry'; outcome: 'made' | 'refused' }
  | { kind: 'hedge'; outcome: 'won' | 'lost' }
  | { kind: 'circuit'; circuit: SteamMethod | 'all'; isOpen: boolean }
  | { kind: 'block'; origin: SteamOrigin; isBlocked: boolean }

export interface TransportOptions extends Omit<CallPolicy, 'scarcePercent' | 'reservedPercent'> {
  apiUrl: string
  communityUrl: string
  /** Without it only the community site is called. */
  apiKey: string | undefined
  /** Highest adaptive limit of calls in flight to the Web API. Names and bans have some extra permits. */
  concurrency: number
  /** Rate limit of inventory calls, which Steam limits per address: the burst, and the time after which one more is allowed. */
  inventoryBurst: number
  inventorySpacingMs: number
  /** Without it the day's calls are not counted. */
  dayBudget?: DayBudget | undefined
  /** Measures Steam's latency and all time limits. */
  clock?: LoopClock
  /** Blocks of this server's address; without it a restart forgets them. */
  knownBlocks?: KnownBlocks | undefined
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  onCall: (call: CallRecord) => void
  onEvent?: (event: DeliveryEvent) => void
}

export interface Transport {
  call: SteamCall
  /** The health of the Web API, derived from the latest calls. */
  apiHealth(): ApiHealth
  limiters(): { api: ApiLimiterState; community: CommunityLimiterState }
  /** The methods that are down; `all` for the whole Web API. */
  openCircuits(): (SteamMethod | 'all')[]
  /** The hosts that block this server's address. */
  blocked(): SteamOrigin[]
  close(): Promise<void>
}

const CONNECT_MS = 2_000
const COMMUNITY_CONNECTIONS = 2
/** Window of the retry budget and of the hedge budget, and the minimum that they allow in any window. */
const BUDGET_WINDOW_MS = 10_000
const BUDGET_AT_LEAST = 10

/** Calls Steam: the Web API and the community site, each over a client of its own. */
export function createTransport(options: TransportOptions): Transport {
  const shared = createSharedParts(options)
  const api = createApi(options, shared)
  const community = createCommunity(options, shared)
  const blocks = { api: api.block, community: community.block }
  return {
    call(request, callContext) {
      if (request.method === 'inventory') return community.client.call(request, callContext)
      return options.apiKey === undefined ? Promise.reject(notConfigured()) : api.client.call(request, callContext)
    },
    apiHealth: api.health,
    limiters: () => ({ api: api.limiter.state(), community: community.limiter.state() }),
    openCircuits: () => [...api.circuits.openCircuits(), ...community.circuits.openCircuits()],
    blocked: () => STEAM_ORIGINS.filter((origin) => blocks[origin].isBlocked()),
    async close() {
      await Promise.all([api.client.close(), community.client.close()])
    },
  }
}

/** The parts, and factories of parts, that both clients use. */
function createSharedParts(options: TransportOptions) {
  const { clock = plainClock, random, retryPercent, knownBlocks, onEvent = () => {} } = options
  const latency = createLatencyTracker()
  const createBudget = (percent: number) =>
    createRetryBudget({
      share: percent / 100,
      windowMs: BUDGET_WINDOW_MS,
      atLeast: percent === 0 ? 0 : BUDGET_AT_LEAST,
      clock,
    })
  const retryBudget = createBudget(retryPercent)
  return {
    latency,
    retryBudget,
    clock,
    onEvent,
    createBudget,
    /** Without a retry budget, patient calls would wait for room in it forever. */
    maxRetries: retryPercent === 0 ? 0 : options.retries,
    retryOptions: {
      retryBudget,
      random,
      clock,
      onRetry: (outcome: 'made' | 'refused') => onEvent({ kind: 'retry', outcome }),
    },
    createOriginOf(url: string, connections: number) {
      // A try ends by our clock; undici's own time limits, which ignore the delay of the event loop, come later.
      const socketMs = options.tryMs * (1 + MAX_TIMER_EXTENSIONS)
      return createOrigin({ url, connections, connectMs: CONNECT_MS, headersMs: socketMs, bodyMs: socketMs })
    },
    createCircuitsOf: (methods: readonly SteamMethod[]) =>
      createCircuits({
        methods,
        random,
        clock,
        onChange: (circuit, isOpen) => onEvent({ kind: 'circuit', circuit, isOpen }),
      }),
    createBlockOf: (origin: SteamOrigin) =>
      createBlockGuard({
        origin,
        random,
        clock,
        known: knownBlocks?.of(origin),
        keep: (known) => knownBlocks?.keep(origin, known),
        onChange: (isBlocked) => onEvent({ kind: 'block', origin, isBlocked }),
      }),
  }
}
type SharedParts = ReturnType<typeof createSharedParts>

/** The Web API: an adaptive limit with priorities, a key and its day budget, hedges, and retries until the deadline. */
function createApi(options: TransportOptions, shared: SharedParts) {
  const { apiKey, dayBudget, concurrency } = options
  const { latency, clock, retryBudget, maxRetries } = shared
  const limiter = createApiLimiter({ concurrency, latency, clock })
  const circuits = shared.createCircuitsOf(STEAM_METHODS.filter((method) => method !== 'inventory'))
  const block = shared.createBlockOf('api')
  const key = createKeyGuard(options.keyPauseMs, clock)
  // Without room for retries many calls are failing, and hedges would add load.
  const mayHedge = () =>
    (dayBudget === undefined || dayBudget.report().state === 'plenty') &&
    !block.isBlocked() &&
    !limiter.isFull() &&
    retryBudget.hasRoom()
  const client = createUpstreamClient({
    ...options,
    ...shared,
    origin: shared.createOriginOf(options.apiUrl, connectionsFor(concurrency)),
    headers: { 'x-webapi-key': apiKey ?? '' },
    limiter,
    circuits,
    block,
    // The key guard comes last: it lets one call through per pause, which no later guard may refuse.
    guards: [...(dayBudget ? [createBudgetGuard(dayBudget)] : []), key],
    retry: createRetry({
      ...shared.retryOptions,
      maxRetries,
      maxPatientRetries: maxRetries === 0 ? 0 : Number.POSITIVE_INFINITY,
      isRetryable: isWorthRetrying,
    }),
    hedging:
      options.hedgePercent === 0
        ? undefined
        : createHedging({
            latency,
            budget: shared.createBudget(options.hedgePercent),
            isAllowed: mayHedge,
            onEnd: (hasWon) => shared.onEvent({ kind: 'hedge', outcome: hasWon ? 'won' : 'lost' }),
          }),
    onTry: () => dayBudget?.count(),
  })
  const health = () => readApiHealth({ hasKey: apiKey !== undefined, key, circuits })
  return { client, limiter, circuits, block, health }
}

/** The community site, which has the inventories: a rate limit, no key, no hedges, and one retry, but none after a 429. */
function createCommunity(options: TransportOptions, shared: SharedParts) {
  const { clock, maxRetries } = shared
  const limiter = createCommunityLimiter({
    burst: options.inventoryBurst,
    intervalMs: options.inventorySpacingMs,
    pauseMs: options.inventoryPauseMs,
    // A call that waits longer would have no time left for its try.
    maxWaitMs: Math.max(0, options.deadlineMs - options.tryMs),
    clock,
  })
  const circuits = shared.createCircuitsOf(['inventory'])
  const block = shared.createBlockOf('community')
  const client = createUpstreamClient({
    ...options,
    ...shared,
    origin: shared.createOriginOf(options.communityUrl, COMMUNITY_CONNECTIONS),
    headers: {},
    limiter,
    circuits,
    block,
    guards: [],
    retry: createRetry({
      ...shared.retryOptions,
      maxRetries: Math.min(1, maxRetries),
      maxPatientRetries: Math.min(1, maxRetries),
      isRetryable: (error) => isWorthRetrying(error) && !isLimited(error),
    }),
  })
  return { client, limiter, circuits, block }
}

/** Refuses calls that the day's budget no longer allows, Rust hours first. */
const createBudgetGuard = (dayBudget: DayBudget): Guard => ({
  check({ method }) {
    if (method === 'games') dayBudget.refuseFrom('scarce', 'Rust hours')
    else dayBudget.refuseFrom('spent', 'lookups')
  },
})

/** Whether a retry may help: not while a circuit is open. */
const isWorthRetrying = (error: unknown) => isRetryable(error) && !isCircuitOpen(error)

const notConfigured = () =>
  new RapsheetError('not_configured', 'This server has no Steam Web API key; its operator has to set STEAM_API_KEY.')
