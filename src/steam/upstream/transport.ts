import { checkAllowance, takeAllowance } from '../../lib/call-context.ts'
import { RapsheetError } from '../../model/error.ts'
import { isLimited, isRetryable } from './answer.ts'
import { createApiLimiter, createCommunityLimiter } from './limiters.ts'
import type { DayBudget } from './budget-rules.ts'
import type { CallPolicy } from './call-policy.ts'
import { createUpstreamClient, type UpstreamClientOptions } from './client.ts'
import { createApiHealth } from './health.ts'
import { noPeers, type Peers } from './peers.ts'
import { CIRCUITS, STEAM_HOSTS, type Guard, type SteamCall } from './request.ts'

export interface TransportOptions
  extends
    Omit<CallPolicy, 'scarcePercent' | 'reservedPercent'>,
    Pick<UpstreamClientOptions, 'clock' | 'random' | 'onTryResult' | 'onEvent'> {
  apiUrl: string
  communityUrl: string
  /** The API key; without one, only the community site is called. */
  apiKey: string | undefined
  /** Highest limit of calls in flight to the Web API. */
  concurrency: number
  /** Rate limit of inventory calls, which Steam limits per address: the burst, and the time after which one more call is allowed. */
  inventoryBurst: number
  inventorySpacingMs: number
  /** The daily limit of calls; undefined when calls are not counted. */
  dayBudget?: DayBudget | undefined
  /** State that replicas share; without it, this is a single process that forgets blocks when it ends. */
  peers?: Peers | undefined
  /** Called with the `Date` header of each answer of the Web API, Unix seconds. */
  onSteamDate?: (date: number) => void
}

const COMMUNITY_CONNECTIONS = 2

export type Transport = ReturnType<typeof createTransport>

/** Passes each call of a method to the client of its host: the Web API, or the community site for inventories. */
export function createTransport(options: TransportOptions) {
  const { apiKey, dayBudget, concurrency, peers = noPeers, clock } = options
  const health = createApiHealth(clock)
  const apiLimiter = createApiLimiter({ concurrency, replicas: peers.count, sharedPause: peers.retryAfter, clock })
  const api = createUpstreamClient({
    ...options,
    host: 'api',
    url: options.apiUrl,
    headers: { 'x-webapi-key': apiKey ?? '' },
    onDate: options.onSteamDate,
    connections: concurrency,
    limiter: apiLimiter,
    sharedBlock: peers.blocks.api,
    sharedKey: peers.key,
    guards: [...(dayBudget ? [createDayBudgetGuard(dayBudget)] : []), health.guard],
    isRetryable,
    maxRetries: options.retries,
    refuse: checkAllowance,
    beforeTry(callContext) {
      takeAllowance(callContext)
      return dayBudget?.count(callContext)
    },
  })
  const communityLimiter = createCommunityLimiter({
    burst: options.inventoryBurst,
    intervalMs: options.inventorySpacingMs,
    processes: peers.countAtAddress,
    pauseMs: options.inventoryPauseMs,
    sharedPause: peers.inventories,
    // Longest wait that leaves time for one try.
    maxWaitMs: Math.max(0, options.deadlineMs - options.tryMs),
    clock,
  })
  const community = createUpstreamClient({
    ...options,
    host: 'community',
    url: options.communityUrl,
    headers: {},
    connections: COMMUNITY_CONNECTIONS,
    limiter: communityLimiter,
    sharedBlock: peers.blocks.community,
    guards: [],
    // The pause after a 429 is longer than the deadline of a call.
    isRetryable: (error) => isRetryable(error) && !isLimited(error),
    maxRetries: Math.min(1, options.retries),
  })
  const call: SteamCall = async (request, callContext) => {
    if (request.method === 'inventory') return community.call(request, callContext)
    if (apiKey === undefined) throw notConfigured()
    return api.call(request, callContext)
  }
  return {
    call,
    /** The health of the Web API, derived from the latest calls. */
    apiHealth: () =>
      health.read({ hasKey: apiKey !== undefined, keyRefusedAt: api.keyRefusedAt, isCircuitOpen: api.isDown }),
    limiters: () => ({ api: apiLimiter.state(), community: communityLimiter.state() }),
    /** What is down: `all` for the Web API, `inventory` for the community site. */
    openCircuits: () => CIRCUITS.filter((name) => ({ all: api, inventory: community })[name].isDown()),
    /** The hosts that block this server's address. */
    blocked: () => STEAM_HOSTS.filter((host) => ({ api, community })[host].isBlocked()),
    async close(): Promise<void> {
      await Promise.all([api.close(), community.close()])
    },
  }
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
