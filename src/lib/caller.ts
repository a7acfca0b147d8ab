import { setMaxListeners } from 'node:events'

/** What an answer cost: calls that went to Steam for it (a shared one counts for each who shared it), answers remembered. */
export interface Tally {
  upstreamCalls: number
  cacheHits: number
}

/** Who goes first where there are not places for all: a person's look-up before a batch before a scan, its hours last. */
export const URGENCY = { background: 0, scan: 1, batch: 2, lookup: 3 } as const
export type Urgency = (typeof URGENCY)[keyof typeof URGENCY]

/** How a caller waits. */
export interface Manner {
  readonly urgency: Urgency
  /** Whether it would rather have its answer late, after half a minute, than not at all. */
  readonly isPatient: boolean
}

/** Whoever waits for an answer: may leave, and is told what the answer cost. */
export interface Caller extends Manner {
  readonly signal: AbortSignal
  /** Unix seconds; a remembered answer that was fetched before is too old for this caller. */
  readonly freshSince?: number
  /** The tallies of all who stand behind this caller, each once. */
  tallies(): Iterable<Tally>
}

/** A caller that leaves when `signal` aborts, and takes no answer fetched before `freshSince`. */
export function createCaller(
  signal: AbortSignal,
  tally: Tally = { upstreamCalls: 0, cacheHits: 0 },
  freshSince = 0,
): Caller {
  // A friend scan listens on one signal some three hundred times; that is no leak.
  setMaxListeners(0, signal)
  const tallies = [tally]
  return { signal, freshSince, urgency: URGENCY.lookup, isPatient: false, tallies: () => tallies }
}

/**
 * A caller that leaves when told to. Its signal is made when somebody first listens, which `onListen` hears of: an answer
 * that is remembered needs none, and making one costs more than the rest of such an answer. A class, because an object
 * literal with a getter costs V8 a hidden class each time, kept until the next full collection.
 */
export class Leaver implements Caller {
  readonly urgency = URGENCY.lookup
  readonly isPatient = false
  /** Why the caller left; undefined while it waits. */
  reason: unknown
  readonly #tallies: Tally[]
  readonly #onListen: () => void
  #controller: AbortController | undefined

  constructor(tally: Tally, onListen: () => void) {
    this.#tallies = [tally]
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

  tallies(): Tally[] {
    return this.#tallies
  }

  leave(reason: unknown): void {
    this.reason ??= reason
    this.#controller?.abort(reason)
  }
}

/** A caller that leaves when `signal` aborts or its parent leaves, and counts for the parent. */
export function createSubcaller(parent: Caller, signal: AbortSignal): Caller {
  const either = AbortSignal.any([parent.signal, signal])
  setMaxListeners(0, either)
  const { freshSince = 0, urgency, isPatient } = parent
  return { signal: either, freshSince, urgency, isPatient, tallies: () => parent.tallies() }
}

/** The same caller, waiting in another manner. */
export function inManner(caller: Caller, manner: Partial<Manner>): Caller {
  const { signal, freshSince = 0, urgency, isPatient } = caller
  return { signal, freshSince, urgency, isPatient, ...manner, tallies: () => caller.tallies() }
}

/** Adds one to the tally of everybody behind a caller. */
export function count(caller: Caller, what: keyof Tally): void {
  for (const tally of caller.tallies()) tally[what]++
}

/** Several callers waiting for one and the same thing. */
export interface JointCaller {
  /**
   * The caller to do the work for: it leaves when the last of those who joined has left, and is as urgent as the most
   * urgent who ever joined, and as patient as the most patient.
   */
  readonly caller: Caller
  /** Adds somebody who waits; throws their reason when they have left already. */
  join(caller: Caller): void
  /** Stops listening to those who joined, once the work is done. */
  release(): void
}

/** Starts a shared wait that nobody has joined yet. */
export function createJointCaller(): JointCaller {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const waiting = new Map<Caller, () => void>()
  const leave = (caller: Caller) => {
    waiting.delete(caller)
    if (waiting.size === 0) controller.abort(caller.signal.reason)
  }
  const joint = {
    signal: controller.signal,
    urgency: URGENCY.background as Urgency,
    isPatient: false,
    tallies: () => new Set([...waiting.keys()].flatMap((caller) => [...caller.tallies()])),
  }
  return {
    caller: joint,
    join(caller) {
      caller.signal.throwIfAborted()
      if (waiting.has(caller)) return
      if (caller.urgency > joint.urgency) joint.urgency = caller.urgency
      joint.isPatient ||= caller.isPatient
      const onAbort = () => leave(caller)
      waiting.set(caller, onAbort)
      caller.signal.addEventListener('abort', onAbort, { once: true })
    },
    release() {
      for (const [caller, onAbort] of waiting) caller.signal.removeEventListener('abort', onAbort)
      waiting.clear()
    },
  }
}

/** Waits for `work`, or rejects with the caller's reason as soon as the caller leaves. */
export function untilLeft<T>(caller: Caller, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(caller.signal.reason)
    caller.signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => caller.signal.removeEventListener('abort', onAbort))
    if (caller.signal.aborted) onAbort()
  })
}
