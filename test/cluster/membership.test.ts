import { expect, test } from 'vitest'
import { replicaForTest } from '../support/replicas.ts'
import { until } from '../support/until.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

test('replicas see each other in the next poll after one joins, and after one leaves', async () => {
  const url = await postgresForTest()
  const first = await replicaForTest(url)
  const member = { role: 'bot', program: '1.1.0', address: 'other', settings: { STEAM_CALLS_PER_DAY: 2_000 } }
  const second = await replicaForTest(url, { host: 'laptop', member })

  await first.fake.advance(1_000)
  await until(() => first.replicas.members().length === 2)
  expect(first.replicas.members()).toEqual([first.replicas.self, second.replicas.self])
  expect(second.replicas.members()).toEqual([second.replicas.self, first.replicas.self])
  expect(second.replicas.self).toMatchObject(member)
  expect(second.replicas.self.name).toMatch(/^laptop-[0-9a-f]{4}$/)
  expect(first.replicas.membersAtAddress()).toEqual([first.replicas.self])

  await second.replicas.close()
  await first.fake.advance(1_000)
  await until(() => first.replicas.members().length === 1)
})

test('a replica without a heartbeat for 15 s by the database’s clock no longer counts', async () => {
  const url = await postgresForTest()
  const first = await replicaForTest(url)
  const second = await replicaForTest(url)
  await second.replicas.pollNow()
  const client = await pgClientFor(url)
  const age = async (seconds: number) => {
    await client.query(
      `UPDATE rapsheet_replicas.members SET beat_at = clock_timestamp() - $1 * interval '1 s' WHERE id = $2`,
      [seconds, second.replicas.self.id],
    )
    await first.replicas.pollNow()
  }
  await age(14)
  expect(first.replicas.members()).toHaveLength(2)
  await age(15)
  expect(first.replicas.members()).toHaveLength(1)
  await second.replicas.pollNow()
  await first.replicas.pollNow()
  expect(first.replicas.members()).toHaveLength(2)
})

test('all replicas have the time of the database, also when it jumps', async () => {
  const url = await postgresForTest()
  const { clock, replicas, fake } = await replicaForTest(url)
  const client = await pgClientFor(url)
  const databaseSeconds = async () => {
    const { rows } = await client.query<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS now')
    return rows[0]?.now
  }
  // The clock of the test shows 1970.
  expect(clock.unixMs() / 1000).toBeCloseTo((await databaseSeconds()) ?? 0, 0)
  await fake.advance(600_000)
  // A busy machine needs a while for the heartbeats of ten minutes.
  const difference = async () => {
    await replicas.pollNow()
    return Math.abs(clock.unixMs() / 1000 - ((await databaseSeconds()) ?? 0))
  }
  await expect.poll(difference).toBeLessThan(0.5)
  const before = clock.unixMs()
  fake.unixMs = () => 5
  expect(clock.unixMs()).toBe(before)
})
