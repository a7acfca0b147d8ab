import { abortable } from '../abort.ts'
import { systemClock, type Clock } from '../clock.ts'

/** Weight of the newest call in the moving average: low, so that one hanging call in fifty hardly changes the predictions. */
const NEWEST = 0.02
/** Minimum wait that a refusal names when the queue is full. */
const FULL_QUEUE_WAIT_MS = 10_000

interface PriorityLimiterOptions {
  /** The current number of permits; read each time before a permit is given. */
  permits: () => number
  /** The number of permits expected soon, for predicting waits; `permits` by default. */
  expectedPermits?: () => number
  /** Further permits, for privileged requests. */
  extraPermits: () => number
  /** Minimum number of permits for urgent requests, even if there are fewer for other requests; 0 by default. */
  urgentPermits?: number
  /** Longest queue; when it is full the request with the lowest priority is refused. */
  maxWaiting: number
  /** The error for a request that cannot be served in time, given the predicted wait. */
  refusal: (waitMs: number) => Error
  clock?: Clock
}

export interface PermitRequest {
  readonly signal: AbortSignal
  /** The request with the highest priority goes first; a function, because the priority may rise while the request waits. */
  readonly priority: () => number
  readonly isPrivileged: boolean
  /** Whether the request is urgent; a function, because that may change while it waits. Not urgent by default. */
  readonly isUrgent?: () => boolean
  /** Longest useful wait, milliseconds. */
  readonly leftMs: number
}

interface Waiting {
  request: PermitRequest
  /** The time, by the clock, after which the permit would be useless. */
  until: number
  start: () => void
  refuse: (error: Error) => void
}

/**
 * A bounded number of permits, given in the order of priority, then of arrival.
 * @example
 *   const limiter = createPriorityLimiter({ permits: () => 8, extraPermits: () => 0, maxWaiting: 100, refusal, clock })
 *   await limiter.run({ priority: () => 1, leftMs: 1_000, signal, isPrivileged: false }, () => callSteam())
 */
export function createPriorityLimiter(options: PriorityLimiterOptions) {
  const { permits, expectedPermits = permits, extraPermits, urgentPermits = 0 } = options
  const { maxWaiting, refusal, clock = systemClock } = options
  const waiting = createQueue()
  let inFlight = 0
  let stopTimer = () => {}
  let pausedUntil = Number.NEGATIVE_INFINITY
  const holdTime = createHoldTime()
  const pauseMs = () => Math.max(0, pausedUntil - clock.now())
  const extraFor = createExtraPermits(options)
  const hasPermitFor = (request: PermitRequest) => inFlight < permits() + extraFor(request)
  /** Predicted wait until `count` requests like `request` have a permit. */
  const waitMsFor = (count: number, request: PermitRequest) =>
    pauseMs() + (count * holdTime.averageMs()) / Math.max(1, expectedPermits() + extraFor(request))

  /** The predicted wait of a new request. */
  const predictWaitMs = (request: PermitRequest): number => {
    if (hasPermitFor(request) && waiting.size() === 0) return pauseMs()
    return waitMsFor(waiting.countAhead(request.priority()) + 1, request)
  }

  const startNext = () => {
    stopTimer()
    if (waiting.size() === 0) return
    if (pauseMs() > 0) return void (stopTimer = clock.setTimer(pauseMs(), startNext))
    while (inFlight < Math.max(urgentPermits, permits() + extraPermits())) {
      const free = permits() - inFlight
      const entry = waiting.takeNext((request) => free + extraFor(request) > 0)
      if (!entry) return
      // The request may have waited longer than predicted.
      if (entry.until < clock.now()) entry.refuse(refusal(predictWaitMs(entry.request)))
      else entry.start()
    }
  }

  const acquire = (request: PermitRequest): Promise<void> =>
    abortable<void>(request.signal, (resolve, reject) => {
      const start = () => {
        inFlight++
        resolve()
      }
      // Upper bound on the wait: when that is acceptable, the O(n) scan of the queue is skipped.
      const isSoon = waitMsFor(waiting.size() + 1, request) <= request.leftMs
      const waitMs = isSoon ? 0 : predictWaitMs(request)
      if (waitMs > request.leftMs) return reject(refusal(waitMs))
      if (waiting.size() === 0 && pauseMs() === 0 && hasPermitFor(request)) return start()
      if (waiting.size() >= maxWaiting) {
        const refused = waiting.takeLowest(request.priority()) ?? { request, refuse: reject }
        refused.refuse(refusal(Math.max(predictWaitMs(refused.request), FULL_QUEUE_WAIT_MS)))
        if (refused.request === request) return undefined
      }
      const entry: Waiting = { request, until: clock.now() + request.leftMs, start, refuse: reject }
      waiting.add(entry)
      // Without a free permit, `run` starts the request when other work ends.
      if (hasPermitFor(request)) startNext()
      return () => waiting.remove(entry)
    })

  return {
    /** Does `work` when there is a permit; rejects with the abort reason, or at once with `refusal` when the predicted wait is too long. */
    async run<T>(request: PermitRequest, work: () => Promise<T>): Promise<T> {
      await acquire(request)
      const startedAt = clock.now()
      try {
        return await work()
      } finally {
        inFlight--
        holdTime.record(clock.now() - startedAt)
        startNext()
      }
    },
    pauseFor: (ms: number) => void (pausedUntil = Math.max(pausedUntil, clock.now() + ms)),
    /** Whether a new request would have to wait. */
    isFull: () => inFlight >= permits() || waiting.size() > 0 || pauseMs() > 0,
    inFlight: () => inFlight,
    /** The priorities of the requests that wait. */
    waiting: waiting.priorities,
  }
}

