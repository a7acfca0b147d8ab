import { expect, test } from 'vitest'
import { localPause, type Pause } from '../../../src/lib/limits/shared-pause.ts'
import { createBreaker } from '../../../src/steam/upstream/guards.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

/** A breaker with pauses of 1 to 5 s. */
function open({ random = 0.5, known = undefined as Pause | undefined, firstPauseMs = 1_000 } = {}) {
  const clock = createFakeClock()
  const changes: boolean[] = []
  const kept: (Pause | undefined)[] = []
  let tell = (_: Pause | undefined) => {}
  const breaker = createBreaker({
    firstPauseMs,
    longestPauseMs: 5_000,
    shared: {
      ...localPause,
      known: () => known,
      keep: (pause) => void kept.push(pause),
      listen: (listener) => void (tell = listener),
    },
    random: () => random,
    clock,
    onChange: (isOpen) => changes.push(isOpen),
  })
  return { breaker, clock, changes, kept, tell: (pause: Pause | undefined) => tell(pause) }
}

test('an open breaker lets one call through after each pause, and the pauses double up to the longest one', async () => {
  const { breaker, clock, changes, kept } = open()
  expect(breaker.refuse(true)).toBeUndefined()
  breaker.open()
  for (const pauseMs of [1_000, 2_000, 4_000, 5_000, 5_000]) {
    expect(breaker.refuse(true)).toBe(pauseMs)
    await clock.advance(pauseMs - 1)
    expect(breaker.refuse(true)).toBe(1)
    await clock.advance(1)
    expect([breaker.refuse(false), breaker.refuse(true)]).toEqual([0, undefined])
    breaker.noteTry()
  }
  expect([breaker.isOpen(), changes, kept.length]).toEqual([true, [true], 6])
})

test.each([
  [0, 750],
  [1, 1_250],
])('a pause has a jitter of a quarter: with %d, %d ms', (random, ms) => {
  const { breaker } = open({ random })
  breaker.open()
  expect(breaker.refuse(true)).toBe(ms)
})

test('a breaker that closes tells the replicas, and begins with the first pause when it opens again', async () => {
  const { breaker, clock, changes, kept } = open()
  breaker.open()
  await clock.advance(1_000)
  breaker.noteTry()
  breaker.close()
  expect([breaker.isOpen(), breaker.refuse(false), changes, kept.at(-1)]).toEqual([
    false,
    undefined,
    [true, false],
    undefined,
  ])
  breaker.open()
  expect(breaker.refuse(true)).toBe(1_000)
})

test('the pause and the end that another replica has met hold here at once, and are not told again', () => {
  const { breaker, changes, kept, tell } = open({ known: { pauseMs: 2_000, leftMs: 3_000 } })
  expect(breaker.refuse(true)).toBe(3_000)
  tell({ pauseMs: 4_000, leftMs: 4_500 })
  expect(breaker.refuse(true)).toBe(4_500)
  tell(undefined)
  expect([breaker.refuse(true), changes, kept]).toEqual([undefined, [true, false], []])
})
