/** Usage counters of a request: calls to Steam (a shared call counts for each request) and answers from the cache. */
export interface Usage {
  upstreamCalls: number
  cacheHits: number
  /**
   * The request's share of these calls: a call that n requests share counts 1/n for each. Counted only if this field is a number at the
   * start.
   */
  callShare?: number | undefined
  /** What the request's calls count against, besides the day's calls of all requests; undefined without a further limit. */
  allowance?: CallAllowance | undefined
}

/** A limit of the calls that some requests make together. */
export interface CallAllowance {
  /** Throws a RapsheetError when no call is left. */
  check(): void
  /** Counts a call that is about to be made; throws a RapsheetError when no call is left. */
  take(): void
}

/** What a finished request has used, for its line in the log. */
export const usageFacts = ({ upstreamCalls, cacheHits }: Usage) => ({ upstreamCalls, cacheHits })

/** Priority of a waiting call; a higher number goes first. People wait for look-ups and batches, and sweeps are in the background. */
export const PRIORITY = { background: 0, scan: 1, lookup: 2 } as const
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

/** The longest wait for the database that processes share, milliseconds: an answer for people can do without the cache, and a scan would make many calls. */
export const databaseWaitMs = ({ priority }: Pick<CallContext, 'priority'>): number =>
  priority < PRIORITY.lookup ? 5_000 : 250

interface CallOptions {
  readonly priority: Priority
  /**
   * Whether the answer has to be complete, and is useless after about 3 s. Tries are then short, so that a second try fits in, and Rust
   * hours are asked for until the day's calls are used up.
   */
  readonly isUrgent: boolean
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
  const usages = [usage]
  return { signal, freshSince, priority: PRIORITY.lookup, isUrgent: false, usages: () => usages }
}

/** A context that aborts with its parent or with `signal`; its usage counts for the parent. */
export function createChildContext(parent: CallContext, signal: AbortSignal): CallContext {
  return { ...withOptions(parent, {}), signal: AbortSignal.any([parent.signal, signal]) }
}

/** Copies a context with other call options. */
export function withOptions(callContext: CallContext, options: Partial<CallOptions>): CallContext {
  // A spread of `callContext` would leave out the getters of a class.
  const { signal, freshSince = 0, priority, isUrgent } = callContext
  return { signal, freshSince, priority, isUrgent, ...options, usages: () => callContext.usages() }
}

export function countCacheHit(callContext: CallContext): void {
  for (const usage of callContext.usages()) usage.cacheHits++
}

/** Counts a call to Steam for every request that shares it. */
export function countCall(callContext: CallContext): void {
  const usages = [...callContext.usages()]
  for (const usage of usages) {
    usage.upstreamCalls++
    if (usage.callShare !== undefined) usage.callShare += 1 / usages.length
  }
}

/** Throws a RapsheetError when the requests that share a call have no call left. */
export function checkAllowance(callContext: CallContext): void {
  for (const allowance of allowancesOf(callContext)) allowance.check()
}

/** Counts a call that is about to be made against the allowance of the requests that share it. */
export function takeAllowance(callContext: CallContext): void {
  for (const allowance of allowancesOf(callContext)) allowance.take()
}

/** The allowances of the requests that share a call; none if one of them has no allowance. */
function allowancesOf(callContext: CallContext): Iterable<CallAllowance> {
  const allowances = new Set<CallAllowance>()
  for (const { allowance } of callContext.usages()) {
    if (!allowance) return []
    allowances.add(allowance)
  }
  return allowances
}
