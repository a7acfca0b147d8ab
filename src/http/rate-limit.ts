import { createQuota, QUOTA_SECONDS } from '../lib/quota.ts'
import type { QuotaResult } from '../lib/quota.ts'
import { HttpError } from './errors.ts'

/** Counts what a client address asks for. */
export interface RateLimit {
  /**
   * Takes `cost` lookups from the client's minute, of a request that has had `taken` already; throws a 429 Refusal when
   * there is not so much left. Returns the headers that tell what is left.
   */
  take(client: string, cost: number, taken?: number): Promise<Record<string, string>>
}

/** A limit of so many lookups a minute and client; 0 is no limit. */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return { take: async () => ({}) }
  const quota = createQuota(perMinute)
  const policy = `"lookups";q=${perMinute};w=${QUOTA_SECONDS}`
  const headers = ({ remaining, resetMs }: QuotaResult) => ({
    'ratelimit-policy': policy,
    ratelimit: `"lookups";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  })
  return {
    async take(client, cost, taken) {
      const state = await quota.consume(client, cost, taken)
      if (state.isAllowed) return headers(state)
      const seconds = Math.max(1, Math.ceil(state.resetMs / 1000))
      const message = `Too many look-ups from your address (${perMinute} a minute); try again in ${seconds} s.`
      throw new HttpError('rate_limited', message, { ...headers(state), 'retry-after': String(seconds) })
    },
  }
}
