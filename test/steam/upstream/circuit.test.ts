import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCircuits, isKnownOutage } from '../../../src/steam/upstream/circuit.ts'
import type { CallResult, Probe } from '../../../src/steam/upstream/circuit.ts'
import { deferred } from '../../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const GROUPS = ['bans', 'names', 'hours', 'lists', 'items'] as const
type Group = (typeof GROUPS)[number]

const asking = (run: Probe['run']): Probe => ({ id: () => 'a question', run })

/** Circuits of a platform whose groups answer probes as set; `items` lives on another host. */
function open({ random = 0.5 } = {}) {
  const answers: Partial<Record<Group, CallResult>> = {}
  const probed: Group[] = []
  const changes: string[] = []
  const circuits = createCircuits<Group>({
    groups: GROUPS,
    together: GROUPS.filter((group) => group !== 'items'),
    random: () => random,
    onChange: (name, isOpen) => changes.push(`${name} ${isOpen ? 'opens' : 'closes'}`),
  })
  const questionOf = (group: Group, id = 'a question'): Probe => ({
    id: () => id,
    async run() {
      probed.push(group)
      circuits.recordResult(group, answers[group] ?? 'fails', questionOf(group, id))
    },
  })
  const hear = (group: Group, ending: CallResult, times = 1, id = 'a question') => {
    for (let count = 0; count < times; count++) circuits.recordResult(group, ending, questionOf(group, id))
  }
  /** How long a caller is told to wait; undefined when it may ask. */
  const waitOf = (group: Group): number | undefined => {
    try {
      circuits.check(group, questionOf(group))
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ code: 'platform_unavailable', upstreamStatus: 503 })
      expect(isKnownOutage(error)).toBe(true)
      return (error as { retryAfter: number }).retryAfter
    }
  }
  return { circuits, answers, probed, changes, hear, waitOf }
}

test('eight failures in a row of one group are an outage of that group alone', () => {
  const { circuits, changes, hear, waitOf } = open()
  hear('hours', 'fails', 7)
  expect(waitOf('hours')).toBeUndefined()
  hear('hours', 'fails')
  expect(waitOf('hours')).toBe(1)
  expect(waitOf('bans')).toBeUndefined()
  expect([circuits.open(), changes]).toEqual([['hours'], ['hours opens']])
})

test.each<CallResult>(['works', 'tells nothing'])(
  'an answer between breaks the row; what %s opens nothing',
  (ending) => {
    const { hear, waitOf } = open()
    hear('bans', ending, 50)
    for (let round = 0; round < 5; round++) {
      hear('bans', 'fails', 7)
      hear('bans', 'works')
    }
    expect(waitOf('bans')).toBeUndefined()
  },
)

test('a limit in a row of failures neither breaks it nor counts', () => {
  const { hear, waitOf } = open()
  hear('bans', 'fails', 7)
  hear('bans', 'tells nothing', 20)
  expect(waitOf('bans')).toBeUndefined()
  hear('bans', 'fails')
  expect(waitOf('bans')).toBe(1)
})

test('what fails on one question again and again may be due to what it asks, and is no outage', () => {
  const { hear, waitOf } = open()
  hear('hours', 'fails on it', 50, 'about somebody odd')
  expect(waitOf('hours')).toBeUndefined()
  hear('hours', 'fails on it', 5, 'about somebody else')
  hear('hours', 'fails', 5, 'about somebody odd')
  expect(waitOf('hours')).toBeUndefined()
  hear('hours', 'fails on it', 1, 'about a third one')
  expect(waitOf('hours')).toBe(1)
})

