import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/lib/clock.ts'
import type { Outcome } from '../../../src/steam/upstream/answer.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createBlockGuard } from '../../../src/steam/upstream/block.ts'
import type { Pause } from '../../../src/lib/limits/shared-pause.ts'
import { deferred } from '../../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) }))
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** The block guard of a host; `host.answer` sets the outcome of its probes. */
function open({ random = 0.5, known = undefined as Pause | undefined } = {}) {
  const host: { answer: Outcome; error: RapsheetError | undefined } = { answer: 'blocked', error: undefined }
  const probed: number[] = []
  const changes: boolean[] = []
  const kept: (Pause | undefined)[] = []
  /** Whether another replica probes, and what passes on what it says. */
  const turns = { isTaken: false, follow: (_: Pause | undefined) => {} }
  const startedAt = performance.now()
  const block = createBlockGuard({
    clock: systemClock,
    host: 'api',
    blockPauseMs: 5 * 60_000,
    sharedBlock: {
      known: () => known,
      keep: (pause) => void kept.push(pause),
      takeTurn(pause) {
        if (turns.isTaken) return false
        kept.push(pause)
        return true
      },
      listen: (listener) => void (turns.follow = listener),
    },
    random: () => random,
    onChange: (isBlocked) => changes.push(isBlocked),
  })
  const runWithoutPermit = async () => {
    probed.push(Math.round((performance.now() - startedAt) / 1000))
    const { answer: outcome, error } = host
    block.recordResult({ outcome, startedAt: performance.now(), error }, probe)
    if (host.answer !== '200') throw new Error(host.answer)
  }
  const probe = { runWithoutPermit }
  const record = (outcome: Outcome, startedAt = performance.now()) =>
    block.recordResult({ outcome, startedAt, error: undefined }, probe)
  /** The `retryAfter` of a refused call; undefined when the call may be made. */
  const waitOf = (): number | undefined => {
    try {
      block.check(probe)
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ code: 'platform_blocked', upstreamStatus: undefined })
      return (error as { retryAfter: number }).retryAfter
    }
  }
  return { block, host, probed, changes, kept, turns, record, waitOf }
}

test('one page of the edge network begins a block at once', () => {
  const { block, changes, record, waitOf } = open()
  expect([block.isBlocked(), waitOf()]).toEqual([false, undefined])
  record('blocked')
  expect([block.isBlocked(), waitOf(), changes]).toEqual([true, 300, [true]])
})

test.each<Outcome>(['200', '401', '403', '429', '503', 'no_answer', 'not_json', 'key_refused'])(
  'an outcome of %s begins no block',
  (outcome) => {
    const { changes, record, waitOf } = open()
    for (let count = 0; count < 20; count++) record(outcome)
    expect([waitOf(), changes]).toEqual([undefined, []])
  },
)

test('calls that were in flight when a block began do not change it, however they end', async () => {
  const { changes, kept, probed, record } = open()
  const before = performance.now()
  await vi.advanceTimersByTimeAsync(1_000)
  record('blocked')
  record('blocked', before)
  record('200', before)
  expect([changes, kept]).toEqual([[true], [{ pauseMs: 5 * MINUTE, leftMs: 5 * MINUTE }]])
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(probed).toEqual([301])
})

test('a block is probed with one call after 5 minutes, then after twice as long each time, up to an hour', async () => {
  const { changes, probed, record, waitOf } = open()
  record('blocked')
  await vi.advanceTimersByTimeAsync(5 * 60 * MINUTE)
  expect(probed.map((seconds) => seconds / 60)).toEqual([5, 15, 35, 75, 135, 195, 255])
  expect(waitOf()).toBe(15 * 60)
  expect(changes).toEqual([true])
})

test.each([
  [0, 3.75],
  [1, 6.25],
])('the pause has a jitter of a quarter: with %d it is %d minutes', async (random, minutes) => {
  const { probed, record } = open({ random })
  record('blocked')
  await vi.advanceTimersByTimeAsync(minutes * MINUTE - 1)
  expect(probed).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(probed).toHaveLength(1)
})

test.each<Outcome>(['200', '401', '403', '400', 'wrong_shape', 'key_refused'])(
  'a probe that ends with %s ends the block, and the pauses begin anew',
  async (outcome) => {
    const { block, changes, host, kept, record, waitOf } = open()
    record('blocked')
    await vi.advanceTimersByTimeAsync(6 * MINUTE)
    host.answer = outcome
    await vi.advanceTimersByTimeAsync(9 * MINUTE)
    expect([block.isBlocked(), waitOf(), changes, kept.at(-1)]).toEqual([false, undefined, [true, false], undefined])
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    record('blocked')
    expect(waitOf()).toBe(300)
  },
)

const refused = new RapsheetError('platform_unavailable', 'refused')

test.each<[Outcome, RapsheetError?]>([
  ['no_answer'],
  ['429'],
  ['503'],
  ['not_json'],
  ['401', refused],
  ['403', refused],
])('a probe that ends with %s proves nothing and does not lengthen the pause: %o', async (outcome, error) => {
  const { block, host, probed, record } = open()
  Object.assign(host, { answer: outcome, error })
  record('blocked')
  await vi.advanceTimersByTimeAsync(16 * MINUTE)
  expect([block.isBlocked(), probed]).toEqual([true, [300, 600, 900]])
})

