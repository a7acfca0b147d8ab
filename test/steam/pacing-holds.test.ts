import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withOptions, PRIORITY } from '../../src/lib/call-context.ts'
import type { Priority } from '../../src/lib/call-context.ts'
import { createPacing } from '../../src/steam/upstream/pacing.ts'
import { anybody } from '../support/callers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(concurrency = 100) {
  const pacing = createPacing(concurrency)
  const { signal } = new AbortController()
  /** A call that begins now and is refused a moment later. */
  const refuse = (times = 1, retryAfter?: number) => {
    for (let count = 0; count < times; count++) {
      const startedAt = performance.now()
      vi.advanceTimersByTime(1)
      pacing.limited(startedAt, retryAfter)
    }
  }
  const answer = () => pacing.answered({ kind: 'games', startedAt: performance.now(), durationMs: 1, wasFull: false })
  /** How many seconds somebody in a hurry is told to wait; undefined when they may ask at once. */
  const heldFor = () =>
    pacing
      .run({ callContext: anybody(), signal, isPrivileged: false, leftMs: 0 }, async () => undefined)
      .catch((error: { code: string; retryAfter: number }) => {
        expect(error.code).toBe('overloaded')
        return error.retryAfter
      })
  return { pacing, refuse, answer, heldFor }
}

describe('calls that are refused one after another', () => {
  test('leave four places at least, or as many as there are', () => {
    for (const [concurrency, least] of [
      [100, 4],
      [2, 2],
    ] as const) {
      const { pacing, refuse } = open(concurrency)
      refuse(20)
      expect(pacing.state().limit).toBe(least)
    }
  })

  test('make everybody wait after five of them, twice as long each time, up to half a minute', async () => {
    const { refuse, heldFor } = open()
    const held: unknown[] = []
    for (let round = 0; round < 7; round++) {
      refuse(4)
      held.push(await heldFor())
      refuse()
      held.push(await heldFor())
      await vi.advanceTimersByTimeAsync(60_000)
    }
    const nobody = undefined
    expect(held).toEqual([nobody, 1, nobody, 2, nobody, 4, nobody, 8, nobody, 16, nobody, 30, nobody, 30])
  })

  test('begin anew with an answer', async () => {
    const { refuse, answer, heldFor } = open()
    refuse(10)
    await vi.advanceTimersByTimeAsync(60_000)
    refuse(4)
    answer()
    refuse(4)
    expect(await heldFor()).toBeUndefined()
    refuse()
    expect(await heldFor()).toBe(1)
  })

  test('are one refusal where they were under way together', async () => {
    const { pacing, heldFor } = open()
    const startedAt = performance.now()
    vi.advanceTimersByTime(100)
    for (let count = 0; count < 50; count++) pacing.limited(startedAt, undefined)
    expect(await heldFor()).toBeUndefined()
    expect(pacing.state().limit).toBe(12)
  })
})

test('Steam is believed how long to wait, up to a minute', async () => {
  const { refuse, heldFor } = open()
  refuse(1, 7)
  expect(await heldFor()).toBe(7)
  refuse(1, 86_400)
  expect(await heldFor()).toBe(60)
})

test('a call that is not answered in its time is one too many', () => {
  const { pacing } = open()
  pacing.late(performance.now())
  expect(pacing.state().limit).toBe(20)
})

test('who waits is told by urgency, names and bans as well', async () => {
  const { pacing } = open(1)
  const { signal } = new AbortController()
  const wish = { callContext: anybody(), signal, leftMs: 60_000 }
  const never = () => new Promise<never>(() => {})
  for (let count = 0; count < 34; count++) void pacing.run({ ...wish, isPrivileged: true }, never)
  void pacing.run({ ...wish, isPrivileged: false }, never)
  await vi.advanceTimersByTimeAsync(0)
  expect(pacing.state()).toEqual({ inFlight: 33, limit: 1, waiting: [3, 3] })
})

test('names and bans of a scan go before the hours of a look-up', async () => {
  const { pacing, refuse } = open(1)
  refuse(1, 1)
  const began: string[] = []
  const wish = { signal: new AbortController().signal, leftMs: 60_000 }
  const ask = (what: string, priority: Priority, isPrivileged: boolean) =>
    void pacing.run({ ...wish, callContext: withOptions(anybody(), { priority }), isPrivileged }, () => {
      began.push(what)
      return new Promise<never>(() => {})
    })
  ask('hours', PRIORITY.lookup, false)
  ask('bans', PRIORITY.scan, true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([began, pacing.state().waiting]).toEqual([['bans'], [PRIORITY.lookup]])
})
