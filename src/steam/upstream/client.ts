import { countUsage, createCallContext } from '../../lib/call-context.ts'
import { hedged } from '../../lib/hedge.ts'
import type { RetryBudget } from '../../lib/retry-budget.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { RapsheetError } from '../../model/error.ts'
import { noAnswer, type SteamAnswer } from './answer.ts'
import type { BlockGuard } from './block.ts'
import type { CallLimiter } from './call-limiter.ts'
import { isCircuitOpen, type Circuits } from './circuit.ts'
import type { Hedging } from './hedging.ts'
import type { Guard, Probe, SteamCall, SteamRequest } from './request.ts'
import type { Retry, RetriedCall } from './retry.ts'
import { createTry, type MakeTry, type TryOptions } from './try.ts'

/** How often a patient call checks whether an outage is over. */
const OUTAGE_CHECK_MS = 250

export interface UpstreamClientOptions extends TryOptions {
  limiter: CallLimiter
  circuits: Circuits
  block: BlockGuard
  /** Further guards, checked in this order when a call has its permit. */
  guards: Guard[]
  retry: Retry
  /** The budget of `retry`, which grows with the calls. */
  retryBudget: RetryBudget
  /** Without it no call is hedged. */
  hedging?: Hedging | undefined
  /** Time limit of all tries of a patient call, waits included. */
  patientDeadlineMs: number
}

/** The client of one host of Steam. */
export interface UpstreamClient {
  call: SteamCall
  /** Stops probing, and ends all calls and connections. */
  close(): Promise<void>
}

/** A call in progress. */
interface ActiveCall<T> extends RetriedCall {
  request: SteamRequest<T>
  probe: Probe
}

/**
 * Makes calls to one host. A call has one or more tries until its deadline; each try passes the circuit and the block guard,
 * waits for a permit, passes all guards, and is hedged when it takes long.
 */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { origin, limiter, circuits, block, retry, retryBudget, hedging, latency, clock } = options
  const guards = [circuits, block, ...options.guards]
  const makeTry = createTry({ ...options, guards })
  const closing = new AbortController()

  const hedgedTry = <T>({ request, probe, callContext }: ActiveCall<T>, signal: AbortSignal) => {
    const afterMs = callContext.isPatient ? undefined : hedging?.delayMs(request.method)
    if (!hedging || afterMs === undefined) return makeTry(request, probe, signal)
    const { trySpend: mayHedge, onEnd } = hedging
    return hedged({ afterMs, clock, mayHedge, onEnd }, signal, (own, isSecond) => {
      if (!isSecond) return makeTry(request, probe, own)
      countUsage(callContext, 'upstreamCalls')
      const hedge = { method: request.method, callContext, signal: own, leftMs: 0, isRetry: true, isPrivileged: true }
      return limiter.run(hedge, () => makeTry(request, probe, own))
    })
  }

  /** Checks all guards, whose state may have changed while the call waited for its permit, and makes the try. */
  const tryWithPermit = <T>(call: ActiveCall<T>, isRetry: boolean) => {
    for (const guard of guards) guard.check(call.probe)
    countUsage(call.callContext, 'upstreamCalls')
    if (!isRetry) {
      retryBudget.recordCall()
      hedging?.recordCall()
    }
    return hedgedTry(call, call.signal)
  }

  /** Rejects a call before it waits for a permit; a patient call waits while the outage is only a few seconds old. */
  const checkOutage = async <T>({ request: { method }, probe, callContext, signal }: ActiveCall<T>) => {
    while (callContext.isPatient && circuits.isRecentlyOpened(method)) await clock.sleep(OUTAGE_CHECK_MS, signal)
    circuits.check(probe)
    block.check(probe)
  }

  const limitedTry = async <T>(call: ActiveCall<T>, tried: number): Promise<SteamAnswer<T>> => {
    const { request, callContext, signal } = call
    const isRetry = tried > 0
    for (;;) {
      await checkOutage(call)
      // A try that starts later would probably not end before the deadline.
      const leftMs = Math.max(0, call.endsAt - clock.now() - (latency.p90(request.method) ?? 0))
      const limited = { method: request.method, callContext, signal, leftMs, isRetry, isPrivileged: false }
      try {
        return await limiter.run(limited, () => tryWithPermit(call, isRetry))
      } catch (error) {
        // The outage began while the call waited for its permit: a patient call waits again.
        if (!callContext.isPatient || !isCircuitOpen(error)) throw error
      }
    }
  }

  return {
    async call(request, callContext) {
      const probe = createProbe(options, makeTry, request, closing.signal)
      block.check(probe)
      const deadlineMs = callContext.isPatient ? options.patientDeadlineMs : options.deadlineMs
      const endsAt = clock.now() + deadlineMs
      const makeCall = (signal: AbortSignal) => {
        const call = { request, probe, callContext, signal, endsAt }
        return retry(call, (tried) => limitedTry(call, tried))
      }
      try {
        return await withTimeout(deadlineMs, callContext.signal, makeCall, clock)
      } catch (error) {
        if (callContext.signal.aborted) throw callContext.signal.reason
        throw error instanceof RapsheetError ? error : noAnswer(error)
      }
    },
    async close() {
      circuits.stop()
      block.stop()
      closing.abort()
      await origin.close()
    },
  }
}

/** Turns a call into a probe, which has no caller and ends when the client is closed. */
function createProbe<T>(
  { block, guards, limiter, tryMs }: UpstreamClientOptions,
  makeTry: MakeTry,
  request: SteamRequest<T>,
  signal: AbortSignal,
): Probe {
  const { method, query } = request
  const probe: Probe = {
    method,
    id: () => new URLSearchParams(query).toString(),
    run() {
      const callContext = createCallContext(signal)
      const limited = { method, callContext, signal, leftMs: tryMs, isRetry: false, isPrivileged: true }
      return limiter.run(limited, async () => {
        for (const guard of [block, ...guards]) guard.check(probe)
        await makeTry(request, probe, signal)
      })
    },
    runUnchecked: () => makeTry(request, probe, signal),
  }
  return probe
}
