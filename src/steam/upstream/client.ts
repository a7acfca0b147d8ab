import { countCall, PRIORITY, type CallContext } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SharedPause } from '../../lib/limits/shared-pause.ts'
import { TimeLimitError, withTimeout } from '../../lib/timeout.ts'
import { RapsheetError, serverIsStopping } from '../../model/error.ts'
import { classifyAnswer, noAnswer, overloaded, type Outcome, type SteamAnswer } from './answer.ts'
import { createConnectionPool, type ConnectionPool, type ConnectionPoolOptions } from './connection-pool.ts'
import { createBlockGuard, createCircuit, createKeyGuard } from './guards.ts'
import type {
  CallLimiter,
  Guard,
  SteamCall,
  SteamHost,
  SteamMethod,
  SteamRequest,
  TryResult,
  UpstreamEvent,
} from './request.ts'

export interface UpstreamClientOptions extends ConnectionPoolOptions {
  host: SteamHost
  /** Time limit of one try of an urgent call. */
  urgentTryMs: number
  /** Called before each try, and waited for; no try is made when it throws or rejects. */
  beforeTry?: (callContext: CallContext) => void | Promise<void>
  /** Time limits of all tries of one call, waits included: of a person's call, and of a call of a scan or a sweep. */
  deadlineMs: number
  scanDeadlineMs: number
  limiter: CallLimiter
  /** Further guards, which are checked first. */
  guards: Guard[]
  /** Called before the guards are checked; throws for a call that is to be refused. */
  refuse?: (callContext: CallContext) => void
  maxRetries: number
  isRetryable: (error: unknown) => boolean
  blockPauseMs: number
  keyPauseMs: number
  sharedBlock: SharedPause
  /** Shares the refusal of the key; undefined if the host gets no key. */
  sharedKey?: SharedPause
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  onTryResult: (result: TryResult) => void
  onEvent: (event: UpstreamEvent) => void
}

const BACKOFF_MS = 200
/** The time to wait that is named after a call that has waited in the queue until its deadline. */
const OVERLOADED_MS = 10_000

/**
 * The client of one host of Steam. A call has up to `maxRetries` more tries until its deadline. Each try passes the guards, waits for its
 * turn, and is sent over HTTP.
 */
export function createUpstreamClient(options: UpstreamClientOptions) {
  const { limiter, clock } = options
  const pool = createConnectionPool(options)
  const closing = new AbortController()
  const { sharedBlock, sharedKey, host, onEvent } = options
  const block = createBlockGuard({
    ...options,
    shared: sharedBlock,
    onChange: (isBlocked) => onEvent({ kind: 'block', host, isBlocked }),
  })
  const key = sharedKey && createKeyGuard({ ...options, shared: sharedKey, onChange: () => {} })
  const circuit = createCircuit({
    ...options,
    onChange: (isOpen) => onEvent({ kind: 'circuit', circuit: host === 'api' ? 'all' : 'inventory', isOpen }),
  })
  const guards: Guard[] = [...options.guards, block, ...(key ? [key] : []), circuit]

  const tryOptions = { ...options, pool }
  const retryOptions = { ...options, isDown: circuit.isOpen }
  const send = <T>(request: SteamRequest<T>, callContext: CallContext, signal: AbortSignal) => {
    for (const guard of guards) guard.noteTry?.()
    return makeTry(tryOptions, request, { callContext, signal }, (result) => {
      limiter.recordResult(result)
      options.onTryResult(result)
      for (const guard of guards) guard.recordResult?.(result)
    })
  }
  const checkGuards = (method: SteamMethod, callContext: CallContext) => {
    options.refuse?.(callContext)
    for (const guard of guards) guard.check?.({ method, isUrgent: callContext.isUrgent })
  }

  const call: SteamCall = async <T>(request: SteamRequest<T>, callContext: CallContext): Promise<SteamAnswer<T>> => {
    const isForPerson = callContext.priority === PRIORITY.lookup
    const deadlineMs = isForPerson ? options.deadlineMs : Math.max(options.deadlineMs, options.scanDeadlineMs)
    const endsAt = clock.now() + deadlineMs
    let isWaiting = true
    const makeTries = (signal: AbortSignal) =>
      withRetries(retryOptions, endsAt, signal, (isRetry) => {
        checkGuards(request.method, callContext)
        return limiter.run({ callContext, signal, leftMs: endsAt - clock.now(), isRetry }, () => {
          isWaiting = false
          // The state of the guards may have changed while the call waited.
          checkGuards(request.method, callContext)
          countCall(callContext)
          return send(request, callContext, signal)
        })
      })
    const signals = [callContext.signal, closing.signal]
    try {
      return await withTimeout(deadlineMs, signals, makeTries, clock)
    } catch (error) {
      for (const signal of signals) signal.throwIfAborted()
      if (error instanceof RapsheetError) throw error
      throw isWaiting && error instanceof TimeLimitError ? tooManyWait(OVERLOADED_MS) : noAnswer(error)
    }
  }

  return {
    call,
    isDown: circuit.isOpen,
    isBlocked: block.isOpen,
    /** When the key was refused, monotonic milliseconds; undefined while it is accepted. */
    keyRefusedAt: () => key?.openedAt(),
    /** Ends all calls and connections. */
    async close() {
      closing.abort(serverIsStopping())
      await pool.close()
    },
  }
}

/** The error of a call that waits for its turn for too long. */
export const tooManyWait = (waitMs = OVERLOADED_MS): RapsheetError =>
  overloaded('Too many lookups are waiting for Steam', waitMs)

/** Makes tries until one succeeds, or no further try is allowed or could start before `endsAt`. */
async function withRetries<T>(
  options: UpstreamClientOptions & { isDown: () => boolean },
  endsAt: number,
  signal: AbortSignal,
  makeTry: (isRetry: boolean) => Promise<T>,
): Promise<T> {
  const { maxRetries, isRetryable, isDown, random, clock } = options
  for (let tried = 0; ; tried++) {
    try {
      return await makeTry(tried > 0)
    } catch (error) {
      const waitMs = backoffMs(tried, error, random)
      const mayRetry = tried < maxRetries && isRetryable(error) && !isDown()
      if (!mayRetry || clock.now() + waitMs >= endsAt) throw error
      await clock.sleep(waitMs, signal)
    }
  }
}

/** The wait before the next try: exponential backoff with up to 50 % jitter, or Steam's `Retry-After` if that is longer. */
function backoffMs(tried: number, error: unknown, random: () => number): number {
  const asked = error instanceof RapsheetError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0
  return Math.max(asked, BACKOFF_MS * 2 ** tried * (0.5 + random() / 2))
}

/**
 * Makes one try of a call: sends the request, classifies the answer, and reports how the try ended. Rejects with a RapsheetError, or with the
 * signal's reason.
 */
async function makeTry<T>(
  { pool, tryMs, urgentTryMs, clock, beforeTry }: UpstreamClientOptions & { pool: ConnectionPool },
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
