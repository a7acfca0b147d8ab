import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGcraLimiter } from '../../../src/lib/limits/gcra-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (waitMs: number) => new Error(`too long: ${waitMs} ms`)

/** Records which caller got its permit when, in ms since the first request. */
function createLog(limiter: ReturnType<typeof createGcraLimiter>) {
  const start = performance.now()
  const turns: [who: string, at: number][] = []
  const stay = new AbortController().signal
  const ask = (who: string, signal = stay) =>
    limiter.acquire(signal).then(() => void turns.push([who, performance.now() - start]))
  return { turns, ask }
}

test('permits are given at intervals, the first at once', async () => {
  const { turns, ask } = createLog(createGcraLimiter({ burst: 1, intervalMs: 100, maxWaitMs: 1_000, refusal }))
  const all = ['a', 'b', 'c', 'd'].map((who) => ask(who))
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(all)
  expect(turns).toEqual([
    ['a', 0],
    ['b', 100],
    ['c', 200],
    ['d', 300],
  ])
})

test('a caller that aborts while waiting uses no permit', async () => {
  const { turns, ask } = createLog(createGcraLimiter({ burst: 1, intervalMs: 100, maxWaitMs: 1_000, refusal }))
  const callContext = new AbortController()
  void ask('a')
  const left = ask('aborted', callContext.signal)
  void ask('c')
  callContext.abort(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turns).toEqual([
    ['a', 0],
    ['c', 100],
  ])
})

test('a caller that would wait too long is refused at once, with the wait', async () => {
  const { turns, ask } = createLog(createGcraLimiter({ burst: 1, intervalMs: 2_000, maxWaitMs: 4_000, refusal }))
  const accepted = ['a', 'b', 'c'].map((who) => ask(who))
  await vi.advanceTimersByTimeAsync(500)
  await expect(ask('d')).rejects.toThrow('too long: 5500 ms')
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(accepted)
  expect(turns).toEqual([
    ['a', 0],
    ['b', 2_000],
    ['c', 4_000],
  ])
})

test('a burst of permits is given at once after a quiet time, then one each interval', async () => {
  const { turns, ask } = createLog(createGcraLimiter({ burst: 3, intervalMs: 100, maxWaitMs: 1_000, refusal }))
  for (const who of ['a', 'b', 'c', 'd', 'e']) void ask(who)
  await vi.advanceTimersByTimeAsync(600)
  void ask('f')
  void ask('g')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turns).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 0],
    ['d', 100],
    ['e', 200],
    ['f', 600],
    ['g', 600],
  ])
})

test('no permit is given during a pause, and a caller that would wait too long is refused', async () => {
  const limiter = createGcraLimiter({ burst: 3, intervalMs: 100, maxWaitMs: 1_000, refusal })
  const { turns, ask } = createLog(limiter)
  limiter.pauseFor(800)
  void ask('a')
  await vi.advanceTimersByTimeAsync(900)
  expect(turns).toEqual([['a', 800]])
  limiter.pauseFor(60_000)
  await expect(ask('b')).rejects.toThrow('too long: 60000 ms')
})

test('a pause refuses waiting callers whose wait becomes too long, and keeps the others', async () => {
  const limiter = createGcraLimiter({ burst: 1, intervalMs: 100, maxWaitMs: 1_000, refusal })
  const { turns, ask } = createLog(limiter)
  const all = ['a', 'b', 'c', 'd'].map((who) => ask(who).catch((error: Error) => `${who} ${error.message}`))
  await vi.advanceTimersByTimeAsync(0)
  limiter.pauseFor(850)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turns).toEqual([
    ['a', 0],
    ['b', 850],
    ['c', 950],
  ])
  expect(await all[3]).toBe('d too long: 1050 ms')
  expect(limiter.waiting()).toBe(0)
})
