import type { CallContext } from '../../lib/call-context.ts'
import { RapsheetError } from '../../model/error.ts'
import type { SteamMethod, TryResult } from './request.ts'

/** One try that needs a permit. */
export interface LimitedTry {
  method: SteamMethod
  callContext: CallContext
  signal: AbortSignal
  /** Longest useful wait for the permit, milliseconds. */
  leftMs: number
  /** Whether it repeats a failed try of the same call. */
  isRetry: boolean
  /** Whether it may use the permits that are reserved for names and bans: hedges and probes. */
  isPrivileged: boolean
}

/** Limits the tries to one origin, and adapts the limit to their results. */
export interface CallLimiter {
  /** Does work with a permit; rejects at once with `overloaded` when the wait for the permit would be too long. */
  run<T>(limited: LimitedTry, work: () => Promise<T>): Promise<T>
  recordResult(result: TryResult): void
  /** Whether a new try would have to wait. */
  isFull(): boolean
}

/** The error when the wait for a permit would be too long. */
export function overloaded(what: string, waitMs: number): RapsheetError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new RapsheetError('overloaded', `${what}; try again in ${retryAfter} s.`, { retryAfter })
}
