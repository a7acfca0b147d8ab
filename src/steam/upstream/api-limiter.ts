import { createAdaptiveLimit } from '../../lib/limits/adaptive-limit.ts'
import { PRIORITY } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import type { LatencyTracker } from '../../lib/latency.ts'
import { createPriorityLimiter } from '../../lib/limits/priority-limiter.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import { isLimited, overloaded } from './answer.ts'
import type { CallLimiter, SteamMethod } from './request.ts'

/**
 * Permits beyond the limit, for calls about profiles, vanity names and bans: a lookup has no answer without these calls. Hedges and probes
 * may use these permits too.
 */
const EXTRA_PERMITS = 32
/** Minimum of the extra permits for each replica. */
const MIN_EXTRA_PERMITS = 4
const MIN_LIMIT = 4
/**
 * Minimum number of permits for urgent calls. If Steam refuses one call in seventy, the limit stays near eight permits. Eight are too few:
 * if a fifth of the calls has to be repeated, the hours of fifty players who join together arrive later than a game server waits.
 */
const URGENT_PERMITS = 16
/** The limit at the beginning of slow start, as a share of the highest limit. */
const START = 0.25
/** Maximum number of waiting calls; further calls would only use up their deadlines in the queue. */
const MAX_WAITING = 5_000
/** Number of 429s in a row after which all calls pause; the pause doubles each time. */
const REFUSALS_IN_A_ROW = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Upper bound of a `Retry-After`, which Steam hardly ever sends. */
const LONGEST_RETRY_AFTER_MS = 60_000
/** Added to the priority of privileged calls, so that it is above the priority of all other calls. */
const PRIVILEGE = 10
/** Added to the priority of an urgent call's retry, which has no time to wait for its turn again. */
const URGENT_RETRY = 0.5
/** The methods without which a lookup has no answer; `vanity` only if a name was entered. */
const PRIVILEGED: ReadonlySet<SteamMethod> = new Set<SteamMethod>(['summaries', 'bans', 'vanity'])

/** Maximum number of calls that can be in flight at once under a limit, with the extra permits. */
export const connectionsFor = (concurrency: number): number => concurrency + EXTRA_PERMITS

export interface ApiLimiterOptions {
  /** Highest limit of all replicas together. */
  concurrency: number
  /** The number of replicas that divide the limit; 1 by default. */
  replicas?: () => number
  /** Shares the pauses that Steam asks for by `Retry-After` with the other replicas. */
  sharedPause?: SharedPause
  /** The latency of a call must be recorded in this tracker before the result of the call is passed to `recordResult`. */
  latency: LatencyTracker
  clock: Clock
}

/** Creates the limiter for the Web API. It adapts the number of calls in flight, and gives permits in the order of priority. */
export function createApiLimiter(options: ApiLimiterOptions) {
  const { concurrency, replicas = () => 1, sharedPause = localPause, latency, clock } = options
  const min = Math.min(MIN_LIMIT, concurrency)
  const max = () => Math.max(min, concurrency / replicas())
  const limit = createAdaptiveLimit({
    min,
    max,
    // Below the maximum, because each refused call needs a retry, and the retry budget is small at the start.
    start: max() * START,
    clock,
  })
  const permits = createPriorityLimiter({
    permits: limit.current,
    expectedPermits: limit.expected,
    extraPermits: () => Math.max(MIN_EXTRA_PERMITS, Math.floor(EXTRA_PERMITS / replicas())),
    urgentPermits: Math.min(URGENT_PERMITS, concurrency),
    maxWaiting: MAX_WAITING,
    refusal: (waitMs) => overloaded('Too many lookups are waiting for Steam', waitMs),
    clock,
  })
  const follow = (pause: Pause | undefined) => permits.pauseFor(Math.min(pause?.leftMs ?? 0, LONGEST_RETRY_AFTER_MS))
  follow(sharedPause.known())
  sharedPause.listen(follow)
  let refusalsInARow = 0
  let pauseMs = 0
  let refusedAt = 0

  const pauseAfterRefusal = (startedAt: number, retryAfter: number | undefined) => {
    if (retryAfter !== undefined) {
      const leftMs = Math.min(retryAfter * 1000, LONGEST_RETRY_AFTER_MS)
      permits.pauseFor(leftMs)
      sharedPause.keep({ pauseMs: 0, leftMs })
    }
    // Calls that were in flight together report the same overload.
    if (startedAt < refusedAt) return
    refusedAt = clock.now()
    refusalsInARow++
    if (refusalsInARow < REFUSALS_IN_A_ROW) return
    refusalsInARow = 0
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 || FIRST_PAUSE_MS)
    permits.pauseFor(pauseMs)
  }

  const limiter: CallLimiter = {
    run({ method, callContext, signal, leftMs, isRetry, isPrivileged: isHedgeOrProbe }, work) {
      // Calls with background priority (for sweeps, and for the names in messages) are not privileged, so that they wait for all other
      // calls.
      const isNeeded = PRIVILEGED.has(method) && callContext.priority > PRIORITY.background
      const isPrivileged = isHedgeOrProbe || isNeeded
      const priority = () =>
        (isPrivileged ? PRIVILEGE : 0) + callContext.priority + (isRetry && callContext.isUrgent ? URGENT_RETRY : 0)
      return permits.run({ signal, isPrivileged, isUrgent: () => callContext.isUrgent, leftMs, priority }, work)
    },
    recordResult({ method, error, outcome, startedAt, wasFull }) {
      if (!error) {
        const result = latency.isSlow(method) ? 'slow' : 'answered'
        limit.recordResult({ startedAt, result, wasFull: wasFull || permits.isFull() })
        refusalsInARow = 0
        pauseMs = 0
      } else if (isLimited(error)) {
        limit.recordResult({ startedAt, result: 'refused', wasFull })
        pauseAfterRefusal(startedAt, error.retryAfter)
      } else if (outcome === 'no_answer') limit.recordResult({ startedAt, result: 'slow', wasFull })
    },
    isFull: permits.isFull,
  }
  return {
    ...limiter,
    state: () => ({
      inFlight: permits.inFlight(),
      limit: limit.current(),
      /** The priorities of the calls that wait. */
      waiting: permits.waiting().map((priority) => Math.floor(priority % PRIVILEGE)),
    }),
  }
}
