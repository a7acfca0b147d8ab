import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import { type CallDatabaseOptions, openCallDatabase, type OwnCalls, takeCall } from './call-database.ts'
import type { Replicas } from './create-replicas.ts'

/** A lease; it doubles while leases are used up within `SOON_MS`, so that the database is not asked many times a second. */
const FIRST_LEASE = 20
const MAX_LEASE = 1_000
const SOON_MS = 2_000
/** A lease is renewed when this share of it is left, so that calls seldom wait. */
const RENEW_SHARE = 0.25
/**
 * How long one exchange with the database takes at most. A call waits for two of them, as the first may have begun before it; when
 * the database does not answer, for one. A request that has waited for the database before waits less.
 */
const EXCHANGE_WITHIN_MS = 120
/** Longer than any wait for exchanges. */
const NO_LIMIT_MS = 60_000
/** The pause after an exchange that has brought no call. */
const REFUSED_PAUSE_MS = 20
/** How often calls are reported, and the others' read; a lease of which nothing was used meanwhile is returned. */
const REPORT_EVERY_MS = 5_000
/** How often the database is tried while it is away. */
const RETRY_EVERY_MS = 1_000

const noticeSchema = z.object({ key: z.string(), day: z.int(), total: z.int() })

export interface CallLeasesOptions extends CallDatabaseOptions {
  replicas: CallDatabaseOptions['replicas'] & Pick<Replicas, 'notices' | 'onBeat'>
  /** How long one exchange with the database takes at most, milliseconds. */
  withinMs?: number
  /** Measures the waits; `clock` by default. */
  loop?: Clock
}

export type CallLeases = Awaited<ReturnType<typeof openCallLeases>>

/**
 * Leases of the day's calls that all replicas share. Resolves when the calls made today have been read, and rejects when they
 * cannot be.
 */
export async function openCallLeases({ withinMs = EXCHANGE_WITHIN_MS, ...options }: CallLeasesOptions) {
  const { replicas, key, limit, clock, loop = clock } = options
  const database = await openCallDatabase(options, withinMs)
  const { today, ask, isAway, pending } = database
  let size = FIRST_LEASE
  let renewedAt = Number.NEGATIVE_INFINITY
  let reported = { day: 0, used: 0 }
  let isStopped = false
  let stopTimer = () => {}

  const renew = () => {
    size = clock.now() - renewedAt < SOON_MS ? Math.min(MAX_LEASE, size * 2) : FIRST_LEASE
    renewedAt = clock.now()
    return ask(() => size)
  }
  const isSpent = ({ total, unused }: OwnCalls) => limit() > 0 && total - unused >= limit()
  const waitForCall = async (limitMs: number): Promise<boolean> => {
    const startedAt = loop.now()
    const until = startedAt + Math.min(withinMs, limitMs)
    do {
      // The share is held back for this replica, whether or not the database answers later.
      if (!(await endsWithin(startedAt + limitMs - loop.now(), pending() ?? renew(), loop)))
        return takeCall(today(), true)
      if (takeCall(today(), isAway())) return true
      // The calls that are left are held back for other replicas, which are about to report that they need fewer.
      if (!pending() && !isAway()) await loop.sleep(REFUSED_PAUSE_MS, new AbortController().signal)
    } while (!isAway() && !isSpent(today()) && loop.now() < until)
    return false
  }
  const report = async () => {
    const calls = today()
    const isIdle = calls.day === reported.day && calls.used === reported.used
    reported = { day: calls.day, used: calls.used }
    // A call that comes while the lease is being returned waits for the next one.
    if (isIdle && !isAway()) calls.unused = 0
    await (pending() ?? ask(() => calls.unused))
  }
  const schedule = () => {
    if (isStopped) return
    stopTimer = clock.setTimer(isAway() ? RETRY_EVERY_MS : REPORT_EVERY_MS, () => void report().finally(schedule))
  }
  schedule()
  const stopListening = replicas.notices.on('calls', (payload) => {
    const { success, data } = noticeSchema.safeParse(payload)
    if (success && data.key === key) database.learn(data.day, data.total)
  })
  // With more replicas the share of each is smaller.
  const stopWatching = replicas.onBeat(() => database.learn(today().day, today().total))
  const settle = async () => {
    isStopped = true
    stopTimer()
    stopListening()
    stopWatching()
    return database.leave()
  }
  let settling: Promise<number> | undefined

  return {
    /** Takes a call: true at once if one is left, else a promise of whether one became available within `limitMs`. */
    take(limitMs = NO_LIMIT_MS): true | Promise<boolean> {
      const calls = today()
      // Calls do not wait for a database that did not answer.
      if (calls.unused === 0) return isAway() ? takeCall(calls, true) || Promise.resolve(false) : waitForCall(limitMs)
      takeCall(calls, false)
      if (calls.unused < size * RENEW_SHARE && !pending() && !isAway() && !isSpent(calls)) void renew()
      return true
    },
    state() {
      const { total, unused } = today()
      return { used: Math.max(0, total - unused), limit: limit(), isCutOff: isAway() && unused === 0 }
    },
    /** The unused calls of this replica's lease. */
    unused: () => today().unused,
    /** Returns unused calls; to be called after the last call. Resolves to how many could not be returned. */
    settle: (): Promise<number> => (settling ??= settle()),
  }
}
