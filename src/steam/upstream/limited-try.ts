import { type CallContext, countCall, PRIORITY } from '../../lib/call-context.ts'
import { hedged } from '../../lib/hedge.ts'
import type { RetryBudget } from '../../lib/limits/retry-budget.ts'
import type { SteamAnswer } from './answer.ts'
import type { BlockGuard } from './block.ts'
import { isCircuitOpen, type Circuits } from './circuits.ts'
import type { Guard, Probe, SteamRequest } from './request.ts'
import type { RetriedCall } from './retry.ts'
import type { MakeTry, TryOptions } from './try.ts'

/** How often a patient call checks whether an outage is over. */
const OUTAGE_CHECK_MS = 250
/** A try is hedged after this many times the 90th percentile of its method's latency. */
const HEDGE_FACTOR = 2
const SHORTEST_HEDGE_DELAY_MS = 50

export interface Hedging {
  /** Bounds hedges to a share of the calls. */
  hedgeBudget: RetryBudget
  /** Whether enough of the day's calls are left to make a call twice. */
  isAllowed: () => boolean
  onEnd: (hasWon: boolean) => void
}

export interface LimitedTryOptions extends Pick<TryOptions, 'limiter' | 'latency' | 'clock'> {
  circuits: Circuits
  block: BlockGuard
  /** All guards, circuits and block included. */
  guards: Guard[]
  retryBudget: RetryBudget
  /** Without this, no call is hedged. */
  hedging?: Hedging
  makeTry: MakeTry
  /** Called before the guards are checked: a call that it refuses, by throwing, is no probe of theirs. */
  refuse?: (callContext: CallContext) => void
}

/** A call in progress. */
export interface ActiveCall<T> extends RetriedCall {
  request: SteamRequest<T>
  probe: Probe
}

/** A try of a call: checks for an outage, waits for a permit, passes all guards, and is hedged when it takes long. */
export function createLimitedTry(options: LimitedTryOptions) {
  const { circuits, block, guards, limiter, retryBudget, hedging, makeTry, latency, clock } = options

  const makeLimitedTry = async <T>(call: ActiveCall<T>, tried: number): Promise<SteamAnswer<T>> => {
    const { request, callContext, signal } = call
    const isRetry = tried > 0
    for (;;) {
      await checkOutage(call)
      // A try that starts later than this would probably not end before the deadline.
      const leftMs = Math.max(0, call.endsAt - clock.now() - (latency.p90(request.method) ?? 0))
      const limited = { method: request.method, callContext, signal, leftMs, isRetry, isPrivileged: false }
      try {
        const askedAt = clock.now()
        return await limiter.run(limited, () => tryWithPermit(call, isRetry, clock.now() - askedAt))
      } catch (error) {
        // The outage began while the call waited for its permit. A patient call waits once more.
        if (!callContext.isPatient || !isCircuitOpen(error)) throw error
      }
    }
  }

  /**
   * Rejects a call during an outage or a block, before it waits for a permit. A patient call first waits while the outage is only a few
   * seconds old.
   */
  const checkOutage = async <T>({ request: { method }, probe, callContext, signal }: ActiveCall<T>) => {
    while (callContext.isPatient && circuits.isRecentlyOpened(method)) await clock.sleep(OUTAGE_CHECK_MS, signal)
    circuits.check(probe)
    block.check(probe)
  }

  /** Checks all guards, whose state may have changed while the call waited for its permit, and makes the try. */
  const tryWithPermit = <T>(call: ActiveCall<T>, isRetry: boolean, waitedMs: number) => {
    options.refuse?.(call.callContext)
    for (const guard of guards) guard.check(call.probe)
    countCall(call.callContext)
    if (!isRetry) {
      retryBudget.recordCall()
      hedging?.hedgeBudget.recordCall()
    }
    return hedgedTry(call, waitedMs)
  }

  const hedgedTry = <T>(
    { request, probe, callContext, signal }: ActiveCall<T>,
    waitedMs: number,
  ): Promise<SteamAnswer<T>> => {
    const { method } = request
    const p90 = latency.p90(method)
    const mayBeHedged = !callContext.isPatient && callContext.priority > PRIORITY.background
    // `p90` is undefined until enough calls have been measured.
    if (!hedging || !mayBeHedged || p90 === undefined) return makeTry(request, probe, signal, callContext, waitedMs)
    const afterMs = Math.max(SHORTEST_HEDGE_DELAY_MS, p90 * HEDGE_FACTOR)
    const options = { afterMs, clock, mayHedge: () => mayHedge(hedging), onEnd: hedging.onEnd }
    return hedged(options, signal, (own, isSecond) => {
      if (!isSecond) return makeTry(request, probe, own, callContext, waitedMs)
      hedging.hedgeBudget.spend()
      countCall(callContext)
      const hedge = { method, callContext, signal: own, leftMs: 0, isRetry: true, isPrivileged: true }
      return limiter.run(hedge, () => makeTry(request, probe, own, callContext))
    })
  }

  // A used-up retry budget means that many calls fail; hedges would add load.
  const mayHedge = ({ hedgeBudget, isAllowed }: Hedging) =>
    isAllowed() && !block.isBlocked() && !limiter.isFull() && retryBudget.hasRoom() && hedgeBudget.hasRoom()

  return makeLimitedTry
}
