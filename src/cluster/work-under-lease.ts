import type { Lease } from '../database/leases.ts'
import type { Clock } from '../lib/clock.ts'

/** How long a lease lasts without being renewed. */
export const LEASE_SECONDS = 12
/** The work is stopped this long before its lease expires. */
const MARGIN_MS = 2_000

export interface WorkUnderLease {
  /** Does the work until the signal aborts; it never rejects. */
  work: (signal: AbortSignal) => Promise<void>
  /** Called with the lease when the work begins, and with undefined when it has ended. */
  onWork: (lease: Lease | undefined) => void
}

/**
 * Does work only while no other process can have the lease. If the lease cannot be renewed, the work is stopped 2 s before the lease
 * expires.
 */
export function createWorkUnderLease({ work, onWork, clock }: WorkUnderLease & { clock: Clock }) {
  let current: AbortController | undefined
  let ended = Promise.resolve()
  let stopTimer = () => {}

  const stop = () => {
    stopTimer()
    current?.abort(new Error('another process may hold the lease'))
    current = undefined
  }
  const run = async (lease: Lease, signal: AbortSignal) => {
    if (signal.aborted) return
    onWork(lease)
    await work(signal)
    onWork(undefined)
  }
  return {
    /**
     * Starts the work, or lets it continue, until shortly before the lease expires. `askedAt` is the time, by the clock, at which the
     * process asked for the lease or its renewal.
     */
    extend(lease: Lease, askedAt: number): void {
      const leftMs = askedAt + LEASE_SECONDS * 1000 - MARGIN_MS - clock.now()
      if (leftMs <= 0) return stop()
      stopTimer()
      stopTimer = clock.setTimer(leftMs, stop)
      if (current) return
      const { signal } = (current = new AbortController())
      ended = ended.then(() => run(lease, signal))
    },
    /** Ends the work; resolves when it has ended. */
    end(): Promise<void> {
      stop()
      return ended
    },
  }
}
