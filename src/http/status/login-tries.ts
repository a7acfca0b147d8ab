import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const LIMITS = [
  { points: 5, duration: 60 },
  { points: 30, duration: 3_600 },
]

/** Limits the tries to log in of each address, in this process: 5 a minute and 30 an hour. */
export function createLoginTries(limits: readonly { points: number; duration: number }[] = LIMITS) {
  const limiters = limits.map((limit) => new RateLimiterMemory(limit))
  return {
    /** Counts a try; resolves to 0, or to the seconds after which the next one is allowed. */
    async take(client: string): Promise<number> {
      for (const limiter of limiters) {
        try {
          await limiter.consume(client)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          // The limiter computes the time from the system clock, which may have been set back.
          return Math.min(limiter.duration, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
        }
      }
      return 0
    },
    /** Forgets the tries of an address from which the right token came. */
    async forget(client: string): Promise<void> {
      for (const limiter of limiters) await limiter.delete(client)
    },
  }
}
