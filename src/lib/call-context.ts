import { setMaxListeners } from 'node:events'

/** What an answer cost: calls that went to Steam for it (a shared one counts for each who shared it), answers remembered. */
export interface Usage {
  upstreamCalls: number
  cacheHits: number
}

/** Who goes first where there are not places for all: a person's look-up before a batch before a scan, its hours last. */
export const PRIORITY = { background: 0, scan: 1, batch: 2, lookup: 3 } as const
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

/** How a caller waits. */
export interface CallOptions {
  readonly priority: Priority
  /** Whether it would rather have its answer late, after half a minute, than not at all. */
  readonly isPatient: boolean
}

/** Whoever waits for an answer: may leave, and is told what the answer cost. */
export interface CallContext extends CallOptions {
  readonly signal: AbortSignal
  /** Unix seconds; a remembered answer that was fetched before is too old for this caller. */
  readonly freshSince?: number
  /** The tallies of all who stand behind this caller, each once. */
  usages(): Iterable<Usage>
}

/** A caller that leaves when `signal` aborts, and takes no answer fetched before `freshSince`. */
export function createCallContext(
  signal: AbortSignal,
  usage: Usage = { upstreamCalls: 0, cacheHits: 0 },
  freshSince = 0,
): CallContext {
  // A friend scan listens on one signal some three hundred times; that is no leak.
  setMaxListeners(0, signal)
  const usages = [usage]
  return { signal, freshSince, priority: PRIORITY.lookup, isPatient: false, usages: () => usages }
}

/**
 * A caller that leaves when told to. Its signal is made when somebody first listens, which `onListen` hears of: an answer
 * that is remembered needs none, and making one costs more than the rest of such an answer. A class, because an object
 * literal with a getter costs V8 a hidden class each time, kept until the next full collection.
 */
export class LazyCallContext implements CallContext {
  readonly priority = PRIORITY.lookup
  readonly isPatient = false
  /** Why the caller left; undefined while it waits. */
  reason: unknown
  readonly #tallies: Usage[]
  readonly #onListen: () => void
  #controller: AbortController | undefined

  constructor(usage: Usage, onListen: () => void) {
    this.#tallies = [usage]
    this.#onListen = onListen
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      setMaxListeners(0, this.#controller.signal)
      this.#onListen()
      if (this.reason !== undefined) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }

  usages(): Usage[] {
    return this.#tallies
  }

  leave(reason: unknown): void {
    this.reason ??= reason
    this.#controller?.abort(reason)
  }
}

/** A caller that leaves when `signal` aborts or its parent leaves, and counts for the parent. */
export function createChildContext(parent: CallContext, signal: AbortSignal): CallContext {
  const either = AbortSignal.any([parent.signal, signal])
  setMaxListeners(0, either)
  const { freshSince = 0, priority, isPatient } = parent
  return { signal: either, freshSince, priority, isPatient, usages: () => parent.usages() }
}

/** The same caller, waiting in another manner. */
export function withOptions(callContext: CallContext, manner: Partial<CallOptions>): CallContext {
  const { signal, freshSince = 0, priority, isPatient } = callContext
  return { signal, freshSince, priority, isPatient, ...manner, usages: () => callContext.usages() }
}

/** Adds one to the tally of everybody behind a caller. */
export function countUsage(callContext: CallContext, what: keyof Usage): void {
  for (const usage of callContext.usages()) usage[what]++
}

/** Several callers waiting for one and the same thing. */
export interface SharedContext {
  /**
   * The caller to do the work for: it leaves when the last of those who joined has left, and is as urgent as the most
   * urgent who ever joined, and as patient as the most patient.
   */
  readonly callContext: CallContext
  /** Adds somebody who waits; throws their reason when they have left already. */
  join(callContext: CallContext): void
  /** Stops listening to those who joined, once the work is done. */
  release(): void
}

/** Starts a shared wait that nobody has joined yet. */
export function createSharedContext(): SharedContext {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const waiting = new Map<CallContext, () => void>()
  const leave = (callContext: CallContext) => {
    waiting.delete(callContext)
    if (waiting.size === 0) controller.abort(callContext.signal.reason)
  }
  const joint = {
    signal: controller.signal,
    priority: PRIORITY.background as Priority,
    isPatient: false,
    usages: () => new Set([...waiting.keys()].flatMap((callContext) => [...callContext.usages()])),
  }
  return {
    callContext: joint,
    join(callContext) {
      callContext.signal.throwIfAborted()
      if (waiting.has(callContext)) return
      if (callContext.priority > joint.priority) joint.priority = callContext.priority
      joint.isPatient ||= callContext.isPatient
      const onAbort = () => leave(callContext)
      waiting.set(callContext, onAbort)
      callContext.signal.addEventListener('abort', onAbort, { once: true })
    },
    release() {
      for (const [callContext, onAbort] of waiting) callContext.signal.removeEventListener('abort', onAbort)
      waiting.clear()
    },
  }
}

/** Waits for `work`, or rejects with the caller's reason as soon as the caller leaves. */
export function untilAborted<T>(callContext: CallContext, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(callContext.signal.reason)
    callContext.signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => callContext.signal.removeEventListener('abort', onAbort))
    if (callContext.signal.aborted) onAbort()
  })
}
