import { PRIORITY } from '../../lib/call-context.ts'
import type { CallContext } from '../../lib/call-context.ts'
import type { RetryBudget } from '../../lib/retry-budget.ts'
import { sleep } from '../../lib/timeout.ts'
import { RapsheetError } from '../../model/error.ts'

const BACKOFF_MS = 200
/** Of our own accord nobody waits longer. */
const LONGEST_BACKOFF_MS = 3_000
const LONGEST_PATIENT_BACKOFF_MS = 6_000
/** What the hours of scans, of which there are many at once, leave of the budget to everything else. */
const LEFT_TO_OTHERS = 0.2
/** How often a patient caller looks whether it may try again. */
const ROOM_CHECK_MS = 250

export interface RetriesOptions {
  /** Tries after the first. */
  retries: number
  /** The tries all callers together may repeat. */
  budget: RetryBudget
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  /** Monotonic milliseconds. */
  now?: () => number
  onRetry: (outcome: 'made' | 'refused') => void
}

/** One call, to be tried until there is an answer. */
export interface Persistent<T> {
  callContext: CallContext
  signal: AbortSignal
  /** When its time is over, by `now`. */
  endsAt: number
  /** Tries after the first at most. */
  atMost: number
  once: (tried: number) => Promise<T>
  isWorthRepeating: (error: unknown) => boolean
}

/** Tries again, after a pause, what is worth it, out of one budget for all. */
export function createRetries({ retries, budget, random, now = () => performance.now(), onRetry }: RetriesOptions) {
  /** Whether a failed call may be made again; those who have patience wait until it may. */
  const mayRetry = async (callContext: CallContext, signal: AbortSignal): Promise<boolean> => {
    const hasRoom = () => budget.hasRoom(callContext.priority === PRIORITY.background ? LEFT_TO_OTHERS : 0)
    if (!hasRoom()) {
      onRetry('refused')
      if (!callContext.isPatient) return false
      while (!hasRoom()) await sleep(ROOM_CHECK_MS, signal)
    }
    budget.spend()
    onRetry('made')
    return true
  }
  return {
    /**
     * The first answer. Rejects with the failure that will stand, or the last one, as soon as it is clear that no other try
     * would end in time. A patient caller's tries end with its time alone.
     */
    async persist<T>({ callContext, signal, endsAt, atMost, once, isWorthRepeating }: Persistent<T>): Promise<T> {
      const most = callContext.isPatient && retries > 0 ? atMost : Math.min(atMost, retries)
      for (let tried = 0; ; tried++) {
        try {
          return await once(tried)
        } catch (error) {
          if (!isWorthRepeating(error) || tried >= most) throw error
          const waitMs = backoffMs(tried, error, callContext.isPatient, random)
          if (now() + waitMs >= endsAt || !(await mayRetry(callContext, signal))) throw error
          await sleep(waitMs, signal)
        }
      }
    },
  }
}

/** Waits as long as Steam asks for, else twice as long each time, between half and all of it. */
function backoffMs(tried: number, error: unknown, isPatient: boolean, random: () => number): number {
  const asked = error instanceof RapsheetError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0
  const own = BACKOFF_MS * 2 ** Math.min(tried, 10) * (0.5 + random() / 2)
  return Math.max(asked, Math.min(own, isPatient ? LONGEST_PATIENT_BACKOFF_MS : LONGEST_BACKOFF_MS))
}
