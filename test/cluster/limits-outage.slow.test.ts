import { expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createLeasedLimiter } from '../../src/lib/limits/leased-limiter.ts'
import { createQuota } from '../../src/lib/limits/quota.ts'
import { createClientUse } from '../../src/cluster/client-use.ts'
import { createPermitLease } from '../../src/cluster/permits.ts'
import { anyCall } from '../support/callers.ts'
import { openReplica } from '../support/replicas.ts'
import { ownPostgres } from '../support/postgres.ts'

const LIMIT = 40

/** Two replicas on a server of their own, each with inventories and a limit of 40 lookups a minute. */
async function twoOnOwnServer() {
  const { server, url } = await ownPostgres()
  const join = async () => {
    const { replicas, clock } = await openReplica(url, systemClock)
    const use = createClientUse({ replicas, secret: 'secret', clock })
    const inventories = createLeasedLimiter({
      intervalMs: 60_000,
      burst: 3,
      maxWaitMs: 4_500,
      refusal: (waitMs) => new Error(`too long: ${waitMs} ms`),
      ...createPermitLease(replicas, 'inventories', clock),
      clock,
    })
    return { replicas, inventories, quota: createQuota(LIMIT, use.open('address')) }
  }
  const [a, b] = [await join(), await join()]
  await expect.poll(() => a.replicas.members().length + b.replicas.members().length).toBe(4)
  return { server, a, b }
}

/** Whether an inventory may be fetched, and how long the answer took. */
async function tryInventory({ inventories }: Awaited<ReturnType<typeof twoOnOwnServer>>['a']) {
  const startedAt = performance.now()
  const isAllowed = await inventories.acquire(new AbortController().signal, anyCall()).then(
    () => true,
    () => false,
  )
  return { isAllowed, ms: performance.now() - startedAt }
}

test.each(['freeze', 'kill'] as const)(
  'while the database is gone (%s), inventories keep to the pace of one process, and nothing waits for it',
  async (how) => {
    const { server, a, b } = await twoOnOwnServer()
    expect((await tryInventory(a)).isAllowed).toBe(true)
    await server[how]()
    const tries = await Promise.all([a, b, a, b, a, b].map(tryInventory))
    expect(tries.filter(({ isAllowed }) => isAllowed).length).toBeLessThanOrEqual(3)
    expect(tries.some(({ isAllowed }) => isAllowed)).toBe(true)
    expect(Math.max(...tries.map(({ ms }) => ms))).toBeLessThan(300)
  },
  60_000,
)

test('while the database is frozen, each replica limits a client by itself, without a wait', async () => {
  const { server, a, b } = await twoOnOwnServer()
  await server.freeze()
  let allowed = 0
  let slowest = 0
  for (let asked = 0; asked < 3 * LIMIT; asked++) {
    const startedAt = performance.now()
    if ((asked % 2 === 0 ? a : b).quota.consume('192.0.2.1', 1).isAllowed) allowed++
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  expect(allowed).toBe(2 * LIMIT)
  expect(slowest).toBeLessThan(100)
  await server.thaw()
  await expect.poll(() => a.quota.consume('192.0.2.1', 0).remaining).toBe(0)
}, 60_000)
