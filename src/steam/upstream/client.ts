import { countUsage, createCallContext } from '../../lib/call-context.ts'
import type { CallContext } from '../../lib/call-context.ts'
import { hedged } from '../../lib/hedge.ts'
import type { LatencyTracker } from '../../lib/latency.ts'
import type { LoopClock } from '../../lib/loop-clock.ts'
import type { RetryBudget } from '../../lib/retry-budget.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { RapsheetError } from '../../model/error.ts'
import { noAnswer } from './answer.ts'
import type { SteamAnswer } from './answer.ts'
import type { BlockGuard } from './block.ts'
import type { CallLimiter } from './call-limiter.ts'
import { isCircuitOpen } from './circuit.ts'
import type { Circuits } from './circuit.ts'
import type { Hedging } from './hedging.ts'
import type { Origin } from './origin.ts'
import type { CallRecord, Guard, Probe, SteamCall, SteamRequest } from './request.ts'
import type { Retry, RetriedCall } from './retry.ts'
import { createTry } from './try.ts'

/** How often a patient caller checks whether an outage is over. */
const OUTAGE_CHECK_MS = 250

export interface UpstreamClientOptions {
  /** The host, with its connections. */
  origin: Origin
  /** Sent with every call. */
  headers: Record<string, string>
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
  latency: LatencyTracker
  clock: LoopClock
  /** Time limit of one try, connecting included. */
  tryMs: number
  /** Time limit of all tries of one call, waits included; and of a patient caller's call. */
  deadlineMs: number
  patientDeadlineMs: number
  /** Called before every try. */
  onTry?: () => void
  onCall: (call: CallRecord) => void
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
  const { origin, limiter, circuits, block, retry, retryBudget, hedging, latency, clock, onTry = () => {} } = options
  const makeTry = createTry({ ...options, onTry, guards: [circuits, block, ...options.guards] })
  const createProbe = createProbes(options, makeTry)
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

  /** The state may have changed while the call waited for its permit: all guards are checked now. */
  const tryWithPermit = <T>(call: ActiveCall<T>, isRetry: boolean) => {
    for (const guard of [circuits, block, ...options.guards]) guard.check(call.probe)
    countUsage(call.callContext, 'upstreamCalls')
    if (!isRetry) {
      retryBudget.recordCall()
      hedging?.recordCall()
    }
    return hedgedTry(call, call.signal)
  }

  /** Refuses a call before it waits for a permit; a patient caller waits out an outage that has only just begun. */
  const checkOutage = async <T>({ request: { method }, probe, callContext, signal }: ActiveCall<T>) => {
    while (callContext.isPatient && circuits.isRecentlyOpened(method)) await clock.sleep(OUTAGE_CHECK_MS, signal)
    circuits.check(probe)
    block.check(probe)
  }

  const tryInTurn = async <T>(call: ActiveCall<T>, tried: number): Promise<SteamAnswer<T>> => {
    const { request, callContext, signal } = call
    const isRetry = tried > 0
    for (;;) {
      await checkOutage(call)
      // A try that begins too late to end before the deadline is of no use.
      const leftMs = Math.max(0, call.endsAt - clock.now() - (latency.p90(request.method) ?? 0))
      const limited = { method: request.method, callContext, signal, leftMs, isRetry, isPrivileged: false }
      try {
        return await limiter.run(limited, () => tryWithPermit(call, isRetry))
      } catch (error) {
        // An outage that began while a patient caller waited for its permit is waited out as well.
        if (!callContext.isPatient || !isCircuitOpen(error)) throw error
      }
    }
  }

  return {
    async call(request, callContext) {
      const probe = createProbe(request, closing.signal)
      block.check(probe)
      const deadlineMs = callContext.isPatient ? options.patientDeadlineMs : options.deadlineMs
      const endsAt = clock.now() + deadlineMs
      const makeCall = (signal: AbortSignal) => {
        const call = { request, probe, callContext, signal, endsAt }
        return retry(call, (tried) => tryInTurn(call, tried))
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

/** Turns the calls of a client into probes, which have no caller and end when the client is closed. */
function createProbes({ block, guards, limiter, tryMs }: UpstreamClientOptions, makeTry: ReturnType<typeof createTry>) {
  return <T>(request: SteamRequest<T>, signal: AbortSignal): Probe => {
    const { method, query } = request
    const probe: Probe = {
      method,
      id: () => new URLSearchParams(query).toString(),
      run() {
        const callContext: CallContext = createCallContext(signal)
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
}
