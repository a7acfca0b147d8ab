import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from './errors.ts'

const WINDOW_SECONDS = 60
/** Costs have one decimal and the limiter counts whole points. */
const POINTS_PER_LOOKUP = 10

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
  const points = perMinute * POINTS_PER_LOOKUP
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
  const policy = `"lookups";q=${perMinute};w=${WINDOW_SECONDS}`
  const headers = (left: RateLimiterRes) => ({
    'ratelimit-policy': policy,
    ratelimit: `"lookups";r=${Math.floor(left.remainingPoints / POINTS_PER_LOOKUP)};t=${Math.ceil(left.msBeforeNext / 1000)}`,
  })
  return {
    take(client, cost, taken = 0) {
      // What costs more than a whole minute's worth could otherwise never be asked.
      const wanted = Math.round(Math.min(perMinute - taken, cost) * POINTS_PER_LOOKUP)
      return limiter.consume(client, wanted).then(headers, async (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // What was refused was not had.
        const left = await limiter.reward(client, wanted)
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        const message = `Too many look-ups from your address (${perMinute} a minute); try again in ${seconds} s.`
        throw new Refusal(429, 'rate_limited', message, { ...headers(left), 'retry-after': String(seconds) })
      })
    },
  }
}
