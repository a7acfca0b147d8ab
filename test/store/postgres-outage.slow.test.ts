import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startPostgres, type PostgresServer } from '../../demo/postgres/start-postgres.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openPostgres } from '../../src/store/postgres-disk.ts'
import { createStore } from '../../src/store/store.ts'
import { anyCall } from '../support/callers.ts'

const HOUR_MS = 3_600_000
const RECOVERS_WITHIN = { timeout: 10_000 }

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** A disk on a new database with one row, and a store on it. */
async function open() {
  const errors: string[] = []
  const onError = (event: string, error: unknown) => errors.push(`${event}: ${String(error)}`)
  const disk = await openPostgres(await server.createDatabase(), { onError })
  onTestFinished(() => disk.close())
  await disk.setMany([{ key: 'a', value: 1, ttl: HOUR_MS }])
  const store = createStore({ disk, memoryBytes: 1_000_000, clock: systemClock, onError })
  return { disk, store, names: store.collection('names', z.string()), errors }
}

async function freezeForTest() {
  await server.freeze()
  onTestFinished(() => server.thaw())
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

describe('while the server is frozen', () => {
  test('a caller that reads many times in a row waits for less than 300 ms in all', async () => {
    const { names, errors } = await open()
    await freezeForTest()
    const elapsed = await millisecondsOf(async () => {
      for (let count = 0; count < 50; count++) expect(await names.readDisk(`name ${count}`, anyCall())).toBeUndefined()
    })
    expect(elapsed).toBeGreaterThan(140)
    expect(elapsed).toBeLessThan(300)
    expect(errors).toEqual([expect.stringMatching(/^store_read_failed: Error: STORE_URL postgres:.+ within 150 ms\.$/)])
  })

  test('a thousand callers at once wait for less than 300 ms, and later ones not at all', async () => {
    const { disk, names } = await open()
    await freezeForTest()
    const ask = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => names.readDisk(`${index}`, anyCall())))
    expect(await millisecondsOf(() => ask(1_000))).toBeLessThan(300)
    // Long enough for several probes of the server.
    const until = performance.now() + 2_500
    while (performance.now() < until) {
      // Less than the wait for an answer, and enough for a busy machine.
      expect(await millisecondsOf(() => ask(10))).toBeLessThan(140)
      expect(await disk.isOpen()).toBe(false)
    }
  })

  test('writes are lost, the store closes in time, and nothing rejects', async () => {
    const { disk, store, names } = await open()
    await freezeForTest()
    await disk.getMany(['a'])
    const now = systemClock.unixSeconds()
    for (let count = 0; count < 2_000; count++)
      names.write(String(count), { value: 'x', fetchedAt: now, expiresAt: now + 60 })
    expect(await millisecondsOf(() => store.flush())).toBeLessThan(100)
    await disk.purge()
    expect(store.isFailing()).toBe(false)
    expect(await millisecondsOf(() => disk.close())).toBeLessThan(1_000)
  })

  test('it is used again within seconds after it goes on', async () => {
    const { disk, errors } = await open()
    await server.freeze()
    expect(await disk.getMany(['a'])).toEqual([undefined])
    await server.thaw()
    await expect.poll(() => disk.getMany(['a']), RECOVERS_WITHIN).toEqual([1])
    await disk.setMany([{ key: 'b', value: 2, ttl: HOUR_MS }])
    expect(await disk.getMany(['b'])).toEqual([2])
    expect(errors).toHaveLength(1)
  })
})

test('a server that is killed and restarted is used again, with an empty table', async () => {
  const { disk, errors } = await open()
  await server.kill()
  try {
    expect(await millisecondsOf(() => disk.getMany(['a']))).toBeLessThan(300)
    expect(await disk.isOpen()).toBe(false)
  } finally {
    await server.restart()
  }
  await expect.poll(() => disk.isOpen(), RECOVERS_WITHIN).toBe(true)
  expect(await disk.getMany(['a'])).toEqual([undefined])
  await disk.setMany([{ key: 'a', value: 2, ttl: HOUR_MS }])
  expect(await disk.getMany(['a'])).toEqual([2])
  expect(errors).toHaveLength(1)
})

test('a server that is not there at the start is used once it is', async () => {
  const url = await server.createDatabase()
  await server.kill()
  const errors: string[] = []
  const disk = await openPostgres(url, { onError: (event) => errors.push(event) }).finally(() => server.restart())
  onTestFinished(() => disk.close())
  await expect.poll(() => disk.isOpen(), RECOVERS_WITHIN).toBe(true)
  await disk.setMany([{ key: 'a', value: 1, ttl: HOUR_MS }])
  expect(await disk.getMany(['a'])).toEqual([1])
  expect(errors).toEqual(['store_open_failed'])
})