/** Returns a function that tells how many further permits a request may use when all `permits` are in use. */
function createExtraPermits({ permits, extraPermits, urgentPermits = 0 }: PriorityLimiterOptions) {
  return ({ isPrivileged, isUrgent }: PermitRequest): number => {
    if (isPrivileged) return extraPermits()
    return isUrgent?.() ? Math.max(0, urgentPermits - permits()) : 0
  }
}

/**
 * How long a permit is held, as a moving average over all work. Unlike the latency of answered calls it includes failed calls, time-outs
 * and hedges, which keep the queue waiting too.
 */
function createHoldTime() {
  let averageMs = 0
  let count = 0
  return {
    averageMs: () => averageMs,
    record(ms: number) {
      count++
      averageMs += (ms - averageMs) * Math.max(NEWEST, 1 / count)
    },
  }
}

/** The requests that wait, in the order of arrival. */
function createQueue() {
  const entries: Waiting[] = []
  const priorities = () => entries.map(({ request }) => request.priority())
  return {
    size: () => entries.length,
    priorities,
    add: (entry: Waiting) => void entries.push(entry),
    remove: (entry: Waiting) => void entries.splice(entries.indexOf(entry), 1),
    /** How many waiting requests go before a new request of this priority. */
    countAhead: (priority: number) =>
      entries.reduce((count, { request }) => count + (request.priority() >= priority ? 1 : 0), 0),
    /** Removes and returns the next request: among the requests that may start, the first with the highest priority. */
    takeNext(mayStart: (request: PermitRequest) => boolean): Waiting | undefined {
      let best: Waiting | undefined
      for (const entry of entries) {
        const isHigher = !best || entry.request.priority() > best.request.priority()
        if (isHigher && mayStart(entry.request)) best = entry
      }
      if (best) entries.splice(entries.indexOf(best), 1)
      return best
    },
    /** Removes and returns the last request with the lowest priority, when that priority is below the given one. */
    takeLowest(priority: number): Waiting | undefined {
      const all = priorities()
      const lowest = Math.min(...all)
      return lowest < priority ? entries.splice(all.lastIndexOf(lowest), 1)[0] : undefined
    },
  }
}