test('an outage is new for ten seconds', async () => {
  const { circuits, hear } = open()
  hear('hours', 'fails', 7)
  expect(circuits.isNewlyDown('hours')).toBe(false)
  hear('hours', 'fails')
  expect([circuits.isNewlyDown('hours'), circuits.isNewlyDown('bans')]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(circuits.isNewlyDown('hours')).toBe(false)
})

describe('the way back', () => {
  test('is found by one probe after another, with pauses that double up to five seconds', async () => {
    const { probed, hear, waitOf } = open()
    hear('hours', 'fails', 8)
    const counts: number[] = []
    for (let second = 0; second < 20; second++) {
      expect(waitOf('hours')).toBeGreaterThan(0)
      await vi.advanceTimersByTimeAsync(1_000)
      counts.push(probed.length)
    }
    // After 1, 3, 7, 12 and 17 seconds.
    expect(counts).toEqual([1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5])
  })

  test('while nobody asks the pauses double up to a minute, and who asks then need not wait so long', async () => {
    const { probed, hear, waitOf } = open()
    hear('hours', 'fails', 8)
    await vi.advanceTimersByTimeAsync(570_000)
    // After 1, 3, 7, 15, 31 and 63 seconds, and then every minute, the last at 543.
    expect(probed).toHaveLength(14)
    expect(waitOf('hours')).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(probed).toHaveLength(15)
  })

  test('a probe that is answered closes the circuit, and the pauses begin anew', async () => {
    const { answers, changes, hear, waitOf } = open()
    hear('hours', 'fails', 8)
    await vi.advanceTimersByTimeAsync(3_000)
    answers.hours = 'works'
    expect(waitOf('hours')).toBe(4)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(waitOf('hours')).toBeUndefined()
    expect(changes).toEqual(['hours opens', 'hours closes'])
    hear('hours', 'fails', 8)
    expect(waitOf('hours')).toBe(1)
  })

  test('a probe that hangs is the only one', async () => {
    const { circuits, hear } = open()
    hear('hours', 'fails', 8)
    let asked = 0
    const hang = () => {
      asked++
      return new Promise<void>(() => {})
    }
    expect(() => circuits.check('hours', asking(hang))).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(1)
  })

  test('a probe that breaks is followed by others all the same', async () => {
    const { circuits, hear } = open()
    hear('hours', 'fails', 8)
    let asked = 0
    const breaks = () => {
      asked++
      return Promise.reject(new Error('no'))
    }
    expect(() => circuits.check('hours', asking(breaks))).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(asked).toBe(2)
  })

  test('who comes before the probe, or while it is under way, is told a whole second', async () => {
    const { circuits, hear, waitOf } = open()
    hear('hours', 'fails', 8)
    await vi.advanceTimersByTimeAsync(600)
    expect(waitOf('hours')).toBe(1)
    expect(() =>
      circuits.check(
        'hours',
        asking(() => new Promise(() => {})),
      ),
    ).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(waitOf('hours')).toBe(1)
  })

  test.each([
    [0, 750],
    [1, 1_250],
  ])('the pause has a jitter of a quarter: with %d it is %d ms', async (random, ms) => {
    const { probed, hear } = open({ random })
    hear('hours', 'fails', 8)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(probed).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(probed).toEqual(['hours'])
  })

  test('the latest question that was refused is the one to be asked, as the first may have been odd', async () => {
    const { circuits, hear } = open()
    hear('hours', 'fails', 8)
    const asked: string[] = []
    for (const who of ['first', 'latest']) {
      expect(() =>
        circuits.check(
          'hours',
          asking(async () => void asked.push(who)),
        ),
      ).toThrow('Steam is down')
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['latest'])
  })

  test('nothing is asked any more once it is closed down', async () => {
    const { circuits, probed, hear } = open()
    hear('hours', 'fails', 8)
    circuits.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([probed, vi.getTimerCount()]).toEqual([[], 0])
  })

  test('nor after a probe that was under way then', async () => {
    const { circuits, hear } = open()
    hear('hours', 'fails', 8)
    const { promise, resolve } = deferred<void>()
    expect(() =>
      circuits.check(
        'hours',
        asking(() => promise),
      ),
    ).toThrow('Steam is down')
    await vi.advanceTimersByTimeAsync(1_000)
    circuits.close()
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('everything down', () => {
  const downAll = ({ hear }: ReturnType<typeof open>) => {
    for (const group of ['bans', 'names', 'hours'] as const) hear(group, 'fails', 8)
  }

  test('is told by three groups, and then nobody asks, of the others neither', () => {
    const platform = open()
    downAll(platform)
    expect(platform.circuits.open()).toEqual(['all', 'bans', 'names', 'hours'])
    expect(platform.waitOf('lists')).toBe(1)
    expect(platform.waitOf('items')).toBeUndefined()
  })

  test('is not told by two', () => {
    const platform = open()
    for (const group of ['bans', 'names'] as const) platform.hear(group, 'fails', 8)
    expect(platform.waitOf('lists')).toBeUndefined()
  })

  test('is told once, and asked about with pauses like any', async () => {
    const platform = open()
    downAll(platform)
    for (let second = 0; second < 12; second++) {
      platform.waitOf('bans')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(platform.changes).toEqual(['bans opens', 'names opens', 'hours opens', 'all opens'])
    // After 1, 3, 7 and 12 seconds.
    expect(platform.probed).toHaveLength(4)
  })

  test('is over for the rest though the method that is asked for all the time stays down', async () => {
    const platform = open()
    downAll(platform)
    platform.answers.bans = platform.answers.names = 'works'
    for (let second = 0; second < 20; second++) {
      platform.waitOf('hours')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(platform.circuits.open()).toEqual(['hours'])
  })

  test('is not over because another host answers', () => {
    const platform = open()
    downAll(platform)
    platform.hear('items', 'works')
    expect(platform.circuits.open()).toContain('all')
  })

  test('is not told while something works', () => {
    const platform = open()
    platform.hear('bans', 'fails', 8)
    platform.hear('names', 'fails', 8)
    vi.advanceTimersByTime(1)
    platform.hear('lists', 'works')
    platform.hear('hours', 'fails', 8)
    expect(platform.circuits.open()).not.toContain('all')
  })

  test('has one question asked, not one of each group', async () => {
    const platform = open()
    downAll(platform)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(platform.probed).toHaveLength(1)
  })

  test('ends with the first answer, and the others are asked soon after', async () => {
    const platform = open()
    downAll(platform)
    await vi.advanceTimersByTimeAsync(30_000)
    for (const group of GROUPS) platform.answers[group] = 'works'
    await vi.advanceTimersByTimeAsync(5_000)
    expect(platform.circuits.open()).not.toContain('all')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(platform.circuits.open()).toEqual([])
  })
})
