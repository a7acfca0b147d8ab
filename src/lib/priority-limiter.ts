import { abortable } from './abort.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'

/** Weight of the newest call in the moving average: one call in fifty that hangs does not make the predictions long. */
const NEWEST = 0.02
/** The wait told to those who are refused because the queue is full. */
const FULL_MS = 10_000

export interface PriorityLimiterOptions {
  /** Permits there are now; read whenever one is to be given. */
  permits: () => number
  /** Permits there will be soon, for predicting waits; `permits` by default. */
  expectedPermits?: () => number
  /** Further permits, for privileged requests. */
  extraPermits: number
  /** Longest queue; when it is full the request with the lowest priority is refused. */
  maxWaiting: number
  /** The error for a request that cannot be served in time, given the predicted wait. */
  refusal: (waitMs: number) => Error
  clock?: Clock
}

export interface PermitRequest {
  readonly signal: AbortSignal
  /** The highest goes first; read anew each time, as it may rise while the request waits. */
  readonly priority: () => number
  /** Whether it may use the extra permits too. */
  readonly isPrivileged: boolean
  /** Longest useful wait, milliseconds. */
  readonly leftMs: number
}

/** A bounded number of permits and a queue for them, ordered by priority. */
export interface PriorityLimiter {
  /**
   * Does work as soon as there is a permit for it. Rejects with the signal's reason when it aborts before, and at once with
   * the refusal when the predicted wait is too long.
   */
  run<T>(request: PermitRequest, work: () => Promise<T>): Promise<T>
  /** Gives out no permit for `ms`. */
  pauseFor(ms: number): void
  /** Whether a request that came now would have to wait. */
  isFull(): boolean
  /** Work in progress. */
  inFlight(): number
  /** The priorities of the requests that wait. */
  waiting(): number[]
}

interface Waiting {
  request: PermitRequest
  /** When a permit would come too late. */
  until: number
  start: () => void
  refuse: (error: Error) => void
}

/** Starts with all permits free. They are given in the order of priority, then of arrival. */
export function createPriorityLimiter(options: PriorityLimiterOptions): PriorityLimiter {
  const { permits, expectedPermits = permits, extraPermits, maxWaiting, refusal, clock = systemClock } = options
  const waiting: Waiting[] = []
  let inFlight = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined
  // How long a permit is held, averaged over all work: unlike the latency of answered calls it includes calls that fail or
  // time out, and hedges, all of which keep the queue waiting.
  let holdMs = 0
  let holds = 0

  const pauseMs = () => Math.max(0, pausedUntil - clock.now())
  const extraFor = ({ isPrivileged }: PermitRequest) => (isPrivileged ? extraPermits : 0)
  const hasPermitFor = (request: PermitRequest) => inFlight < permits() + extraFor(request)
  /** How long it takes until so many requests have got a permit. */
  const waitMsFor = (count: number, request: PermitRequest) =>
    pauseMs() + (count * holdMs) / Math.max(1, expectedPermits() + extraFor(request))

  /** The predicted wait of a new request. */
  const predictWaitMs = (request: PermitRequest): number => {
    if (hasPermitFor(request) && waiting.length === 0) return pauseMs()
    const priority = request.priority()
    const ahead = waiting.reduce((count, other) => count + (other.request.priority() >= priority ? 1 : 0), 0)
    return waitMsFor(ahead + 1, request)
  }

  /** The index of the first request with the highest priority that may start; -1 for none. */
  const next = (): number => {
    let best = -1
    let bestPriority = Number.NEGATIVE_INFINITY
    const free = permits() - inFlight
    // With thousands waiting this runs for each call that ends: `waiting.entries()` takes twice as long.
    for (let index = 0; index < waiting.length; index++) {
      const { request } = waiting[index]!
      const priority = request.priority()
      if (priority > bestPriority && free + extraFor(request) > 0) {
        best = index
        bestPriority = priority
      }
    }
    return best
  }

  const startNext = () => {
    stopTimer?.()
    stopTimer = undefined
    if (waiting.length === 0) return
    if (pauseMs() > 0) {
      stopTimer = clock.setTimer(pauseMs(), startNext)
      return
    }
    while (inFlight < permits() + extraPermits) {
      const index = next()
      if (index === -1) return
      const [entry] = waiting.splice(index, 1)
      // The wait that was predicted may have been too short.
      if (entry && entry.until < clock.now()) entry.refuse(refusal(predictWaitMs(entry.request)))
      else entry?.start()
    }
  }

  /** Makes room for a request of this priority by refusing the last of the lowest one; false when none is lower. */
  const makeRoom = (priority: number): boolean => {
    const priorities = waiting.map(({ request }) => request.priority())
    const lowest = Math.min(...priorities)
    if (lowest >= priority) return false
    const [dropped] = waiting.splice(priorities.lastIndexOf(lowest), 1)
    dropped?.refuse(refusal(Math.max(predictWaitMs(dropped.request), FULL_MS)))
    return true
  }

  /** The error for a request that cannot be served in time; undefined where it may wait. */
  const refusalOf = (request: PermitRequest): Error | undefined => {
    // Upper bound on the wait: when that is acceptable, the O(n) scan of the queue is skipped.
    if (waitMsFor(waiting.length + 1, request) <= request.leftMs) return undefined
    const waitMs = predictWaitMs(request)
    return waitMs > request.leftMs ? refusal(waitMs) : undefined
  }

  const acquire = (request: PermitRequest): Promise<void> =>
    abortable<void>(request.signal, (resolve, reject) => {
      const start = () => {
        inFlight++
        resolve()
      }
      const refused = refusalOf(request)
      if (refused) return reject(refused)
      if (waiting.length === 0 && pauseMs() === 0 && hasPermitFor(request)) return start()
      if (waiting.length >= maxWaiting && !makeRoom(request.priority()))
        return reject(refusal(Math.max(predictWaitMs(request), FULL_MS)))
      const entry: Waiting = { request, until: clock.now() + request.leftMs, start, refuse: reject }
      waiting.push(entry)
      // Without a free permit, the work that ends next starts this one.
      if (hasPermitFor(request)) startNext()
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    })

  return {
    async run(request, work) {
      await acquire(request)
      const startedAt = clock.now()
      try {
        return await work()
      } finally {
        inFlight--
        holds++
        holdMs += (clock.now() - startedAt - holdMs) * Math.max(NEWEST, 1 / holds)
        startNext()
      }
    },
    pauseFor(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
    },
    isFull: () => inFlight >= permits() || waiting.length > 0 || pauseMs() > 0,
    inFlight: () => inFlight,
    waiting: () => waiting.map(({ request }) => request.priority()),
  }
}
