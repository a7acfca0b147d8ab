import type { ClientBase } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { usageFacts } from '../../src/lib/call-context.ts'
import { withTimeout } from '../../src/lib/timeout.ts'
import { openCallBlocks } from '../../src/cluster/call-blocks.ts'
import { createSharedDayBudget } from '../../src/steam/upstream/day-budget.ts'
import { createStore } from '../../src/store/store.ts'
import { cancellableCall } from '../support/callers.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakeDisk } from '../support/fake-disk.ts'
import { postgresForTest } from '../support/postgres.ts'
import { openReplica } from '../support/replicas.ts'

/** Everything that a request may wait for, on a database that answers each statement after `delayMs` of the clock. */
async function open(limit: number) {
  const loop = createFakeClock()
  const database = { delayMs: 0 }
  const answer = () => (database.delayMs > 0 ? loop.sleep(database.delayMs, new AbortController().signal) : undefined)
  const url = await postgresForTest()
  const { replicas, clock } = await openReplica(url, undefined)
  const slow = {
    ...replicas,
    async run<T>(withinMs: number, task: (client: ClientBase) => Promise<T>): Promise<T> {
      const work = async () => {
        await answer()
        return replicas.run(withinMs, task)
      }
      return withTimeout(withinMs, [], work, loop)
    },
  }
  // The day is that of the database, and the test advances the waits.
  const mixed = { ...loop, unixSeconds: clock.unixSeconds }
  const calls = await openCallBlocks({ replicas: slow, key: 'digest', limit: () => limit, clock: mixed })
  onTestFinished(calls.close)
  const budget = createSharedDayBudget({ clock: mixed, scarcePercent: 80, reservedPercent: 95 }, calls)
  const { disk } = fakeDisk({
    isShared: true,
    async getMany(keys) {
      await answer()
      return keys.map(() => undefined)
    },
  })
  const store = createStore({ disk, memoryBytes: 1_000_000, clock: loop, onError: () => {} })
  const { callContext, usage } = cancellableCall()
  const names = store.collection('names', z.string())
  return { loop, database, usage, calls, request: { names, budget, callContext } }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Reads the cache, makes a call, reads the cache again, and makes another call. */
async function makeRequest({ names, budget, callContext }: Opened['request']) {
  for (const key of ['a', 'b']) {
    await names.readDisk(key, callContext)
    await budget.count(callContext)
  }
}

test.each([100, 10_000])(
  'a request waits for less than 300 ms in all for a database that takes %i ms to answer, and is answered',
  async (delayMs) => {
    const { loop, database, usage, request } = await open(1_000)
    database.delayMs = delayMs
    const startedAt = loop.now()
    let endedAt: number | undefined
    const requested = makeRequest(request).finally(() => (endedAt = loop.now()))
    for (let ms = 0; ms < 400; ms += 10) await loop.advance(10)
    expect((endedAt ?? Number.POSITIVE_INFINITY) - startedAt).toBeLessThan(300)
    await requested
    expect(usageFacts(usage)['databaseMs']).toBeLessThan(300)
  },
)

test('a call is refused when its time is over, and the next one is made when the database has answered', async () => {
  const { loop, database, calls } = await open(1_000)
  database.delayMs = 1_000
  for (let held = calls.state().held; held > 0; held--) expect(calls.take(true, 0)).toBe(true)
  const taken = calls.take(true, 50)
  await loop.advance(60)
  expect(await taken).toBe(false)
  database.delayMs = 0
  const heldLater = async () => {
    await loop.advance(100)
    return calls.state().held
  }
  await expect.poll(heldLater).toBeGreaterThan(0)
  expect(calls.take(true, 0)).toBe(true)
})
