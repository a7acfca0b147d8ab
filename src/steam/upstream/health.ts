import type { Circuits } from './circuit.ts'
import type { KeyGuard } from './key-guard.ts'
import type { SteamMethod } from './request.ts'

/** What the latest calls to the Web API show, and when the last of them was made, monotonic milliseconds. */
export interface ApiHealth {
  state: 'reachable' | 'unreachable' | 'key_refused' | 'not_configured' | 'unknown'
  updatedAt: number
}

/** What every look-up needs. Other methods fail for reasons of their own, such as a private player. */
const NEEDED: readonly SteamMethod[] = ['summaries', 'bans']

export interface ApiHealthSources {
  hasKey: boolean
  key: Pick<KeyGuard, 'refusedAt'>
  circuits: Pick<Circuits, 'health'>
}

/** Derives the health of the Web API from the key guard and the circuits. */
export function readApiHealth({ hasKey, key, circuits }: ApiHealthSources): ApiHealth {
  const methods = NEEDED.map(circuits.health)
  const has = (state: string) => methods.some((method) => method.state === state)
  const updatedAt = Math.max(...methods.map((method) => method.updatedAt))
  const keyRefusedAt = key.refusedAt()
  if (!hasKey) return { state: 'not_configured', updatedAt }
  if (keyRefusedAt !== undefined) return { state: 'key_refused', updatedAt: keyRefusedAt }
  if (has('failing')) return { state: 'unreachable', updatedAt }
  return { state: has('working') ? 'reachable' : 'unknown', updatedAt }
}
