import type { Clock } from '../../lib/clock.ts'

/** How our clock compares with Steam's. */
export interface SteamClockReading {
  /** By how much our clock is ahead of Steam's, seconds; negative when it is behind. */
  skewSeconds: number
  /** When Steam last sent its time, by our clock. */
  seenAt: number
}

/** Compares our clock with the `Date` headers of Steam's answers. */
export function createSteamClock(clock: Pick<Clock, 'now' | 'unixSeconds'>) {
  let last: { date: number; receivedAtMs: number; seenAt: number } | undefined
  return {
    /** Records the time that Steam sent, Unix seconds. */
    record(date: number): void {
      last = { date, receivedAtMs: clock.now(), seenAt: clock.unixSeconds() }
    },
    /** Undefined before the first answer. */
    read(): SteamClockReading | undefined {
      if (!last) return undefined
      // Steam's time is continued with the monotonic clock, so that a change of our wall clock since the answer shows.
      const steamNow = last.date + Math.floor((clock.now() - last.receivedAtMs) / 1000)
      return { skewSeconds: clock.unixSeconds() - steamNow, seenAt: last.seenAt }
    },
  }
}
