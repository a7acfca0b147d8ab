import { meaningOf } from './guards.ts'
import { NEEDED_METHODS, type Guard } from './request.ts'

/** The Web API counts as unreachable after this many needed calls in a row without a usable answer; more than one, because single 429s are normal. */
const FAILING_AFTER = 3

/** The state that the latest calls to the Web API show. */
export interface ApiHealth {
  state: 'reachable' | 'unreachable' | 'key_refused' | 'not_configured' | 'unknown'
  /** When the latest needed call ended, or the key was refused, monotonic milliseconds. */
  updatedAt: number
}

interface HealthSources {
  hasKey: boolean
  keyRefusedAt: () => number | undefined
  isCircuitOpen: () => boolean
}

/** Derives the health of the Web API from the results of the calls that every lookup needs; 429s count as failures here. */
export function createApiHealth({ now }: { now: () => number }) {
  let [failures, hasWorked, updatedAt] = [0, false, Number.NEGATIVE_INFINITY]
  const guard: Guard = {
    recordResult(result) {
      const meaning = meaningOf(result)
      if (!NEEDED_METHODS.has(result.method) || (meaning === 'neutral' && result.outcome !== '429')) return
      failures = meaning === 'success' ? 0 : failures + 1
      hasWorked ||= meaning === 'success'
      updatedAt = now()
    },
  }
  return {
    guard,
    read({ hasKey, keyRefusedAt, isCircuitOpen }: HealthSources): ApiHealth {
      const refusedAt = keyRefusedAt()
      if (!hasKey) return { state: 'not_configured', updatedAt }
      if (refusedAt !== undefined) return { state: 'key_refused', updatedAt: refusedAt }
      if (failures >= FAILING_AFTER || isCircuitOpen()) return { state: 'unreachable', updatedAt }
      return { state: hasWorked ? 'reachable' : 'unknown', updatedAt }
    },
  }
}
