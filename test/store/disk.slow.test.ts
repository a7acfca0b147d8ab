import { randomBytes } from 'node:crypto'
import { mkdir, open as openFile, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import KeyvSqlite from '@keyv/sqlite'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/lib/clock.ts'
import type { Cached } from '../../src/model/cached.ts'
import { openSqlite, type Disk } from '../../src/store/disk.ts'
import { createStore } from '../../src/store/store.ts'
import { anyCall } from '../support/callers.ts'
import { folderForTest } from '../support/folder.ts'

const HOUR_MS = 3_600_000

let folder = ''
beforeEach(() => {
  folder = folderForTest()
})

/** The disk of a file, and the errors that it reported. */
async function open(name = 'store.sqlite') {
  const errors: string[] = []
  const messages: string[] = []
  const disk = await openSqlite(`sqlite://${join(folder, name)}`, (event, error) => {
    errors.push(event)
    messages.push(String(error))
  })
  onTestFinished(() => disk.close())
  return { disk, errors, messages }
}

/** Runs a SQL statement on the file through a connection of its own. */
async function sql(statement: string, ...parameters: unknown[]): Promise<unknown> {
  const adapter = new KeyvSqlite({ uri: `sqlite://${join(folder, 'store.sqlite')}`, busyTimeout: 2_000 })
  const rows: unknown = await adapter.query(statement, ...parameters)
  await adapter.close()
  return rows
}

const insert = (key: string, text: string) => sql('INSERT INTO keyv (key, value) VALUES (?, ?)', key, text)

const keys = async () =>
  z
    .array(z.object({ key: z.string() }))
    .parse(await sql('SELECT key FROM keyv ORDER BY key'))
    .map(({ key }) => key)

/** A store on a disk, with its own memory cache. */
function storeOn(disk: Disk, errors: string[], clock = systemClock) {
  const store = createStore({ disk, memoryBytes: 1_000_000, clock, onError: (event) => errors.push(event) })
  return { store, names: store.collection('names', z.string()) }
}

function fresh(value: string): Cached<string> {
  const now = systemClock.unixSeconds()
  return { value, fetchedAt: now, expiresAt: now + 3_600 }
}

describe('a corrupt row', () => {
  test.each([
    ['no JSON', 'no json{'],
    ['empty', ''],
    ['null', 'null'],
    ['an object without a value', '{}'],
    ['a value of another shape', '{"value":{"value":17,"fetchedAt":1,"expiresAt":99999999999}}'],
  ])('(%s) is a miss, and affects neither other rows nor the purge', async (_, text) => {
    const { disk, errors } = await open()
    const { store, names } = storeOn(disk, errors)
    const bob = fresh('Bob')
    names.write('bob', bob)
    await store.flush()
    await insert('names:alice', text)

    const later = storeOn(disk, errors)
    const answers = await Promise.all(['alice', 'bob'].map((key) => later.names.readDisk(key, anyCall())))
    expect(answers).toEqual([undefined, bob])
    await disk.purge()
    expect(await disk.getMany(['names:bob'])).toEqual([bob])
    expect(errors).toEqual([])
  })
})

describe('the purge', () => {
  test('removes expired rows and rows that are not JSON, and keeps the rest', async () => {
    const { disk } = await open()
    await disk.setMany([{ key: 'fresh', value: 1, ttl: HOUR_MS }])
    await insert('garbage', 'no json{')
    await insert('old', JSON.stringify({ value: 1, expires: Date.now() - 1 }))
    await disk.purge()
    expect(await keys()).toEqual(['fresh'])
  })

  test('runs every ten minutes until the disk is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { disk, errors } = await open()
    await disk.setMany([{ key: 'fresh', value: 1, ttl: HOUR_MS }])
    await insert('old', JSON.stringify({ value: 1, expires: Date.now() - 1 }))
    expect(await keys()).toEqual(['fresh', 'old'])
    vi.advanceTimersByTime(10 * 60_000)
    await expect.poll(keys).toEqual(['fresh'])
    await disk.close()
    expect(vi.getTimerCount()).toBe(0)
    expect(errors).toEqual([])
  })
})

