import type { Clock } from '../../lib/clock.ts'
import { createCallQueue } from '../../lib/limits/call-queue.ts'
import { createGcraLimiter, type GcraLimiterOptions } from '../../lib/limits/gcra-limiter.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import { isLimited, overloaded } from './answer.ts'
import { tooManyWait } from './client.ts'
import type { CallLimiter } from './request.ts'

const MIN_LIMIT = 4
/** Maximum number of waiting calls; further calls would only use up their deadlines in the queue. */
const MAX_WAITING = 5_000
/** Upper bound of a `Retry-After`, which Steam hardly ever sends. */
const LONGEST_RETRY_AFTER_MS = 60_000

export interface ApiLimiterOptions {
  /** Highest limit of all replicas together. */
  concurrency: number
  /** The number of replicas that divide the limit; 1 by default. */
  replicas?: () => number
  /** Shares the pauses that Steam asks for by `Retry-After` with the other replicas. */
  sharedPause?: SharedPause
  clock: Clock
}

/** Creates the limiter for the Web API: the queue of calls, and the pauses that Steam asks for. */
export function createApiLimiter({
  concurrency,
  replicas = () => 1,
  sharedPause = localPause,
  clock,
}: ApiLimiterOptions) {
  const min = Math.min(MIN_LIMIT, concurrency)
  const max = () => Math.max(min, concurrency / replicas())
  const queue = createCallQueue({ min, max, maxWaiting: MAX_WAITING, refusal: tooManyWait, clock })
  const follow = (pause: Pause | undefined) => queue.pauseFor(Math.min(pause?.leftMs ?? 0, LONGEST_RETRY_AFTER_MS))
  follow(sharedPause.known())
  sharedPause.listen(follow)
  const limiter: CallLimiter = {
    run: queue.run,
    recordResult({ error, startedAt }) {
      if (!error) queue.recordAnswer()
      if (!isLimited(error)) return
      queue.recordRefusal(startedAt)
      if (error.retryAfter === undefined) return
      const pause = { pauseMs: 0, leftMs: Math.min(error.retryAfter * 1000, LONGEST_RETRY_AFTER_MS) }
      follow(pause)
      sharedPause.keep(pause)
    },
  }
  return { ...limiter, state: queue.state }
}

export interface CommunityLimiterOptions extends Omit<GcraLimiterOptions, 'refusal'> {
  /** How long no inventory is fetched after a 429. */
  pauseMs: number
  /** Tells the replicas at the same address about a pause, and reports theirs. */
  sharedPause?: SharedPause
}

/**
 * Creates the limiter for the community site. Steam limits the rate of inventory calls per address: after too many calls, it answers with
 * 429 for more than a minute.
 */
export function createCommunityLimiter(options: CommunityLimiterOptions) {
  const { pauseMs, sharedPause = localPause } = options
  const refusal = (waitMs: number) => overloaded('Steam allows only a few inventories per minute', waitMs)
  const permits = createGcraLimiter({ ...options, refusal })
  const follow = (pause: Pause | undefined) => pause && permits.pauseFor(Math.min(pause.leftMs, pauseMs))
  follow(sharedPause.known())
  sharedPause.listen(follow)
  let inFlight = 0
  const limiter: CallLimiter = {
    async run({ signal, isRetry }, work) {
      // A retry uses the permit of its call.
      if (!isRetry) await permits.acquire(signal)
      inFlight++
      try {
        return await work()
      } finally {
        inFlight--
      }
    },
    recordResult({ error }) {
      if (!isLimited(error)) return
      permits.pauseFor(pauseMs)
      sharedPause.keep({ pauseMs: 0, leftMs: pauseMs })
    },
  }
  return { ...limiter, state: () => ({ inFlight, limit: options.burst, waiting: permits.waiting() }) }
}
