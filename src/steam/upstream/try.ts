import type { CallContext } from '../../lib/call-context.ts'
import { systemClock } from '../../lib/clock.ts'
import { lostHedge } from '../../lib/hedge.ts'
import type { LatencyTracker } from '../../lib/latency.ts'
import type { LoopClock } from '../../lib/loop-clock.ts'
import { TimeLimitError, withTimeout } from '../../lib/timeout.ts'
import { RapsheetError } from '../../model/error.ts'
import { classifyAnswer, noAnswer, type Outcome, type SteamAnswer } from './answer.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { CallLimiter, Guard, Probe, SteamRequest, TryResult } from './request.ts'

/** A try that the deadline cuts short counts as a failure of Steam only after this share of its own time limit. */
const CONCLUSIVE_SHARE = 0.9

export interface TryOptions {
  pool: ConnectionPool
  /** Time limit of one try, connecting included. */
  tryMs: number
  /** Time limit of one try of an urgent call. */
  urgentTryMs: number
  /** Time limit of all tries of one call, waits included. */
  deadlineMs: number
  limiter: CallLimiter
  /** The guards, which receive the result of every try. */
  guards: Guard[]
  latency: LatencyTracker
  clock: LoopClock
  /** Called before each try, and waited for; no try is made when it throws or rejects. */
  beforeTry?: (callContext: CallContext) => void | Promise<void>
  onTryResult: (result: TryResult) => void
}

/** Makes one try of a call; rejects with a RapsheetError, or with the signal's reason. */
export type MakeTry = <T>(
  request: SteamRequest<T>,
  probe: Probe,
  signal: AbortSignal,
  callContext: CallContext,
  /** How long the call waited for its permit, milliseconds; 0 by default. */
  waitedMs?: number,
) => Promise<SteamAnswer<T>>

/**
 * Creates a function that makes a single try, without a permit and without the checks of guards: it sends the request, classifies the
 * answer, and reports how the try ended.
 */
export function createTry(options: TryOptions): MakeTry {
  const { pool, limiter, guards, latency, clock, beforeTry, onTryResult } = options
  const limitOf = (isUrgent: boolean) => Math.min(options.tryMs, isUrgent ? options.urgentTryMs : Infinity)

  /** Whether an aborted try proves nothing about Steam: the caller has left, a hedge was faster, or too little time was left. */
  const isAbandoned = ({ aborted, reason }: AbortSignal, startedAt: number, tryMs: number) => {
    const conclusiveMs = Math.min(tryMs, options.deadlineMs) * CONCLUSIVE_SHARE
    return aborted && (!(reason instanceof TimeLimitError) || clock.now() - startedAt < conclusiveMs)
  }

  return async (request, probe, signal, callContext, waitedMs = 0) => {
    const tryMs = limitOf(callContext.isUrgent)
    // Awaited only if it is a promise, because `await` delays the try even for a plain value.
    const ready = beforeTry?.(callContext)
    if (ready) await ready
    const { method } = request
    const path = `${request.path}?${new URLSearchParams(request.query).toString()}`
    const wasFull = limiter.isFull()
    const startedAt = clock.now()
    const delayBeforeMs = clock.delayMs()
    let outcome: Outcome = 'no_answer'
    let error: RapsheetError | undefined
    let parseMs = 0
    try {
      const raw = await withTimeout(tryMs, signal, (inTime) => pool.get(path, inTime), clock)
      // Measured by the system clock, because the clock of the tries stands still while a long answer is parsed.
      const arrivedAt = systemClock.now()
      const classified = classifyAnswer(raw, request)
      parseMs = systemClock.now() - arrivedAt
      outcome = classified.outcome
      if (classified.result instanceof RapsheetError) throw classified.result
      return classified.result
    } catch (cause) {
      if (isAbandoned(signal, startedAt, tryMs)) outcome = signal.reason === lostHedge ? 'lost_hedge' : 'abandoned'
      error = cause instanceof RapsheetError ? cause : noAnswer(cause)
      throw signal.aborted ? signal.reason : error
    } finally {
      const latencyMs = clock.now() - startedAt
      const ownDelayMs = clock.delayMs() - delayBeforeMs
      if (!error) latency.record(method, latencyMs, ownDelayMs)
      const result = {
        method,
        outcome,
        error,
        startedAt,
        durationMs: latencyMs + ownDelayMs,
        waitedMs,
        parseMs,
        wasFull,
      }
      limiter.recordResult(result)
      onTryResult(result)
      for (const guard of guards) guard.recordResult?.(result, probe)
    }
  }
}
