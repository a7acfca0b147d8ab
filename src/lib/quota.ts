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

/** What other processes have counted of the same clients; without a round trip. */
export interface SharedUse {
  /** Says what a client has used here in the window that ends in `leftMs`. */
  note(client: string, points: number, leftMs: number): void
  /** What the client has used elsewhere in the last known windows, and the time until the first of these ends. */
  elsewhere(client: string): { points: number; leftMs: number } | undefined
}

/** Opens the shared use of clients that each may use so many points. */
export type OpenSharedUse = (limitPoints: number) => SharedUse

export type Quota = ReturnType<typeof createQuota>

/** Allows each client `perMinute` lookups a minute; with `openShared`, in all processes together as far as these know of each other. */
export function createQuota(perMinute: number, openShared?: OpenSharedUse) {
  const limitPoints = perMinute * POINTS_PER_LOOKUP
  const limiter = new RateLimiterMemory({ points: limitPoints, duration: QUOTA_SECONDS })
  const shared = openShared?.(limitPoints)
  // A request that costs more than the whole quota takes the whole quota; it would otherwise never be allowed.
  const toPoints = (cost: number, consumed = 0) => Math.round(Math.min(perMinute - consumed, cost) * POINTS_PER_LOOKUP)
  const toResult = (isAllowed: boolean, remainingPoints: number, msBeforeNext: number): QuotaResult => ({
    isAllowed,
    remaining: Math.floor(Math.max(0, remainingPoints) / POINTS_PER_LOOKUP),
    // The limiter computes the remaining time from the system clock, which may have been set back.
    resetMs: Math.min(msBeforeNext, QUOTA_SECONDS * 1000),
  })
  const refuse = async (client: string, points: number, elsewhere: number, resetMs: number) =>
    toResult(false, (await limiter.reward(client, points)).remainingPoints - elsewhere, resetMs)
  return {
    /** Takes `cost` lookups; `consumed` is what the same request has taken before. A refused request costs nothing. */
    async consume(client: string, cost: number, consumed?: number): Promise<QuotaResult> {
      const points = toPoints(cost, consumed)
      const elsewhere = shared?.elsewhere(client)
      try {
        const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.consume(client, points)
        const left = remainingPoints - (elsewhere?.points ?? 0)
        if (elsewhere && left < 0 && points > 0)
          return await refuse(client, points, elsewhere.points, Math.min(msBeforeNext, elsewhere.leftMs))
        shared?.note(client, consumedPoints, msBeforeNext)
        return toResult(true, left, msBeforeNext)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return refuse(client, points, elsewhere?.points ?? 0, refused.msBeforeNext)
      }
    },
    async refund(client: string, cost: number): Promise<void> {
      await limiter.reward(client, toPoints(cost))
    },
  }
}
