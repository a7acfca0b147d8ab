import type { Clock, WallClock } from '../lib/clock.ts'
import type { Replicas } from './create-replicas.ts'
import { exchangeCalls } from './exchange-calls.ts'

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
function createCallDays(clock: WallClock, onBegin: (begun: OwnCalls, others: OwnCalls[]) => void) {
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

const OPEN_WITHIN_MS = 5_000
/** The database holds a share back for ten minutes; after an outage that was longer, all replicas report before any gets more. */
const HELD_MS = 9 * 60_000

export interface CallDatabaseOptions {
  replicas: Pick<Replicas, 'self' | 'run' | 'members' | 'isSettled' | 'beatNow'>
  /** Stands for the key. */
  key: string
  /** Calls a day, the lowest of all replicas; 0 for no limit. */
  limit: () => number
  /** Shows the database's time. */
  clock: Clock
}

/**
 * What a replica has of the day's calls, and how it gets more. While the database is away, it has a share of the calls that were
 * left: half of them, divided by the replicas. The other half is for leases.
 */
export async function openCallDatabase({ replicas, key, limit, clock }: CallDatabaseOptions, withinMs: number) {
  let seq = 0
  let isAway = false
  let isLeaving = false
  let answeredAt = clock.now()
  let exchanging: Promise<void> | undefined

  /** The share of a replica that knows how many calls are made or leased. */
  const shareOf = (total: number) =>
    limit() === 0
      ? Number.POSITIVE_INFINITY
      : Math.floor(Math.max(0, limit() - total) / (2 * replicas.members().length))
  const exchange = async (calls: OwnCalls, want: number, limitMs = withinMs) => {
    const { day, used, unused: keep } = calls
    const share = Number.isFinite(calls.share) ? calls.share : 0
    const about = { key, day, replica: replicas.self.id, limit: limit(), alive: replicas.members().length }
    const asked = { ...about, seq: ++seq, used, keep, want, share, leaves: isLeaving }
    const grant = await replicas.run(limitMs, (client) => exchangeCalls(client, asked))
    calls.total = grant.total
    calls.held = grant.held
    // Calls that were made meanwhile came out of those that were kept, or of the share.
    const fromShare = share - Math.min(share, calls.share)
    calls.unused = Math.max(0, grant.unused - (calls.used - used - fromShare))
    calls.share = asked.limit === 0 ? Number.POSITIVE_INFINITY : Math.max(0, grant.share - fromShare)
  }
  const days = createCallDays(clock, (begun, others) => {
    // Nothing is held back for a day that begins while the database is away.
    if (isAway) begun.share = shareOf(0)
    // What was used of the day that has ended is reported once more.
    for (const other of others) void exchange(Object.assign(other, { unused: 0, share: 0 }), 0).catch(() => {})
  })
  const tryExchange = async (want: () => number) => {
    const calls = days.today()
    const mayWant = !isAway || clock.now() - answeredAt < HELD_MS || replicas.isSettled()
    try {
      await exchange(calls, mayWant ? want() : calls.unused)
      if (!mayWant) return
      isAway = false
      answeredAt = clock.now()
    } catch {
      isAway = true
      void replicas.beatNow()
    }
  }
  await exchange(days.today(), 0, OPEN_WITHIN_MS)
  return {
    today: days.today,
    /** Reports the calls and asks for `want()` unused ones, or joins the exchange in progress; never rejects. */
    ask(want: () => number): Promise<void> {
      exchanging ??= tryExchange(want).finally(() => (exchanging = undefined))
      return exchanging
    },
    /** Records the number of calls that all replicas have made or leased on a day. A share that has become too large is reported soon. */
    learn(day: number, total: number): void {
      const calls = days.of(day)
      if (!calls || exchanging || isAway) return
      calls.total = total
      calls.share = Math.min(calls.share, shareOf(total))
      if (limit() > 0 && calls.held > 2 * calls.share) void this.ask(() => calls.unused)
    },
    /** Returns the lease and the share; never rejects. Resolves to the unused calls that could not be returned. */
    async leave(): Promise<number> {
      await exchanging
      isLeaving = true
      const { unused } = days.today()
      Object.assign(days.today(), { unused: 0, share: 0 })
      await this.ask(() => 0)
      return isAway ? unused : 0
    },
    /** The exchange that is under way. */
    pending: () => exchanging,
    /** Whether the database did not answer, or other replicas have not reported their calls since. */
    isAway: () => isAway,
  }
}
