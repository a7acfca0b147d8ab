import { createGcraLimiter, type GcraLimiterOptions } from '../../lib/gcra-limiter.ts'
import { isLimited, overloaded } from './answer.ts'
import type { CallLimiter } from './request.ts'

export interface CommunityLimiterOptions extends Omit<GcraLimiterOptions, 'refusal'> {
  /** Pause after a 429. */
  pauseMs: number
}

/** The community site's limiter: Steam limits the rate of inventories per address, with 429s that last over a minute. */
export function createCommunityLimiter({ pauseMs, ...options }: CommunityLimiterOptions) {
  const permits = createGcraLimiter({
    ...options,
    refusal: (waitMs) => overloaded('Steam allows only a few inventories per minute', waitMs),
  })
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
      if (isLimited(error)) permits.pauseFor(pauseMs)
    },
    isFull: () => permits.waiting() > 0,
  }
  return { ...limiter, state: () => ({ inFlight, limit: options.burst, waiting: permits.waiting() }) }
}
