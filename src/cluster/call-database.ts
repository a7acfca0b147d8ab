import type { Clock, WallClock } from '../lib/clock.ts'
import type { Replicas } from './create-replicas.ts'
import { exchangeCalls } from './exchange-calls.ts'

const DAY_SECONDS = 86_400

/** The calls of a day as one replica counts them. */
export interface OwnCalls {
  /** Days since 1970, in UTC. */
  day: number
  /** Calls that the replica has made on this day. */
  used: number
  /** Calls that the replica has leased and not used yet. */
  unused: number
  /** Last known number of calls that all replicas have made or leased. */
  total: number
  /** Calls that the replica may make while the database is away. */
  share: number
  /** The share that the database reserves for this replica, as of the last exchange; it can be larger than `share`. */
  held: number
}

/**
 * Creates the counts of a replica's calls, one for each UTC day. When a day begins, calls `onBegin` with its counts and the counts of all
 * other known days. The counts of the day before and the day after are kept, because the clock may be set back.
 */
function createCallDays(clock: WallClock, onBegin: (begun: OwnCalls, others: OwnCalls[]) => void) {
  const days = new Map<number, OwnCalls>()
  return {
    of: (day: number) => days.get(day),
    /** The counts of today. They begin without leased calls, because a lease ends with its day. */
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

/** Takes a call from the lease or, if `mayUseShare`, from the share; false when no call is left. */
export function takeCall(calls: OwnCalls, mayUseShare: boolean): boolean {
  if (calls.unused > 0) calls.unused--
  else if (mayUseShare && calls.share > 0) calls.share--
  else return false
  calls.used++
  return true
}

const OPEN_WITHIN_MS = 5_000
/**
 * How long after its last exchange a replica may still ask for more calls at once: a minute less than the ten minutes for which the
 * database reserves its share. After a longer outage, it asks only when all replicas have had time to report the calls that they made.
 */
const HELD_MS = 9 * 60_000

export interface CallDatabaseOptions {
  replicas: Pick<Replicas, 'self' | 'run' | 'members' | 'isSettled' | 'beatNow'>
  /** The digest of the API key. */
  key: string
  /** Calls a day, by the lowest setting of all replicas; 0 for no limit. */
  limit: () => number
  /** A clock with the database's time. */
  clock: Clock
}

/**
 * Opens the exchange with the database through which a replica gets its part of the day's calls. While the database is away, the replica
 * may use its share. The shares of all replicas together are half of the calls that were left; the other half is for leases.
 */
export async function openCallDatabase({ replicas, key, limit, clock }: CallDatabaseOptions, withinMs: number) {
  let seq = 0
  let isAway = false
  let isLeaving = false
  let answeredAt = clock.now()
  let exchanging: Promise<void> | undefined

  /** The share of a replica when `total` calls are made or leased. */
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
    // Calls that were made during the exchange were taken from the share or from the unused calls.
    const fromShare = share - Math.min(share, calls.share)
    calls.unused = Math.max(0, grant.unused - (calls.used - used - fromShare))
    calls.share = asked.limit === 0 ? Number.POSITIVE_INFINITY : Math.max(0, grant.share - fromShare)
  }
  const days = createCallDays(clock, (begun, others) => {
    // The replica cannot ask for a share of the new day, so it takes the share that `exchange_calls` reserves for such a replica.
    if (isAway) begun.share = shareOf(0)
    // Reports the calls of ended days a last time.
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
    /** Reports the calls of today, and asks for `want()` unused calls; or only waits, if an exchange is in progress. Never rejects. */
    ask(want: () => number): Promise<void> {
      exchanging ??= tryExchange(want).finally(() => (exchanging = undefined))
      return exchanging
    },
    /**
     * Records that all replicas have made or leased `total` calls on a day, and reduces the share accordingly. If the database reserves
     * more than twice that share, the replica reports at once, so that other replicas get the difference.
     */
    learn(day: number, total: number): void {
      const calls = days.of(day)
      if (!calls || exchanging || isAway) return
      calls.total = total
      calls.share = Math.min(calls.share, shareOf(total))
      if (limit() > 0 && calls.held > 2 * calls.share) void this.ask(() => calls.unused)
    },
    /** Gives back the lease and the share. Resolves to the number of calls that could not be given back; never rejects. */
    async leave(): Promise<number> {
      await exchanging
      isLeaving = true
      const { unused } = days.today()
      Object.assign(days.today(), { unused: 0, share: 0 })
      await this.ask(() => 0)
      return isAway ? unused : 0
    },
    /** The exchange in progress; undefined without one. */
    pending: () => exchanging,
    /** Whether the database does not answer, or answers again but not every replica has had time to report its calls. */
    isAway: () => isAway,
  }
}
