import type { Clock } from './clock.ts'
import type { Call } from './request.ts'

/** Number of remaining lookups or verdicts, and the seconds until the quota is full again. */
interface RateLimitState {
  remaining: number
  resetSeconds: number
}

const RATE_LIMIT = /;\s*r=(\d+)\s*;\s*t=(\d+)/

/** Reads the header `RateLimit`; undefined without one. */
function parseRateLimit(headers: Headers): RateLimitState | undefined {
  const [, remaining, resetSeconds] = RATE_LIMIT.exec(headers.get('ratelimit') ?? '') ?? []
  return remaining === undefined ? undefined : { remaining: Number(remaining), resetSeconds: Number(resetSeconds) }
}

/** Tracks the quotas, which are counted by token. */
export function createQuotas(clock: Clock) {
  const quotas = new Map<Call['token'], { remaining: number; resetsAt: number }>()
  return {
    note({ token }: Call, headers: Headers): void {
      const state = parseRateLimit(headers)
      if (state && token !== 'none')
        quotas.set(token, { remaining: state.remaining, resetsAt: clock.now() + state.resetSeconds * 1000 })
    },
    /** Milliseconds until a call can succeed; 0 unless a quota is used up. */
    pauseMs({ token }: Call): number {
      const quota = quotas.get(token)
      return quota?.remaining === 0 ? Math.max(0, quota.resetsAt - clock.now()) : 0
    },
  }
}
