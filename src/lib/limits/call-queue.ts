import { abortable } from '../abort.ts'
import { PRIORITY, type CallContext } from '../call-context.ts'
import type { Clock } from '../clock.ts'

const DECREASE = 0.5
/** The limit at the beginning, as a share of the highest one: each refused call needs one of its few retries. */
const START = 0.25
/** Pauses after a refusal at the lowest limit, which can be halved no further; they double with each further refusal. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface CallQueueOptions {
  /** Bounds of the limit; `max` is read again at each use, because it may change. */
  min: number
  max: () => number
  /** Longest queue; when it is full, the last call of the lowest priority is refused. */
  maxWaiting: number
  /** The error of a call that cannot be made in time; `waitMs` is undefined when the wait is not known. */
  refusal: (waitMs?: number) => Error
  clock: Pick<Clock, 'now' | 'setTimer'>
}

interface QueuedCall {
  callContext: Pick<CallContext, 'priority'>
  signal: AbortSignal
  /** Longest useful wait, milliseconds. */
  leftMs: number
}

interface Waiting extends QueuedCall {
  start: () => void
  refuse: (error: Error) => void
}

/**
 * A queue in front of a limit of calls in flight. Calls start in the order of priority, then of arrival; the priority of a waiting call may
 * rise. While all of the limit is used, answers raise it: by one each until the first refusal (429), then by one per round trip. A refusal
 * halves it.
 * @example
 *   const queue = createCallQueue({ min: 4, max: () => 100, maxWaiting: 5_000, refusal, clock })
 *   await queue.run({ callContext, signal, leftMs: 8_000 }, () => callSteam())
 */
export function createCallQueue({ min, max, maxWaiting, refusal, clock }: CallQueueOptions) {
  const waiting: Waiting[] = []
  let limit = max() * START
  let inFlight = 0
  let halvedAt = Number.NEGATIVE_INFINITY
  let refusedMs = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let stopTimer = () => {}
  let nextTurn: NodeJS.Immediate | undefined

  const bounded = (value: number) => Math.max(min, Math.min(max(), value))
  const current = () => Math.floor(bounded(limit))
  const isSlowStart = () => halvedAt === Number.NEGATIVE_INFINITY
  const pauseMs = () => Math.max(0, pausedUntil - clock.now())
  const remove = (entry: Waiting) => {
    const index = waiting.indexOf(entry)
    if (index !== -1) waiting.splice(index, 1)
  }
  const startNext = () => {
    clearImmediate(nextTurn)
    nextTurn = undefined
    stopTimer()
    if (waiting.length > 0 && pauseMs() > 0) stopTimer = clock.setTimer(pauseMs(), startNext)
    while (waiting.length > 0 && pauseMs() === 0 && inFlight < current()) {
      const next = firstOf(waiting)
      remove(next)
      inFlight++
      next.start()
    }
  }
  const acquire = (call: QueuedCall): Promise<void> =>
    abortable<void>(call.signal, (start, refuse) => {
      if (pauseMs() > call.leftMs) return refuse(refusal(pauseMs()))
      const entry = { ...call, start, refuse }
      waiting.push(entry)
      // A scan asks for hours before it asks for bans, which have a higher priority.
      if (call.callContext.priority === PRIORITY.lookup) startNext()
      else nextTurn ??= setImmediate(startNext)
      if (waiting.length <= maxWaiting) return () => remove(entry)
      const last = lastOf(waiting)
      remove(last)
      last.refuse(refusal())
      return () => remove(entry)
    })
  const pauseFor = (ms: number) => {
    pausedUntil = Math.max(pausedUntil, clock.now() + ms)
  }

  return {
    /** Makes a call when it is its turn; rejects with the signal's reason, or with `refusal`. */
    async run<T>(call: QueuedCall, work: () => Promise<T>): Promise<T> {
      await acquire(call)
      try {
        return await work()
      } finally {
        inFlight--
        startNext()
      }
    },
    /** Records that a call has been answered; to be called before its `work` ends. */
    recordAnswer(): void {
      refusedMs = 0
      if (inFlight >= current()) limit = bounded(bounded(limit) + (isSlowStart() ? 1 : 1 / limit))
    },
    /** Records a refused call. Calls that were in flight together count once, because they report the same overload. */
    recordRefusal(startedAt: number): void {
      if (startedAt < halvedAt) return
      halvedAt = clock.now()
      if (current() > min) return void (limit = bounded(bounded(limit) * DECREASE))
      refusedMs = Math.min(LONGEST_PAUSE_MS, refusedMs * 2 || FIRST_PAUSE_MS)
      pauseFor(refusedMs)
    },
    /** Starts no call for some time. */
    pauseFor,
    state: () => ({ inFlight, limit: current(), waiting: waiting.map(({ callContext }) => callContext.priority) }),
  }
}

/** The first call of the highest priority. */
function firstOf(waiting: readonly Waiting[]): Waiting {
  let [first] = waiting as [Waiting]
  for (const entry of waiting) {
    // Usually true for the first call already.
    if (first.callContext.priority === PRIORITY.lookup) return first
    if (entry.callContext.priority > first.callContext.priority) first = entry
  }
  return first
}

/** The last call of the lowest priority. */
function lastOf(waiting: readonly Waiting[]): Waiting {
  return waiting.reduce((last, entry) => (entry.callContext.priority <= last.callContext.priority ? entry : last))
}
