import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '../../src/lib/clock.ts'
import { settledWithin } from '../../src/lib/settled-within.ts'
import { deferred } from '../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that ends in time gives its value, and leaves no timer behind', async () => {
  const work = deferred<string>()
  const answer = settledWithin(1_000, work.promise, 'nothing')
  await vi.advanceTimersByTimeAsync(999)
  work.resolve('something')
  expect(await answer).toBe('something')
  await Promise.resolve()
  expect(vi.getTimerCount()).toBe(0)
})

test('work that fails in time gives its error', async () => {
  await expect(settledWithin(1_000, Promise.reject(new Error('broken')), 'nothing')).rejects.toThrow('broken')
})

test('work that takes longer gives the other value, and may fail later on', async () => {
  const work = deferred<string>()
  const answer = settledWithin(1_000, work.promise, 'nothing')
  await vi.advanceTimersByTimeAsync(1_000)
  work.reject(new Error('too late'))
  expect(await answer).toBe('nothing')
})

test('the wait is extended while the clock stands still', async () => {
  const work = deferred<string>()
  const stood = { ms: 0 }
  const clock = createClock(() => performance.now() - stood.ms)
  const answer = settledWithin(1_000, work.promise, 'nothing', clock)
  stood.ms = 400
  await vi.advanceTimersByTimeAsync(1_399)
  work.resolve('something')
  expect(await answer).toBe('something')
})
