import {
  createQuota,
  QUOTA_SECONDS,
  type OpenSharedUse,
  type QuotaLeft,
  type QuotaResult,
} from '../lib/limits/quota.ts'
import { HttpError } from './errors.ts'

export type RateLimit = ReturnType<typeof createRateLimit>

/** Words for the limited requests, and for what identifies their client. */
export const LIMITED = {
  address: { unit: 'lookups', client: 'from your address' },
  apiToken: { unit: 'lookups', client: 'with this token' },
  policyToken: { unit: 'verdicts', client: 'with this token' },
  tool: { unit: 'requests', client: 'of the tools of your Discord server' },
} as const

type Limited = (typeof LIMITED)[keyof typeof LIMITED]

/** Creates a limit of `perMinute` lookups a minute for each client; 0 is no limit. With `openShared`, replicas count together. */
export function createRateLimit(perMinute: number, limited: Limited = LIMITED.address, openShared?: OpenSharedUse) {
  const { unit, client: by } = limited
  const quota = createQuota(perMinute, openShared)
  const policy = `"${unit}";q=${perMinute};w=${QUOTA_SECONDS}`
  const setHeaders = (headers: Record<string, string | number>, { remaining, resetMs }: QuotaResult) => {
    headers['ratelimit-policy'] = policy
    headers['ratelimit'] = `"${unit}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`
  }
  return {
    /** What the client's quota has left, without taking anything from it; null without a limit. */
    left(client: string): QuotaLeft | null {
      if (perMinute === 0) return null
      const { remaining, resetMs } = quota.consume(client, 0)
      return { limit: perMinute, remaining, resetSeconds: Math.ceil(resetMs / 1000) }
    },
    /**
     * Takes `cost` lookups from the client's quota and sets the RateLimit headers; `taken` is what the same request has already
     * taken. Throws a 429 HttpError when the quota is used up.
     */
    take(headers: Record<string, string | number>, client: string, cost: number, taken?: number): void {
      if (perMinute === 0) return
      const state = quota.consume(client, cost, taken)
      setHeaders(headers, state)
      if (state.isAllowed) return
      const seconds = Math.max(1, Math.ceil(state.resetMs / 1000))
      const { needsWholeMinute } = state
      const message = needsWholeMinute
        ? `This request needs a whole unused minute, because the limit ${by} is ${perMinute} ${unit} a minute; try again in ${seconds} s, before any other request.`
        : `Too many ${unit} ${by} (the limit is ${perMinute} a minute); try again in ${seconds} s.`
      throw new HttpError(
        'rate_limited',
        message,
        { 'retry-after': String(seconds) },
        'rate_limited',
        needsWholeMinute ? { needsWholeMinute } : {},
      )
    },
  }
}
