import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import { type CallDatabaseOptions, openCallDatabase, type OwnCalls, takeCall } from './call-database.ts'
import type { Replicas } from './create-replicas.ts'

/**
 * Number of calls in the first lease. Each further lease has twice as many while leases are used up within `SOON_MS`, so that the database
 * is not asked many times a second.
 */
const FIRST_LEASE = 20
const MAX_LEASE = 1_000
const SOON_MS = 2_000
/** A lease is renewed when this share of it is left, so that calls seldom wait. */
const RENEW_SHARE = 0.25
/**
 * Maximum duration of one exchange with the database. A call may wait for two exchanges, because the exchange that is in progress when the
 * call arrives may bring too few calls. It waits less if the database does not answer, or if its request has waited for the database
 * before.
 */
const EXCHANGE_WITHIN_MS = 120
/** The limit of a wait for which `take` gets no limit; it has no effect, because two exchanges take less. */
const NO_LIMIT_MS = 60_000
/** Pause before the next exchange, after an exchange that brought no call. */
const REFUSED_PAUSE_MS = 20
/**
 * Interval at which a replica reports its calls and reads how many calls all replicas have made; a lease that was not used in that time is
 * returned.
 */
const REPORT_EVERY_MS = 5_000
/** Interval of retries while the database is away. */
const RETRY_EVERY_MS = 1_000

const noticeSchema = z.object({ key: z.string(), day: z.int(), total: z.int() })

export interface CallLeasesOptions extends CallDatabaseOptions {
  replicas: CallDatabaseOptions['replicas'] & Pick<Replicas, 'notices' | 'onBeat'>
  /** Maximum duration of one exchange with the database, milliseconds. */
  withinMs?: number
  /** Measures the waits; `clock` by default. */
  loop?: Clock
}

export type CallLeases = Awaited<ReturnType<typeof openCallLeases>>

/**
 * Opens the leases of the day's calls that all replicas share. Resolves when the number of calls made today has been read; rejects when it
 * cannot be read.
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
      // The share is reserved for this replica, whether or not the database answers later.
      if (!(await endsWithin(startedAt + limitMs - loop.now(), pending() ?? renew(), loop)))
        return takeCall(today(), true)
      if (takeCall(today(), isAway())) return true
      // The remaining calls are reserved for other replicas, which will soon report that they need fewer.
      if (!pending() && !isAway()) await loop.sleep(REFUSED_PAUSE_MS, new AbortController().signal)
    } while (!isAway() && !isSpent(today()) && loop.now() < until)
    return false
  }
  const report = async () => {
    const calls = today()
    const isIdle = calls.day === reported.day && calls.used === reported.used
    reported = { day: calls.day, used: calls.used }
    // The unused calls are given back. A call that is made during the exchange waits for the next lease.
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
  // More replicas mean a smaller share for each.
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
    /** Takes a call. Returns true at once if a call is left, otherwise a promise of whether a call became available within `limitMs`. */
    take(limitMs = NO_LIMIT_MS): true | Promise<boolean> {
      const calls = today()
      // While the database does not answer, there is nothing to wait for.
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
    /** Gives unused calls back to the database; to be called after the last call to Steam. Resolves to how many could not be given back. */
    settle: (): Promise<number> => (settling ??= settle()),
  }
}
