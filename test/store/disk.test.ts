import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/lib/clock.ts'
import type { Cached } from '../../src/model/cached.ts'
import { openSqlite, type Disk } from '../../src/store/disk.ts'
import { openPostgres } from '../../src/store/postgres-disk.ts'
import { createStore } from '../../src/store/store.ts'
import { anyCall } from '../support/callers.ts'
import { folderForTest } from '../support/folder.ts'
import { postgresForTest } from '../support/postgres.ts'

const HOUR_MS = 3_600_000

type OnError = (event: string, error: unknown) => void

/** A new file for SQLite, a new database for Postgres, and a function that opens it. */
const ENGINES: Record<string, () => Promise<(onError: OnError) => Promise<Disk>>> = {
  async SQLite() {
    const path = join(folderForTest(), 'store.sqlite')
    return (onError) => openSqlite(`sqlite://${path}`, onError)
  },
  async Postgres() {
    const url = await postgresForTest()
    return (onError) => openPostgres(url, { onError })
  },
}

function fresh(value: string): Cached<string> {
  const now = systemClock.unixSeconds()
  return { value, fetchedAt: now, expiresAt: now + 3_600 }
}

describe.each(Object.entries(ENGINES))('a cache in %s', (_, create) => {
  /** Opens a new disk; a failure fails the test. */
  async function open() {
    const openAgain = await create()
    const errors: string[] = []
    const openOnce = async () => {
      const disk = await openAgain((event, error) => errors.push(`${event}: ${String(error)}`))
      let isClosed = false
      const close = async () => {
        if (!isClosed) await disk.close()
        isClosed = true
      }
      onTestFinished(close)
      return { ...disk, close }
    }
    return { disk: await openOnce(), openAgain: openOnce, errors }
  }

  function storeOn(disk: Disk, errors: string[], clock = systemClock) {
    const store = createStore({ disk, memoryBytes: 1_000_000, clock, onError: (event) => errors.push(event) })
    return { store, names: store.collection('names', z.string()) }
  }

  test('keeps its entries when it is closed and opened again', async () => {
    const { disk, openAgain, errors } = await open()
    const alice = fresh('Alice')
    const before = storeOn(disk, errors)
    before.names.write('alice', alice)
    await before.store.close()

    const again = await openAgain()
    const { names } = storeOn(again, errors)
    expect(names.readMemory('alice')).toBeUndefined()
    expect(await names.readDisk('alice', anyCall())).toEqual(alice)
    expect(await names.readDisk('bob', anyCall())).toBeUndefined()
    expect(await again.isOpen()).toBe(true)
    expect(errors).toEqual([])
  })

  test('gives values in the order of the keys, and undefined for missing ones', async () => {
    const { disk } = await open()
    await disk.setMany([
      { key: 'a', value: { deep: [1, null, 'ü'] }, ttl: HOUR_MS },
      { key: 'b', value: null, ttl: HOUR_MS },
      { key: 'c', value: 'c', ttl: HOUR_MS },
    ])
    expect(await disk.getMany(['c', 'nobody', 'a', 'b', 'c'])).toEqual([
      'c',
      undefined,
      { deep: [1, null, 'ü'] },
      null,
      'c',
    ])
    expect(await disk.getMany([])).toEqual([])
  })

  test('takes ten thousand rows in one write', async () => {
    const { disk } = await open()
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ key: `k${index}`, value: index, ttl: HOUR_MS }))
    await disk.setMany(rows)
    for (let start = 0; start < rows.length; start += 500) {
      const some = rows.slice(start, start + 500)
      expect(await disk.getMany(some.map(({ key }) => key))).toEqual(some.map(({ value }) => value))
    }
  })

  test('does not copy an entry to memory that has expired by the clock of the store', async () => {
    const { disk, errors } = await open()
    const writer = storeOn(disk, errors)
    writer.names.write('alice', fresh('Alice'))
    await writer.store.flush()
    const at = (seconds: number) =>
      storeOn(disk, errors, { ...systemClock, unixSeconds: () => systemClock.unixSeconds() + seconds }).names
    for (const [seconds, copied] of [
      [3_600, undefined],
      [3_500, 'Alice'],
    ] as const) {
      const names = at(seconds)
      await names.readDisk('alice', anyCall())
      expect(names.peek('alice')?.value).toBe(copied)
    }
  })

  test('removes with a purge no row that is current', async () => {
    const { disk } = await open()
    await disk.setMany([{ key: 'a', value: 'a', ttl: HOUR_MS }])
    await disk.purge()
    expect(await disk.getMany(['a'])).toEqual(['a'])
  })

  test('reads texts as they were written, also with leading colons and half characters', async () => {
    const { disk } = await open()
    const texts = [':) smile', '::', ':', '', 'a:b', ':base64:AAAA', '\u0000', '💥'.repeat(32), '\ud83d', '{"a",\\}']
    await disk.setMany(texts.map((value, index) => ({ key: `k${index}`, value: { value }, ttl: HOUR_MS })))
    expect(await disk.getMany(texts.map((_, index) => `k${index}`))).toEqual(texts.map((value) => ({ value })))
  })

  test('takes a row of some megabytes', async () => {
    const { disk, errors } = await open()
    const value = 'x'.repeat(3_000_000)
    await disk.setMany([{ key: 'large', value, ttl: HOUR_MS }])
    expect(await disk.getMany(['large'])).toEqual([value])
    expect(errors).toEqual([])
  })
})
