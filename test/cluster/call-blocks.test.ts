import { expect, test } from 'vitest'
import type { Clock } from '../../src/lib/clock.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { blocksForTest, readTaken, takeAll, takeSome } from '../support/call-blocks.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

const DAY = 86_400

test.each([7, 100, 2_000, 20_000])(
  'four processes that ask as hard as they can use exactly %i calls',
  async (limit) => {
    const url = await postgresForTest()
    const all = await Promise.all([1, 2, 3, 4].map(() => blocksForTest(url, limit)))
    // Several calls at once on each, as requests make them.
    const taken = await Promise.all(all.flatMap(({ calls }) => [1, 2, 3].map(() => takeAll(calls))))
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(limit)
    expect(await readTaken(url)).toEqual([limit])
    for (const { calls } of all) {
      await expect(calls.take(true, 5_000)).resolves.toBe(false)
      expect(calls.state()).toEqual({ used: limit, limit, isAway: false, held: 0 })
    }
  },
)

test('twenty kills within a day lose at most a block each, and calls go on', async () => {
  const url = await postgresForTest()
  const limit = 100_000
  let made = 0
  for (let kills = 0; kills < 20; kills++) {
    const { calls, replicas } = await blocksForTest(url, limit)
    await takeSome(calls, 1_200)
    made += 1_200
    // As a kill does, this gives nothing back.
    calls.close()
    await replicas.close()
  }
  const { calls } = await blocksForTest(url, limit)
  expect(calls.take(true, 0)).toBe(true)
  const { used } = calls.state()
  expect(used).toBeGreaterThan(made)
  expect(used).toBeLessThanOrEqual(made + 1 + 20 * (limit / 100))
})

test('a process that is killed again and again soon after its start loses few calls', async () => {
  const url = await postgresForTest()
  for (let kills = 0; kills < 20; kills++) {
    const { calls, replicas } = await blocksForTest(url, 100_000)
    await takeSome(calls, 1)
    calls.close()
    await replicas.close()
  }
  expect((await readTaken(url))[0]).toBeLessThanOrEqual(20 * 51)
})

test('an idle process holds at most a block', async () => {
  const url = await postgresForTest()
  const { calls } = await blocksForTest(url, 100_000)
  await takeSome(calls, 3_000)
  await expect.poll(() => calls.state().held).toBeGreaterThan(750)
  expect(calls.state()).toEqual({ used: 3_000, limit: 100_000, isAway: false, held: expect.any(Number) as number })
  expect(calls.state().held).toBeLessThanOrEqual(1_000)
})

test('most calls are taken without waiting, and without a limit all of them are', async () => {
  const { calls } = await blocksForTest(await postgresForTest(), 0)
  for (let made = 0; made < 5_000; made++) expect(calls.take(true, 0)).toBe(true)
  expect(calls.state()).toMatchObject({ used: 5_000, limit: 0 })

  const { calls: limited } = await blocksForTest(await postgresForTest(), 100_000)
  let waited = 0
  for (let made = 0; made < 5_000; made++) {
    const isTaken = limited.take(true, 5_000)
    if (isTaken === true) continue
    waited++
    expect(await isTaken).toBe(true)
  }
  expect(waited).toBeLessThan(100)
})

test('a process reads what the others have taken', async () => {
  const url = await postgresForTest()
  const first = await blocksForTest(url, 5_000)
  const second = await blocksForTest(url, 5_000)
  await takeSome(second.calls, 900)
  await first.replicas.pollNow()
  expect(first.calls.state().used).toBeGreaterThanOrEqual(900)
})

/** Takes the table away, so that every statement fails, until the returned function is called. */
async function breakDatabase(url: string) {
  const client = await pgClientFor(url)
  await client.query('ALTER TABLE rapsheet_replicas.day_calls RENAME TO away')
  return () => client.query('ALTER TABLE rapsheet_replicas.away RENAME TO day_calls')
}

test('without the database the calls that are held are for look-ups, and other work leaves half of the block', async () => {
  const url = await postgresForTest()
  const { calls, replicas } = await blocksForTest(url, 5_000)
  const repair = await breakDatabase(url)
  expect(await takeAll(calls, false)).toBe(25)
  expect(calls.state()).toMatchObject({ isAway: true, held: 25 })
  expect(await takeAll(calls)).toBe(25)
  expect(await calls.take(true, 5_000)).toBe(false)
  await repair()
  const stateLater = async () => {
    await replicas.pollNow()
    return calls.state()
  }
  await expect.poll(stateLater).toMatchObject({ isAway: false, used: 50 })
  expect(calls.take(false, 0)).toBe(true)
})

test('without a limit calls go on without the database, and are counted afterwards', async () => {
  const url = await postgresForTest()
  const { calls, replicas } = await blocksForTest(url, 0)
  const repair = await breakDatabase(url)
  for (let made = 0; made < 1_000; made++) expect(calls.take(false, 0)).toBe(true)
  await repair()
  const takenLater = async () => {
    await replicas.pollNow()
    return (await readTaken(url))[0]
  }
  await expect.poll(takenLater).toBeGreaterThanOrEqual(1_000)
})

/** A process whose clock the test sets to an hour of a day from the database's today. */
async function openAt(url: string, hour: number) {
  const time = { day: 0, hour }
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY
  const clock: Clock = { ...createFakeClock(), unixSeconds: () => today + time.day * DAY + time.hour * 3_600 }
  return { time, ...(await blocksForTest(url, 5_000, { clock })) }
}

test('a block ends with its day', async () => {
  const url = await postgresForTest()
  const { calls, time } = await openAt(url, 12)
  await takeSome(calls, 3)
  time.day = 1
  expect(calls.state()).toMatchObject({ used: 0, held: 0 })
  await takeSome(calls, 1)
  expect(await readTaken(url)).toEqual([50, 51])
})

test.each([-1, 2])('a process whose clock is wrong by %i days is granted nothing', async (days) => {
  const url = await postgresForTest()
  const { calls, time } = await openAt(url, 12)
  time.day = days
  expect(await calls.take(true, 5_000)).toBe(false)
  expect(await readTaken(url)).toEqual([50])
})

test('what was left of days that have ended is removed at a start', async () => {
  const url = await postgresForTest()
  const { replicas } = await blocksForTest(url, 5_000)
  await replicas.run(5_000, (client) => client.query('UPDATE rapsheet_replicas.day_calls SET day = day - 8'))
  await blocksForTest(url, 5_000)
  expect(await readTaken(url)).toEqual([50])
})
