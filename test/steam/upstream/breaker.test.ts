import { describe, expect, test } from 'vitest'
import type { Pause } from '../../../src/lib/limits/shared-pause.ts'
import { createBreaker } from '../../../src/steam/upstream/breaker.ts'
import type { Probe } from '../../../src/steam/upstream/request.ts'
import { deferred } from '../../support/deferred.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const probeOf = (id: string): Probe => ({ method: 'games', isUrgent: false, id: () => id, send: async () => {} })

/** A breaker with pauses of 1 to 5 s; `state.onProbe` is what its probes do. */
function open({ random = 0.5, known = undefined as Pause | undefined, firstPauseMs = 1_000 } = {}) {
  const clock = createFakeClock()
  const startedAt = clock.now()
  const changes: boolean[] = []
  const kept: (Pause | undefined)[] = []
  const probed: [id: string, atMs: number][] = []
  const state = { isTaken: false, follow: (_: Pause | undefined) => {}, onTurn: () => {}, onProbe: async () => {} }
  const breaker = createBreaker({
    firstPauseMs,
    longestPauseMs: 5_000,
    shared: {
      known: () => known,
      keep: (pause) => void kept.push(pause),
      takeTurn(pause) {
        state.onTurn()
        if (!state.isTaken) kept.push(pause)
        return !state.isTaken
      },
      listen: (listener) => void (state.follow = listener),
    },
    random: () => random,
    clock,
    onChange: (isOpen) => changes.push(isOpen),
    runProbe(probe) {
      probed.push([probe.id(), clock.now() - startedAt])
      return state.onProbe()
    },
  })
  return { breaker, clock, changes, kept, probed, state }
}

test('a closed breaker refuses no call', () => {
  const { breaker, changes } = open()
  expect([breaker.isOpen(), breaker.refuse(probeOf('a')), changes]).toEqual([false, undefined, []])
})

describe('an open breaker', () => {
  test('makes one probe after another, with pauses that double up to the longest one', async () => {
    const { breaker, clock, changes, probed } = open()
    breaker.open(probeOf('a'))
    expect([breaker.refuse(probeOf('a')), changes]).toEqual([1_000, [true]])
    await clock.advance(20_000)
    expect(probed.map(([, atMs]) => atMs)).toEqual([1_000, 3_000, 7_000, 12_000, 17_000])
  })

  test.each([
    [0, 750],
    [1, 1_250],
  ])('has pauses with a jitter of a quarter: with %d, %d ms', async (random, ms) => {
    const { breaker, clock, probed } = open({ random })
    breaker.open(probeOf('a'))
    await clock.advance(ms - 1)
    expect(probed).toEqual([])
    await clock.advance(1)
    expect(probed).toHaveLength(1)
  })

  test('ends while it asks for the turn, because another replica has ended the pause', async () => {
    const { breaker, clock, changes, probed, state } = open()
    breaker.open(probeOf('a'))
    state.isTaken = true
    state.onTurn = () => state.follow(undefined)
    await clock.advance(1_000)
    expect([breaker.isOpen(), changes, probed]).toEqual([false, [true, false], []])
  })

  test('probes with the call that was refused last, and goes on after a probe that fails', async () => {
    const { breaker, clock, probed, state } = open()
    state.onProbe = () => Promise.reject(new Error('no'))
    breaker.open(probeOf('first'))
    breaker.refuse(probeOf('second'))
    breaker.refuse(probeOf('last'))
    await clock.advance(3_000)
    expect(probed.map(([id]) => id)).toEqual(['last', 'last'])
  })

  test('makes no second probe while one hangs', async () => {
    const { breaker, clock, probed, state } = open()
    const answer = deferred<void>()
    state.onProbe = () => answer.promise
    breaker.open(probeOf('a'))
    await clock.advance(30_000)
    expect([probed.length, breaker.refuse(probeOf('a'))]).toEqual([1, 0])
    answer.resolve()
    await clock.advance(2_000)
    expect(probed).toHaveLength(2)
  })

  test('closes when a probe shows that Steam answers, and begins with the first pause when it opens again', async () => {
    const { breaker, clock, changes, kept, state } = open()
    breaker.open(probeOf('a'))
    await clock.advance(2_000)
    state.onProbe = async () => breaker.close()
    await clock.advance(1_000)
    expect([breaker.isOpen(), changes, kept.at(-1)]).toEqual([false, [true, false], undefined])
    await clock.advance(60_000)
    expect(clock.pending()).toBe(0)
    breaker.open(probeOf('a'))
    expect(breaker.refuse(probeOf('a'))).toBe(1_000)
  })

  test('makes no probe after it was stopped', async () => {
    const { breaker, clock, probed } = open()
    breaker.open(probeOf('a'))
    breaker.stop()
    await clock.advance(60_000)
    expect([probed, clock.pending()]).toEqual([[], 0])
  })

  test('without a pause is open for its state only', async () => {
    const { breaker, clock, probed } = open({ firstPauseMs: 0 })
    breaker.open(probeOf('a'))
    expect([breaker.isOpen(), breaker.refuse(probeOf('a'))]).toEqual([true, undefined])
    await clock.advance(60_000)
    expect(probed).toEqual([])
  })
})

