import type { Circuits } from './circuits.ts'
import type { KeyGuard } from './key-guard.ts'
import type { SteamMethod } from './request.ts'

/** The state that the latest calls to the Web API show, and when it was last updated, monotonic milliseconds. */
export interface ApiHealth {
  state: 'reachable' | 'unreachable' | 'key_refused' | 'not_configured' | 'unknown'
  updatedAt: number
}

/** The methods that every lookup needs. Calls of other methods may fail because of the account, for example because it is private. */
const NEEDED: readonly SteamMethod[] = ['summaries', 'bans']

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
  const methods = NEEDED.map(circuits.health)
  const has = (state: string) => methods.some((method) => method.state === state)
  const updatedAt = Math.max(...methods.map((method) => method.updatedAt))
  const keyRefusedAt = key.refusedAt()
  if (!hasKey) return { state: 'not_configured', updatedAt }
  if (keyRefusedAt !== undefined) return { state: 'key_refused', updatedAt: keyRefusedAt }
  if (has('failing')) return { state: 'unreachable', updatedAt }
  return { state: has('working') ? 'reachable' : 'unknown', updatedAt }
}
