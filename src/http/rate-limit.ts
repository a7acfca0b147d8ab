import { createQuota, QUOTA_SECONDS, type OpenSharedUse, type QuotaResult } from '../lib/quota.ts'
import { HttpError } from './errors.ts'

export type RateLimit = ReturnType<typeof createRateLimit>

/** Words for what is limited, and by what a client is known. */
export const LIMITED = {
  address: { unit: 'lookups', client: 'from your address' },
  apiToken: { unit: 'lookups', client: 'with this token' },
  policyToken: { unit: 'verdicts', client: 'with this token' },
} as const

type Limited = (typeof LIMITED)[keyof typeof LIMITED]

/** Limits the lookups of each client in a minute; 0 is no limit. With `openShared`, replicas limit it together. */
export function createRateLimit(perMinute: number, limited: Limited = LIMITED.address, openShared?: OpenSharedUse) {
  const { unit, client: by } = limited
  const quota = createQuota(perMinute, openShared)
  const policy = `"${unit}";q=${perMinute};w=${QUOTA_SECONDS}`
  const headers = ({ remaining, resetMs }: QuotaResult) => ({
    'ratelimit-policy': policy,
    ratelimit: `"${unit}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  })
  return {
    /**
     * Takes `cost` lookups from the client's quota; `taken` is what the same request has already taken. Returns the RateLimit
     * headers; throws a 429 HttpError when the quota is used up.
     */
    async take(client: string, cost: number, taken?: number): Promise<Record<string, string>> {
      if (perMinute === 0) return {}
      const state = await quota.consume(client, cost, taken)
      if (state.isAllowed) return headers(state)
      const seconds = Math.max(1, Math.ceil(state.resetMs / 1000))
      const { needsWholeMinute } = state
      const message = needsWholeMinute
        ? `This request needs a whole unused minute, because the limit ${by} is ${perMinute} ${unit} a minute; try again in ${seconds} s, before any other request.`
        : `Too many ${unit} ${by} (the limit is ${perMinute} a minute); try again in ${seconds} s.`
      const allHeaders = { ...headers(state), 'retry-after': String(seconds) }
      throw new HttpError(
        'rate_limited',
        message,
        allHeaders,
        'rate_limited',
        needsWholeMinute ? { needsWholeMinute } : {},
      )
    },
  }
}
