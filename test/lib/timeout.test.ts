import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sleep, TimeLimitError, withTimeout } from '../../src/lib/timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

test('work that ends in its time ends as it does', async () => {
  const { signal } = new AbortController()
  expect(await withTimeout(100, signal, async () => 'done')).toBe('done')
  expect(await failureOf(withTimeout(100, signal, () => Promise.reject(new Error('no'))))).toEqual(new Error('no'))
  expect(vi.getTimerCount()).toBe(0)
})

test('work that does not is aborted and given up, whether it listens or not', async () => {
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

test('whoever leaves ends it, for the reason of leaving', async () => {
  const callContext = new AbortController()
  const work = failureOf(withTimeout(100, callContext.signal, () => never))
  callContext.abort('left')
  expect(await work).toBe('left')
  expect(await failureOf(withTimeout(100, callContext.signal, async () => 'done'))).toBe('left')
})

test('a pause ends after its time, or when somebody leaves', async () => {
  const callContext = new AbortController()
  const whole = sleep(100, callContext.signal)
  await vi.advanceTimersByTimeAsync(100)
  expect(await whole).toBeUndefined()
  const broken = failureOf(sleep(100, callContext.signal))
  callContext.abort('left')
  expect(await broken).toBe('left')
  expect(vi.getTimerCount()).toBe(0)
})

test('nobody pauses who has left already', async () => {
  expect(await failureOf(sleep(100, AbortSignal.abort('left')))).toBe('left')
})

test('nothing goes on listening when it is over', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  await withTimeout(100, signal, async () => 'done')
  const paused = sleep(100, signal)
  await vi.advanceTimersByTimeAsync(100)
  await paused
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2])
})

test('time for which the clock stood still is added, three times at most', async () => {
  const clock = { now: () => 0, isBusy: () => true }
  const { signal } = new AbortController()
  let hasEnded = false
  const work = failureOf(withTimeout(100, signal, () => never, clock)).finally(() => (hasEnded = true))
  await vi.advanceTimersByTimeAsync(399)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await work).toBeInstanceOf(TimeLimitError)
})
