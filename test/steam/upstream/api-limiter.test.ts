import { expect, test } from 'vitest'
import { localPause, type Pause } from '../../../src/lib/limits/shared-pause.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createApiLimiter, type ApiLimiterOptions } from '../../../src/steam/upstream/limiters.ts'
import { anyCall } from '../../support/callers.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

function open(concurrency = 100, peers: Pick<ApiLimiterOptions, 'replicas' | 'sharedPause'> = {}) {
  const clock = createFakeClock()
  const limiter = createApiLimiter({ concurrency, ...peers, clock })
  const refuse = (times = 1, retryAfter?: number) => {
    const error = new RapsheetError('platform_unavailable', 'no', { upstreamStatus: 429, retryAfter })
    const result = { method: 'games' as const, outcome: '429' as const, error, startedAt: clock.now(), durationMs: 0 }
    for (let count = 0; count < times; count++) limiter.recordResult(result)
  }
  /** The `retryAfter` of a call that cannot wait; undefined when the call is made at once. */
  const heldFor = () => {
    const callContext = anyCall()
    return limiter
      .run({ callContext, signal: callContext.signal, leftMs: 0, isRetry: false }, async () => undefined)
      .catch((error: { code: string; retryAfter: number }) => {
        expect(error.code).toBe('overloaded')
        return error.retryAfter
      })
  }
  return { limiter, refuse, heldFor }
}

test.each([
  [100, 25, 4],
  [2, 2, 2],
])('with a concurrency of %d the limit begins at %d, and 429s halve it down to %d', (concurrency, first, least) => {
  const { limiter, refuse } = open(concurrency)
  expect(limiter.state().limit).toBe(first)
  refuse(20)
  expect(limiter.state().limit).toBe(least)
})

test('a Retry-After pauses all calls, for a minute at most', async () => {
  const { refuse, heldFor } = open()
  refuse(1, 7)
  expect(await heldFor()).toBe(7)
  refuse(1, 86_400)
  expect(await heldFor()).toBe(60)
})

test('the highest limit is divided by the number of replicas, whenever that changes', () => {
  let count = 4
  const { limiter } = open(100, { replicas: () => count })
  expect(limiter.state().limit).toBe(6)
  count = 1_000
  expect(limiter.state().limit).toBe(4)
})

test('a Retry-After reaches the other replicas, and theirs holds here, for a minute at most', async () => {
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

test('five thousand calls can wait for their turn; the next one is refused', async () => {
  const { limiter } = open(1)
  const callContext = anyCall()
  const forever = () => new Promise<void>(() => {})
  const call = () => limiter.run({ callContext, signal: callContext.signal, leftMs: 10_000, isRetry: false }, forever)
  for (let calls = 0; calls < 5_001; calls++) void call()
  expect(limiter.state().waiting).toHaveLength(5_000)
  await expect(call()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 10 })
})
