import { countCall, createCallContext, PRIORITY, type CallContext } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SharedPause } from '../../lib/limits/shared-pause.ts'
import { TimeLimitError, withTimeout } from '../../lib/timeout.ts'
import { RapsheetError, serverIsStopping } from '../../model/error.ts'
import { noAnswer, overloaded, type SteamAnswer } from './answer.ts'
import type { BreakerOptions } from './breaker.ts'
import { createConnectionPool, type ConnectionPoolOptions } from './connection-pool.ts'
import { createBlockGuard, createCircuit, createKeyGuard, type BreakerGuard } from './guards.ts'
import type {
  CallLimiter,
  Guard,
  Probe,
  SteamCall,
  SteamHost,
  SteamRequest,
  TryResult,
  UpstreamEvent,
} from './request.ts'
import { makeTry, type TryOptions } from './try.ts'

export interface UpstreamClientOptions extends ConnectionPoolOptions, TryOptions {
  host: SteamHost
  /** Time limits of all tries of one call, waits included: of a person's call, and of a call of a scan or a sweep. */
  deadlineMs: number
  scanDeadlineMs: number
  limiter: CallLimiter
  /** Further guards, which are checked first. */
  guards: Guard[]
  /** Called before the guards are checked: a call that it refuses, by throwing, is no probe of theirs. */
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
  const ownContext = createCallContext(closing.signal)
  const guards = [...options.guards]
  const { block, key, circuit } = createGuards(options, guards, (probe, guardsBefore) => runProbe(probe, guardsBefore))

  const tryOptions = { ...options, pool }
  const retryOptions = { ...options, isDown: circuit.isOpen }
  const send = <T>(request: SteamRequest<T>, probe: Probe, callContext: CallContext, signal: AbortSignal) =>
    makeTry(tryOptions, request, { callContext, signal }, (result) => {
      limiter.recordResult(result)
      options.onTryResult(result)
      for (const guard of guards) guard.recordResult?.(result, probe)
    })
  /** Creates the probe of a call, which belongs to no request, and ends when the client is closed. */
  const toProbe = <T>(request: SteamRequest<T>, { isUrgent }: CallContext): Probe => {
    const { method, path, query } = request
    const id = () => `${path}?${new URLSearchParams(query).toString()}`
    const probe: Probe = { method, isUrgent, id, send: () => send(request, probe, ownContext, closing.signal) }
    return probe
  }
  const runProbe = (probe: Probe, guardsBefore: readonly Guard[]) => {
    const limited = { callContext: ownContext, signal: closing.signal, leftMs: options.tryMs, isRetry: false }
    return limiter.run(limited, async () => {
      for (const guard of guardsBefore) guard.check?.(probe)
      await probe.send()
    })
  }
  const checkGuards = (probe: Probe, callContext: CallContext) => {
    options.refuse?.(callContext)
    for (const guard of guards) guard.check?.(probe)
  }

  const call: SteamCall = async <T>(request: SteamRequest<T>, callContext: CallContext): Promise<SteamAnswer<T>> => {
    const probe = toProbe(request, callContext)
    const isForPerson = callContext.priority === PRIORITY.lookup
    const deadlineMs = isForPerson ? options.deadlineMs : Math.max(options.deadlineMs, options.scanDeadlineMs)
    const endsAt = clock.now() + deadlineMs
    let isWaiting = true
    const makeTries = (signal: AbortSignal) =>
      withRetries(retryOptions, endsAt, signal, (isRetry) => {
        checkGuards(probe, callContext)
        return limiter.run({ callContext, signal, leftMs: endsAt - clock.now(), isRetry }, () => {
          isWaiting = false
          // The state of the guards may have changed while the call waited.
          checkGuards(probe, callContext)
          countCall(callContext)
          return send(request, probe, callContext, signal)
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
    /** Stops probing, and ends all calls and connections. */
    async close() {
      for (const guard of [block, key, circuit]) guard?.stop()
      closing.abort(serverIsStopping())
      await pool.close()
    },
  }
}

/**
 * Creates the guards of a host, and adds them to `guards` in the order in which they are checked. The probe of one passes the checks of those before it.
 */
function createGuards(
  options: UpstreamClientOptions,
  guards: Guard[],
  runProbe: (probe: Probe, guardsBefore: readonly Guard[]) => Promise<unknown>,
) {
  const { host, sharedBlock, sharedKey, onEvent } = options
  const add = (create: (runProbeOf: BreakerOptions['runProbe']) => BreakerGuard): BreakerGuard => {
    const before = [...guards]
    const guard = create((probe) => runProbe(probe, before))
    guards.push(guard)
    return guard
  }
  return {
    block: add((run) =>
      createBlockGuard({
        ...options,
        shared: sharedBlock,
        runProbe: run,
        onChange: (isBlocked) => onEvent({ kind: 'block', host, isBlocked }),
      }),
    ),
    key:
      sharedKey && add((run) => createKeyGuard({ ...options, shared: sharedKey, runProbe: run, onChange: () => {} })),
    circuit: add((run) =>
      createCircuit({
        ...options,
        runProbe: run,
        onChange: (isOpen) => onEvent({ kind: 'circuit', circuit: host === 'api' ? 'all' : 'inventory', isOpen }),
      }),
    ),
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
  const { maxRetries, isRetryable, isDown, random, clock, onEvent } = options
  for (let tried = 0; ; tried++) {
    try {
      return await makeTry(tried > 0)
    } catch (error) {
      const waitMs = backoffMs(tried, error, random)
      const mayRetry = tried < maxRetries && isRetryable(error) && !isDown()
      if (!mayRetry || clock.now() + waitMs >= endsAt) throw error
      onEvent({ kind: 'retry' })
      await clock.sleep(waitMs, signal)
    }
  }
}

/** The wait before the next try: exponential backoff with up to 50 % jitter, or Steam's `Retry-After` if that is longer. */
function backoffMs(tried: number, error: unknown, random: () => number): number {
  const asked = error instanceof RapsheetError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0
  return Math.max(asked, BACKOFF_MS * 2 ** tried * (0.5 + random() / 2))
}
