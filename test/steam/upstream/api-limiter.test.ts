import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withOptions, PRIORITY, type Priority } from '../../../src/lib/call-context.ts'
import { createApiLimiter, type ApiLimiterOptions } from '../../../src/steam/upstream/api-limiter.ts'
import type { SteamMethod, TryResult } from '../../../src/steam/upstream/request.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createLatencyTracker } from '../../../src/lib/latency.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { localPause, type Pause } from '../../../src/lib/limits/shared-pause.ts'
import { anyCall } from '../../support/callers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITED = { method: 'games' as SteamMethod, isRetry: false, isPrivileged: false }

function open(concurrency = 100, peers: Pick<ApiLimiterOptions, 'replicas' | 'sharedPause'> = {}) {
  const limiter = createApiLimiter({ concurrency, ...peers, latency: createLatencyTracker(), clock: systemClock })
  const { signal } = new AbortController()
  const record = (result: Partial<TryResult>) =>
    limiter.recordResult({
      method: 'games',
      outcome: '200',
      error: undefined,
      startedAt: performance.now(),
      durationMs: 0,
      waitedMs: 0,
      parseMs: 0,
      wasFull: false,
      ...result,
    })
  const recordLimited = (startedAt: number, retryAfter?: number) =>
    record({
      outcome: '429',
      startedAt,
      error: new RapsheetError('platform_unavailable', 'no', { upstreamStatus: 429, retryAfter }),
    })
  /** A call that begins now and is refused a moment later. */
  const refuse = (times = 1, retryAfter?: number) => {
    for (let count = 0; count < times; count++) {
      const startedAt = performance.now()
      vi.advanceTimersByTime(1)
      recordLimited(startedAt, retryAfter)
    }
  }
  /** The `retryAfter` of a call that cannot wait; undefined when the call is made at once. */
  const heldFor = () =>
    limiter
      .run({ ...LIMITED, callContext: anyCall(), signal, leftMs: 0 }, async () => undefined)
      .catch((error: { code: string; retryAfter: number }) => {
        expect(error.code).toBe('overloaded')
        return error.retryAfter
      })
  return { limiter, record, recordLimited, refuse, heldFor }
}

describe('the hours of a hundred friends', () => {
  const TRIP_MS = 100
  /** After how many round trips of 100 ms each of a hundred background calls is answered. */
  const tripsOfHundred = async ({ limiter, record }: ReturnType<typeof open>) => {
    const began = performance.now()
    const callContext = withOptions(anyCall(), { priority: PRIORITY.background })
    const trips: number[] = []
    const ask = () =>
      limiter.run({ ...LIMITED, callContext, signal: callContext.signal, leftMs: 30_000 }, async () => {
        const [startedAt, wasFull] = [performance.now(), limiter.isFull()]
        await systemClock.sleep(TRIP_MS, callContext.signal)
        record({ startedAt, wasFull })
        trips.push((performance.now() - began) / TRIP_MS)
      })
    const all = Promise.all(Array.from({ length: 100 }, ask))
    await vi.advanceTimersByTimeAsync(10 * TRIP_MS)
    await all
    return [1, 2, 3, 4].map((trip) => trips.filter((each) => each === trip).length)
  }

  test('take three round trips in a fresh process, and one when the limit has grown', async () => {
    const opened = open()
    expect(await tripsOfHundred(opened)).toEqual([25, 50, 25, 0])
    await tripsOfHundred(opened)
    expect(await tripsOfHundred(opened)).toEqual([100, 0, 0, 0])
  })
})

describe('calls that are refused one after another', () => {
  test('decrease the limit to four, or to the highest limit if that is lower', () => {
    for (const [concurrency, least] of [
      [100, 4],
      [2, 2],
    ] as const) {
      const { limiter, refuse } = open(concurrency)
      refuse(20)
      expect(limiter.state().limit).toBe(least)
    }
  })

  test('pause all calls after five of them, twice as long each time, up to half a minute', async () => {
    const { refuse, heldFor } = open()
    const held: unknown[] = []
    for (let round = 0; round < 7; round++) {
      refuse(4)
      held.push(await heldFor())
      refuse()
      held.push(await heldFor())
      await vi.advanceTimersByTimeAsync(60_000)
    }
    const none = undefined
    expect(held).toEqual([none, 1, none, 2, none, 4, none, 8, none, 16, none, 30, none, 30])
  })

  test('are counted from zero after an answer', async () => {
    const { refuse, record, heldFor } = open()
    refuse(10)
    await vi.advanceTimersByTimeAsync(60_000)
    refuse(4)
    record({})
    refuse(4)
    expect(await heldFor()).toBeUndefined()
    refuse()
    expect(await heldFor()).toBe(1)
  })

  test('count once when they were in flight together', async () => {
    const { limiter, recordLimited, heldFor } = open()
    const startedAt = performance.now()
    vi.advanceTimersByTime(100)
    for (let count = 0; count < 50; count++) recordLimited(startedAt)
    expect(await heldFor()).toBeUndefined()
    expect(limiter.state().limit).toBe(12)
  })
})

test('a Retry-After pauses all calls, for a minute at most', async () => {
  const { refuse, heldFor } = open()
  refuse(1, 7)
  expect(await heldFor()).toBe(7)
  refuse(1, 86_400)
  expect(await heldFor()).toBe(60)
})

