import type { Circuits } from './circuits.ts'
import type { KeyGuard } from './key-guard.ts'

/** The methods that every lookup needs. Calls of other methods may fail because of the account, for example because it is private. */
const NEEDED = ['summaries', 'bans'] as const
export type NeededMethod = (typeof NEEDED)[number]

/** The state that the latest calls to the Web API show. */
export interface ApiHealth {
  state: 'reachable' | 'unreachable' | 'key_refused' | 'not_configured' | 'unknown'
  /** When the state was last updated, monotonic milliseconds; while methods fail, when the one of them was that was called longest ago. */
  updatedAt: number
  /** The needed methods that fail: only calls of these can show that Steam is reachable again. */
  failing: NeededMethod[]
}

/** Derives the health of the Web API from the key guard and the circuits. */
export function readApiHealth({
  hasKey,
  key,
  circuits,
}: {
  hasKey: boolean
  key: Pick<KeyGuard, 'refusedAt'>
  circuits: Pick<Circuits, 'health'>
}): ApiHealth {
  const methods = NEEDED.map((method) => ({ method, ...circuits.health(method) }))
  const failing = methods.filter(({ state }) => state === 'failing')
  const health = {
    updatedAt:
      failing.length > 0
        ? Math.min(...failing.map((method) => method.updatedAt))
        : Math.max(...methods.map((method) => method.updatedAt)),
    failing: failing.map(({ method }) => method),
  }
  const keyRefusedAt = key.refusedAt()
  if (!hasKey) return { ...health, state: 'not_configured' }
  if (keyRefusedAt !== undefined) return { ...health, state: 'key_refused', updatedAt: keyRefusedAt }
  if (failing.length > 0) return { ...health, state: 'unreachable' }
  return { ...health, state: methods.some(({ state }) => state === 'working') ? 'reachable' : 'unknown' }
}