test('the call that was refused last becomes the probe', async () => {
  const { block, probed, record } = open()
  record('blocked')
  const names: string[] = []
  for (const name of ['second', 'last'])
    expect(() => block.check({ runWithoutPermit: async () => void names.push(name) })).toThrow('blocks')
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect([names, probed]).toEqual([['last'], []])
})

test('a hanging probe is the only one, and calls are refused meanwhile', async () => {
  const { block, record, waitOf } = open()
  record('blocked')
  const { promise, resolve } = deferred<void>()
  let probes = 0
  const hang = () => {
    probes++
    return promise
  }
  expect(() => block.check({ runWithoutPermit: hang })).toThrow('blocks')
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(() => block.check({ runWithoutPermit: hang })).toThrow('blocks')
  expect([probes, waitOf()]).toEqual([1, 60])
  resolve()
})

test('no probe is made after the guard was stopped', async () => {
  const { block, probed, record } = open()
  record('blocked')
  block.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect([probed, vi.getTimerCount()]).toEqual([[], 0])
})

describe('after a restart with a persisted block', () => {
  const inMinutes = (minutes: number, pauseMinutes = 40) => ({
    pauseMs: pauseMinutes * MINUTE,
    leftMs: minutes * MINUTE,
  })

  test('the block and the length of its pauses are restored', async () => {
    const { block, changes, kept, probed, record, waitOf } = open({ known: inMinutes(3) })
    expect([block.isBlocked(), changes, waitOf()]).toEqual([true, [true], 180])
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect([probed, kept.at(-1)?.pauseMs]).toEqual([[180], 60 * MINUTE])
    record('200')
    expect(block.isBlocked()).toBe(false)
  })

  test('a long pause is shortened, as the address may be another one', () => {
    expect(open({ known: inMinutes(59) }).waitOf()).toBe(7 * 60)
  })

  test('after a pause that is over, the first call becomes the probe', async () => {
    const { host, probed, waitOf } = open({ known: inMinutes(-10) })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(probed).toEqual([])
    host.answer = '200'
    expect(waitOf()).toBe(60)
    await vi.advanceTimersByTimeAsync(0)
    expect([probed, waitOf()]).toEqual([[60], undefined])
  })

  test('a block whose pause is over is not reported until a call shows that it goes on, as nothing else would end it', async () => {
    const { block, waitOf } = open({ known: inMinutes(3) })
    expect(block.isBlocked()).toBe(true)
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(block.isBlocked()).toBe(false)
    waitOf()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(block.isBlocked()).toBe(true)
  })

  test('the time of the next probe is persisted before a probe, so that a process that dies during it does not probe at each start', async () => {
    const { block, kept } = open({ known: inMinutes(-10) })
    const before = kept.length
    let keptBeforeProbe: unknown
    const hang = () => {
      keptBeforeProbe = kept.slice(before)
      return new Promise<void>(() => {})
    }
    expect(() => block.check({ runWithoutPermit: hang })).toThrow('blocks')
    await vi.advanceTimersByTimeAsync(0)
    expect(keptBeforeProbe).toEqual([inMinutes(40)])

    const restarted = open({ known: kept.at(-1) })
    expect(restarted.waitOf()).toBe(7 * 60)
    await vi.advanceTimersByTimeAsync(6 * MINUTE)
    expect(restarted.probed).toEqual([])
  })

  test('a pause out of bounds is cut to the first or the longest pause', async () => {
    for (const [pauseMinutes, expected] of [
      [0, 10],
      [1e9, 60],
    ] as const) {
      const { kept, waitOf } = open({ known: inMinutes(-1, pauseMinutes) })
      waitOf()
      await vi.advanceTimersByTimeAsync(0)
      expect(kept.at(-1)?.pauseMs).toBe(expected * MINUTE)
    }
  })
})

describe('with other replicas at the same address', () => {
  test('a block that another one has met holds here at once, and is not said again', async () => {
    const { block, changes, kept, probed, turns, waitOf } = open()
    turns.follow({ pauseMs: 10 * MINUTE, leftMs: 3 * MINUTE })
    expect([block.isBlocked(), changes, waitOf()]).toEqual([true, [true], 180])
    expect([kept, probed]).toEqual([[], []])
  })

  test('the one that does not get the turn sends no probe, and waits as the other one says', async () => {
    const { probed, turns, record, waitOf } = open()
    record('blocked')
    turns.isTaken = true
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    turns.follow({ pauseMs: 10 * MINUTE, leftMs: 10 * MINUTE })
    expect([probed, waitOf()]).toEqual([[], 600])
    turns.isTaken = false
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(probed).toEqual([15 * 60])
  })

  test('the end of the block that another one has found lets calls through at once', async () => {
    const { changes, probed, turns, record, waitOf } = open()
    record('blocked')
    turns.follow(undefined)
    expect([changes, waitOf()]).toEqual([[true, false], undefined])
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(probed).toEqual([])
  })
})
