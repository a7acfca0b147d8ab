import { createAdaptiveLimit } from '../../lib/adaptive-limit.ts'
import type { AnsweredCall } from '../../lib/adaptive-limit.ts'
import type { CallContext } from '../../lib/call-context.ts'
import { createPriorityLimiter } from '../../lib/priority-limiter.ts'
import { RapsheetError } from '../../model/error.ts'

/** Places names and bans have beyond the limit: they are few, and what every look-up needs. */
const EXTRA_PERMITS = 32
/** However Steam limits us, so many calls are tried at once. */
const FEWEST_IN_FLIGHT = 4
/** Where the limit starts, as a share of the most. */
const START = 0.25
/** Calls that may wait for a place; above it something is looping, and waiting would only spend deadlines. */
const MAX_WAITING = 5_000
/** 429s in a row after which everybody waits, first for a second and then for twice as long each time. */
const REFUSALS_IN_A_ROW = 5
const FIRST_HOLD_MS = 1_000
const LONGEST_HOLD_MS = 30_000
/** Steam hardly ever says how long to wait; longer than this it is not believed without asking again. */
const LONGEST_ASKED_MS = 60_000
/** Above all urgencies. */
const PRIVILEGE = 10

/** Most calls that can be in flight at once under a limit. */
export const connectionsFor = (concurrency: number): number => concurrency + EXTRA_PERMITS

/** How the calls of one origin are doing now. */
export interface LimiterState {
  inFlight: number
  /** Calls that may be in flight. */
  limit: number
  /** The urgencies of those that wait. */
  waiting: number[]
}

/** One call's wish for a place. */
export interface Wish {
  callContext: CallContext
  signal: AbortSignal
  /** Whether it goes before all others, and may use places of its own. */
  isPrivileged: boolean
  /** Longest useful wait, milliseconds. */
  leftMs: number
}

/** How many calls are made to the Web API at once, and in which order. Times are monotonic milliseconds. */
export interface Pacing {
  /** Does work in its turn; rejects with `overloaded` at once when that would come too late. */
  run<T>(wish: Wish, work: () => Promise<T>): Promise<T>
  /** A call was answered. */
  answered(call: AnsweredCall): void
  /** A call was refused as one too many. `retryAfter` is what Steam asks for, seconds. */
  limited(startedAt: number, retryAfter: number | undefined): void
  /** A call was not answered in its time. */
  late(startedAt: number): void
  isFull(): boolean
  state(): LimiterState
}

/** What is too much for calls that are waiting. */
export function overloaded(what: string, waitMs: number): RapsheetError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new RapsheetError('overloaded', `${what}; try again in ${retryAfter} s.`, { retryAfter })
}

/** Starts with a quarter of the calls at once that are allowed at most, and finds out how many Steam takes. */
export function createPacing(concurrency: number, now: () => number = () => performance.now()): Pacing {
  const limit = createAdaptiveLimit(
    {
      min: Math.min(FEWEST_IN_FLIGHT, concurrency),
      max: concurrency,
      // Whatever is refused when everything begins has to be asked again, out of few retries.
      start: concurrency * START,
    },
    now,
  )
  const limiter = createPriorityLimiter({
    permits: limit.current,
    expectedPermits: limit.expected,
    now,
    extraPermits: EXTRA_PERMITS,
    maxWaiting: MAX_WAITING,
    refusal: (waitMs) => overloaded('Too many look-ups are waiting for Steam', waitMs),
  })
  let refusalsInARow = 0
  let holdMs = 0
  let heldAt = 0
  return {
    run: ({ callContext, signal, isPrivileged, leftMs }, work) =>
      limiter.run(
        { signal, isPrivileged, leftMs, priority: () => (isPrivileged ? PRIVILEGE : 0) + callContext.priority },
        work,
      ),
    answered(call) {
      limit.answered(call)
      refusalsInARow = 0
      holdMs = 0
    },
    limited(startedAt, retryAfter) {
      limit.refused(startedAt)
      if (retryAfter !== undefined) limiter.pauseFor(Math.min(retryAfter * 1000, LONGEST_ASKED_MS))
      // Calls that were under way together tell of one and the same trouble.
      if (startedAt < heldAt) return
      heldAt = now()
      refusalsInARow++
      if (refusalsInARow < REFUSALS_IN_A_ROW) return
      refusalsInARow = 0
      holdMs = Math.min(LONGEST_HOLD_MS, holdMs * 2 || FIRST_HOLD_MS)
      limiter.pauseFor(holdMs)
    },
    late: limit.late,
    isFull: limiter.isFull,
    state: () => ({
      inFlight: limiter.inFlight(),
      limit: limit.current(),
      waiting: limiter.waiting().map((priority) => priority % PRIVILEGE),
    }),
  }
}
