import type { Clock } from '../lib/clock.ts'

/** Time after which clients give up, unless a route has more time. */
export const CLIENT_MS = 10_000
/** Part of this time that is reserved for sending the answer, in addition to the expected delays of the event loop. */
const LEAVE_MS = 500
/** How long before the deadline calls to Steam are aborted, so that stale answers can still be read. */
const GIVE_UP_MS = 500
/** The event loop can be late twice: when it reads the request, and at the deadline. */
const DELAYS = 2
/** Longest delay that is expected; a longer delay is an exception, which cannot be predicted. */
const MAX_DELAY_MS = 1_000
const CHECK_MS = 100

export interface DeadlineOptions {
  clock: Pick<Clock, 'now' | 'setTimer'>
  /** The longest delay of the event loop in the last seconds. */
  recentDelayMs: () => number
  /** When the request was accepted, by the clock. */
  startedAt: number
  /** Time in which the client expects the answer. */
  withinMs?: number | undefined
  /** Called when the request has to be answered with the known parts. */
  onGiveUp: () => void
  /** Called half a second after `onGiveUp`, when the answer has to be sent at once. */
  onOverdue: () => void
}

/**
 * Watches the deadline of a request by wall-clock time, so that its answer is sent before the client gives up. While the event loop is
 * late, the deadline is earlier by the expected delays. Returns a function that stops watching.
 */
export function watchDeadline({
  clock,
  recentDelayMs,
  startedAt,
  withinMs = CLIENT_MS,
  onGiveUp,
  onOverdue,
}: DeadlineOptions): () => void {
  let hasGivenUp = false
  let stopTimer: () => void
  const check = () => {
    const endsAt = startedAt + withinMs - LEAVE_MS - DELAYS * Math.min(MAX_DELAY_MS, recentDelayMs())
    const leftMs = endsAt - clock.now()
    if (!hasGivenUp && leftMs <= GIVE_UP_MS) {
      hasGivenUp = true
      onGiveUp()
    }
    if (leftMs <= 0) return onOverdue()
    stopTimer = clock.setTimer(Math.min(CHECK_MS, hasGivenUp ? leftMs : leftMs - GIVE_UP_MS), check)
  }
  // Nearly all requests end before this first timer fires, so that they need only one timer.
  const earliestAt = startedAt + withinMs - LEAVE_MS - GIVE_UP_MS - DELAYS * MAX_DELAY_MS
  stopTimer = clock.setTimer(Math.max(0, earliestAt - clock.now()), check)
  return () => stopTimer()
}
