import type { Clock } from '../lib/clock.ts'

/** So that one game server cannot use up the calls of all others. */
const DAILY_SHARE = 0.2

/** Counts how many of the day's calls to Steam each token has used; `callsPerDay` is 0 for no limit. Starts anew with the process. */
export function createTokenShares(callsPerDay: number, clock: Pick<Clock, 'unixSeconds'>) {
  const limit = callsPerDay === 0 ? Infinity : callsPerDay * DAILY_SHARE
  const used = new Map<string, number>()
  let day = -1
  const today = () => {
    const now = Math.floor(clock.unixSeconds() / 86_400)
    if (now !== day) used.clear()
    day = now
    return used
  }
  return {
    isSpent: (token: string): boolean => (today().get(token) ?? 0) >= limit,
    /** Adds calls; one that several requests share counts in parts. */
    add(token: string, calls: number): void {
      if (calls > 0) today().set(token, (today().get(token) ?? 0) + calls)
    },
  }
}
