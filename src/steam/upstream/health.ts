import { meaningOf } from './guards.ts'
import type { Guard, SteamMethod } from './request.ts'

/** The methods that every lookup needs. Calls of other methods may fail because of the account, for example because it is private. */
const NEEDED = ['summaries', 'bans'] as const
export type NeededMethod = (typeof NEEDED)[number]
/** A method is failing after this many calls in a row without a usable answer; more than one, because single 429s are normal. */
const FAILING_AFTER = 3

/** The state that the latest calls to the Web API show. */
export interface ApiHealth {
  state: 'reachable' | 'unreachable' | 'key_refused' | 'not_configured' | 'unknown'
  /** When the state was last updated, monotonic milliseconds; while methods fail, when the one of them was that was called longest ago. */
  updatedAt: number
  /** The needed methods that fail: only calls of these can show that Steam is reachable again. */
  failing: NeededMethod[]
}

interface HealthSources {
  hasKey: boolean
  keyRefusedAt: () => number | undefined
  isCircuitOpen: () => boolean
  now: () => number
}

/** Derives the health of the Web API from the results of its calls; 429s count as failures here. */
export function createApiHealth({ now }: Pick<HealthSources, 'now'>) {
  const seen = new Map<SteamMethod, { failures: number; hasWorked: boolean; updatedAt: number }>()
  const read = (method: SteamMethod) =>
    seen.get(method) ?? { failures: 0, hasWorked: false, updatedAt: Number.NEGATIVE_INFINITY }
  const guard: Guard = {
    recordResult(result) {
      const meaning = meaningOf(result)
      if (meaning === 'neutral' && result.outcome !== '429') return
      const { failures, hasWorked } = read(result.method)
      const isWorking = meaning === 'success'
      seen.set(result.method, {
        failures: isWorking ? 0 : failures + 1,
        hasWorked: hasWorked || isWorking,
        updatedAt: now(),
      })
    },
  }
  return {
    guard,
    read({ hasKey, keyRefusedAt, isCircuitOpen }: Omit<HealthSources, 'now'>): ApiHealth {
      const methods = NEEDED.map((method) => ({ method, ...read(method) }))
      const failing = methods.filter(({ failures }) => failures >= FAILING_AFTER)
      const times = (failing.length > 0 ? failing : methods).map(({ updatedAt }) => updatedAt)
      const health = {
        updatedAt: failing.length > 0 ? Math.min(...times) : Math.max(...times),
        failing: failing.map(({ method }) => method),
      }
      const refusedAt = keyRefusedAt()
      if (!hasKey) return { ...health, state: 'not_configured' }
      if (refusedAt !== undefined) return { ...health, state: 'key_refused', updatedAt: refusedAt }
      if (failing.length > 0 || isCircuitOpen()) return { ...health, state: 'unreachable' }
      return { ...health, state: methods.some(({ hasWorked }) => hasWorked) ? 'reachable' : 'unknown' }
    },
  }
}
