import { describe, expect, test } from 'vitest'
import { createClock } from '../../../src/lib/clock.ts'
import { createLatencyTracker } from '../../../src/lib/latency.ts'
import { createAdaptiveLimit } from '../../../src/lib/limits/adaptive-limit.ts'

function open({ min = 4, max = 100 } = {}) {
  const clock = { now: 1_000 }
  const limit = createAdaptiveLimit({ min, max: () => max, clock: createClock(() => clock.now) })
  const latency = createLatencyTracker()
  const record = (kind: string, latencyMs: number, ownDelayMs: number, wasFull: boolean) => {
    latency.record(kind, latencyMs, ownDelayMs)
    const startedAt = clock.now - latencyMs - ownDelayMs
    limit.recordResult({ startedAt, result: latency.isSlow(kind) ? 'slow' : 'answered', wasFull })
  }
  /** Calls that are answered one after another, with all permits used. */
  const answer = (times: number, durationMs = 100, { kind = 'games', wasFull = true } = {}) => {
    for (let count = 0; count < times; count++) {
      clock.now += durationMs
      record(kind, durationMs, 0, wasFull)
    }
  }
  /** A call that begins now and is refused a moment later. */
  const refuse = () => {
    const startedAt = clock.now
    clock.now += 10
    limit.recordResult({ startedAt, result: 'refused', wasFull: true })
  }
  return { limit, clock, record, answer, refuse }
}

test('starts at the maximum and never exceeds it', () => {
  const { limit, answer } = open({ max: 20 })
  expect(limit.current()).toBe(20)
  answer(50)
  expect(limit.current()).toBe(20)
})

test('halves when a call is refused, down to the minimum', () => {
  const { limit, refuse } = open()
  refuse()
  expect(limit.current()).toBe(50)
  for (let count = 0; count < 10; count++) refuse()
  expect(limit.current()).toBe(4)
})

test('decreases once for all calls that were in flight together', () => {
  const { limit, clock } = open()
  const startedAt = clock.now
  clock.now += 100
  for (let count = 0; count < 30; count++) limit.recordResult({ startedAt, result: 'refused', wasFull: true })
  expect(limit.current()).toBe(50)
})

test('grows again while answers come and all permits are used, not while some are free', () => {
  const { limit, answer, refuse } = open()
  refuse()
  answer(300, 100, { wasFull: false })
  expect(limit.current()).toBe(50)
  answer(300)
  expect(limit.current()).toBe(55)
})

test('stays above the minimum when one call in twenty is refused at random', () => {
  const { limit, clock } = open()
  for (let round = 0; round < 200; round++) {
    const startedAt = clock.now
    clock.now += 100
    const inFlight = limit.current()
    for (let call = 0; call < inFlight; call++) {
      if ((round * 31 + call) % 20 === 0) limit.recordResult({ startedAt, result: 'refused', wasFull: true })
      else limit.recordResult({ startedAt, result: 'answered', wasFull: true })
    }
  }
  expect(limit.current()).toBeGreaterThan(4)
})

describe('a rise in latency', () => {
  test('decreases the limit, though every call is answered', () => {
    const { limit, answer } = open()
    answer(50, 100)
    answer(20, 900)
    expect(limit.current()).toBeLessThan(50)
    expect(limit.current()).toBeGreaterThanOrEqual(4)
  })

  test('by less than 200 ms does not decrease the limit', () => {
    const { limit, answer } = open()
    answer(50, 2)
    answer(50, 150)
    expect(limit.current()).toBe(100)
  })

  test('to less than twice the usual does not decrease the limit, however long calls take', () => {
    const { limit, answer } = open()
    answer(50, 1_000)
    answer(50, 1_900)
    expect(limit.current()).toBe(100)
  })

  test('is measured against the usual latency, not against the first call', () => {
    const { limit, answer } = open()
    answer(1, 5_000)
    answer(50, 100)
    answer(20, 900)
    expect(limit.current()).toBeLessThan(50)
  })

  test('that lasts becomes the new usual latency', () => {
    const { limit, answer } = open()
    answer(50, 100)
    answer(300, 900)
    const least = limit.current()
    answer(500, 900)
    expect(limit.current()).toBeGreaterThan(least)
  })

  test('is measured for each kind of call separately', () => {
    const { limit, answer } = open()
    answer(50, 20, { kind: 'bans' })
    answer(50, 900, { kind: 'games' })
    expect(limit.current()).toBe(100)
  })

  test('in one call of twenty does not decrease the limit', () => {
    const { limit, answer } = open()
    for (let round = 0; round < 20; round++) {
      answer(19, 100)
      answer(1, 800)
    }
    expect(limit.current()).toBe(100)
  })
})

describe('a delay of our own event loop', () => {
  /** Answered calls, during a part of which our own event loop was late. */
  function delayed({ record, clock }: ReturnType<typeof open>, times: number, durationMs: number, ownDelayMs: number) {
    for (let count = 0; count < times; count++) {
      clock.now += durationMs
      record('games', durationMs - ownDelayMs, ownDelayMs, true)
    }
  }

  test('does not count as latency', () => {
    const opened = open()
    opened.answer(50, 100)
    delayed(opened, 50, 900, 800)
    expect(opened.limit.current()).toBe(100)
  })

  test('does not hide calls that are slow', () => {
    const opened = open()
    opened.answer(50, 100)
    delayed(opened, 20, 1_300, 400)
    expect(opened.limit.current()).toBeLessThan(50)
  })

  test('that is as long as the call does not raise the usual latency', () => {
    const opened = open()
    opened.answer(50, 400)
    // The calls took between 0 and 900 ms, so an average of 400 may be right.
    delayed(opened, 50, 900, 900)
    opened.answer(50, 400)
    expect(opened.limit.current()).toBe(100)
  })
})

describe('the expected limit', () => {
  test('is the maximum during slow start, and the current limit afterwards', () => {
    const clock = { now: 0 }
    const limit = createAdaptiveLimit({ min: 4, max: () => 100, start: 25, clock: createClock(() => clock.now) })
    expect([limit.current(), limit.expected()]).toEqual([25, 100])
    limit.recordResult({ startedAt: clock.now, result: 'refused', wasFull: true })
    expect([limit.current(), limit.expected()]).toEqual([12, 12])
  })
})
