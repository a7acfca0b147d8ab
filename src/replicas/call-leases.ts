import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import type { Replicas } from './create-replicas.ts'
import { exchangeCalls } from './exchange-calls.ts'

const DAY_SECONDS = 86_400
/** A lease; it doubles while leases are used up within `SOON_MS`, so that the database is not asked many times a second. */
const FIRST_LEASE = 20
const MAX_LEASE = 1_000
const SOON_MS = 2_000
/** A lease is renewed when this share of it is left, so that calls seldom wait. */
const RENEW_SHARE = 0.25
/** How long one exchange with the database takes at most; a call waits a little longer, as it may need a second one. */
const EXCHANGE_WITHIN_MS = 250
const WAIT_FACTOR = 1.2
const OPEN_WITHIN_MS = 5_000
/** How often calls are reported, and the others' read; a lease of which nothing was used meanwhile is returned. */
const REPORT_EVERY_MS = 5_000
/** How often the database is tried while it is away. */
const RETRY_EVERY_MS = 1_000

const noticeSchema = z.object({ key: z.string(), day: z.int(), total: z.int() })

export interface CallLeasesOptions {
  replicas: Pick<Replicas, 'self' | 'run' | 'notices' | 'members' | 'isSettled' | 'beatNow'>
  /** Stands for the key. */
  key: string
  /** Calls a day, the lowest of all replicas; 0 for no limit. */
  limit: () => number
  /** Shows the database's time. */
  clock: Clock
  /** How long one exchange with the database takes at most, milliseconds. */
  withinMs?: number
}

/** What a replica has of a day's calls. */
interface Day {
  day: number
  used: number
  unused: number
  /** The calls made or leased by all replicas, as last known. */
  total: number
  /** Calls left of this replica's share, while the database cannot be asked. */
  share: number | undefined
}

export type CallLeases = Awaited<ReturnType<typeof openCallLeases>>

/**
 * Leases of the day's calls that all replicas share. While the database is away, a replica uses its lease, and then the rest of
 * the day's calls divided by the replicas seen last. It goes on so until every replica has reported what it used meanwhile.
 * Resolves when the calls made today have been read, and rejects when they cannot be.
 */
export async function openCallLeases(options: CallLeasesOptions) {
  const { replicas, key, limit, clock, withinMs = EXCHANGE_WITHIN_MS } = options
  const today = () => Math.floor(clock.unixSeconds() / DAY_SECONDS)
  // Also holds the days next to today, in case the clock is set back.
  const days = new Map<number, Day>()
  let seq = 0
  let size = FIRST_LEASE
  let renewedAt = Number.NEGATIVE_INFINITY
  let usedAtReport = 0
  let isAway = false
  let exchanging: Promise<void> | undefined
  let isStopped = false

  /** Today's calls. A lease ends with its day; what was used of the day before is reported once more. */
  const now = (): Day => {
    const day = today()
    const known = days.get(day)
    if (known) return known
    const begun: Day = { day, used: 0, unused: 0, total: 0, share: undefined }
    if (isAway) begun.share = shareOf(begun)
    usedAtReport = 0
    for (const other of days.values()) {
      void exchange(other, 0).catch(() => {})
      if (Math.abs(other.day - day) > 1) days.delete(other.day)
    }
    days.set(day, begun)
    return begun
  }
  const shareOf = ({ total }: Day) =>
    limit() === 0 ? Number.POSITIVE_INFINITY : Math.floor(Math.max(0, limit() - total) / replicas.members().length)

  const exchange = async (lease: Day, want: number, limitMs = withinMs) => {
    const { day, used, unused: keep } = lease
    const alive = replicas.members().length
    const asked = { key, day, replica: replicas.self.id, seq: ++seq, used, keep, want, limit: limit(), alive }
    const grant = await replicas.run(limitMs, (client) => exchangeCalls(client, asked))
    lease.total = grant.total
    // Calls that were made meanwhile came out of those that were kept.
    lease.unused = Math.max(0, grant.unused - (lease.used - used))
  }
  /** One exchange at a time; never rejects. */
  const ask = (want: () => number): Promise<void> => {
    exchanging ??= (async () => {
      const lease = now()
      try {
        const mayWant = !isAway || replicas.isSettled()
        await exchange(lease, mayWant ? want() : lease.unused)
        if (mayWant) isAway = false
        if (!isAway) lease.share = undefined
      } catch {
        isAway = true
        lease.share ??= shareOf(lease)
        void replicas.beatNow()
      } finally {
        exchanging = undefined
      }
    })()
    return exchanging
  }
  const renew = () => {
    const isSoon = clock.now() - renewedAt < SOON_MS
    size = isSoon ? Math.min(MAX_LEASE, size * 2) : FIRST_LEASE
    renewedAt = clock.now()
    return ask(() => size)
  }
  const takeOf = (lease: Day): boolean => {
    if (lease.unused > 0) lease.unused--
    else if (lease.share !== undefined && lease.share > 0) lease.share--
    else return false
    lease.used++
    return true
  }
  const isSpent = ({ total, unused }: Day) => limit() > 0 && total - unused >= limit()

  const waitForCall = async (): Promise<boolean> => {
    const until = clock.now() + withinMs * WAIT_FACTOR
    do {
      await endsWithin(until - clock.now(), exchanging ?? renew(), clock)
      if (takeOf(now())) return true
    } while (!isAway && !isSpent(now()) && clock.now() < until)
    return false
  }
  const reportCalls = async () => {
    const lease = now()
    const isIdle = lease.used === usedAtReport
    usedAtReport = lease.used
    // A call that comes while the lease is being returned waits for the next one.
    if (isIdle && !isAway) lease.unused = 0
    await (exchanging ?? ask(() => lease.unused))
  }
  let stopTimer = () => {}
  const schedule = () => {
    if (isStopped) return
    stopTimer = clock.setTimer(isAway ? RETRY_EVERY_MS : REPORT_EVERY_MS, () => void reportCalls().finally(schedule))
  }
  await exchange(now(), 0, OPEN_WITHIN_MS)
  schedule()
  const stopListening = replicas.notices.on('calls', (payload) => {
    const parsed = noticeSchema.safeParse(payload)
    const lease = parsed.success && parsed.data.key === key ? days.get(parsed.data.day) : undefined
    if (parsed.success && lease && !exchanging) lease.total = parsed.data.total
  })

  return {
    /** Takes a call, at once where there is one; else resolves to whether one could be had within 300 ms. */
    take(): true | Promise<boolean> {
      const lease = now()
      if (lease.unused > 0 && takeOf(lease)) {
        if (lease.unused < size * RENEW_SHARE && !exchanging && !isAway && !isSpent(lease)) void renew()
        return true
      }
      // Calls do not wait for a database that did not answer.
      if (isAway) return takeOf(lease) || Promise.resolve(false)
      return waitForCall()
    },
    state() {
      const { total, unused, share } = now()
      return {
        used: Math.max(0, total - unused),
        limit: limit(),
        isCutOff: isAway && unused === 0 && share !== undefined,
      }
    },
    /** The unused calls of this replica's lease. */
    unused: () => now().unused,
    /** Returns unused calls; to be called after the last call. */
    async settle(): Promise<void> {
      isStopped = true
      stopTimer()
      stopListening()
      await exchanging
      const lease = now()
      lease.unused = 0
      await ask(() => 0)
    },
  }
}
