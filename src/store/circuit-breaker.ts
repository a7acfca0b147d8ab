import type { Clock } from '../lib/clock.ts'

const PROBE_EVERY_MS = 1_000

/**
 * A circuit breaker of a store that other processes share: it opens at the first failure, so that no further request waits
 * for a server that does not answer. While it is open, `probe` runs every second, in the background; it closes with the first
 * one that resolves.
 */
export function createCircuitBreaker(probe: () => Promise<unknown>, clock: Pick<Clock, 'setTimer'>) {
  let isOpen = false
  let isStopped = false
  let stopTimer = () => {}

  const schedule = () => {
    if (!isStopped) stopTimer = clock.setTimer(PROBE_EVERY_MS, () => void tryProbe())
  }
  const tryProbe = async () => {
    try {
      await probe()
      isOpen = false
    } catch {
      schedule()
    }
  }
  return {
    isOpen: () => isOpen,
    /** Opens it; false when it was open already. */
    open(): boolean {
      if (isOpen) return false
      isOpen = true
      schedule()
      return true
    },
    /** Ends the probes; it then stays as it is. */
    stop(): void {
      isStopped = true
      stopTimer()
    },
  }
}
