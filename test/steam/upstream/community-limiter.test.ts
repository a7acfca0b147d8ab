import { expect, test } from 'vitest'
import { createCommunityLimiter } from '../../../src/steam/upstream/limiters.ts'
import { anyCall } from '../../support/callers.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

test('a call that a guard refuses after its wait is no longer counted as in flight', async () => {
  const clock = createFakeClock()
  const limiter = createCommunityLimiter({ burst: 1, intervalMs: 0, maxWaitMs: 0, pauseMs: 0, clock })
  const callContext = anyCall()
  const { signal } = callContext
  const limited = { callContext, signal, leftMs: 0, isRetry: false }
  const refused = limiter.run(limited, () => {
    throw new Error('the circuit is open')
  })
  await expect(refused).rejects.toThrow('the circuit is open')
  expect(limiter.state().inFlight).toBe(0)
})

test('a retry uses the permit of its call, and so runs at once although no permit is left', async () => {
  const clock = createFakeClock()
  const limiter = createCommunityLimiter({ burst: 1, intervalMs: 60_000, maxWaitMs: 0, pauseMs: 0, clock })
  const callContext = anyCall()
  const run = (isRetry: boolean) =>
    limiter.run({ callContext, signal: callContext.signal, leftMs: 0, isRetry }, async () => 'an answer')
  expect(await run(false)).toBe('an answer')
  expect(await run(true)).toBe('an answer')
  await expect(run(false)).rejects.toMatchObject({ code: 'overloaded' })
})
