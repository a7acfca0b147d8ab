import { type CallContext, PRIORITY } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import type { RetryBudget } from '../../lib/limits/retry-budget.ts'
import { RapsheetError } from '../../model/error.ts'

/** Maximum share by which a wait between probes is made longer or shorter, so that probes spread out. */
export const JITTER = 0.25

/** A wait with jitter; `random` returns a number from 0 to 1. */
export const withJitter = (ms: number, random: () => number): number => ms * (1 - JITTER + 2 * JITTER * random())

const BACKOFF_MS = 200
/** Longest backoffs of urgent calls, of other calls and of patient calls, unless Steam asks for longer backoffs. */
const LONGEST_URGENT_BACKOFF_MS = 300
const LONGEST_BACKOFF_MS = 3_000
const LONGEST_PATIENT_BACKOFF_MS = 6_000
/** Share of the retry budget that background calls leave to other calls; most background calls ask for the hours of friends in a scan. */
const RESERVE = 0.2
/** How often a patient call checks whether the retry budget has room again. */
const ROOM_CHECK_MS = 250

export interface RetryOptions {
  maxRetries: number
  /** Maximum retries of an urgent call. */
  maxUrgentRetries: number
  maxPatientRetries: number
  isRetryable: (error: unknown) => boolean
  /** The budget that all calls share. */
  retryBudget: RetryBudget
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  onRetry: (outcome: 'made' | 'refused') => void
}

/** The parts of a call in progress that retries depend on. */
export interface RetriedCall {
  callContext: CallContext
  signal: AbortSignal
  /** When the deadline of the call is, by the clock. */
  endsAt: number
}

/**
 * Creates a function that repeats a try until it succeeds, with exponential backoff and jitter, within a budget. It rejects with the first
 * error that is not retryable, or with the last error when no further try is allowed or could start before the deadline.
 */
export function createRetry(options: RetryOptions) {
  const { isRetryable, retryBudget, random, clock, onRetry } = options

  const maxRetriesOf = ({ isPatient, isUrgent }: CallContext) => {
    if (isPatient) return options.maxPatientRetries
    return isUrgent ? options.maxUrgentRetries : options.maxRetries
  }

  /**
   * Spends one retry of the budget; false when there is no room. A patient call waits for room, as long as a wait of `waitMs` still ends
   * before its deadline.
   */
  const spendRetry = async ({ callContext, signal, endsAt }: RetriedCall, waitMs: number): Promise<boolean> => {
    while (!retryBudget.hasRoom(callContext.priority === PRIORITY.background ? RESERVE : 0)) {
      if (!callContext.isPatient || clock.now() + ROOM_CHECK_MS + waitMs >= endsAt) {
        onRetry('refused')
        return false
      }
      await clock.sleep(ROOM_CHECK_MS, signal)
    }
    retryBudget.spend()
    onRetry('made')
    return true
  }

  return async <T>(call: RetriedCall, makeTry: (tried: number) => Promise<T>): Promise<T> => {
    for (let tried = 0; ; tried++) {
      try {
        return await makeTry(tried)
      } catch (error) {
        if (!isRetryable(error) || tried >= maxRetriesOf(call.callContext)) throw error
        const waitMs = backoffMs(tried, error, call.callContext, random)
        if (clock.now() + waitMs >= call.endsAt || !(await spendRetry(call, waitMs))) throw error
        await clock.sleep(waitMs, call.signal)
      }
    }
  }
}

/** The wait before the next try: exponential backoff with up to 50 % jitter, or Steam's `Retry-After` if that is longer. */
function backoffMs(tried: number, error: unknown, callContext: CallContext, random: () => number): number {
  const asked = error instanceof RapsheetError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0
  const own = BACKOFF_MS * 2 ** Math.min(tried, 10) * (0.5 + random() / 2)
  return Math.max(asked, Math.min(own, longestBackoffMs(callContext)))
}

function longestBackoffMs({ isPatient, isUrgent }: CallContext): number {
  if (isPatient) return LONGEST_PATIENT_BACKOFF_MS
  return isUrgent ? LONGEST_URGENT_BACKOFF_MS : LONGEST_BACKOFF_MS
}
