import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('time for which the clock stood still is added', async () => {
  const work = deferred<string>()
  const stood = { ms: 0 }
  const clock = { now: () => performance.now() - stood.ms, isBusy: () => true }
  const answer = settledWithin(1_000, work.promise, 'nothing', clock)
  stood.ms = 400
  await vi.advanceTimersByTimeAsync(1_399)
  work.resolve('something')
  expect(await answer).toBe('something')
})
