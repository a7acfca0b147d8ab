import type { LatencyTracker } from '../../lib/latency.ts'
import type { RetryBudget } from '../../lib/retry-budget.ts'
import type { SteamMethod } from './request.ts'

const SHORTEST_DELAY_MS = 50

/** Decides when a slow call is made a second time in parallel. */
export interface Hedging {
  /** Milliseconds after which a call is hedged; undefined while too few calls have been measured. */
  delayMs(method: SteamMethod): number | undefined
  /** Spends one hedge of the budget; false when hedging is not allowed now. */
  trySpend(): boolean
  recordCall(): void
  onEnd(hasWon: boolean): void
}

export interface HedgingOptions {
  latency: LatencyTracker
  /** Bounds hedges to a share of the calls. */
  budget: RetryBudget
  /** Whether the conditions for hedges are met: permits are free, calls are cheap, and no retries are refused. */
  isAllowed: () => boolean
  onEnd: (hasWon: boolean) => void
}

/** Hedges calls that take twice as long as nine in ten calls of their method. */
export function createHedging({ latency, budget, isAllowed, onEnd }: HedgingOptions): Hedging {
  return {
    delayMs(method) {
      const p90 = latency.p90(method)
      return p90 === undefined ? undefined : Math.max(SHORTEST_DELAY_MS, p90 * 2)
    },
    trySpend() {
      if (!isAllowed() || !budget.hasRoom()) return false
      budget.spend()
      return true
    },
    recordCall: budget.recordCall,
    onEnd,
  }
}
