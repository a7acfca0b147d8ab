import { describe, expect, test } from 'vitest'
import type { MethodHealth } from '../../../src/steam/upstream/circuits.ts'
import { readApiHealth } from '../../../src/steam/upstream/health.ts'
import type { SteamMethod } from '../../../src/steam/upstream/request.ts'

type State = MethodHealth['state']

function read(states: Partial<Record<SteamMethod, State>>, { hasKey = true, keyRefusedAt = 0 } = {}) {
  const { state } = readApiHealth({
    hasKey,
    key: { refusedAt: () => keyRefusedAt || undefined },
    circuits: { health: (method) => ({ state: states[method] ?? 'unknown', updatedAt: 1 }) },
  })
  return state
}

describe('the Web API', () => {
  test.each<[Partial<Record<SteamMethod, State>>, string]>([
    [{}, 'unknown'],
    [{ summaries: 'working' }, 'reachable'],
    [{ bans: 'working' }, 'reachable'],
    [{ summaries: 'working', bans: 'failing' }, 'unreachable'],
    [{ summaries: 'failing', bans: 'working' }, 'unreachable'],
    // Not needed for a lookup, or failing for some accounts only.
    [{ bans: 'working', stats: 'failing', games: 'failing', friends: 'failing' }, 'reachable'],
    [{ stats: 'working' }, 'unknown'],
  ])('with methods %j is %s', (states, expected) => {
    expect(read(states)).toBe(expected)
  })

  test('is not configured without a key', () => {
    expect(read({ bans: 'working' }, { hasKey: false })).toBe('not_configured')
  })

  test('refuses the key while the key guard says so, even when methods have worked before', () => {
    expect(read({ bans: 'working' }, { keyRefusedAt: 5 })).toBe('key_refused')
  })

  test('was updated by the latest call for names or bans, or by the refusal of the key', () => {
    const circuits = {
      health: (method: SteamMethod): MethodHealth => ({ state: 'working', updatedAt: method === 'bans' ? 7 : 3 }),
    }
    expect(readApiHealth({ hasKey: true, key: { refusedAt: () => undefined }, circuits }).updatedAt).toBe(7)
    expect(readApiHealth({ hasKey: true, key: { refusedAt: () => 9 }, circuits }).updatedAt).toBe(9)
  })
})
