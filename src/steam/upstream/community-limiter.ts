import { createGcraLimiter, type GcraLimiterOptions } from '../../lib/limits/gcra-limiter.ts'
import { createLeasedLimiter, type PermitLease } from '../../lib/limits/leased-limiter.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import { isLimited, overloaded } from './answer.ts'
import type { CallLimiter } from './request.ts'

export interface CommunityLimiterOptions extends Omit<GcraLimiterOptions, 'refusal'> {
  /** How long no inventory is fetched after a 429. */
  pauseMs: number
  /** Tells the replicas at the same address about a pause, and reports theirs. */
  sharedPause?: SharedPause
  /** Shares the permits with replicas at the same address. */
  lease?: PermitLease | undefined
}

/**
 * Creates the limiter for the community site. Steam limits the rate of inventory calls per address: after too many calls, it answers with
 * 429 for more than a minute.
 */
export function createCommunityLimiter(options: CommunityLimiterOptions) {
  const { pauseMs, sharedPause = localPause, lease } = options
  const refusal = (waitMs: number) => overloaded('Steam allows only a few inventories per minute', waitMs)
  // Without an interval there is no limit to share.
  const permits =
    lease && options.intervalMs > 0
      ? createLeasedLimiter({ ...options, ...lease, refusal })
      : createGcraLimiter({ ...options, refusal })
  const follow = (pause: Pause | undefined) => pause && permits.pauseFor(Math.min(pause.leftMs, pauseMs))
  follow(sharedPause.known())
  sharedPause.listen(follow)
  let inFlight = 0
  const limiter: CallLimiter = {
    async run({ signal, callContext, isRetry }, work) {
      // A retry uses the permit of its call.
      if (!isRetry) await permits.acquire(signal, callContext)
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
    isFull: () => permits.waiting() > 0,
  }
  return { ...limiter, state: () => ({ inFlight, limit: options.burst, waiting: permits.waiting() }) }
}