test('the purge removes rows that were fetched in the future, whatever their expiry', async () => {
  const { disk } = await open()
  const now = systemClock.unixSeconds()
  const year = 365 * 86_400
  const entry = (fetchedAt: number) => ({ value: 'x', fetchedAt, expiresAt: fetchedAt + year })
  await disk.setMany([
    { key: 'now', value: entry(now), ttl: year * 1000 },
    { key: 'future', value: entry(now + 86_400), ttl: year * 1000 },
    { key: 'plain', value: 7, ttl: year * 1000 },
  ])
  await disk.purge()
  expect(await keys()).toEqual(['now', 'plain'])
})

describe('failures of the disk:', () => {
  test('a file that cannot be opened is reported once, and the store works in memory', async () => {
    await writeFile(join(folder, 'file'), 'in the way')
    const { disk, errors, messages } = await open('file/store.sqlite')
    expect(errors).toEqual(['store_open_failed'])
    expect(messages[0]).toMatch(
      /STORE_URL \S+file\/store\.sqlite is not used; answers are cached in memory only, and \/readyz reports it: /,
    )
    expect(await disk.isOpen()).toBe(false)

    const { store, names } = storeOn(disk, errors)
    expect(await names.readDisk('alice', anyCall())).toBeUndefined()
    const alice = fresh('Alice')
    names.write('alice', alice)
    await store.close()
    expect(names.readMemory('alice')).toEqual(alice)
    expect(errors).toEqual(['store_open_failed'])
  })

  test('a write fails and is reported while another process has locked the file, and works again later', async () => {
    const { disk, errors } = await open()
    const other = new KeyvSqlite({ uri: `sqlite://${join(folder, 'store.sqlite')}` })
    await other.query('BEGIN IMMEDIATE')
    const { store, names } = storeOn(disk, errors)
    names.write('alice', fresh('Alice'))
    await store.flush()
    expect(errors).toEqual(['store_write_failed'])

    await other.query('ROLLBACK')
    await other.close()
    expect(store.isFailing()).toBe(true)
    names.write('bob', fresh('Bob'))
    await store.flush()
    expect(await keys()).toEqual(['names:alice', 'names:bob'])
    expect(store.isFailing()).toBe(false)
    expect(errors).toHaveLength(1)
  })

  test('further calls are rejected at once while one call is over its time limit', async () => {
    const { disk, errors } = await open()
    await disk.setMany([{ key: 'names:alice', value: fresh('Alice'), ttl: HOUR_MS }])
    const other = new KeyvSqlite({ uri: `sqlite://${join(folder, 'store.sqlite')}` })
    await other.query('BEGIN IMMEDIATE')
    const writing = disk.setMany([{ key: 'names:bob', value: fresh('Bob'), ttl: HOUR_MS }])
    const read = () => disk.getMany(['names:alice'])
    // SQLite waits two seconds for the lock; the first read waits one behind it.
    await expect(read()).rejects.toThrow('could not be read: the disk did not answer within 1000 ms')
    const startedAt = performance.now()
    for (let count = 0; count < 20; count++)
      await expect(read()).rejects.toThrow('could not be read: the disk does not answer')
    expect(performance.now() - startedAt).toBeLessThan(900)
    expect(await disk.isOpen()).toBe(false)

    await expect(writing).rejects.toThrow('SQLITE_BUSY')
    await other.query('ROLLBACK')
    await other.close()
    await expect.poll(read).toEqual([expect.objectContaining({ value: 'Alice' })])
    expect(await disk.isOpen()).toBe(true)
    expect(errors).toEqual([])
  })

  test('a disk that takes a second to answer misses the read, is reported, and counts as not open until it answers', async () => {
    const { disk, errors } = await open()
    await disk.setMany([{ key: 'names:alice', value: fresh('Alice'), ttl: HOUR_MS }])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    // The time passes before SQLite can answer.
    const slowly = (ms: number): Disk => ({
      ...disk,
      getMany(wanted) {
        const answer = disk.getMany(wanted)
        vi.advanceTimersByTime(ms)
        return answer
      },
    })
    expect((await storeOn(slowly(999), errors).names.readDisk('alice', anyCall()))?.value).toBe('Alice')
    expect(errors).toEqual([])
    expect(await storeOn(slowly(1_000), errors).names.readDisk('alice', anyCall())).toBeUndefined()
    expect(errors).toEqual(['store_read_failed'])

    const isOpen = disk.isOpen()
    vi.advanceTimersByTime(1_000)
    expect(await isOpen).toBe(false)
    vi.useRealTimers()
    await expect.poll(() => disk.isOpen()).toBe(true)
  })
})

