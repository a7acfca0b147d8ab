import { ApiError } from './api-error.ts'
import type { Clock } from './clock.ts'

/** Maximum time of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

export interface Deadline {
  /** Aborts at the deadline with an ApiError `timed_out`, or with the reason of the caller's signal. */
  signal: AbortSignal
  leftMs: () => number
  /** Releases the timer and the caller's signal. */
  stop: () => void
}

/** Starts the time limit of a call, which the caller's signal ends earlier. */
export function startDeadline(clock: Clock, timeoutMs: number, given: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const endsAt = clock.now() + timeoutMs
  const stopTimer = clock.setTimer(Math.min(timeoutMs, MAX_TIMER_MS), () =>
    controller.abort(new ApiError('timed_out', `There was no complete answer within ${timeoutMs} ms.`)),
  )
  const abort = () => controller.abort(given?.reason)
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    leftMs: () => endsAt - clock.now(),
    stop() {
      stopTimer()
      given?.removeEventListener('abort', abort)
    },
  }
}
