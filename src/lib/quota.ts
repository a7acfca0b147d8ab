import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export const QUOTA_SECONDS = 60
/** Costs have one decimal and the limiter counts whole points. */
const POINTS_PER_LOOKUP = 10

/** Whether a request is allowed, and the state of its client's quota. */
export interface QuotaResult {
  isAllowed: boolean
  /** Lookups left in this window. */
  remaining: number
  /** Time until the window ends, milliseconds. */
  resetMs: number
}

export type Quota = ReturnType<typeof createQuota>

/** Allows each client `perMinute` lookups a minute. */
export function createQuota(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute * POINTS_PER_LOOKUP, duration: QUOTA_SECONDS })
  // A request that costs more than the whole quota takes the whole quota; it would otherwise never be allowed.
  const toPoints = (cost: number, consumed = 0) => Math.round(Math.min(perMinute - consumed, cost) * POINTS_PER_LOOKUP)
  const toResult = (isAllowed: boolean, { remainingPoints }: RateLimiterRes, msBeforeNext: number): QuotaResult => ({
    isAllowed,
    remaining: Math.floor(remainingPoints / POINTS_PER_LOOKUP),
    // The limiter computes the remaining time from the system clock, which may have been set back.
    resetMs: Math.min(msBeforeNext, QUOTA_SECONDS * 1000),
  })
  return {
    /** Takes `cost` lookups; `consumed` is what the same request has taken before. A refused request costs nothing. */
    async consume(client: string, cost: number, consumed?: number): Promise<QuotaResult> {
      const points = toPoints(cost, consumed)
      try {
        const state = await limiter.consume(client, points)
        return toResult(true, state, state.msBeforeNext)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return toResult(false, await limiter.reward(client, points), refused.msBeforeNext)
      }
    },
    async refund(client: string, cost: number): Promise<void> {
      await limiter.reward(client, toPoints(cost))
    },
  }
}
