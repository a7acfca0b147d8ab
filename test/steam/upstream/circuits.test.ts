import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/lib/clock.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import type { Outcome } from '../../../src/steam/upstream/answer.ts'
import { createCircuits, isCircuitOpen } from '../../../src/steam/upstream/circuits.ts'
import type { Probe, SteamMethod } from '../../../src/steam/upstream/request.ts'
import { deferred } from '../../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const METHODS = ['bans', 'summaries', 'games', 'friends'] as const
const down = new RapsheetError('platform_unavailable', 'down')

const probeOf = (run: Probe['runWithPermit'], method: SteamMethod = 'games'): Probe => ({
  method,
  isUrgent: false,
  id: () => 'a call',
  runWithPermit: run,
  runWithoutPermit: run,
})

/** Circuits of a host; `answers` sets the outcome of each method's probes, 503 by default. */
function open({ random = 0.5 } = {}) {
  const answers: Partial<Record<SteamMethod, Outcome>> = {}
  const probed: SteamMethod[] = []
  const changes: string[] = []
  const circuits = createCircuits({
    methods: METHODS,
    random: () => random,
    clock: systemClock,
    onChange: (name, isOpen) => changes.push(`${name} ${isOpen ? 'opens' : 'closes'}`),
  })
  const callOf = (method: SteamMethod, id = 'a call'): Probe => {
    const run = async () => {
      probed.push(method)
      record(method, answers[method] ?? '503', 1, id)
    }
    return { method, isUrgent: false, id: () => id, runWithPermit: run, runWithoutPermit: run }
  }
  const record = (method: SteamMethod, outcome: Outcome, times = 1, id = 'a call') => {
    const error = outcome === '200' ? undefined : down
    for (let count = 0; count < times; count++) circuits.recordResult({ outcome, error }, callOf(method, id))
  }
  /** The `retryAfter` of a refused call; undefined when the call may be made. */
  const waitOf = (method: SteamMethod): number | undefined => {
    try {
      circuits.check(callOf(method))
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ code: 'platform_unavailable', upstreamStatus: 503 })
      expect(isCircuitOpen(error)).toBe(true)
      return (error as { retryAfter: number }).retryAfter
    }
  }
  return { circuits, answers, probed, changes, record, waitOf }
}

test('eight failures in a row open the circuit of that method alone', () => {
  const { circuits, changes, record, waitOf } = open()
  record('games', '503', 7)
  expect(waitOf('games')).toBeUndefined()
  record('games', '503')
  expect(waitOf('games')).toBe(1)
  expect(waitOf('bans')).toBeUndefined()
  expect([circuits.openCircuits(), changes]).toEqual([['games'], ['games opens']])
})

test.each<Outcome>(['200', '404', '429', 'abandoned', 'lost_hedge', 'blocked', 'key_refused'])(
  'an outcome of %s opens no circuit, and a success resets the failures in a row',
  (outcome) => {
    const { record, waitOf } = open()
    record('bans', outcome, 50)
    for (let round = 0; round < 5; round++) {
      record('bans', '503', 7)
      record('bans', '200')
    }
    expect(waitOf('bans')).toBeUndefined()
  },
)

test('a 404 among failures neither counts as one nor resets their number', () => {
  const { record, waitOf } = open()
  record('bans', '503', 7)
  record('bans', '404', 20)
  expect(waitOf('bans')).toBeUndefined()
  record('bans', '503')
  expect(waitOf('bans')).toBe(1)
})

test('a wrong shape counts once for each different call, as it may be due to the account', () => {
  const { record, waitOf } = open()
  record('games', 'wrong_shape', 50, 'about one')
  expect(waitOf('games')).toBeUndefined()
  record('games', 'wrong_shape', 5, 'about another')
  record('games', '503', 5, 'about one')
  expect(waitOf('games')).toBeUndefined()
  record('games', 'wrong_shape', 1, 'about a third')
  expect(waitOf('games')).toBe(1)
})

