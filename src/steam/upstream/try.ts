import type { CallContext } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { RapsheetError } from '../../model/error.ts'
import { classifyAnswer, noAnswer, type Outcome, type SteamAnswer } from './answer.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { SteamRequest, TryResult } from './request.ts'

export interface TryOptions {
  /** Time limit of one try, connecting included. */
  tryMs: number
  /** Time limit of one try of an urgent call. */
  urgentTryMs: number
  clock: Clock
  /** Called before each try, and waited for; no try is made when it throws or rejects. */
  beforeTry?: (callContext: CallContext) => void | Promise<void>
}

/**
 * Makes one try of a call: sends the request, classifies the answer, and reports how the try ended. Rejects with a RapsheetError, or with the
 * signal's reason.
 */
export async function makeTry<T>(
  { pool, tryMs, urgentTryMs, clock, beforeTry }: TryOptions & { pool: ConnectionPool },
  request: SteamRequest<T>,
  { callContext, signal }: { callContext: CallContext; signal: AbortSignal },
  onResult: (result: TryResult) => void,
): Promise<SteamAnswer<T>> {
  // Awaited only if it is a promise, because `await` delays the try even for a plain value.
  const ready = beforeTry?.(callContext)
  if (ready) await ready
  const { method } = request
  const path = `${request.path}?${new URLSearchParams(request.query).toString()}`
  const limitMs = Math.min(tryMs, callContext.isUrgent ? urgentTryMs : Number.POSITIVE_INFINITY)
  const startedAt = clock.now()
  let outcome: Outcome = 'no_answer'
  let error: RapsheetError | undefined
  try {
    const raw = await withTimeout(limitMs, signal, (inTime) => pool.get(path, inTime), clock)
    const classified = classifyAnswer(raw, request)
    outcome = classified.outcome
    if (classified.result instanceof RapsheetError) throw classified.result
    return classified.result
  } catch (cause) {
    error = cause instanceof RapsheetError ? cause : noAnswer(cause)
    if (!signal.aborted) throw error
    // The caller has left, or the deadline has cut the try short: this proves nothing about Steam.
    outcome = 'abandoned'
    throw signal.reason
  } finally {
    onResult({ method, outcome, error, startedAt, durationMs: clock.now() - startedAt })
  }
}
