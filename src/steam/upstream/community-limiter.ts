import { createGcraLimiter, type GcraLimiterOptions } from '../../lib/limits/gcra-limiter.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import { isLimited, overloaded } from './answer.ts'
import type { CallLimiter } from './request.ts'

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
