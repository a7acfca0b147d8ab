import { createCallContext, type CallContext } from '../../lib/call-context.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { RapsheetError, serverIsStopping } from '../../model/error.ts'
import { noAnswer } from './answer.ts'
import { createBlockGuard, type BlockOptions } from './block.ts'
import { createCircuits, isCircuitOpen, type CircuitsOptions } from './circuits.ts'
import { createConnectionPool, type ConnectionPoolOptions } from './connection-pool.ts'
import { createLimitedTry, type LimitedTryOptions } from './limited-try.ts'
import type { Guard, Probe, SteamCall, SteamRequest, UpstreamEvent } from './request.ts'
import { createRetry, type RetryOptions } from './retry.ts'
import { createTry, type TryOptions } from './try.ts'

type PartOptions = BlockOptions &
  CircuitsOptions &
  ConnectionPoolOptions &
  LimitedTryOptions &
  RetryOptions &
  TryOptions

/** The options of the parts, except what the client creates itself. */
export interface UpstreamClientOptions extends Omit<
  PartOptions,
  'block' | 'circuits' | 'guards' | 'makeTry' | 'onChange' | 'onRetry' | 'pool'
> {
  /** Further guards, which are checked after the circuits and the block guard. */
  guards: Guard[]
  /** Time limit of all tries of a patient call, waits included. */
  patientDeadlineMs: number
  onEvent: (event: UpstreamEvent) => void
}

/**
 * The client of one host of Steam. A call has one or more tries until its deadline (`retry.ts`). Each try waits for a permit
 * and passes the guards (`limited-try.ts`), is sent and recorded (`try.ts`), and goes out over HTTP (`connection-pool.ts`).
 */
export function createUpstreamClient(options: UpstreamClientOptions) {
  const { host, limiter, clock, onEvent } = options
  const circuits = createCircuits({
    ...options,
    onChange: (circuit, isOpen) => onEvent({ kind: 'circuit', circuit, isOpen }),
  })
  const block = createBlockGuard({
    ...options,
    onChange: (isBlocked) => onEvent({ kind: 'block', host, isBlocked }),
  })
  const guards = [circuits, block, ...options.guards]
  const pool = createConnectionPool(options)
  const makeTry = createTry({ ...options, pool, guards })
  const makeLimitedTry = createLimitedTry({ ...options, circuits, block, guards, makeTry })
  const retry = createRetry({
    ...options,
    isRetryable: (error) => options.isRetryable(error) && !isCircuitOpen(error),
    onRetry: (outcome) => onEvent({ kind: 'retry', outcome }),
  })
  const closing = new AbortController()

  const call: SteamCall = async (request, callContext) => {
    const probe = createProbe(request, callContext)
    block.check(probe)
    const deadlineMs = callContext.isPatient ? options.patientDeadlineMs : options.deadlineMs
    const makeCall = (signal: AbortSignal) => {
      const active = { request, probe, callContext, signal, endsAt: clock.now() + deadlineMs }
      return retry(active, (tried) => makeLimitedTry(active, tried))
    }
    const signals = [callContext.signal, closing.signal]
    try {
      return await withTimeout(deadlineMs, signals, makeCall, clock)
    } catch (error) {
      for (const signal of signals) signal.throwIfAborted()
      throw error instanceof RapsheetError ? error : noAnswer(error)
    }
  }

  /** Creates the probe of a call. The probe belongs to no request, and ends when the client is closed. */
  const createProbe = <T>(request: SteamRequest<T>, { isUrgent }: CallContext): Probe => {
    const { method, query } = request
    const { signal } = closing
    const probe: Probe = {
      method,
      isUrgent,
      id: () => new URLSearchParams(query).toString(),
      runWithPermit() {
        const callContext = createCallContext(signal)
        const limited = { method, callContext, signal, leftMs: options.tryMs, isRetry: false, isPrivileged: true }
        return limiter.run(limited, async () => {
          // Without the circuits, which would refuse their own probe.
          for (const guard of [block, ...options.guards]) guard.check(probe)
          await makeTry(request, probe, signal, callContext)
        })
      },
      runWithoutPermit: () => makeTry(request, probe, signal, createCallContext(signal)),
    }
    return probe
  }

  return {
    call,
    circuits,
    block,
    /** Stops probing, and ends all calls and connections. */
    async close() {
      circuits.stop()
      block.stop()
      closing.abort(serverIsStopping())
      await pool.close()
    },
  }
}
