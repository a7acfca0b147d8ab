import type { WallClock } from '../lib/clock.ts'

const DAY_SECONDS = 86_400

/** What a replica has of a day's calls. */
export interface OwnCalls {
  /** Days since 1970, in UTC. */
  day: number
  /** Calls that this replica has made. */
  used: number
  /** Calls that are left of its lease. */
  unused: number
  /** Calls made or leased by all replicas, as last known. */
  total: number
  /** Calls that it may use while the database is away. */
  share: number
  /** The share that the database holds back from the others. */
  held: number
}

/** The days of a replica's calls. `onBegin` gets the new day and those before, which the clock may come back to when it is set back. */
export function createCallDays(clock: WallClock, onBegin: (begun: OwnCalls, others: OwnCalls[]) => void) {
  const days = new Map<number, OwnCalls>()
  return {
    of: (day: number) => days.get(day),
    /** Today's calls: a lease ends with its day. */
    today(): OwnCalls {
      const day = Math.floor(clock.unixSeconds() / DAY_SECONDS)
      const known = days.get(day)
      if (known) return known
      const begun: OwnCalls = { day, used: 0, unused: 0, total: 0, share: 0, held: 0 }
      const others = [...days.values()]
      for (const other of others) if (Math.abs(other.day - day) > 1) days.delete(other.day)
      days.set(day, begun)
      onBegin(begun, others)
      return begun
    },
  }
}

/** Takes a call of the lease, or else of the share if this may be used; false when there is none. */
export function takeCall(calls: OwnCalls, mayUseShare: boolean): boolean {
  if (calls.unused > 0) calls.unused--
  else if (mayUseShare && calls.share > 0) calls.share--
  else return false
  calls.used++
  return true
}