describe('with other replicas', () => {
  test('the highest limit is divided by their number, whenever that changes', () => {
    let count = 4
    const { limiter, record } = open(100, { replicas: () => count })
    const answerAll = () => {
      for (let answers = 0; answers < 200; answers++) record({ wasFull: true })
      return limiter.state().limit
    }
    expect([limiter.state().limit, answerAll()]).toEqual([6, 25])
    count = 2
    expect(answerAll()).toBe(50)
    count = 10
    expect(limiter.state().limit).toBe(10)
    count = 1_000
    expect(limiter.state().limit).toBe(4)
  })

  test('a Retry-After reaches them, and theirs holds here, for a minute at most', async () => {
    const kept: (Pause | undefined)[] = []
    let follow = (_: Pause | undefined) => {}
    const sharedPause = {
      ...localPause,
      known: () => ({ pauseMs: 0, leftMs: 3_000 }),
      keep: (pause: Pause | undefined) => void kept.push(pause),
      listen: (listener: typeof follow) => void (follow = listener),
    }
    const { refuse, heldFor } = open(100, { sharedPause })
    expect(await heldFor()).toBe(3)
    follow({ pauseMs: 0, leftMs: 86_400_000 })
    expect(await heldFor()).toBe(60)
    expect(kept).toEqual([])
    refuse(1, 7)
    expect(kept).toEqual([{ pauseMs: 0, leftMs: 7_000 }])
  })
})

test('a call that times out decreases the limit', () => {
  const { limiter, record } = open()
  record({ outcome: 'no_answer', error: new RapsheetError('platform_unavailable', 'no') })
  expect(limiter.state().limit).toBe(20)
})

test('the state lists the priorities of waiting calls, privileged ones without their privilege', async () => {
  const { limiter } = open(1)
  const { signal } = new AbortController()
  const limited = { ...LIMITED, callContext: anyCall(), signal, leftMs: 60_000 }
  const never = () => new Promise<never>(() => {})
  for (let count = 0; count < 34; count++) void limiter.run({ ...limited, isPrivileged: true }, never)
  void limiter.run(limited, never)
  await vi.advanceTimersByTimeAsync(0)
  expect(limiter.state()).toEqual({ inFlight: 33, limit: 1, waiting: [3, 3] })
})

test('the retry of an urgent call goes before first tries, and counts as a lookup', async () => {
  const { limiter, refuse } = open(1)
  refuse(1, 1)
  const began: string[] = []
  const ask = (who: string, isUrgent: boolean, isRetry: boolean) => {
    const callContext = withOptions(anyCall(), { isUrgent })
    const limited = { ...LIMITED, callContext, signal: callContext.signal, leftMs: 60_000, isRetry }
    void limiter.run(limited, () => {
      began.push(who)
      return new Promise<never>(() => {})
    })
  }
  ask('first', true, false)
  ask('retry', false, true)
  ask('urgent retry', true, true)
  ask('other urgent retry', true, true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([began, limiter.state().waiting]).toEqual([['urgent retry'], [3, 3, 3]])
})

test('urgent calls have sixteen permits at least, unless the highest limit is lower', async () => {
  for (const [concurrency, permits] of [
    [100, 16],
    [5, 5],
  ] as const) {
    const { limiter, refuse } = open(concurrency)
    refuse(4)
    await vi.advanceTimersByTimeAsync(60_000)
    const callContext = withOptions(anyCall(), { isUrgent: true })
    const limited = { ...LIMITED, callContext, signal: callContext.signal, leftMs: 60_000 }
    for (let count = 0; count < 20; count++) void limiter.run(limited, () => new Promise<never>(() => {}))
    await vi.advanceTimersByTimeAsync(0)
    expect([limiter.state().limit, limiter.state().inFlight]).toEqual([4, permits])
  }
})

test('names and bans of a scan go before the hours of a lookup', async () => {
  const { limiter, refuse } = open(1)
  refuse(1, 1)
  const began: string[] = []
  const limited = { ...LIMITED, signal: new AbortController().signal, leftMs: 60_000 }
  const ask = (method: SteamMethod, priority: Priority) =>
    void limiter.run({ ...limited, method, callContext: withOptions(anyCall(), { priority }) }, () => {
      began.push(method)
      return new Promise<never>(() => {})
    })
  ask('games', PRIORITY.lookup)
  ask('bans', PRIORITY.scan)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([began, limiter.state().waiting]).toEqual([['bans'], [PRIORITY.lookup]])
})

test('the bans of a sweep wait for everything else', async () => {
  const { limiter, refuse } = open(1)
  refuse(1, 1)
  const began: [SteamMethod, Priority][] = []
  const limited = { ...LIMITED, signal: new AbortController().signal, leftMs: 60_000 }
  const ask = (method: SteamMethod, priority: Priority) =>
    void limiter.run({ ...limited, method, callContext: withOptions(anyCall(), { priority }) }, async () => {
      began.push([method, priority])
    })
  ask('bans', PRIORITY.background)
  ask('games', PRIORITY.scan)
  ask('bans', PRIORITY.lookup)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(began).toEqual([
    ['bans', PRIORITY.lookup],
    ['games', PRIORITY.scan],
    ['bans', PRIORITY.background],
  ])
})
