import { expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createQuota } from '../../src/lib/limits/quota.ts'
import { createClientUse } from '../../src/cluster/client-use.ts'
import { openReplica } from '../support/replicas.ts'
import { ownPostgres } from '../support/postgres.ts'

const LIMIT = 40

/** Two replicas on a server of their own, each with a limit of 40 lookups a minute. */
async function twoOnOwnServer() {
  const { server, url } = await ownPostgres()
  const join = async () => {
    const { replicas, clock } = await openReplica(url, systemClock)
    const use = createClientUse({ replicas, secret: 'secret', clock })
    return { replicas, quota: createQuota(LIMIT, use.open('address')) }
  }
  const [a, b] = [await join(), await join()]
  await expect.poll(() => a.replicas.members().length + b.replicas.members().length).toBe(4)
  return { server, a, b }
}

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
