import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/lib/clock.ts'
import { openPostgres } from '../../src/store/postgres-disk.ts'
import { createStore } from '../../src/store/store.ts'
import { anyCall } from '../support/callers.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { postgresForTest } from '../support/postgres.ts'

const HOUR_MS = 3_600_000

/** A disk on an address, whose time limits only the test lets pass, and the errors that it reported. */
async function open(url: string, clock = createFakeClock()) {
  const errors: string[] = []
  const disk = await openPostgres(url, {
    clock,
    onError: (event, error) => errors.push(`${event}: ${error instanceof Error ? error.message : String(error)}`),
  })
  onTestFinished(() => disk.close())
  return { disk, errors }
}

/** Runs SQL on a connection of its own. */
async function sql(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

const keys = async (url: string) =>
  (await sql(url, 'SELECT key FROM rapsheet_cache ORDER BY key')).map(
    (row) => z.object({ key: z.string() }).parse(row).key,
  )

const expire = (url: string, where: string) =>
  sql(url, `UPDATE rapsheet_cache SET expires_at = now() - interval '1 second' WHERE ${where}`)

test('the table is created once when many processes open the same database at once', async () => {
  const url = await postgresForTest()
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(url)))
  expect(opened.flatMap(({ errors }) => errors)).toEqual([])
  expect(await Promise.all(opened.map(({ disk }) => disk.isOpen()))).toEqual(Array(8).fill(true))
  expect(await sql(url, "SELECT relpersistence FROM pg_class WHERE relname = 'rapsheet_cache'")).toEqual([
    { relpersistence: 'u' },
  ])
})

test('two stores on one database see each other’s rows', async () => {
  const url = await postgresForTest()
  const [first, second] = await Promise.all([open(url), open(url)])
  const namesOf = ({ disk }: typeof first) => {
    const store = createStore({ disk, memoryBytes: 1_000_000, clock: systemClock, onError: expect.fail })
    return { store, names: store.collection('names', z.string()) }
  }
  const [writer, reader] = [namesOf(first), namesOf(second)]
  const now = systemClock.unixSeconds()
  const alice = { value: 'Alice', fetchedAt: now, expiresAt: now + 60 }
  writer.names.write('alice', alice)
  await writer.store.flush()
  expect(await reader.names.readDisk('alice', anyCall())).toEqual(alice)
})

test('a row that another process has fetched later is not replaced by an older one', async () => {
  const url = await postgresForTest()
  const [first, second] = await Promise.all([open(url), open(url)])
  const now = systemClock.unixSeconds()
  const entry = (value: string, fetchedAt: number) => ({ key: 'alice', value: { value, fetchedAt }, ttl: HOUR_MS })
  const read = async () => (await first.disk.getMany(['alice']))[0]
  await first.disk.setMany([entry('new', now - 10)])
  await second.disk.setMany([entry('late', now - 60)])
  expect(await read()).toMatchObject({ value: 'new' })
  await second.disk.setMany([entry('newer', now - 10)])
  expect(await read()).toMatchObject({ value: 'newer' })
  // Written by a process whose clock is wrong.
  await first.disk.setMany([entry('from the future', now + 3_600)])
  await second.disk.setMany([entry('now', now)])
  expect(await read()).toMatchObject({ value: 'now' })
})

test('processes that write the same rows in different orders do not block each other', async () => {
  const url = await postgresForTest()
  const opened = await Promise.all(Array.from({ length: 4 }, () => open(url)))
  const rows = Array.from({ length: 500 }, (_, index) => ({ key: `k${index}`, value: index, ttl: HOUR_MS }))
  const writeOften = async ({ disk }: Awaited<ReturnType<typeof open>>, index: number) => {
    for (let round = 0; round < 20; round++) await disk.setMany((round + index) % 2 ? rows : rows.toReversed())
  }
  await Promise.all(opened.map(writeOften))
  expect(await opened[0]?.disk.getMany(['k7', 'k499'])).toEqual([7, 499])
})

describe('an expired row', () => {
  test('is a miss by the clock of the database', async () => {
    const url = await postgresForTest()
    const { disk } = await open(url)
    await disk.setMany(['a', 'b'].map((key) => ({ key, value: key, ttl: HOUR_MS })))
    await expire(url, "key = 'a'")
    expect(await disk.getMany(['a', 'b'])).toEqual([undefined, 'b'])
  })

  test('is removed every ten minutes', async () => {
    const url = await postgresForTest()
    const clock = createFakeClock()
    const { disk, errors } = await open(url, clock)
    await disk.setMany(['a', 'k7'].map((key) => ({ key, value: 1, ttl: HOUR_MS })))
    await expire(url, "key <> 'k7'")
    await clock.advance(10 * 60_000 - 1)
    expect(await keys(url)).toHaveLength(2)
    await clock.advance(1)
    await expect.poll(() => keys(url)).toEqual(['k7'])
    expect(errors).toEqual([])
  })
})

