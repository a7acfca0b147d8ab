import type { Database } from '../../database/database.ts'
import { onAbort } from '../../lib/abort.ts'
import type { Clock } from '../../lib/clock.ts'

/** How long a lease lasts without being renewed. */
const LEASE_SECONDS = 10
const RENEW_MS = 3_000
/** The same after the database did not answer. */
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
  /** Whether another holder is known to have ended. */
  isGone: (holder: string) => boolean
  onChange: (isHeld: boolean) => void
  /** Called when the database does not answer; the lease is tried again. */
  onError: (error: unknown) => void
}

/**
 * Does work while this process holds a lease in the database, so that one process at a time does it; waits while another one
 * holds it. The signal of the work aborts when the lease is lost. Ends when `signal` aborts and the work has ended.
 */
export async function workUnderLease(
  options: LeaseOptions,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
): Promise<void> {
  const { clock } = options
  while (!signal.aborted) {
    const startedAt = clock.now()
    if (await acquire(options)) await workWhileHeld(options, startedAt, signal, work)
    if (!signal.aborted) await pause(clock, RENEW_MS, signal)
  }
}

async function workWhileHeld(
  options: LeaseOptions,
  acquiredAtMs: number,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
): Promise<void> {
  const { clock, onChange, onError } = options
  const held = new AbortController()
  const lose = () => held.abort(new Error('another process may hold the lease'))
  const limit = (sinceMs: number) => clock.setTimer(LEASE_SECONDS * 1000 - MARGIN_MS - (clock.now() - sinceMs), lose)
  const removeListener = onAbort(signal, (reason) => held.abort(reason))
  let stopTimer = limit(acquiredAtMs)
  onChange(true)
  const working = work(held.signal)
    .catch(onError)
    .finally(() => held.abort())
  try {
    let isHeld: boolean | undefined = true
    while (await pause(clock, isHeld ? RENEW_MS : RETRY_MS, held.signal)) {
      const startedAt = clock.now()
      isHeld = await acquire(options)
      if (isHeld === false) lose()
      if (!isHeld) continue
      stopTimer()
      stopTimer = limit(startedAt)
    }
  } finally {
    stopTimer()
    removeListener()
    await working
    onChange(false)
    await options.database.transaction(({ leases }) => leases.release(options.name, options.holder)).catch(onError)
  }
}

/** Takes or renews the lease; undefined when the database does not answer. */
async function acquire({ database, clock, name, holder, isGone, onError }: LeaseOptions): Promise<boolean | undefined> {
  try {
    return await database.transaction(({ leases }) => {
      const now = clock.unixSeconds()
      return leases.acquire(name, holder, now, now + LEASE_SECONDS, isGone)
    })
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
