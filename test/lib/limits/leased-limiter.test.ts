import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLeasedLimiter, type Lease, type LeaseRequest } from '../../../src/lib/limits/leased-limiter.ts'
import { anyCall } from '../../support/callers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (waitMs: number) => new Error(`too long: ${waitMs} ms`)
const stay = new AbortController().signal
setMaxListeners(0, stay)

/** One bucket for all limiters of a test; `isAway` makes each lease fail. */
function createBucket() {
  let fullAt = Number.NEGATIVE_INFINITY
  const bucket = { isAway: false, leases: 0, roundTripMs: 0 }
  const lease = async ({ intervalMs, toleranceMs, maxWaitMs, fullInMs }: LeaseRequest): Promise<Lease> => {
    bucket.leases++
    if (bucket.roundTripMs > 0) await new Promise((resolve) => setTimeout(resolve, bucket.roundTripMs))
    if (bucket.isAway) throw new Error('away')
    const now = performance.now()
    const before = Math.max(fullAt, now + fullInMs)
    const waitMs = Math.max(0, before - toleranceMs - now)
    const isGranted = waitMs <= maxWaitMs
    if (isGranted) fullAt = before + intervalMs
    return { isGranted, waitMs, fullInMs: (isGranted ? fullAt : before) - now }
  }
  return Object.assign(bucket, { lease })
}

function open({ count = 2, burst = 1, maxWaitMs = 1_000, bucket = createBucket() } = {}) {
  const start = performance.now()
  const turns: [who: string, at: number][] = []
  const limiters = Array.from({ length: count }, (_, rank) =>
    createLeasedLimiter({
      intervalMs: 100,
      burst,
      maxWaitMs,
      refusal,
      lease: bucket.lease,
      share: () => ({ count, rank }),
    }),
  )
  const ask = async (limiter: number, who: string, signal = stay) => {
    await limiters[limiter]?.acquire(signal, anyCall())
    turns.push([who, performance.now() - start])
  }
  return { bucket, limiters, turns, ask }
}

test('the limiters keep to the burst and to the interval together', async () => {
  const { turns, ask } = open({ burst: 2 })
  const all = ['a', 'b', 'c', 'd', 'e'].map((who, index) => ask(index % 2, who))
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(all)
  expect(turns.map(([, at]) => at)).toEqual([0, 0, 100, 200, 300])
})

test('a caller whose wait is known to be too long is refused without a round trip', async () => {
  const { bucket, ask } = open({ count: 1, maxWaitMs: 150 })
  void ask(0, 'a')
  await vi.advanceTimersByTimeAsync(0)
  void ask(0, 'b')
  await vi.advanceTimersByTimeAsync(0)
  await expect(ask(0, 'c')).rejects.toThrow('too long: 200 ms')
  expect(bucket.leases).toBe(2)
})

test('a caller is refused when the others have taken the permits', async () => {
  const { ask } = open({ maxWaitMs: 150 })
  void ask(0, 'a')
  await vi.advanceTimersByTimeAsync(0)
  void ask(0, 'b')
  await vi.advanceTimersByTimeAsync(0)
  await expect(ask(1, 'c')).rejects.toThrow('too long: 200 ms')
})

test('the permit of a caller that aborts goes to the next one', async () => {
  const { bucket, turns, ask } = open({ count: 1 })
  const leaving = new AbortController()
  await ask(0, 'a')
  const left = ask(0, 'aborted', leaving.signal)
  await vi.advanceTimersByTimeAsync(10)
  leaving.abort(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')
  void ask(0, 'b')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turns).toEqual([
    ['a', 0],
    ['b', 100],
  ])
  expect(bucket.leases).toBe(2)
})

test('a permit that was left unused does not make a burst later', async () => {
  const { turns, ask } = open({ count: 1 })
  const leaving = new AbortController()
  await ask(0, 'a')
  ask(0, 'aborted', leaving.signal).catch(() => {})
  await vi.advanceTimersByTimeAsync(10)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(490)
  void ask(0, 'b')
  void ask(0, 'c')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turns.slice(1)).toEqual([
    ['b', 500],
    ['c', 600],
  ])
})

test('a pause holds for permits that were leased before it', async () => {
  const { limiters, turns, ask } = open({ count: 1 })
  await ask(0, 'a')
  void ask(0, 'b')
  await vi.advanceTimersByTimeAsync(10)
  limiters[0]?.pauseFor(300)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turns).toHaveLength(2)
  expect(turns[1]?.[1]).toBeGreaterThanOrEqual(310)
  limiters[0]?.pauseFor(2_000)
  await expect(ask(0, 'c')).rejects.toThrow('too long: 2000 ms')
})

describe('while nothing can be leased', () => {
  test('all limiters together keep to the rate and to the burst', async () => {
    const { bucket, turns, ask } = open({ count: 4, burst: 3, maxWaitMs: 10_000 })
    bucket.isAway = true
    for (let index = 0; index < 40; index++) ask(index % 4, `${index}`).catch(() => {})
    await vi.advanceTimersByTimeAsync(1_950)
    const times = turns.map(([, at]) => at)
    expect(times.filter((at) => at === 0)).toHaveLength(3)
    expect(times.length).toBeLessThanOrEqual(3 + 19)
    expect(times.length).toBeGreaterThanOrEqual(16)
  })

  test('permits that were leased before count', async () => {
    const { bucket, turns, ask } = open({ count: 1, burst: 3 })
    for (const who of ['a', 'b', 'c']) void ask(0, who)
    await vi.advanceTimersByTimeAsync(0)
    bucket.isAway = true
    void ask(0, 'd')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(turns.map(([, at]) => at)).toEqual([0, 0, 0, 100])
  })

  test('permits that were used meanwhile count when leases are back, even if the bucket was lost', async () => {
    const { bucket, turns, ask } = open({ count: 1, burst: 3 })
    bucket.isAway = true
    for (const who of ['a', 'b', 'c']) void ask(0, who)
    await vi.advanceTimersByTimeAsync(50)
    bucket.isAway = false
    void ask(0, 'd')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(turns.map(([, at]) => at)).toEqual([0, 0, 0, 100])
  })
})
