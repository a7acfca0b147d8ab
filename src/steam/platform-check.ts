import { createCallContext } from '../lib/call-context.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import { getPlayerBans } from './methods/get-player-bans.ts'
import { KNOWN_ACCOUNT } from './methods/get-player-summaries.ts'
import type { ApiHealth } from './upstream/health.ts'
import type { Transport } from './upstream/transport.ts'

export type PlatformState = ApiHealth['state']

/** Age up to which the latest calls count as current. */
const FRESH_MS = 30_000
/** Age from which a failure says nothing about the present. */
const FORGOTTEN_MS = 5 * 60_000
/** Longest wait for a probe, unless a caller passes another limit. Load balancers give up on a health check after a second or two. */
const PROBE_MS = 500

/**
 * Creates a check that reports from the latest calls whether the Web API is reachable. When these calls are too old or too few, the check
 * fetches one ban record, at most once in 30 s, and waits for the answer up to `withinMs`.
 */
export function createPlatformCheck(
  { call, apiHealth }: Pick<Transport, 'call' | 'apiHealth'>,
  clock: Clock = systemClock,
): (withinMs?: number) => Promise<PlatformState> {
  let probedAt = Number.NEGATIVE_INFINITY
  let probe: Promise<unknown> | undefined
  const isOld = (at: number) => clock.now() - at > FRESH_MS

  const runProbe = async () => {
    const callContext = createCallContext(new AbortController().signal)
    await getPlayerBans(call, [KNOWN_ACCOUNT], callContext).catch(() => {})
    probedAt = clock.now()
  }

  return async (withinMs = PROBE_MS) => {
    const { state, updatedAt } = apiHealth()
    if (state !== 'not_configured' && isOld(probedAt) && (state === 'unknown' || isOld(updatedAt))) {
      probe ??= runProbe().finally(() => (probe = undefined))
      await endsWithin(withinMs, probe, clock)
    }
    const latest = apiHealth()
    // Older than any probe leaves it: no call could be made, for example because the day's calls are spent.
    const isForgotten = latest.state === 'unreachable' && clock.now() - latest.updatedAt > FORGOTTEN_MS
    return isForgotten ? 'unknown' : latest.state
  }
}
