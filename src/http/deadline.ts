import type { Clock } from '../lib/clock.ts'

/** Clients give up after this time. */
const CLIENT_MS = 10_000
/** How much of it is left for the way of the answer to the client, while the event loop is in time. */
const LEAVE_MS = 500
/** How long before that the calls to Steam are given up, so that the last answers of an outage can be read. */
const GIVE_UP_MS = 500
/** The event loop can be late when it reads a request, and again when the time is over. */
const DELAYS = 2
/** A delay above this is no pattern that could be foreseen. */
const MAX_DELAY_MS = 1_000
const CHECK_MS = 100

export interface DeadlineOptions {
  clock: Pick<Clock, 'now' | 'setTimer'>
  /** The longest delay of the event loop in the last seconds. */
  recentDelayMs: () => number
  /** When the request was accepted, by the clock. */
  startedAt: number
  /** Called when the request is to be answered with what is known. */
  onGiveUp: () => void
  /** Called half a second later, when the answer has to leave at once. */
  onOverdue: () => void
}

/**
 * Watches the deadline of a request by wall time, so that its answer leaves before the client gives up, also while the event loop
 * is late: the end comes earlier by the delays that are to be expected. Returns how to stop it.
 */
export function watchDeadline({ clock, recentDelayMs, startedAt, onGiveUp, onOverdue }: DeadlineOptions): () => void {
  let hasGivenUp = false
  let stopTimer: () => void
  const check = () => {
    const endsAt = startedAt + CLIENT_MS - LEAVE_MS - DELAYS * Math.min(MAX_DELAY_MS, recentDelayMs())
    const leftMs = endsAt - clock.now()
    if (!hasGivenUp && leftMs <= GIVE_UP_MS) {
      hasGivenUp = true
      onGiveUp()
    }
    if (leftMs <= 0) return onOverdue()
    stopTimer = clock.setTimer(Math.min(CHECK_MS, hasGivenUp ? leftMs : leftMs - GIVE_UP_MS), check)
  }
  // Nearly all requests end before this first timer is due, so that each costs one timer.
  const earliestAt = startedAt + CLIENT_MS - LEAVE_MS - GIVE_UP_MS - DELAYS * MAX_DELAY_MS
  stopTimer = clock.setTimer(Math.max(0, earliestAt - clock.now()), check)
  return () => stopTimer()
}
