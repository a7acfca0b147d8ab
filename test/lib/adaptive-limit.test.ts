import { describe, expect, test } from 'vitest'
import { createAdaptiveLimit } from '../../src/lib/adaptive-limit.ts'

function open({ min = 4, max = 100 } = {}) {
  const clock = { now: 1_000 }
  const limit = createAdaptiveLimit({ min, max }, () => clock.now)
  /** So many calls that were answered, one after another, with every place taken. */
  const answer = (times: number, durationMs = 100, { kind = 'games', wasFull = true } = {}) => {
    for (let count = 0; count < times; count++) {
      clock.now += durationMs
      limit.answered({ kind, startedAt: clock.now - durationMs, durationMs, wasFull })
    }
  }
  /** A call that begins now and is refused a moment later. */
  const refuse = () => {
    const startedAt = clock.now
    clock.now += 10
    limit.refused(startedAt)
  }
  return { limit, clock, answer, refuse }
}

test('starts with as many as are allowed, and never allows more', () => {
  const { limit, answer } = open({ max: 20 })
  expect(limit.current()).toBe(20)
  answer(50)
  expect(limit.current()).toBe(20)
})

test('halves at once when a call is refused, down to its least', () => {
  const { limit, refuse } = open()
  refuse()
  expect(limit.current()).toBe(50)
  for (let count = 0; count < 10; count++) refuse()
  expect(limit.current()).toBe(4)
})

test('shrinks once for all calls that were under way together', () => {
  const { limit, clock } = open()
  const startedAt = clock.now
  clock.now += 100
  for (let count = 0; count < 30; count++) limit.refused(startedAt)
  expect(limit.current()).toBe(50)
})

test('grows again while answers come and every place is taken, and not while there are free ones', () => {
  const { limit, answer, refuse } = open()
  refuse()
  answer(300, 100, { wasFull: false })
  expect(limit.current()).toBe(50)
  answer(300)
  expect(limit.current()).toBe(55)
})

test('refusals at random, one in twenty, leave it some places', () => {
  const { limit, clock } = open()
  for (let round = 0; round < 200; round++) {
    const startedAt = clock.now
    clock.now += 100
    const inFlight = limit.current()
    for (let call = 0; call < inFlight; call++) {
      if ((round * 31 + call) % 20 === 0) limit.refused(startedAt)
      else limit.answered({ kind: 'games', startedAt, durationMs: 100, wasFull: true })
    }
  }
  expect(limit.current()).toBeGreaterThan(4)
})

describe('rising latency', () => {
  test('shrinks it, though every call is answered', () => {
    const { limit, answer } = open()
    answer(50, 100)
    answer(20, 900)
    expect(limit.current()).toBeLessThan(50)
    expect(limit.current()).toBeGreaterThanOrEqual(4)
  })

  test('of a few milliseconds is noise of our own', () => {
    const { limit, answer } = open()
    answer(50, 2)
    answer(50, 150)
    expect(limit.current()).toBe(100)
  })

  test('of less than twice the usual is none, however long calls take', () => {
    const { limit, answer } = open()
    answer(50, 1_000)
    answer(50, 1_900)
    expect(limit.current()).toBe(100)
  })

  test('is measured by what is usual since, not by how it began', () => {
    const { limit, answer } = open()
    answer(1, 5_000)
    answer(50, 100)
    answer(20, 900)
    expect(limit.current()).toBeLessThan(50)
  })

  test('that stays becomes what is usual', () => {
    const { limit, answer } = open()
    answer(50, 100)
    answer(300, 900)
    const least = limit.current()
    answer(500, 900)
    expect(limit.current()).toBeGreaterThan(least)
  })

  test('is told by calls of the same kind alone', () => {
    const { limit, answer } = open()
    answer(50, 20, { kind: 'bans' })
    answer(50, 900, { kind: 'games' })
    expect(limit.current()).toBe(100)
  })

  test('of one call in twenty does not count', () => {
    const { limit, answer } = open()
    for (let round = 0; round < 20; round++) {
      answer(19, 100)
      answer(1, 800)
    }
    expect(limit.current()).toBe(100)
  })
})

describe('a delay of our own event loop', () => {
  /** Calls that were answered after so long, of which our own event loop was late for a part. */
  function delayed({ limit, clock }: ReturnType<typeof open>, times: number, durationMs: number, ownDelayMs: number) {
    for (let count = 0; count < times; count++) {
      clock.now += durationMs
      limit.answered({ kind: 'games', startedAt: clock.now - durationMs, durationMs, ownDelayMs, wasFull: true })
    }
  }

  test('does not make calls slow', () => {
    const opened = open()
    opened.answer(50, 100)
    delayed(opened, 50, 900, 800)
    expect(opened.limit.current()).toBe(100)
  })

  test('does not hide that they are slow', () => {
    const opened = open()
    opened.answer(50, 100)
    delayed(opened, 20, 1_300, 400)
    expect(opened.limit.current()).toBeLessThan(50)
  })

  test('that is longer than the call does not make slow what is usual', () => {
    const opened = open()
    opened.answer(50, 400)
    // Between 0 and 900 ms: 400 may be right.
    delayed(opened, 50, 900, 900)
    opened.answer(50, 400)
    expect(opened.limit.current()).toBe(100)
  })
})

describe('the expected limit', () => {
  test('is the most while it is growing for the first time, and what it has shrunk to afterwards', () => {
    const clock = { now: 0 }
    const limit = createAdaptiveLimit({ min: 4, max: 100, start: 25 }, () => clock.now)
    expect([limit.current(), limit.expected()]).toEqual([25, 100])
    limit.refused(clock.now)
    expect([limit.current(), limit.expected()]).toEqual([12, 12])
  })
})
