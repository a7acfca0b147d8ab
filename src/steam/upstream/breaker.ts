import type { Clock } from '../../lib/clock.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'

/** Maximum share by which a pause is made longer or shorter, so that the tries of several processes spread out. */
const JITTER = 0.25

export interface BreakerOptions {
  /** The first pause, doubled after each try up to the longest one; 0 to refuse no call. */
  firstPauseMs: number
  longestPauseMs: number
  /** Shares the pause with other replicas. */
  shared?: SharedPause
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Called when the breaker opens or closes. */
  onChange: (isOpen: boolean) => void
}

/**
 * A breaker that refuses calls while it is open. After each pause it lets one call through, whose result shows whether Steam answers again; until
 * then the next, longer pause holds.
 */
export function createBreaker(options: BreakerOptions) {
  const { firstPauseMs, longestPauseMs, shared = localPause, random, clock, onChange } = options
  let open: { since: number; pauseMs: number; endsAt: number } | undefined

  const follow = (pause: Pause | undefined) => {
    const wasOpen = open !== undefined
    const now = clock.now()
    open = pause && { since: open?.since ?? now, pauseMs: pause.pauseMs, endsAt: now + pause.leftMs }
    if (wasOpen !== (open !== undefined)) onChange(!wasOpen)
  }
  const begin = (pauseMs: number) => {
    const pause = { pauseMs, leftMs: pauseMs * (1 - JITTER + 2 * JITTER * random()) }
    follow(pause)
    shared.keep(pause)
  }
  follow(shared.known())
  shared.listen(follow)

  return {
    isOpen: () => open !== undefined,
    /** When the breaker was opened, monotonic milliseconds; undefined while it is closed. */
    openedAt: () => open?.since,
    /** The time left of the pause, milliseconds, if a call is to be refused. `mayTry`: the call is let through after the pause. */
    refuse(mayTry: boolean): number | undefined {
      if (!open || firstPauseMs === 0) return undefined
      const leftMs = Math.max(0, open.endsAt - clock.now())
      return leftMs > 0 || !mayTry ? leftMs : undefined
    },
    /** A call is sent: if the breaker is open, the next pause begins. */
    noteTry(): void {
      if (open && firstPauseMs > 0) begin(Math.min(longestPauseMs, open.pauseMs * 2))
    },
    open(): void {
      if (!open) begin(firstPauseMs)
    },
    close(): void {
      if (!open) return
      follow(undefined)
      shared.keep(undefined)
    },
  }
}
