import { abortable } from '../abort.ts'
import type { CallContext } from '../call-context.ts'
import { systemClock } from '../clock.ts'
import { countDatabaseWait, databaseTimeLeft } from '../database-wait.ts'
import type { GcraLimiterOptions } from './gcra-limiter.ts'

/** A process's request for one more permit; times in milliseconds. */
export interface LeaseRequest {
  intervalMs: number
  /** How much earlier than at a steady rate a permit may be used, which allows bursts. */
  toleranceMs: number
  maxWaitMs: number
  /** Lower bound of the time until the bucket is full again, as known to this process. */
  fullInMs: number
  /** How long the request may wait for the answer. */
  withinMs: number
}

/** One permit of a bucket that several processes share, granted unless its wait is too long. */
export interface Lease {
  isGranted: boolean
  /** Time until the permit may be used; if it is not granted, time until a permit is available. */
  waitMs: number
  /** Time until the bucket is full again. */
  fullInMs: number
}

/** The source of permits that several processes share. */
export interface PermitLease {
  /** Takes a permit; rejects when the other processes cannot be reached. */
  lease(request: LeaseRequest): Promise<Lease>
  /** The last known number of processes, and the index of this process, from 0. */
  share: () => { count: number; rank: number }
}

export interface LeasedLimiterOptions extends GcraLimiterOptions, PermitLease {}

interface Waiting {
  callContext: CallContext
  resolve: () => void
  reject: (error: Error) => void
}

/**
 * A GCRA limiter (`gcra-limiter.ts`) for a bucket that several processes share: each permit is leased separately. While the other processes
 * cannot be reached, each process uses its share of the rate.
 */
export function createLeasedLimiter(options: LeasedLimiterOptions) {
  const { intervalMs, burst, maxWaitMs, refusal, lease, clock = systemClock } = options
  const toleranceMs = (burst - 1) * intervalMs
  const waiting: Waiting[] = []
  /** Times at which the leased permits may be used, ascending. */
  let permits: number[] = []
  /** When the bucket would be full again, as far as this process knows. */
  let fullAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let isLeasing = false
  let stopTimer = () => {}
  const strictShare = createStrictShare(options)

  const pauseMs = () => Math.max(0, pausedUntil - clock.now())
  const fullInMs = () => Math.max(0, fullAt - clock.now())
  /** Lower bound of the wait for a leased permit when `ahead` other permits have to be leased before, calculated without a round trip. */
  const leastWaitMs = (ahead: number) => Math.max(pauseMs(), fullInMs() - toleranceMs + ahead * intervalMs)
  const refuseFrom = (index: number, firstWaitMs: number) => {
    for (const [more, { reject }] of waiting.splice(index).entries()) reject(refusal(firstWaitMs + more * intervalMs))
  }

  /** Drops permits that were not used in time, because unused permits must not add up to a larger burst later. */
  const dropUnused = () => {
    permits = permits.filter((at) => at + intervalMs > clock.now())
  }
  const giveOut = () => {
    stopTimer()
    while (waiting.length > 0 && permits.length > 0 && Math.max(pauseMs(), (permits[0] ?? 0) - clock.now()) <= 0) {
      permits.shift()
      waiting.shift()?.resolve()
    }
    const unserved = waiting[permits.length]
    if (unserved && !isLeasing) void leaseNext(unserved)
    const [next] = permits
    if (waiting.length > 0 && next !== undefined)
      stopTimer = clock.setTimer(Math.max(1, pauseMs(), next - clock.now()), giveOut)
  }
  const leaseNext = async ({ callContext }: Waiting) => {
    isLeasing = true
    const withinMs = databaseTimeLeft(callContext, clock)
    const asked = { intervalMs, toleranceMs, maxWaitMs, fullInMs: fullInMs(), withinMs }
    const taken = await countDatabaseWait(callContext, clock, lease(asked)).catch(() => undefined)
    if (taken) strictShare.end()
    const given = taken ?? strictShare.take(fullInMs())
    isLeasing = false
    fullAt = Math.max(fullAt, clock.now() + given.fullInMs)
    if (given.isGranted) permits.push(clock.now() + given.waitMs)
    else refuseFrom(permits.length, given.waitMs)
    giveOut()
  }

  return {
    /** Waits for a permit; rejects with the signal's reason when it aborts, and with the refusal when the wait is too long. */
    acquire: (signal: AbortSignal, callContext: CallContext) =>
      abortable<void>(signal, (resolve, reject) => {
        if (waiting.length === 0) dropUnused()
        const waitMs = leastWaitMs(Math.max(0, waiting.length - permits.length))
        if (waiting.length >= permits.length && waitMs > maxWaitMs) return reject(refusal(waitMs))
        const entry = { callContext, resolve, reject }
        waiting.push(entry)
        giveOut()
        return () => {
          const index = waiting.indexOf(entry)
          if (index !== -1) waiting.splice(index, 1)
        }
      }),
    /** Gives no permit for `ms`; waiting callers that would now wait too long are refused. */
    pauseFor(ms: number): void {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
      if (pauseMs() > maxWaitMs) refuseFrom(0, pauseMs())
      giveOut()
    },
    waiting: () => waiting.length,
  }
}

/**
 * Creates the permits that a process gives out by itself while it cannot reach the other processes. All processes together then keep within
 * the rate and the burst.
 */
function createStrictShare({ intervalMs, burst, maxWaitMs, share, clock = systemClock }: LeasedLimiterOptions) {
  let bucket: { fullAt: number; capacity: number; intervalMs: number; count: number } | undefined

  const begin = (sharedFullInMs: number) => {
    const { count, rank } = share()
    const capacity = Math.floor((burst + count - 1 - rank) / count)
    const ownMs = intervalMs * count
    const fullInMs = Math.max(sharedFullInMs, capacity === 0 ? ownMs : 0)
    return { fullAt: clock.now() + fullInMs, capacity: Math.max(1, capacity), intervalMs: ownMs, count }
  }
  return {
    /** Takes the next permit; `fullInMs` is the lower bound of the time until the shared bucket is full. */
    take(fullInMs: number): Lease {
      bucket ??= begin(fullInMs)
      const now = clock.now()
      const waitMs = Math.max(0, bucket.fullAt - (bucket.capacity - 1) * bucket.intervalMs - now)
      if (waitMs > maxWaitMs) return { isGranted: false, waitMs, fullInMs }
      bucket.fullAt = Math.max(bucket.fullAt, now) + bucket.intervalMs
      // While this process cannot reach the others, each of them may have taken a permit too, so the shared bucket is charged one permit
      // per process.
      return { isGranted: true, waitMs, fullInMs: fullInMs + intervalMs * bucket.count }
    },
    /** Ends the share; to be called when permits are leased again. */
    end: () => void (bucket = undefined),
  }
}
