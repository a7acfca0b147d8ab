import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock, systemClock } from '../../src/lib/clock.ts'
import { hedged, lostHedge } from '../../src/lib/hedge.ts'
import { deferred } from '../support/deferred.ts'
import type { Deferred } from '../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start({ mayHedge = true, clock = systemClock } = {}) {
  const tries: { answer: Deferred<string>; signal: AbortSignal }[] = []
  const ends: boolean[] = []
  const callContext = new AbortController()
  const result = hedged(
    { afterMs: 100, clock, mayHedge: () => mayHedge, onEnd: (hasWon) => ends.push(hasWon) },
    callContext.signal,
    (signal) => {
      const answer = deferred<string>()
      tries.push({ answer, signal })
      signal.addEventListener('abort', () => answer.reject(signal.reason))
      return answer.promise
    },
  ).catch((error: unknown) => error)
  return { tries, ends, callContext, result }
}

test('what is answered in its time is asked once', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(99)
  tries[0]?.answer.resolve('first')
  expect(await result).toBe('first')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([tries.length, ends]).toEqual([1, []])
})

test('what takes long is asked twice, and the first answer counts', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  expect(tries).toHaveLength(2)
  tries[1]?.answer.resolve('second')
  expect(await result).toBe('second')
  expect(tries[0]?.signal.reason).toBe(lostHedge)
  expect(ends).toEqual([true])
})

test('is not asked twice because our own event loop was late', async () => {
  const stood = { ms: 0 }
  const { tries, ends, result } = start({ clock: createClock(() => performance.now() - stood.ms) })
  stood.ms = 50
  await vi.advanceTimersByTimeAsync(149)
  tries[0]?.answer.resolve('first')
  expect(await result).toBe('first')
  expect([tries.length, ends]).toEqual([1, []])
})

test('the first try may still be faster', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  tries[0]?.answer.resolve('first')
  expect(await result).toBe('first')
  expect(tries[1]?.signal.reason).toBe(lostHedge)
  expect(ends).toEqual([false])
})

test('is not asked twice where that is not allowed', async () => {
  const { tries } = start({ mayHedge: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tries).toHaveLength(1)
})

test('a try that fails leaves the answer to the other one', async () => {
  const { tries, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  tries[0]?.answer.reject(new Error('429'))
  tries[1]?.answer.resolve('second')
  expect(await result).toBe('second')
})

test('both failing is a failure, the last one', async () => {
  const { tries, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  tries[1]?.answer.reject(new Error('one'))
  tries[0]?.answer.reject(new Error('two'))
  expect(await result).toEqual(new Error('two'))
})

test('a first try that fails at once is not made up for here', async () => {
  const { tries, result } = start()
  tries[0]?.answer.reject(new Error('no'))
  expect(await result).toEqual(new Error('no'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tries).toHaveLength(1)
})

test('leaving ends both', async () => {
  const { tries, callContext, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  callContext.abort('left')
  expect(await result).toBe('left')
  expect(tries.map(({ signal }) => signal.reason)).toEqual(['left', 'left'])
})

test('two answers at once are one end', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  for (const { answer } of tries) answer.resolve('both')
  expect(await result).toBe('both')
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toEqual([false])
})

test('a caller who has left already leaves nothing running', async () => {
  const heard: unknown[] = []
  const gone = hedged({ afterMs: 100, mayHedge: () => true, onEnd: () => {} }, AbortSignal.abort('gone'), (signal) => {
    signal.addEventListener('abort', () => heard.push(signal.reason))
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect(gone).rejects.toBe('gone')
  expect(heard).toEqual(['gone'])
})
