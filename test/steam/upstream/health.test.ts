import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import type { Outcome } from '../../../src/steam/upstream/answer.ts'
import { createApiHealth } from '../../../src/steam/upstream/health.ts'
import type { SteamMethod } from '../../../src/steam/upstream/request.ts'

const down = new RapsheetError('platform_unavailable', 'down')

function open() {
  const time = { now: 0 }
  const health = createApiHealth({ now: () => time.now })
  const record = (method: SteamMethod, outcome: Outcome, times = 1) => {
    const error = outcome === '200' ? undefined : down
    for (let count = 0; count < times; count++)
      health.guard.recordResult?.({ method, outcome, error, startedAt: 0, durationMs: 0 })
  }
  const read = ({ hasKey = true, keyRefusedAt = undefined as number | undefined, isDown = false } = {}) =>
    health.read({ hasKey, keyRefusedAt: () => keyRefusedAt, isCircuitOpen: () => isDown })
  return { time, record, read }
}

describe('the Web API', () => {
  test('is unknown before its first success, also after calls that are not needed for a lookup', () => {
    const { record, read } = open()
    record('bans', '503', 2)
    record('stats', '200')
    expect(read()).toMatchObject({ state: 'unknown' })
  })

  test.each<Outcome>(['401', '403', '429', '500', '503', 'no_answer', 'not_json', 'wrong_shape'])(
    'is unreachable after %s of names or bans three times in a row, not after two times',
    (outcome) => {
      const { record, read } = open()
      record('summaries', '200')
      record('bans', outcome, 2)
      expect(read().state).toBe('reachable')
      record('summaries', outcome)
      expect(read().state).toBe('unreachable')
      record('bans', '200')
      expect(read().state).toBe('reachable')
    },
  )

  test.each<[SteamMethod, Outcome]>([
    ['stats', '503'],
    ['games', '503'],
    ['bans', 'blocked'],
    ['bans', 'abandoned'],
    ['bans', 'key_refused'],
  ])('stays reachable when calls for %s end with %s', (method, outcome) => {
    const { record, read } = open()
    record('bans', '200')
    record(method, outcome, 10)
    expect(read().state).toBe('reachable')
  })

  test('is unreachable while its circuit is open', () => {
    const { record, read } = open()
    record('bans', '200')
    expect(read({ isDown: true })).toMatchObject({ state: 'unreachable' })
  })

  test('is not configured without a key, and refuses the key while its guard says so', () => {
    const { record, read } = open()
    record('bans', '200')
    expect(read({ hasKey: false, keyRefusedAt: 5 }).state).toBe('not_configured')
    expect(read({ keyRefusedAt: 5 })).toMatchObject({ state: 'key_refused', updatedAt: 5 })
  })

  test('was updated by the latest call for names or bans', () => {
    const { time, record, read } = open()
    expect(read().updatedAt).toBe(Number.NEGATIVE_INFINITY)
    time.now = 3
    record('bans', '503')
    time.now = 7
    record('stats', '200')
    expect(read().updatedAt).toBe(3)
  })
})
