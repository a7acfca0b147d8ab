import type { Clock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'

const HOUR_MS = 3_600_000
/** Maximum number of addresses; beyond it, the address from which no token has come for the longest time is dropped. */
const MAX_ADDRESSES = 10_000

/** The limit keys of addresses from which a valid token of a policy came within the last hour. */
export function createTokenAddresses(clock: Pick<Clock, 'now'>) {
  const keys = createLru<true>(MAX_ADDRESSES, { ttl: HOUR_MS, perf: clock, ttlResolution: 0 })
  return {
    add: (limitKey: string): void => void keys.set(limitKey, true),
    has: (limitKey: string): boolean => keys.has(limitKey),
  }
}
