import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClock, type Clock } from '../../src/lib/clock.ts'
import { leasesForTest, readTotal, takeAll } from '../support/call-leases.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

const DAY = 86_400

test.each([7, 100, 2_000])('four replicas that ask as hard as they can use exactly %i calls', async (limit) => {
  const url = await postgresForTest()
  const all = await Promise.all([1, 2, 3, 4].map(() => leasesForTest(url, limit, { withinMs: 5_000 })))
  // Several calls at once on each, as requests make them.
  const taken = await Promise.all(all.flatMap(({ leases }) => [1, 2, 3].map(() => takeAll(leases))))
  const sum = taken.reduce((total, each) => total + each, 0)
  expect(sum).toBeLessThanOrEqual(limit)
  expect(sum).toBeGreaterThanOrEqual(limit * 0.99)
  for (const { leases } of all) expect(leases.state()).toMatchObject({ used: limit, limit, isCutOff: false })
  expect(await readTotal(url)).toEqual([limit])
})

test('most calls are taken without waiting, and without a limit all of them are', async () => {
  const url = await postgresForTest()
  const { leases } = await leasesForTest(url, 0)
  let waited = 0
  for (let made = 0; made < 5_000; made++) {
    const isTaken = leases.take()
    if (isTaken === true) continue
    waited++
    expect(await isTaken).toBe(true)
  }
  expect(waited).toBeLessThan(50)
  expect(leases.state()).toMatchObject({ used: 5_000, limit: 0 })
})

test('a replica that stops returns what it has not used', async () => {
  const url = await postgresForTest()
  const { leases } = await leasesForTest(url, 1_000)
  for (let made = 0; made < 3; made++) expect(await leases.take()).toBe(true)
  expect(await readTotal(url)).toEqual([20])
  await leases.settle()
  expect(await readTotal(url)).toEqual([3])

  const { leases: next } = await leasesForTest(url, 1_000)
  expect(next.state().used).toBe(3)
})

test('what a replica has leased when it dies stays used', async () => {
  const url = await postgresForTest()
  const { leases, replicas: dying } = await leasesForTest(url, 100)
  expect(await leases.take()).toBe(true)
  await dying.close()
  const { leases: next, replicas } = await leasesForTest(url, 100)
  // A share is held back in case it is only cut off: half of the 100 that were left before its last exchange.
  expect(await takeAll(next)).toBe(30)
  expect(next.state()).toMatchObject({ used: 50, isCutOff: false })
  await replicas.run(5_000, (client) =>
    client.query(`UPDATE rapsheet_replicas.call_leases SET seen_at = seen_at - interval '10 min'`),
  )
  expect(await takeAll(next)).toBe(50)
})

test('the calls of another key, and another limit, are counted apart', async () => {
  const url = await postgresForTest()
  const { leases } = await leasesForTest(url, 50)
  const { leases: other } = await leasesForTest(url, 40, { key: randomUUID() })
  expect(await takeAll(leases)).toBe(50)
  expect(await takeAll(other)).toBe(40)
})

test('a lease ends with its day by the database’s clock, and what was used of it is kept', async () => {
  const url = await postgresForTest()
  const system = createClock(() => performance.now())
  let days = 0
  const clock: Clock = { ...system, unixSeconds: () => system.unixSeconds() + days * DAY }
  const { leases } = await leasesForTest(url, 1_000, { clock })
  for (let made = 0; made < 3; made++) expect(await leases.take()).toBe(true)
  expect(leases.unused()).toBe(17)
  // The replica's clock is wrong: the database grants nothing for a day that is not today.
  days = 1
  expect(leases.unused()).toBe(0)
  expect(await leases.take()).toBe(false)
  days = 0
  expect(await leases.take()).toBe(true)
  expect(leases.state().used).toBe(4)
  await leases.settle()
  expect(await readTotal(url)).toEqual([4, 0])
})

/** A replica that was cut off before the day began, and another one, by the day of the database. */
async function openOverMidnight(limit: number) {
  const url = await postgresForTest()
  const system = createClock(() => performance.now())
  const yesterday: Clock = { ...system, unixSeconds: () => system.unixSeconds() - DAY }
  const { replicas: cutOff } = await leasesForTest(url, limit, { clock: yesterday })
  const other = await leasesForTest(url, limit)
  await other.replicas.beatNow()
  return { url, cutOff, ...other }
}

test('of a new day the share of a replica that is cut off is held back, for ten minutes', async () => {
  const { cutOff, leases, replicas } = await openOverMidnight(400)
  expect(replicas.members().map(({ id }) => id)).toContain(cutOff.self.id)
  expect(await takeAll(leases)).toBe(300)
  await replicas.run(5_000, (client) =>
    client.query(`UPDATE rapsheet_replicas.members SET beat_at = beat_at - interval '10 min' WHERE id = $1`, [
      cutOff.self.id,
    ]),
  )
  expect(await takeAll(leases)).toBe(100)
})

test('of a new day nothing is held back for a replica that has stopped', async () => {
  const { cutOff, leases } = await openOverMidnight(400)
  await cutOff.close()
  expect(await takeAll(leases)).toBe(400)
})

test('a replica sees at once what the others have leased', async () => {
  const url = await postgresForTest()
  const first = await leasesForTest(url, 1_000)
  const second = await leasesForTest(url, 1_000)
  await expect.poll(() => first.replicas.notices.isListening()).toBe(true)
  expect(await second.leases.take()).toBe(true)
  await expect.poll(() => first.leases.state().used).toBe(20)
})

test('an exchange that Postgres runs long after it was given up has no effect', async () => {
  const url = await postgresForTest()
  const { leases, replicas } = await leasesForTest(url, 1_000)
  expect(await leases.take()).toBe(true)
  const client = await pgClientFor(url)
  const { rowCount } = await client.query(
    `SELECT * FROM rapsheet_replicas.exchange_calls('digest', floor(extract(epoch FROM clock_timestamp()) / 86400)::int, $1, 1, 0, 0, 0, 0, 1000, 1, false)`,
    [replicas.self.id],
  )
  expect(rowCount).toBe(0)
  expect(await readTotal(url)).toEqual([20])
})
