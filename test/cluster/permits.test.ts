import { expect, test } from 'vitest'
import { createPermitLease } from '../../src/cluster/permits.ts'
import { postgresForTest } from '../support/postgres.ts'
import { replicaForTest } from '../support/replicas.ts'
import { until } from '../support/until.ts'

const REQUEST = { intervalMs: 10_000, toleranceMs: 20_000, maxWaitMs: 15_000, fullInMs: 0, withinMs: 5_000 }

async function join(url: string, address = 'shared') {
  const member = { role: 'all', program: '1.0.0', address, settings: {} }
  const { replicas, fake } = await replicaForTest(url, { member })
  return { replicas, fake, ...createPermitLease(replicas, `inventories:${address}`, fake) }
}

test('replicas take their permits from one bucket, whatever their clocks show', async () => {
  const url = await postgresForTest()
  const [a, b] = [await join(url), await join(url)]
  await b.fake.advance(600_000)
  // A busy machine needs a while for the heartbeats of ten minutes.
  await expect.poll(async () => b.replicas.pollNow().then(b.replicas.isConnected)).toBe(true)
  const leases = []
  for (const { lease } of [a, b, a, b, a, b]) leases.push(await lease(REQUEST))
  expect(leases.map(({ isGranted }) => isGranted)).toEqual([true, true, true, true, false, false])
  const waits = leases.map(({ waitMs }) => Math.ceil(waitMs / 1_000))
  expect(waits).toEqual([0, 0, 0, 10, 20, 20])
  expect(Math.ceil((leases[3]?.fullInMs ?? 0) / 1_000)).toBe(40)
})

test('permits that were used while the database was away count', async () => {
  const { lease } = await join(await postgresForTest())
  expect(await lease({ ...REQUEST, fullInMs: 30_000 })).toMatchObject({ isGranted: true })
  const second = await lease(REQUEST)
  expect(Math.ceil(second.waitMs / 1_000)).toBe(20)
})

test('each address has a bucket of its own', async () => {
  const url = await postgresForTest()
  const [here, elsewhere] = [await join(url), await join(url, 'elsewhere')]
  for (let count = 0; count < 5; count++) await here.lease(REQUEST)
  expect((await here.lease(REQUEST)).isGranted).toBe(false)
  expect(await elsewhere.lease(REQUEST)).toMatchObject({ isGranted: true, waitMs: 0 })
})

test('the share is that of the replicas at the same address, each with another rank', async () => {
  const url = await postgresForTest()
  const all = [await join(url), await join(url), await join(url), await join(url, 'elsewhere')]
  await Promise.all(all.map(({ replicas }) => replicas.pollNow()))
  await Promise.all(all.map(({ replicas }) => replicas.pollNow()))
  await until(() => all.every(({ replicas }) => replicas.members().length === 4))
  expect(all.map(({ share }) => share().count)).toEqual([3, 3, 3, 1])
  expect(new Set(all.slice(0, 3).map(({ share }) => share().rank))).toEqual(new Set([0, 1, 2]))
})
