import { expect, test } from 'vitest'
import { repeat } from '../../src/lib/repeat.ts'
import { createFakeClock } from '../support/fake-clock.ts'

test('takes one step after another, with the wait that each asks for, until the signal aborts', async () => {
  const clock = createFakeClock()
  const startedAt = clock.now()
  const stop = new AbortController()
  const times: number[] = []
  const ended = repeat(
    async () => {
      times.push(clock.now() - startedAt)
      return times.length * 1_000
    },
    { clock, signal: stop.signal, onError: () => expect.unreachable() },
  )
  await clock.advance(6_500)
  stop.abort()
  await ended
  await clock.advance(60_000)
  expect(times).toEqual([0, 1_000, 3_000, 6_000])
  expect(clock.pending()).toBe(0)
})

test('goes on after errors, with longer and longer pauses up to a minute, and short ones after a success', async () => {
  const clock = createFakeClock()
  const startedAt = clock.now()
  const stop = new AbortController()
  const failedAt: number[] = []
  let steps = 0
  const ended = repeat(
    async () => {
      if (++steps !== 9) throw new Error(`step ${steps}`)
      return 5
    },
    { clock, signal: stop.signal, onError: () => failedAt.push(clock.now() - startedAt) },
  )
  await clock.advance(300_000)
  stop.abort()
  await ended
  const pauses = failedAt.map((at, index) => at - (failedAt[index - 1] ?? 0))
  expect(pauses.slice(0, 8)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000])
  expect(pauses.slice(8, 10)).toEqual([60_005, 1_000])
})

test('an abort during a step ends without an error', async () => {
  const clock = createFakeClock()
  const stop = new AbortController()
  const errors: unknown[] = []
  await repeat(
    async (signal) => {
      stop.abort(new Error('stop'))
      signal.throwIfAborted()
      return 0
    },
    { clock, signal: stop.signal, onError: (error) => errors.push(error) },
  )
  expect(errors).toEqual([])
})
