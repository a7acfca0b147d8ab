import type { Clock } from '../lib/clock.ts'

/** Time after which clients give up, unless a route has more time. */
export const CLIENT_MS = 10_000
/** How long before that calls to Steam are aborted, so that stale answers can still be read. */
const GIVE_UP_MS = 1_000
/** Time from there on after which the answer has to be sent at once. */
const OVERDUE_MS = 500

interface DeadlineOptions {
  clock: Pick<Clock, 'now' | 'setTimer'>
  /** When the request was accepted, by the clock. */
  startedAt: number
  /** Time in which the client expects the answer. */
  withinMs?: number | undefined
  /** Called when the request has to be answered with the known parts. */
  onGiveUp: () => void
  /** Called half a second after `onGiveUp`, when the answer has to be sent at once. */
  onOverdue: () => void
}

/** Watches the deadline of a request, so that its answer is sent before the client gives up. Returns a function that stops watching. */
export function watchDeadline(options: DeadlineOptions): () => void {
  const { clock, startedAt, withinMs = CLIENT_MS, onGiveUp, onOverdue } = options
  const leftMs = startedAt + withinMs - GIVE_UP_MS - clock.now()
  let stopTimer = clock.setTimer(Math.max(0, leftMs), () => {
    stopTimer = clock.setTimer(OVERDUE_MS, onOverdue)
    onGiveUp()
  })
  return () => stopTimer()
}