describe('after a restart', () => {
  test('a pause that has not ended goes on, shortened to the first pause', async () => {
    const { breaker, changes, clock, probed } = open({ known: { pauseMs: 4_000, leftMs: 60_000 } })
    expect([changes, breaker.refuse(probeOf('a'))]).toEqual([[true], 1_000])
    await clock.advance(6_000)
    expect(probed.map(([, atMs]) => atMs)).toEqual([1_000, 6_000])
  })

  test('a pause that has ended says nothing', () => {
    const { breaker, changes } = open({ known: { pauseMs: 4_000, leftMs: 0 } })
    expect([breaker.isOpen(), changes]).toEqual([false, []])
  })

  test('a pause that ends while there is no call to repeat closes the breaker', async () => {
    const { breaker, changes, clock, probed } = open({ known: { pauseMs: 4_000, leftMs: 500 } })
    await clock.advance(500)
    expect([breaker.isOpen(), changes, probed]).toEqual([false, [true, false], []])
  })

  test('the time of the next probe is stored before a probe, so that a process that dies during it does not probe at each start', async () => {
    const { breaker, clock, kept, state } = open()
    state.onProbe = () => new Promise<never>(() => {})
    breaker.open(probeOf('a'))
    await clock.advance(1_000)
    expect(kept).toEqual([
      { pauseMs: 1_000, leftMs: 1_000 },
      { pauseMs: 2_000, leftMs: 2_000 },
    ])
  })
})

describe('with other replicas', () => {
  test('a pause that another one has met holds here at once, and is not said again', () => {
    const { breaker, changes, kept, state } = open()
    state.follow({ pauseMs: 2_000, leftMs: 3_000 })
    expect([breaker.refuse(probeOf('a')), changes, kept]).toEqual([3_000, [true], []])
  })

  test('the one that does not get the turn sends no probe, and waits as the other one says', async () => {
    const { breaker, clock, probed, state } = open()
    breaker.open(probeOf('a'))
    state.isTaken = true
    await clock.advance(1_000)
    state.follow({ pauseMs: 2_000, leftMs: 4_000 })
    expect([probed, breaker.refuse(probeOf('a'))]).toEqual([[], 4_000])
    state.isTaken = false
    await clock.advance(4_000)
    expect(probed).toEqual([['a', 5_000]])
  })

  test('the end that another one has found lets calls through at once', async () => {
    const { breaker, changes, clock, probed, state } = open()
    breaker.open(probeOf('a'))
    state.follow(undefined)
    expect([breaker.refuse(probeOf('a')), changes]).toEqual([undefined, [true, false]])
    await clock.advance(60_000)
    expect(probed).toEqual([])
  })
})