test('a circuit is recently opened for ten seconds', async () => {
  const { circuits, record } = open()
  record('games', '503', 7)
  expect(circuits.isRecentlyOpened('games')).toBe(false)
  record('games', '503')
  expect([circuits.isRecentlyOpened('games'), circuits.isRecentlyOpened('bans')]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(circuits.isRecentlyOpened('games')).toBe(false)
})

describe('an open circuit', () => {
  test('makes one probe after another, with a backoff that doubles up to five seconds', async () => {
    const { probed, record, waitOf } = open()
    record('games', '503', 8)
    const counts: number[] = []
    for (let second = 0; second < 20; second++) {
      expect(waitOf('games')).toBeGreaterThan(0)
      await vi.advanceTimersByTimeAsync(1_000)
      counts.push(probed.length)
    }
    // After 1, 3, 7, 12 and 17 seconds.
    expect(counts).toEqual([1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5])
  })

  test('has a backoff of up to a minute while no call is refused, and a short one when a call is', async () => {
    const { probed, record, waitOf } = open()
    record('games', '503', 8)
    await vi.advanceTimersByTimeAsync(570_000)
    // After 1, 3, 7, 15, 31 and 63 seconds, and then every minute, the last at 543.
    expect(probed).toHaveLength(14)
    expect(waitOf('games')).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(probed).toHaveLength(15)
  })

  test('closes when a probe is answered, and starts with a short backoff when it opens again', async () => {
    const { answers, changes, record, waitOf } = open()
    record('games', '503', 8)
    await vi.advanceTimersByTimeAsync(3_000)
    answers.games = '200'
    expect(waitOf('games')).toBe(4)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(waitOf('games')).toBeUndefined()
    expect(changes).toEqual(['games opens', 'games closes'])
    record('games', '503', 8)
    expect(waitOf('games')).toBe(1)
  })

  test('makes no second probe while one hangs', async () => {
    const { circuits, record } = open()
    record('games', '503', 8)
    let probes = 0
    const hang = () => {
      probes++
      return new Promise<void>(() => {})
    }
    expect(() => circuits.check(probeOf(hang))).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(probes).toBe(1)
  })

  test('makes further probes after one that throws', async () => {
    const { circuits, record } = open()
    record('games', '503', 8)
    let probes = 0
    const breaks = () => {
      probes++
      return Promise.reject(new Error('no'))
    }
    expect(() => circuits.check(probeOf(breaks))).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(probes).toBe(2)
  })

  test('refuses calls with a retryAfter of at least a second, also during a probe', async () => {
    const { circuits, record, waitOf } = open()
    record('games', '503', 8)
    await vi.advanceTimersByTimeAsync(600)
    expect(waitOf('games')).toBe(1)
    expect(() => circuits.check(probeOf(() => new Promise(() => {})))).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(waitOf('games')).toBe(1)
  })

  test.each([
    [0, 750],
    [1, 1_250],
  ])('has a backoff with a jitter of a quarter: with %d it is %d ms', async (random, ms) => {
    const { probed, record } = open({ random })
    record('games', '503', 8)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(probed).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(probed).toEqual(['games'])
  })

  test('probes with the call that was refused last', async () => {
    const { circuits, record } = open()
    record('games', '503', 8)
    const probed: string[] = []
    for (const name of ['first', 'latest']) {
      expect(() => circuits.check(probeOf(async () => void probed.push(name)))).toThrow('Steam is down')
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(probed).toEqual(['latest'])
  })

  test('makes no probe after it was stopped', async () => {
    const { circuits, probed, record } = open()
    record('games', '503', 8)
    circuits.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([probed, vi.getTimerCount()]).toEqual([[], 0])
  })

  test('makes no probe after it was stopped during a probe', async () => {
    const { circuits, record } = open()
    record('games', '503', 8)
    const { promise, resolve } = deferred<void>()
    expect(() => circuits.check(probeOf(() => promise))).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(1_000)
    circuits.stop()
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the circuit of all methods', () => {
  const downAll = ({ record }: ReturnType<typeof open>) => {
    for (const group of ['bans', 'summaries', 'games'] as const) record(group, '503', 8)
  }

  test('opens with three circuits, and refuses calls of every method', () => {
    const platform = open()
    downAll(platform)
    expect(platform.circuits.openCircuits()).toEqual(['all', 'bans', 'summaries', 'games'])
    expect(platform.waitOf('friends')).toBe(1)
  })

  test('does not open with two circuits', () => {
    const platform = open()
    for (const group of ['bans', 'summaries'] as const) platform.record(group, '503', 8)
    expect(platform.waitOf('friends')).toBeUndefined()
  })

  test('opens once, and makes probes with a backoff', async () => {
    const platform = open()
    downAll(platform)
    for (let second = 0; second < 12; second++) {
      platform.waitOf('bans')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(platform.changes).toEqual(['bans opens', 'summaries opens', 'games opens', 'all opens'])
    // After 1, 3, 7 and 12 seconds.
    expect(platform.probed).toHaveLength(4)
  })

  test('closes when other methods work, although the requested method stays down', async () => {
    const platform = open()
    downAll(platform)
    platform.answers.bans = platform.answers.summaries = '200'
    for (let second = 0; second < 20; second++) {
      platform.waitOf('games')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(platform.circuits.openCircuits()).toEqual(['games'])
  })

  test('does not open while a method works', () => {
    const platform = open()
    platform.record('bans', '503', 8)
    platform.record('summaries', '503', 8)
    vi.advanceTimersByTime(1)
    platform.record('friends', '200')
    platform.record('games', '503', 8)
    expect(platform.circuits.openCircuits()).not.toContain('all')
  })

  test('makes one probe, not one for each method', async () => {
    const platform = open()
    downAll(platform)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(platform.probed).toHaveLength(1)
  })

  test('closes with the first answer, and the other methods are probed soon after', async () => {
    const platform = open()
    downAll(platform)
    await vi.advanceTimersByTimeAsync(30_000)
    for (const group of METHODS) platform.answers[group] = '200'
    await vi.advanceTimersByTimeAsync(5_000)
    expect(platform.circuits.openCircuits()).not.toContain('all')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(platform.circuits.openCircuits()).toEqual([])
  })
})

test('a circuit makes no second probe while one hangs, not even when the circuit of all methods closes', async () => {
  const { circuits, record } = open()
  record('games', '503', 8)
  const { promise, resolve } = deferred<void>()
  let probes = 0
  const hang = () => {
    probes++
    return promise
  }
  expect(() => circuits.check(probeOf(hang))).toThrow('Steam is down')
  await vi.advanceTimersByTimeAsync(1_000)
  for (const method of ['bans', 'summaries'] as const) record(method, '503', 8)
  expect(circuits.openCircuits()).toContain('all')
  record('bans', '200')
  expect(circuits.openCircuits()).toEqual(['summaries', 'games'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(probes).toBe(1)
  resolve()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(probes).toBeGreaterThan(1)
})

describe('the health of a method', () => {
  const stateOf = ({ circuits }: ReturnType<typeof open>) => circuits.health('bans').state

  test('is unknown before the first success', () => {
    const host = open()
    expect(host.circuits.health('bans')).toEqual({ state: 'unknown', updatedAt: Number.NEGATIVE_INFINITY })
    host.record('bans', '503', 2)
    expect(host.circuits.health('bans')).toEqual({ state: 'unknown', updatedAt: performance.now() })
  })

  test.each<Outcome>(['401', '403', '429', '500', '503', 'no_answer', 'not_json', 'wrong_shape'])(
    'is failing after %s three times in a row, not after two times',
    (outcome) => {
      const host = open()
      host.record('bans', '200')
      host.record('bans', outcome, 2)
      expect(stateOf(host)).toBe('working')
      host.record('bans', outcome)
      expect(stateOf(host)).toBe('failing')
    },
  )

  test('is working again after one success', () => {
    const host = open()
    host.record('bans', '503', 10)
    expect(stateOf(host)).toBe('failing')
    host.record('bans', '200')
    expect(stateOf(host)).toBe('working')
  })

  test('does not change with blocks, refused keys and abandoned calls', () => {
    const host = open()
    for (const outcome of ['blocked', 'abandoned', 'lost_hedge', 'key_refused'] as const)
      host.record('bans', outcome, 5)
    expect(host.circuits.health('bans').updatedAt).toBe(Number.NEGATIVE_INFINITY)
  })

  test('is failing while all methods are down', () => {
    const host = open()
    host.record('bans', '200')
    vi.advanceTimersByTime(1)
    for (const method of ['summaries', 'games', 'friends'] as const) host.record(method, '503', 8)
    expect(stateOf(host)).toBe('failing')
  })
})
