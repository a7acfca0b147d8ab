import type { CallContext } from '../../lib/call-context.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { Expectation, Outcome, SteamAnswer } from './answer.ts'

/** The seven upstream methods, by the names they have in metrics. */
export const STEAM_METHODS = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory'] as const
export type SteamMethod = (typeof STEAM_METHODS)[number]

/** The methods without which there is no lookup, or no inventory. Others may fail alone, or because of the account. */
export const NEEDED_METHODS: ReadonlySet<SteamMethod> = new Set<SteamMethod>(['summaries', 'bans', 'inventory'])

/** The two hosts that are called; each can be down, or block this server's address, on its own. */
export const STEAM_HOSTS = ['api', 'community'] as const
export type SteamHost = (typeof STEAM_HOSTS)[number]

/** The circuits of the hosts, by the names they have in documents and metrics: of the Web API and of the community site. */
export const CIRCUITS = ['all', 'inventory'] as const
export type CircuitName = (typeof CIRCUITS)[number]

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
  | { kind: 'circuit'; circuit: CircuitName; isOpen: boolean }
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
}

/** One try that waits for its turn. */
export interface LimitedTry {
  callContext: CallContext
  signal: AbortSignal
  /** Longest useful wait, milliseconds. */
  leftMs: number
  /** Whether the try repeats a failed try of the same call. */
  isRetry: boolean
}

/** Limits the tries to one host, and adapts the limit to their results. */
export interface CallLimiter {
  run<T>(limited: LimitedTry, work: () => Promise<T>): Promise<T>
  recordResult(result: TryResult): void
}

/** What a guard knows of a call. */
export type GuardedCall = Pick<SteamRequest<unknown>, 'method'> & Pick<CallContext, 'isUrgent'>

/** Decides before each try whether it is made, based on the results of earlier tries. */
export interface Guard {
  /** Throws when the call would be useless, or would cost too much of the day's budget. */
  check?(call: GuardedCall): void
  /** Called when no guard has refused the call and it is sent. */
  noteTry?(): void
  recordResult?(result: TryResult): void
}
