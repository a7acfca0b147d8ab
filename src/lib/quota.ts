import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How long what was taken stays taken, seconds. */
export const QUOTA_SECONDS = 60
/** Costs have one decimal and the limiter counts whole points. */
const POINTS_PER_LOOKUP = 10

/** Whether a client got what it wanted, and what it has left. */
export interface Taken {
  isGranted: boolean
  /** Lookups left. */
  left: number
  /** Until all is given back, milliseconds. */
  resetMs: number
}

/** So many lookups a minute for each client. */
export interface Quota {
  /** Takes `cost` lookups from the client's minute, for something that has had `taken` already; what is refused is not had. */
  take(client: string, cost: number, taken?: number): Promise<Taken>
  /** Undoes a `take` of something that another limit has refused. */
  giveBack(client: string, cost: number): Promise<void>
}

/** Counts up to `perMinute` lookups for each client. */
export function createQuota(perMinute: number): Quota {
  const limiter = new RateLimiterMemory({ points: perMinute * POINTS_PER_LOOKUP, duration: QUOTA_SECONDS })
  // What costs more than a whole minute's worth could otherwise never be asked.
  const pointsOf = (cost: number, taken = 0) => Math.round(Math.min(perMinute - taken, cost) * POINTS_PER_LOOKUP)
  const stateOf = (isGranted: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Taken => ({
    isGranted,
    left: Math.floor(remainingPoints / POINTS_PER_LOOKUP),
    resetMs: inTime(msBeforeNext),
  })
  // The limiter forgets in time, but tells what is left of it by the clock, which may have been set back.
  const inTime = (ms: number) => Math.min(ms, QUOTA_SECONDS * 1000)
  return {
    async take(client, cost, taken) {
      const points = pointsOf(cost, taken)
      try {
        return stateOf(true, await limiter.consume(client, points))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return { ...stateOf(false, await limiter.reward(client, points)), resetMs: inTime(refused.msBeforeNext) }
      }
    },
    async giveBack(client, cost) {
      await limiter.reward(client, pointsOf(cost))
    },
  }
}
