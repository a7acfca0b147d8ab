import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export const QUOTA_SECONDS = 60
/** Costs have one decimal and the limiter counts whole points. */
const POINTS_PER_LOOKUP = 10

/** Whether a request is allowed, and the state of its client's quota. */
export interface QuotaResult {
  isAllowed: boolean
  /** Lookups left in this window. */
  remaining: number
  /** Time until the window ends, milliseconds; of a refused request, after which it can be allowed. */
  resetMs: number
  /** Whether the request leaves no room for another lookup in its minute, so that it can only be the first one. */
  needsWholeMinute: boolean
}

interface UseElsewhere {
  points: number
  firstMs: number
  lastMs: number
}

/** What other processes have counted of the same clients; without a round trip. */
export interface SharedUse {
  /** Says what a client has used here in the window that ends in `leftMs`. */
  note(client: string, points: number, leftMs: number): void
  /** What the client has used elsewhere in the last known windows, and the time until the first and the last of these end. */
  elsewhere(client: string): UseElsewhere | undefined
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
  const needsWholeMinute = (cost: number, consumed = 0) => cost + consumed + 1 > perMinute
  const toResult = (remainingPoints: number, msBeforeNext: number) => ({
    remaining: Math.floor(Math.max(0, remainingPoints) / POINTS_PER_LOOKUP),
    // The limiter computes the remaining time from the system clock, which may have been set back.
    resetMs: Math.min(msBeforeNext, QUOTA_SECONDS * 1000),
  })
  /** Gives the points back. What needs a whole minute can be allowed when all windows with lookups have ended, other requests after the first. */
  const refuse = async (client: string, points: number, isWhole: boolean, ownMs: number, elsewhere?: UseElsewhere) => {
    const { consumedPoints, remainingPoints } = await limiter.reward(client, points)
    const { points: elsewherePoints = 0, firstMs = Infinity, lastMs = 0 } = elsewhere ?? {}
    const resetMs = isWhole ? Math.max(consumedPoints > 0 ? ownMs : 0, lastMs) : Math.min(ownMs, firstMs)
    return { isAllowed: false, ...toResult(remainingPoints - elsewherePoints, resetMs), needsWholeMinute: isWhole }
  }
  return {
    /** Takes `cost` lookups; `consumed` is what the same request has taken before. A refused request costs nothing. */
    async consume(client: string, cost: number, consumed?: number): Promise<QuotaResult> {
      const points = toPoints(cost, consumed)
      const isWhole = needsWholeMinute(cost, consumed)
      const elsewhere = shared?.elsewhere(client)
      try {
        const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.consume(client, points)
        const left = remainingPoints - (elsewhere?.points ?? 0)
        if (elsewhere && left < 0 && points > 0) return await refuse(client, points, isWhole, msBeforeNext, elsewhere)
        shared?.note(client, consumedPoints, msBeforeNext)
        return { isAllowed: true, ...toResult(left, msBeforeNext), needsWholeMinute: isWhole }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return refuse(client, points, isWhole, refused.msBeforeNext, elsewhere)
      }
    },
    async refund(client: string, cost: number): Promise<void> {
      await limiter.reward(client, toPoints(cost))
    },
  }
}
