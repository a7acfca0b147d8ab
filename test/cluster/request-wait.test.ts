import type { ClientBase } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openCallBlocks } from '../../src/cluster/call-blocks.ts'
import { withTimeout } from '../../src/lib/timeout.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { postgresForTest } from '../support/postgres.ts'
import { openReplica } from '../support/replicas.ts'

test('a call is refused when its time is over, and the next one is made when the database has answered', async () => {
  const loop = createFakeClock()
  let delayMs = 0
  const { replicas, clock } = await openReplica(await postgresForTest(), undefined)
  const slow = {
    ...replicas,
    run<T>(withinMs: number, task: (client: ClientBase) => Promise<T>): Promise<T> {
      const work = async () => {
        if (delayMs > 0) await loop.sleep(delayMs, new AbortController().signal)
        return replicas.run(withinMs, task)
      }
      return withTimeout(withinMs, [], work, loop)
    },
  }
  // The day is that of the database, and the test advances the waits.
  const mixed = { ...loop, unixSeconds: clock.unixSeconds }
  const calls = await openCallBlocks({ replicas: slow, key: 'digest', limit: () => 1_000, clock: mixed })
  onTestFinished(calls.close)
  delayMs = 1_000
  for (let held = calls.state().held; held > 0; held--) expect(calls.take(true, 0)).toBe(true)
  const taken = calls.take(true, 50)
  await loop.advance(60)
  expect(await taken).toBe(false)
  delayMs = 0
  const heldLater = async () => {
    await loop.advance(100)
    return calls.state().held
  }
  await expect.poll(heldLater).toBeGreaterThan(0)
  expect(calls.take(true, 0)).toBe(true)
})
