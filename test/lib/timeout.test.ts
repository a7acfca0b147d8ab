import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endsWithin, TimeLimitError, withTimeout } from '../../src/lib/timeout.ts'
import { deferred } from '../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

test('work that ends within its time limit settles the same way', async () => {
  const { signal } = new AbortController()
  expect(await withTimeout(100, signal, async () => 'done')).toBe('done')
  expect(await failureOf(withTimeout(100, signal, () => Promise.reject(new Error('no'))))).toEqual(new Error('no'))
  expect(vi.getTimerCount()).toBe(0)
})

test('work that exceeds its time limit is aborted and rejected, even if it ignores its signal', async () => {
  let heard: unknown
  const work = failureOf(
    withTimeout(100, new AbortController().signal, (signal) => {
      signal.addEventListener('abort', () => (heard = signal.reason))
      return never
    }),
  )
  await vi.advanceTimersByTimeAsync(100)
  expect(await work).toBeInstanceOf(TimeLimitError)
  expect(heard).toBeInstanceOf(TimeLimitError)
})

test('work under a time limit rejects with the reason of the outer signal when that aborts', async () => {
  const callContext = new AbortController()
  const work = failureOf(withTimeout(100, callContext.signal, () => never))
  callContext.abort('left')
  expect(await work).toBe('left')
  expect(await failureOf(withTimeout(100, callContext.signal, async () => 'done'))).toBe('left')
})

test('work under a time limit ends with the first of several outer signals', async () => {
  const [caller, closing] = [new AbortController(), new AbortController()]
  const work = failureOf(withTimeout(100, [caller.signal, closing.signal], () => never))
  closing.abort('closing')
  caller.abort('left')
  expect(await work).toBe('closing')
  const started: string[] = []
  await failureOf(withTimeout(100, [new AbortController().signal, caller.signal], async () => started.push('work')))
  expect(started).toEqual([])
})

test('work that has ended under a time limit leaves no abort listener behind', async () => {
  const { signal } = new AbortController()
  const work = withTimeout(100, signal, async () => 'done')
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await work
  await Promise.resolve()
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('endsWithin is true for work that ends in time, and leaves no timer behind', async () => {
  const work = deferred<string>()
  const answer = endsWithin(1_000, work.promise)
  await vi.advanceTimersByTimeAsync(999)
  work.resolve('something')
  expect(await answer).toBe(true)
  await Promise.resolve()
  expect(vi.getTimerCount()).toBe(0)
})

test('endsWithin rejects with the error of work that fails in time', async () => {
  await expect(endsWithin(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('endsWithin is false for work that takes longer, which may fail later', async () => {
  const work = deferred<string>()
  const answer = endsWithin(1_000, work.promise)
  await vi.advanceTimersByTimeAsync(1_000)
  work.reject(new Error('too late'))
  expect(await answer).toBe(false)
})
