import { checkAllowance, takeAllowance } from '../../lib/call-context.ts'
import { createLatencyTracker } from '../../lib/latency.ts'
import type { LoopClock } from '../../lib/loop-clock.ts'
import { createRetryBudget, type RetryBudget } from '../../lib/limits/retry-budget.ts'
import { RapsheetError } from '../../model/error.ts'
import { isLimited, isRetryable } from './answer.ts'
import { connectionsFor, createApiLimiter } from './api-limiter.ts'
import type { CallPolicy } from './call-policy.ts'
import { createUpstreamClient } from './client.ts'
import { createCommunityLimiter } from './community-limiter.ts'
import type { DayBudget } from './budget-rules.ts'
import { readApiHealth } from './health.ts'
import { createKeyGuard } from './key-guard.ts'
import { noPeers, type Peers } from './peers.ts'
import {
  STEAM_HOSTS,
  STEAM_METHODS,
  type Guard,
  type SteamCall,
  type TryResult,
  type UpstreamEvent,
} from './request.ts'
import type { TryOptions } from './try.ts'

export interface TransportOptions extends Omit<CallPolicy, 'scarcePercent' | 'reservedPercent'> {
  apiUrl: string
  communityUrl: string
  /** The API key; without one, only the community site is called. */
  apiKey: string | undefined
  /** Highest adaptive limit of calls in flight to the Web API. Profiles, vanity names and bans have extra permits. */
  concurrency: number
  /** Rate limit of inventory calls, which Steam limits per address: the burst, and the time after which one more call is allowed. */
  inventoryBurst: number
  inventorySpacingMs: number
  /** The daily limit of calls; undefined when calls are not counted. */
  dayBudget?: DayBudget | undefined
  /** Measures Steam's latency and all time limits. */
  clock: LoopClock
  /** State that replicas share; without it, this is a single process that forgets blocks when it ends. */
  peers?: Peers | undefined
  /** Called with the `Date` header of each answer of the Web API, Unix seconds. */
  onSteamDate?: (date: number) => void
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  onTryResult: (result: TryResult) => void
  onEvent: (event: UpstreamEvent) => void
}

const COMMUNITY_CONNECTIONS = 2
/** Window of the retry budget and of the hedge budget, and the minimum that they allow in any window. */
const RETRY_BUDGET_WINDOW_MS = 10_000
const RETRY_BUDGET_AT_LEAST = 10

const API_METHODS = STEAM_METHODS.filter((method) => method !== 'inventory')

export type Transport = ReturnType<typeof createTransport>

/** Passes each call of a method to the client of its host: the Web API, or the community site for inventories. */
export function createTransport(options: TransportOptions) {
  const { apiKey, dayBudget, concurrency, retryPercent, peers = noPeers, clock, onEvent } = options
  const latency = createLatencyTracker()
  const createPercentBudget = (percent: number) => {
    const atLeast = percent === 0 ? 0 : RETRY_BUDGET_AT_LEAST
    return createRetryBudget({ share: percent / 100, windowMs: RETRY_BUDGET_WINDOW_MS, atLeast, clock })
  }
  // With a retry budget of 0 %, patient calls would wait for room in the budget until their deadlines.
  const maxRetries = retryPercent === 0 ? 0 : options.retries
  const shared = { ...options, latency, retryBudget: createPercentBudget(retryPercent) }

  const apiLimiter = createApiLimiter({
    concurrency,
    replicas: peers.count,
    sharedPause: peers.retryAfter,
    latency,
    clock,
  })
  const key = createKeyGuard(options.keyPauseMs, clock, peers.key)
  const api = createUpstreamClient({
    ...shared,
    host: 'api',
    url: options.apiUrl,
    headers: { 'x-webapi-key': apiKey ?? '' },
    onDate: options.onSteamDate,
    connections: connectionsFor(concurrency),
    methods: API_METHODS,
    limiter: apiLimiter,
    sharedBlock: peers.blocks.api,
    // The key guard comes last. It lets only one call through per pause, and a later guard could refuse that call.
    guards: dayBudget ? [createDayBudgetGuard(dayBudget), key] : [key],
    isRetryable,
    maxRetries,
    maxUrgentRetries: maxRetries === 0 ? 0 : options.urgentRetries,
    maxPatientRetries: maxRetries === 0 ? 0 : Number.POSITIVE_INFINITY,
    hedging: {
      hedgeBudget: createPercentBudget(options.hedgePercent),
      isAllowed: () => dayBudget === undefined || dayBudget.report().state === 'plenty',
      onEnd: (hasWon) => onEvent({ kind: 'hedge', outcome: hasWon ? 'won' : 'lost' }),
    },
    refuse: checkAllowance,
    beforeTry(callContext) {
      takeAllowance(callContext)
      return dayBudget?.count(callContext)
    },
  })

  const community = createCommunity({ ...shared, peers, maxRetries })

  const call: SteamCall = async (request, callContext) => {
    if (request.method === 'inventory') return community.call(request, callContext)
    if (apiKey === undefined) throw notConfigured()
    return api.call(request, callContext)
  }
  return {
    call,
    /** The health of the Web API, derived from the latest calls. */
    apiHealth: () => readApiHealth({ hasKey: apiKey !== undefined, key, circuits: api.circuits }),
    limiters: () => ({ api: apiLimiter.state(), community: community.limiterState() }),
    /** The methods that are down; `all` for the whole Web API. */
    openCircuits: () => [...api.circuits.openCircuits(), ...community.circuits.openCircuits()],
    /** The hosts that block this server's address. */
    blocked: () => STEAM_HOSTS.filter((host) => ({ api, community })[host].block.isBlocked()),
    async close(): Promise<void> {
      await Promise.all([api.close(), community.close()])
    },
  }
}

interface CommunityOptions extends Omit<TransportOptions, 'peers'>, Pick<TryOptions, 'latency'> {
  peers: Peers
  retryBudget: RetryBudget
  maxRetries: number
}

/** The client of the community site. */
function createCommunity({ peers, ...options }: CommunityOptions) {
  const limiter = createCommunityLimiter({
    burst: options.inventoryBurst,
    intervalMs: options.inventorySpacingMs,
    pauseMs: options.inventoryPauseMs,
    sharedPause: peers.inventories,
    lease: peers.inventoryLease,
    // Longest wait that leaves time for one try.
    maxWaitMs: Math.max(0, options.deadlineMs - options.tryMs),
    clock: options.clock,
  })
  const maxRetries = Math.min(1, options.maxRetries)
  const client = createUpstreamClient({
    ...options,
    host: 'community',
    url: options.communityUrl,
    headers: {},
    connections: COMMUNITY_CONNECTIONS,
    methods: ['inventory'],
    limiter,
    sharedBlock: peers.blocks.community,
    guards: [],
    // The pause after a 429 is longer than the deadline of a call.
    isRetryable: (error) => isRetryable(error) && !isLimited(error),
    maxRetries,
    maxUrgentRetries: maxRetries,
    maxPatientRetries: maxRetries,
  })
  return { ...client, limiterState: limiter.state }
}

/** Refuses calls that the day's budget no longer allows: Rust hours first, unless a verdict needs them. */
const createDayBudgetGuard = (dayBudget: DayBudget): Guard => ({
  check({ method, isUrgent }) {
    if (method === 'games' && !isUrgent) dayBudget.refuseFrom('scarce', 'Rust hours')
    else dayBudget.refuseFrom('spent', 'lookups')
  },
})

const notConfigured = () =>
  new RapsheetError('not_configured', 'This server has no Steam Web API key; its operator has to set STEAM_API_KEY.')
