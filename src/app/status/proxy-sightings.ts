import type { WallClock } from '../../lib/clock.ts'
import type { ProxySightings } from './checklist.ts'

/** Remembers when proxies passed clients on. */
export function createProxySightings(clock: WallClock) {
  const seen: ProxySightings = { trustedAt: null, untrustedAt: null }
  return {
    note(isTrusted: boolean): void {
      seen[isTrusted ? 'trustedAt' : 'untrustedAt'] = clock.unixSeconds()
    },
    read: (): ProxySightings => ({ ...seen }),
  }
}
