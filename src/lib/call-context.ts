import { setMaxListeners } from 'node:events'

/** Usage counters of a request: calls to Steam (a shared call counts for each request) and answers from the cache. */
export interface Usage {
  upstreamCalls: number
  cacheHits: number
}

/** Priority of a call that waits for a permit; a higher number goes first. */
export const PRIORITY = { background: 0, scan: 1, batch: 2, lookup: 3 } as const
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

interface CallOptions {
  readonly priority: Priority
  /** Whether a late answer, after up to half a minute, is better than a failure. */
  readonly isPatient: boolean
}

/** Per-call context: cancellation, priority and usage counters. */
export interface CallContext extends CallOptions {
  readonly signal: AbortSignal
  /** Unix seconds; cached answers that were fetched earlier are not used. */
  readonly freshSince?: number
  /** The usage counters of all requests that share this call, each once. */
  usages(): Iterable<Usage>
}

/** The context of one request, with the priority of a lookup. */
export function createCallContext(
  signal: AbortSignal,
  usage: Usage = { upstreamCalls: 0, cacheHits: 0 },
  freshSince = 0,
): CallContext {
  // No limit: a friend scan adds some 300 listeners to one signal, which is no leak.
  setMaxListeners(0, signal)
  const usages = [usage]
  return { signal, freshSince, priority: PRIORITY.lookup, isPatient: false, usages: () => usages }
}

/** A context that is also aborted by `signal`; its usage counts for the parent. */
export function createChildContext(parent: CallContext, signal: AbortSignal): CallContext {
  const either = AbortSignal.any([parent.signal, signal])
  setMaxListeners(0, either)
  return { ...withOptions(parent, {}), signal: either }
}

/** The same context with other call options. */
export function withOptions(callContext: CallContext, options: Partial<CallOptions>): CallContext {
  // Not `...callContext`: that would leave out the getters of a class.
  const { signal, freshSince = 0, priority, isPatient } = callContext
  return { signal, freshSince, priority, isPatient, ...options, usages: () => callContext.usages() }
}

export function countUsage(callContext: CallContext, counter: keyof Usage): void {
  for (const usage of callContext.usages()) usage[counter]++
}