const PAGE = 4_096

/** Creates a store file of some 6 MB, more than SQLite caches. */
async function fill(): Promise<Cached<string>> {
  const { disk } = await open()
  const value = fresh('x'.repeat(3_000))
  await disk.setMany(Array.from({ length: 2_000 }, (_, index) => ({ key: `names:k${index}`, value, ttl: HOUR_MS })))
  await disk.close()
  return value
}

/** Overwrites everything after the first pages with garbage. */
async function corrupt(firstPages = 3): Promise<void> {
  const file = await openFile(join(folder, 'store.sqlite'), 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - firstPages * PAGE, 0xa5), 0, undefined, firstPages * PAGE)
  await file.close()
}

describe('a corrupt file is quarantined when it is opened, and a new one created:', () => {
  const path = () => join(folder, 'store.sqlite')
  test.each<[string, () => Promise<unknown>]>([
    ['random bytes', () => writeFile(path(), randomBytes(20_000))],
    ['a text', () => writeFile(path(), 'this is no database'.repeat(100))],
    [
      'a truncated database',
      async () => {
        await fill()
        await truncate(path(), 1_000_000)
      },
    ],
    [
      'a database with broken pages',
      async () => {
        await fill()
        await corrupt()
      },
    ],
  ])('%s', async (_, make) => {
    await make()
    const before = await stat(path())
    const { disk, errors, messages } = await open()
    expect(errors).toEqual(['store_quarantined'])
    const aside = (await readdir(folder)).filter((name) => name.includes('.corrupt-') && !/-(wal|shm)$/.test(name))
    expect(aside).toEqual([expect.stringMatching(/^store\.sqlite\.corrupt-\d{4}-\d\d-\d\dT[\d-]+Z$/)])
    expect((await stat(join(folder, aside[0] ?? ''))).ino).toBe(before.ino)
    expect(messages[0]).toContain(
      `STORE_URL ${path()} is corrupt. It was moved to ${path()}${aside[0]?.slice('store.sqlite'.length)} and a new file was created; only cached answers and the count of today's calls are lost: `,
    )

    expect(await disk.isOpen()).toBe(true)
    const { store, names } = storeOn(disk, errors)
    const alice = fresh('Alice')
    names.write('alice', alice)
    await store.close()
    const again = await open()
    expect(await storeOn(again.disk, errors).names.readDisk('alice', anyCall())).toEqual(alice)
    expect([...errors, ...again.errors]).toEqual(['store_quarantined'])
  })

  test('with its journal, which the new file does not get', async () => {
    const journal = randomBytes(1_000)
    await writeFile(path(), randomBytes(20_000))
    await writeFile(`${path()}-wal`, journal)
    expect((await open()).errors).toEqual(['store_quarantined'])
    const aside = (await readdir(folder)).find((name) => /\.corrupt-.+-wal$/.test(name)) ?? ''
    expect(await readFile(join(folder, aside))).toEqual(journal)
  })

  test('but a file that cannot be moved stays, and the store works in memory', async () => {
    // The new name would exceed the maximum length of file names.
    const name = `${'x'.repeat(250)}.db`
    await writeFile(join(folder, name), 'this is no database'.repeat(100))
    const { disk, errors } = await open(name)
    expect(errors).toEqual(['store_open_failed'])
    expect(await disk.isOpen()).toBe(false)
    expect(await readFile(join(folder, name), 'utf8')).toContain('this is no database')
  })
})

