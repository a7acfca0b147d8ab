import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock, systemClock } from '../../src/lib/clock.ts'
import { hedged, lostHedge } from '../../src/lib/hedge.ts'
import { deferred, type Deferred } from '../support/deferred.ts'

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

test('a call that is answered in time is made once', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(99)
  tries[0]?.answer.resolve('first')
  expect(await result).toBe('first')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([tries.length, ends]).toEqual([1, []])
})

test('a slow call is made twice, and the first answer counts', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  expect(tries).toHaveLength(2)
  tries[1]?.answer.resolve('second')
  expect(await result).toBe('second')
  expect(tries[0]?.signal.reason).toBe(lostHedge)
  expect(ends).toEqual([true])
})

test('a delay of our own event loop does not lead to a hedge', async () => {
  const stood = { ms: 0 }
  const { tries, ends, result } = start({ clock: createClock(() => performance.now() - stood.ms) })
  stood.ms = 50
  await vi.advanceTimersByTimeAsync(149)
  tries[0]?.answer.resolve('first')
  expect(await result).toBe('first')
  expect([tries.length, ends]).toEqual([1, []])
})

test('the first of two tries may win', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  tries[0]?.answer.resolve('first')
  expect(await result).toBe('first')
  expect(tries[1]?.signal.reason).toBe(lostHedge)
  expect(ends).toEqual([false])
})

test('no hedge is made when it is not allowed', async () => {
  const { tries } = start({ mayHedge: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tries).toHaveLength(1)
})

test('the answer of one try counts when the other fails', async () => {
  const { tries, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  tries[0]?.answer.reject(new Error('429'))
  tries[1]?.answer.resolve('second')
  expect(await result).toBe('second')
})

test.each([[[0, 1]], [[1, 0]]])(
  'a call whose tries fail in the order %j fails with the error of the first try, as the second may only have been refused',
  async (order) => {
    const { tries, result } = start()
    await vi.advanceTimersByTimeAsync(100)
    for (const index of order) tries[index]?.answer.reject(new Error(`try ${index}`))
    expect(await result).toEqual(new Error('try 0'))
  },
)

test('a first try that fails early is not hedged', async () => {
  const { tries, result } = start()
  tries[0]?.answer.reject(new Error('no'))
  expect(await result).toEqual(new Error('no'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tries).toHaveLength(1)
})

test('an abort ends both tries', async () => {
  const { tries, callContext, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  callContext.abort('left')
  expect(await result).toBe('left')
  expect(tries.map(({ signal }) => signal.reason)).toEqual(['left', 'left'])
})

test('two answers at once are reported once', async () => {
  const { tries, ends, result } = start()
  await vi.advanceTimersByTimeAsync(100)
  for (const { answer } of tries) answer.resolve('both')
  expect(await result).toBe('both')
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toEqual([false])
})

test('a call that has aborted before leaves nothing running', async () => {
  const heard: unknown[] = []
  const gone = hedged({ afterMs: 100, mayHedge: () => true, onEnd: () => {} }, AbortSignal.abort('gone'), (signal) => {
    signal.addEventListener('abort', () => heard.push(signal.reason))
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect(gone).rejects.toBe('gone')
  expect(heard).toEqual(['gone'])
})
