import type { Database } from '../database/database.ts'
import type { Lease, LeaseRequest, LeasesRepository } from '../database/leases.ts'
import { onAbort } from '../lib/abort.ts'
import type { Clock } from '../lib/clock.ts'

/** How long a lease lasts without being renewed. */
const LEASE_SECONDS = 12
const RENEW_MS = 4_000
/** How often a process without the lease tries to take it, and one with it to renew it after the database did not answer. */
const RETRY_MS = 1_000
/** The work is stopped this much earlier than another process may take the lease. */
const MARGIN_MS = 2_000

export interface LeaseOptions {
  database: Pick<Database, 'transaction'>
  clock: Clock
  /** What it is a lease of. */
  name: string
  /** The name of this process. */
  holder: string
  /** Called with the lease when it was taken, and with undefined when the work under it has ended. */
  onChange: (lease: Lease | undefined) => void
  /** Called when the database does not answer; the lease is tried again. */
  onError: (error: unknown) => void
}

/**
 * Does work while this process holds a lease in the database, so that one process at a time does it; waits while another one
 * holds it. The signal of the work aborts when the lease is lost. Ends when `signal` aborts and the work has ended: with whether
 * this process has no lease any more, as it has given back the last one.
 */
export async function workUnderLease(
  options: LeaseOptions,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const { clock, name, holder } = options
  let isReturned = true
  // While the database was away its holder could not renew the lease, so that it gets the time to do so.
  let takesExpiredAfter = Number.NEGATIVE_INFINITY
  let wasAway = false
  while (!signal.aborted) {
    const startedAt = clock.now()
    const mayTakeExpired: boolean = !wasAway && startedAt >= takesExpiredAfter
    const request: LeaseRequest = { name, holder, seconds: LEASE_SECONDS, mayTakeExpired }
    const answer: Answer<Lease | undefined> = await ask(options, (leases) => leases.acquire(request))
    if (answer && wasAway) takesExpiredAfter = clock.now() + LEASE_SECONDS * 1000
    wasAway = !answer
    if (answer?.value) isReturned = await workWhileHeld(options, answer.value, startedAt, signal, work)
    if (!signal.aborted) await pause(clock, RETRY_MS, signal)
  }
  return isReturned
}

/** Resolves to whether the lease could be given back. */
async function workWhileHeld(
  options: LeaseOptions,
  lease: Lease,
  acquiredAtMs: number,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const { clock, onChange, onError } = options
  const held = new AbortController()
  const lose = () => held.abort(new Error('another process may hold the lease'))
  const limit = (sinceMs: number) => clock.setTimer(LEASE_SECONDS * 1000 - MARGIN_MS - (clock.now() - sinceMs), lose)
  const removeListener = onAbort(signal, (reason) => held.abort(reason))
  let stopTimer = limit(acquiredAtMs)
  onChange(lease)
  const working = work(held.signal)
    .catch(onError)
    .finally(() => held.abort())
  let waitMs = RENEW_MS
  while (await pause(clock, waitMs, held.signal)) {
    const startedAt = clock.now()
    const answer = await ask(options, (leases) => leases.renew(lease, LEASE_SECONDS))
    waitMs = answer ? RENEW_MS : RETRY_MS
    if (!answer) continue
    if (!answer.value) lose()
    stopTimer()
    stopTimer = limit(startedAt)
  }
  stopTimer()
  removeListener()
  await working
  onChange(undefined)
  return (await ask(options, (leases) => leases.release(lease))) !== undefined
}

/** What the database answers; undefined when it does not. */
type Answer<T> = { value: T } | undefined

async function ask<T>(
  { database, onError }: LeaseOptions,
  question: (leases: LeasesRepository) => Promise<T>,
): Promise<Answer<T>> {
  try {
    return { value: await database.transaction(({ leases }) => question(leases)) }
  } catch (error) {
    onError(error)
    return undefined
  }
}

/** Waits; false as soon as the signal aborts. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  )
}
