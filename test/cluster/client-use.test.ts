import { expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createQuota } from '../../src/lib/limits/quota.ts'
import { createClientUse } from '../../src/cluster/client-use.ts'
import { openReplica } from '../support/replicas.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

const LIMIT = 80
const ALICE = '192.0.2.1'

/** Replicas that each allow a client 80 lookups a minute. */
async function join(url: string, count: number) {
  const open = async () => {
    const { replicas, clock } = await openReplica(url, systemClock)
    const use = createClientUse({ replicas, secret: 'secret', clock })
    return { replicas, quota: createQuota(LIMIT, use.open('address')) }
  }
  const all = await Promise.all(Array.from({ length: count }, open))
  await Promise.all(all.map(({ replicas }) => replicas.pollNow()))
  await expect.poll(() => all.every(({ replicas }) => replicas.members().length === count)).toBe(true)
  return all
}

test('a client that spreads over four replicas gets about one whole limit, and a time to come back', async () => {
  const all = await join(await postgresForTest(), 4)
  let allowed = 0
  for (let asked = 0; asked < 4 * LIMIT; asked++) {
    const result = all[asked % 4]?.quota.consume(ALICE, 1)
    if (result?.isAllowed) allowed++
    // Twenty requests between two polls. The first polls store what was used, and the second ones read it.
    if (asked % 20 === 19)
      for (let times = 0; times < 2; times++) for (const { replicas } of all) await replicas.pollNow()
  }
  expect(allowed).toBeGreaterThanOrEqual(LIMIT)
  expect(allowed).toBeLessThanOrEqual(LIMIT * 1.4)
  for (const { quota } of all) {
    const { isAllowed, remaining, resetMs } = quota.consume(ALICE, 1)
    expect({ isAllowed, remaining }).toEqual({ isAllowed: false, remaining: 0 })
    expect(resetMs).toBeLessThanOrEqual(60_000)
    expect(resetMs).toBeGreaterThan(50_000)
    expect(quota.consume('192.0.2.2', 1)).toMatchObject({ isAllowed: true, remaining: LIMIT - 1 })
  }
})

test('a client that has used its limit at one replica finds little more at another', async () => {
  const [first, second] = await join(await postgresForTest(), 2)
  for (let asked = 0; asked < LIMIT; asked++) first?.quota.consume(ALICE, 1)
  await expect.poll(() => second?.quota.consume(ALICE, 1)?.isAllowed).toBe(false)
  expect(first?.quota.consume(ALICE, 0)).toMatchObject({ isAllowed: true, remaining: 0 })
})

test('the database gets no address, and nothing about clients that use little', async () => {
  const url = await postgresForTest()
  const [first] = await join(url, 2)
  first?.quota.consume('192.0.2.2', 1)
  for (let asked = 0; asked < LIMIT / 2; asked++) first?.quota.consume(ALICE, 1)
  const client = await pgClientFor(url)
  const read = async () => (await client.query('SELECT *, client::text FROM rapsheet_replicas.client_use')).rows
  await expect.poll(read).toHaveLength(1)
  expect(await read()).toEqual([
    {
      client: expect.stringMatching(/^\\x[0-9a-f]{32}$/),
      replica: first?.replicas.self.id,
      points: expect.any(Number),
      ends_at: expect.any(Date),
    },
  ])
})

test('a process that is alone does not ask the database', async () => {
  const url = await postgresForTest()
  const [alone] = await join(url, 1)
  for (let asked = 0; asked < LIMIT; asked++) alone?.quota.consume(ALICE, 1)
  await alone?.replicas.pollNow()
  const { rows } = await (await pgClientFor(url)).query('SELECT * FROM rapsheet_replicas.client_use')
  expect(rows).toEqual([])
})

test('what others have counted no longer counts when their window has ended', async () => {
  const url = await postgresForTest()
  const [first, second] = await join(url, 2)
  for (let asked = 0; asked < LIMIT; asked++) first?.quota.consume(ALICE, 1)
  for (let asked = 0; asked < LIMIT / 8; asked++) second?.quota.consume(ALICE, 1)
  const remaining = () => second?.quota.consume(ALICE, 0).remaining
  await expect.poll(remaining).toBe(0)
  await first?.replicas.close()
  const client = await pgClientFor(url)
  await client.query('UPDATE rapsheet_replicas.client_use SET ends_at = clock_timestamp() WHERE replica = $1', [
    first?.replicas.self.id,
  ])
  await expect.poll(remaining).toBe(LIMIT - LIMIT / 8)
})
