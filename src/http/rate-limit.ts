import { createQuota, QUOTA_SECONDS, type QuotaResult } from '../lib/quota.ts'
import { HttpError } from './errors.ts'

/** Limits the requests of each client. */
export interface RateLimit {
  /**
   * Takes `cost` lookups from the client's quota; `taken` is what the same request has taken before. Returns the RateLimit
   * headers; throws a 429 HttpError when the quota is used up.
   */
  take(client: string, cost: number, taken?: number): Promise<Record<string, string>>
}

/** Creates a limit of lookups per minute and client; 0 is no limit. */
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
      const message = `Too many lookups from your address (the limit is ${perMinute} a minute); try again in ${seconds} s.`
      throw new HttpError('rate_limited', message, { ...headers(state), 'retry-after': String(seconds) })
    },
  }
}
