import type { Clock } from '../../lib/clock.ts'
import { createGcraLimiter } from '../../lib/gcra-limiter.ts'
import { isLimited } from './answer.ts'
import { overloaded } from './call-limiter.ts'
import type { CallLimiter } from './call-limiter.ts'

export interface CommunityLimiterOptions {
  /** Calls at once after a quiet time. */
  burst: number
  /** Time after which one of them is allowed again. */
  intervalMs: number
  /** Pause after a 429. */
  pauseMs: number
  /** Longest wait for a permit. */
  maxWaitMs: number
  clock: Clock
}

/** The state of the community site's limiter, for metrics. */
export interface CommunityLimiterState {
  inFlight: number
  limit: number
  /** How many calls wait. */
  waiting: number
}

/** The community site's limiter: Steam limits the rate of inventories per address, with 429s that last over a minute. */
export function createCommunityLimiter(
  options: CommunityLimiterOptions,
): CallLimiter & { state(): CommunityLimiterState } {
  const { burst, intervalMs, pauseMs, maxWaitMs, clock } = options
  const limiter = createGcraLimiter({
    intervalMs,
    burst,
    maxWaitMs,
    refusal: (waitMs) => overloaded('Steam gives out few inventories at a time', waitMs),
    clock,
  })
  let inFlight = 0
  return {
    async run({ signal, isRetry }, work) {
      // A retry uses the permit of its call.
      if (!isRetry) await limiter.acquire(signal)
      inFlight++
      return work().finally(() => inFlight--)
    },
    recordResult({ error }) {
      if (isLimited(error)) limiter.pauseFor(pauseMs)
    },
    isFull: () => limiter.waiting() > 0,
    state: () => ({ inFlight, limit: burst, waiting: limiter.waiting() }),
  }
}