describe('a file that is not a store is not changed, and the store works in memory:', () => {
  const at = (name: string) => join(folder, name)
  test.each<[string, string, (path: string) => Promise<unknown>, string]>([
    [
      'a folder',
      'rust-server',
      async (path) => {
        await mkdir(path)
        await writeFile(join(path, 'something'), 'precious')
      },
      'it is a folder',
    ],
    ['a device', 'socket', (path) => symlink('/dev/null', path), 'it is not a file'],
    ['a text', 'server.cfg', (path) => writeFile(path, 'server.seed 1234'), 'it is not a database'],
    [
      'a database of another program',
      'store.sqlite',
      async () => {
        await sql('CREATE TABLE players (name TEXT)')
        await sql('DROP TABLE keyv')
      },
      "it is another program's database, with a table players",
    ],
    [
      'a database of another program with a write-ahead log',
      'store.sqlite',
      async () => {
        await sql('PRAGMA journal_mode=WAL')
        await sql('CREATE TABLE players (name TEXT)')
        await sql('DROP TABLE keyv')
      },
      "it is another program's database, with a table players",
    ],
    [
      'a database of another program that holds it locked',
      'store.sqlite',
      async () => {
        await sql('CREATE TABLE players (name TEXT)')
        const other = new KeyvSqlite({ uri: `sqlite://${at('store.sqlite')}` })
        await other.query('DROP TABLE keyv')
        await other.query('PRAGMA locking_mode=EXCLUSIVE')
        await other.query('BEGIN EXCLUSIVE')
        onTestFinished(() => other.close())
      },
      "it is another program's database, with a table players",
    ],
    [
      'a table of another program',
      'store.sqlite',
      () => sql('ALTER TABLE keyv RENAME COLUMN value TO something'),
      "its table keyv is another program's",
    ],
  ])('%s', async (_, name, make, why) => {
    await make(at(name))
    const isFile = (await stat(at(name))).isFile()
    const before = isFile ? await readFile(at(name)) : undefined
    const { disk, errors, messages } = await open(name)
    expect(errors).toEqual(['store_open_failed'])
    expect(messages[0]).toBe(
      `Error: STORE_URL ${at(name)} is not used; answers are cached in memory only, and /readyz reports it: ${why}. It was not changed; set STORE_URL to a new file or to an existing store.`,
    )
    expect(await disk.isOpen()).toBe(false)
    expect(await readdir(folder)).toEqual([name])
    if (isFile) expect(await readFile(at(name))).toEqual(before)
  })
})

test('reads of a file that becomes corrupt while in use miss, and are reported', async () => {
  const value = await fill()
  const { disk, errors } = await open()
  const { names } = storeOn(disk, errors)
  expect(await names.readDisk('k7', anyCall())).toEqual(value)
  await corrupt()
  const keysOfAll = Array.from({ length: 2_000 }, (_, index) => `k${index}`)
  const found = await Promise.all(keysOfAll.map((key) => storeOn(disk, errors).names.readDisk(key, anyCall())))
  expect(found.filter((entry) => entry === undefined).length).toBeGreaterThan(1_000)
  expect(new Set(errors)).toEqual(new Set(['store_read_failed']))
  // On a busy machine some of the reads take longer than their time limit.
  await expect.poll(() => disk.isOpen()).toBe(true)
})
