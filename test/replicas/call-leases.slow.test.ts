import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../sim/postgres/start-postgres.ts'
import { leasesForTest, readTotal, takeAll } from '../support/call-leases.ts'

const LIMIT = 400

test(
  'while the database is frozen the replicas use their share, and no call too many after it',
  {
    timeout: 60_000,
  },
  async () => {
    const server = await startPostgres({ durable: true })
    onTestFinished(() => server.stop())
    const url = await server.createDatabase()
    const all = await Promise.all([1, 2, 3, 4].map(() => leasesForTest(url, LIMIT)))
    for (const { replicas } of all) {
      await replicas.beatNow()
      await expect.poll(() => replicas.notices.isListening()).toBe(true)
    }
    let made = 0
    const takeEach = async () => {
      const taken = await Promise.all(all.map(({ leases }) => takeAll(leases)))
      made += taken.reduce((sum, each) => sum + each, 0)
      return taken
    }
    for (const { leases } of all) for (let taken = 0; taken < 5; taken++) if (await leases.take()) made++
    await expect.poll(() => all.map(({ leases }) => leases.state().used)).toEqual([65, 65, 65, 65])

    await server.freeze()
    const startedAt = performance.now()
    // 15 calls of its lease, and a quarter of the 320 that nobody had leased.
    expect(await takeEach()).toEqual([95, 95, 95, 95])
    expect(performance.now() - startedAt).toBeLessThan(600)
    expect(made).toBe(LIMIT)
    for (const { leases } of all) expect(leases.state().isCutOff).toBe(true)

    await server.thaw()
    await expect.poll(() => readTotal(url), { timeout: 15_000 }).toEqual([LIMIT])
    await takeEach()
    await expect.poll(() => all.some(({ leases }) => leases.state().isCutOff), { timeout: 30_000 }).toBe(false)
    await takeEach()
    expect(made).toBe(LIMIT)
  },
)

test(
  'a call waits once for a database that does not answer, and the next one not at all',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres({ durable: true })
    onTestFinished(() => server.stop())
    const { leases, replicas } = await leasesForTest(await server.createDatabase(), LIMIT)
    await replicas.beatNow()
    await server.freeze()
    const waits: number[] = []
    for (let call = 0; call < 2; call++) {
      const startedAt = performance.now()
      expect(await leases.take()).toBe(true)
      waits.push(performance.now() - startedAt)
    }
    await server.thaw()
    expect(waits[0]).toBeLessThan(400)
    expect(waits[1]).toBeLessThan(20)
  },
)

test('a database that is away for a moment costs no call', { timeout: 60_000 }, async () => {
  const server = await startPostgres({ durable: true })
  onTestFinished(() => server.stop())
  const url = await server.createDatabase()
  const all = await Promise.all([1, 2].map(() => leasesForTest(url, LIMIT)))
  let made = 0
  const taking = Promise.all(
    all.map(async ({ leases }) => {
      const endsAt = performance.now() + 25_000
      while (performance.now() < endsAt) {
        if (await leases.take()) made++
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }),
  )
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await server.freeze()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await server.thaw()
  }
  await taking
  expect(made).toBeLessThanOrEqual(LIMIT)
  expect(made).toBeGreaterThanOrEqual(LIMIT * 0.99)
})
