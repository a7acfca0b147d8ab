import { expect, test } from 'vitest'
import { leasesForTest, readHeld, readTotal, takeAll } from '../support/call-leases.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { ownPostgres, postgresForTest } from '../support/postgres.ts'

const LIMIT = 400

test(
  'while the database is frozen the replicas use their share, and no call too many after it',
  {
    timeout: 60_000,
  },
  async () => {
    const { server, url } = await ownPostgres({ durable: true })
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

    await server.freeze()
    const left = all.map(({ leases }) => leases.unused())
    const startedAt = performance.now()
    const taken = await takeEach()
    expect(performance.now() - startedAt).toBeLessThan(600)
    // The rest of its lease, and about a quarter of half of at least 320 calls that no replica had leased.
    for (const [index, each] of taken.entries()) expect(each).toBeGreaterThanOrEqual((left[index] ?? 0) + 35)
    expect(made).toBeLessThan(LIMIT)
    for (const { leases } of all) expect(leases.state().isCutOff).toBe(true)

    await server.thaw()
    // What was used is reported, and what is left of the leases is returned.
    await expect.poll(() => readTotal(url), { timeout: 20_000 }).toEqual([made])
    for (const { leases } of all) expect(leases.state()).toMatchObject({ used: made, isCutOff: false })
    const takeMore = async () => {
      await takeEach()
      return made
    }
    await expect.poll(takeMore, { timeout: 10_000 }).toBe(LIMIT)
    expect(await readTotal(url)).toEqual([LIMIT])
  },
)

test(
  'a call waits once for a database that does not answer, and the next one not at all',
  { timeout: 60_000 },
  async () => {
    const { server, url } = await ownPostgres({ durable: true })
    const { leases, replicas } = await leasesForTest(url, LIMIT)
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
  const { server, url } = await ownPostgres({ durable: true })
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
  for (let round = 0; round < 6; round++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await server.freeze()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await server.thaw()
  }
  await taking
  expect(made).toBeLessThanOrEqual(LIMIT)
  expect(made).toBeGreaterThanOrEqual(LIMIT * 0.99)
})

test('a replica that alone is cut off uses its share, and the others leave it', { timeout: 60_000 }, async () => {
  const url = await postgresForTest()
  const proxy = await postgresProxy(url)
  const cutOff = await leasesForTest(proxy.url, LIMIT)
  const other = await leasesForTest(url, LIMIT)
  await cutOff.replicas.beatNow()
  // The share of one of two replicas, known to both.
  await expect.poll(() => readHeld(url), { timeout: 10_000 }).toEqual([100, 100])
  proxy.cut()
  proxy.refuses = true

  const ofOther = await takeAll(other.leases)
  const ofCutOff = await takeAll(cutOff.leases)
  expect(ofCutOff).toBe(100)
  expect(ofOther).toBe(LIMIT - 100)
})