describe('hostile rows', () => {
  test('keys with every character are told apart', async () => {
    const { disk, errors } = await open(await postgresForTest())
    const odd = [
      'a\u0000b',
      'a\\u0000b',
      'ab',
      '\ud83d',
      '\ud83e',
      '�',
      '{"a",b}',
      'NULL',
      '',
      '\\',
      '"',
      'ü',
      '💥',
    ].concat("'; DROP TABLE rapsheet_cache; --")
    await disk.setMany(odd.map((key, index) => ({ key, value: index, ttl: HOUR_MS })))
    expect(await disk.getMany(odd)).toEqual(odd.map((_, index) => index))
    expect(errors).toEqual([])
  })

  test('rows that cannot be stored are left out, and the others are written', async () => {
    const { disk, errors } = await open(await postgresForTest())
    const longKey = Array.from({ length: 10_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    await disk.setMany([
      { key: 'a', value: 1, ttl: HOUR_MS },
      { key: longKey, value: 2, ttl: HOUR_MS },
      { key: 'large', value: 'x'.repeat(30_000_000), ttl: HOUR_MS },
      { key: 'z', value: 6, ttl: HOUR_MS },
    ])
    const asked = ['a', longKey, 'large', 'z']
    expect(await disk.getMany(asked)).toEqual([1, undefined, undefined, 6])
    expect(errors).toEqual([])
  })

  test('a row that is not JSON is a miss, and can be replaced', async () => {
    const url = await postgresForTest()
    const { disk } = await open(url)
    await disk.setMany(['a', 'b'].map((key) => ({ key, value: key, ttl: HOUR_MS })))
    await sql(url, "UPDATE rapsheet_cache SET value = 'no json{' WHERE key = 'a'")
    expect(await disk.getMany(['a', 'b'])).toEqual([undefined, 'b'])
    await disk.setMany([{ key: 'a', value: 'again', ttl: HOUR_MS }])
    expect(await disk.getMany(['a'])).toEqual(['again'])
  })
})

describe('a database that cannot be used is reported once, without the password, and reads miss:', () => {
  const changed = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href

  test.each<[string, (url: string) => Promise<string>, RegExp]>([
    [
      'a wrong password',
      async (url) => changed(url, { password: 'hunter2-hunter2' }),
      /password authentication failed for user "postgres"\.$/,
    ],
    ['a port where no server listens', async (url) => changed(url, { port: '1' }), /ECONNREFUSED/],
    [
      'a table of another program',
      async (url) => {
        await sql(url, 'CREATE TABLE rapsheet_cache (name text)')
        return url
      },
      /column "key" does not exist\.$/,
    ],
  ])('%s', async (_, change, reason) => {
    const { disk, errors } = await open(await change(await postgresForTest()))
    expect(errors).toEqual([
      expect.stringMatching(
        /^store_open_failed: STORE_URL postgres:\/\/[\w.]+:\d+\/\w+ is not used; answers are cached in memory only, and \/readyz reports it: /,
      ),
    ])
    expect(errors[0]).toMatch(reason)
    expect(errors[0]).not.toContain('hunter2')
    expect(await disk.isOpen()).toBe(false)
    await disk.setMany([{ key: 'a', value: 1, ttl: HOUR_MS }])
    expect(await disk.getMany(['a'])).toEqual([undefined])
    await disk.purge()
    expect(errors).toHaveLength(1)
  })
})

describe('while the database is in use', () => {
  test('a table that was removed is created again within seconds', async () => {
    const url = await postgresForTest()
    const clock = createFakeClock()
    const { disk, errors } = await open(url, clock)
    await disk.setMany([{ key: 'a', value: 1, ttl: HOUR_MS }])
    await sql(url, 'DROP TABLE rapsheet_cache')
    expect(await disk.getMany(['a'])).toEqual([undefined])
    expect(errors).toEqual([expect.stringContaining('store_read_failed: STORE_URL postgres://')])
    const isOpenLater = async () => {
      await clock.advance(1_000)
      return disk.isOpen()
    }
    await expect.poll(isOpenLater, { timeout: 5_000 }).toBe(true)
    await disk.setMany([{ key: 'a', value: 2, ttl: HOUR_MS }])
    expect(await disk.getMany(['a'])).toEqual([2])
  })

  test('a write that fails rejects with the reason, and reads go on', async () => {
    const url = await postgresForTest()
    const { disk, errors } = await open(url)
    await disk.setMany([{ key: 'a', value: 1, ttl: HOUR_MS }])
    await sql(url, 'ALTER TABLE rapsheet_cache ADD CHECK (value <> $$13$$)')
    const rows = [12, 13].map((value) => ({ key: `k${value}`, value, ttl: HOUR_MS }))
    await expect(disk.setMany(rows)).rejects.toThrow(/^STORE_URL postgres:\S+ could not be written: new row /)
    expect(await disk.getMany(['a', 'k12'])).toEqual([1, undefined])
    expect(errors).toEqual([])
  })

  test('a locked table delays one read only, and is used again afterwards', async () => {
    const url = await postgresForTest()
    const clock = createFakeClock()
    const { disk, errors } = await open(url, clock)
    await disk.setMany([{ key: 'a', value: 1, ttl: HOUR_MS }])
    const other = new pg.Client(url)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN; LOCK TABLE rapsheet_cache')
    const onAnswer = vi.fn()
    const read = disk.getMany(['a']).then(onAnswer)
    await clock.advance(149)
    expect(onAnswer).not.toHaveBeenCalled()
    await clock.advance(1)
    await read
    expect(onAnswer).toHaveBeenCalledWith([undefined])
    // They end although no time passes.
    for (let count = 0; count < 100; count++) expect(await disk.getMany(['a'])).toEqual([undefined])
    expect(errors).toEqual([expect.stringContaining('it did not answer within 150 ms')])
    await other.query('COMMIT')
    const readLater = async () => {
      await clock.advance(1_000)
      return disk.getMany(['a'])
    }
    await expect.poll(readLater, { timeout: 5_000 }).toEqual([1])
  })
})
