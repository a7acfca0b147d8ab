import type { CallContext } from '../../lib/call-context.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { Expectation, Outcome, SteamAnswer } from './answer.ts'

/** The seven upstream methods, by the names they have in metrics. */
export const STEAM_METHODS = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory'] as const
export type SteamMethod = (typeof STEAM_METHODS)[number]

/** The two hosts that are called; each can block this server's address on its own. */
export const STEAM_ORIGINS = ['api', 'community'] as const
export type SteamOrigin = (typeof STEAM_ORIGINS)[number]

/** One call as data: its URL, and what a good answer looks like. */
export interface SteamRequest<T> extends Expectation<T> {
  method: SteamMethod
  path: string
  query: Record<string, string>
}

/** Calls Steam. Rejects with a RapsheetError, or with the reason of the context's signal when that aborts. */
export type SteamCall = <T>(request: SteamRequest<T>, callContext: CallContext) => Promise<SteamAnswer<T>>

/** One finished try, for metrics. */
export interface CallRecord {
  method: SteamMethod
  outcome: Outcome
  durationMs: number
}

/** One finished try, for the guards and the limiter. */
export interface TryResult {
  method: SteamMethod
  outcome: Outcome
  /** Undefined when Steam gave a usable answer. */
  error: RapsheetError | undefined
  /** Monotonic milliseconds. */
  startedAt: number
  /** Whether all permits were in use when it began. */
  wasFull: boolean
}

/** A repeatable copy of a call, which a guard can make on its own to find out whether Steam is back. */
export interface Probe {
  method: SteamMethod
  /** Distinguishes it from other calls of the method. */
  id(): string
  /** Makes the call with a permit, after the checks that every call passes. */
  run(): Promise<unknown>
  /** Makes the call at once. */
  runUnchecked(): Promise<unknown>
}

/** Decides before each try whether it is made, based on the results of earlier tries. */
export interface Guard {
  /** Throws when the call would be useless, or would cost too much of the day's budget. */
  check(probe: Probe): void
  recordResult?(result: TryResult, probe: Probe): void
}
