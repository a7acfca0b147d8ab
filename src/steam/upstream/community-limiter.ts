import { createGcraLimiter, type GcraLimiterOptions } from '../../lib/gcra-limiter.ts'
import { isLimited } from './answer.ts'
import { overloaded, type CallLimiter } from './call-limiter.ts'

export interface CommunityLimiterOptions extends Omit<GcraLimiterOptions, 'refusal'> {
  /** Pause after a 429. */
  pauseMs: number
}

/** The state of the community site's limiter, for metrics. */
export interface CommunityLimiterState {
  inFlight: number
  limit: number
  waiting: number
}

/** The community site's limiter: Steam limits the rate of inventories per address, with 429s that last over a minute. */
export function createCommunityLimiter({
  pauseMs,
  ...options
}: CommunityLimiterOptions): CallLimiter & { state(): CommunityLimiterState } {
  const limiter = createGcraLimiter({
    ...options,
    refusal: (waitMs) => overloaded('Steam gives out few inventories at a time', waitMs),
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
    state: () => ({ inFlight, limit: options.burst, waiting: limiter.waiting() }),
  }
}
