import type { Clock } from '../../../lib/clock.ts'
import { createLru } from '../../../lib/lru.ts'

const LIMITS = [
  { points: 5, seconds: 60 },
  { points: 30, seconds: 3_600 },
]
/**
 * Maximum number of addresses. Beyond it, the address with the oldest attempt is dropped; otherwise the owner of a large IPv6 network could
 * fill the memory.
 */
const MAX_ADDRESSES = 10_000

interface Window {
  tries: number
  /** Monotonic milliseconds. */
  endsAt: number
}

/** Limits the login attempts of each address in this process: 5 a minute and 30 an hour. */
export function createLoginTries(
  clock: Pick<Clock, 'now'>,
  limits: readonly { points: number; seconds: number }[] = LIMITS,
) {
  const limiters = limits.map((limit) => ({ ...limit, windows: createLru<Window>(MAX_ADDRESSES) }))
  return {
    /** Counts an attempt and returns 0; if the limit is reached, returns the seconds after which an attempt is allowed. */
    take(client: string): number {
      const now = clock.now()
      for (const { points, seconds, windows } of limiters) {
        const known = windows.get(client)
        const window = known && known.endsAt > now ? known : { tries: 0, endsAt: now + seconds * 1000 }
        if (window.tries >= points) return Math.ceil((window.endsAt - now) / 1000)
        window.tries++
        windows.set(client, window)
      }
      return 0
    },
    /** Resets the attempts of an address that has sent the right token. */
    forget(client: string): void {
      for (const { windows } of limiters) windows.delete(client)
    },
  }
}
