import { abortable } from '../../src/lib/abort.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'

export interface SkippingClock extends Clock {
  /** Skips time: timers that are due then run at once. The wall-clock time stays. */
  skip(ms: number): void
}

/** The clock of this machine, of which a test can skip time. */
export function createSkippingClock(): SkippingClock {
  let skippedMs = 0
  const timers = new Set<{ endsAt: number; end: () => void }>()
  const now = () => systemClock.now() + skippedMs
  const setTimer = (ms: number, callback: () => void) => {
    const end = () => {
      cancel()
      callback()
    }
    const timer = { endsAt: now() + ms, end }
    const stop = systemClock.setTimer(ms, end)
    const cancel = () => {
      stop()
      timers.delete(timer)
    }
    timers.add(timer)
    return cancel
  }
  return {
    ...systemClock,
    now,
    setTimer,
    sleep: (ms, signal) => abortable(signal, (resolve) => setTimer(ms, () => resolve(undefined))),
    skip(ms) {
      skippedMs += ms
      for (const { endsAt, end } of timers) if (endsAt <= now()) end()
    },
  }
}
