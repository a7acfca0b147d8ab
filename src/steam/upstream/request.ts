import type { CallContext } from '../../lib/call-context.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { Expectation, Outcome, SteamAnswer } from './answer.ts'

/** The seven upstream methods, by the names they have in metrics. */
export const STEAM_METHODS = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory'] as const
export type SteamMethod = (typeof STEAM_METHODS)[number]

/** The two hosts that are called; each can block this server's address on its own. */
export const STEAM_HOSTS = ['api', 'community'] as const
export type SteamHost = (typeof STEAM_HOSTS)[number]

/** One call as data: its URL, and what a good answer looks like. */
export interface SteamRequest<T> extends Expectation<T> {
  method: SteamMethod
  path: string
  query: Record<string, string>
}

/** Calls Steam. Rejects with a RapsheetError, or with the reason of the context's signal when that aborts. */
export type SteamCall = <T>(request: SteamRequest<T>, callContext: CallContext) => Promise<SteamAnswer<T>>

/** A method of Steam: one call about a key, such as an account, and the mapping of its answer. */
export type MethodCall<Key, Value> = (call: SteamCall, key: Key, callContext: CallContext) => Promise<Value>

/** An event other than a try, for metrics and the log. */
export type UpstreamEvent =
  | { kind: 'retry'; outcome: 'made' | 'refused' }
  | { kind: 'hedge'; outcome: 'won' | 'lost' }
  | { kind: 'circuit'; circuit: SteamMethod | 'all'; isOpen: boolean }
  | { kind: 'block'; host: SteamHost; isBlocked: boolean }

/** One finished try, for the guards, the limiter and metrics. */
export interface TryResult {
  method: SteamMethod
  outcome: Outcome
  /** The error; undefined when Steam gave a usable answer. */
  error: RapsheetError | undefined
  /** Monotonic milliseconds. */
  startedAt: number
  durationMs: number
  /** How long the try waited for its permit, milliseconds. */
  waitedMs: number
  /** How much of the try's duration went into parsing and checking the answer, milliseconds. */
  parseMs: number
  /** Whether all permits were in use when the try began. */
  wasFull: boolean
}

/** One try that needs a permit. */
export interface LimitedTry {
  method: SteamMethod
  callContext: CallContext
  signal: AbortSignal
  /** Longest useful wait for the permit, milliseconds. */
  leftMs: number
  /** Whether the try repeats a failed try of the same call. */
  isRetry: boolean
  /** Whether the try is a hedge or a probe. Both may use the extra permits, as calls for profiles, bans and vanity names may. */
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

/** A copy of a call that a guard can keep, and repeat later to find out whether Steam is back. */
export interface Probe {
  method: SteamMethod
  /** Whether the call was urgent when it began. */
  isUrgent: boolean
  /** Identifies the call among the calls of its method. */
  id(): string
  /** Waits for a permit, and passes the checks that every call passes. */
  runWithPermit(): Promise<unknown>
  /** Makes the call at once, without a permit and without checks. */
  runWithoutPermit(): Promise<unknown>
}

/** Decides before each try whether it is made, based on the results of earlier tries. Both functions get the probe of the call. */
export interface Guard {
  /** Throws when the call would be useless, or would cost too much of the day's budget. */
  check(probe: Probe): void
  recordResult?(result: TryResult, probe: Probe): void
}
