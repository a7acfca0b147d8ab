import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { dropDue, openDatabase, PUBLISHED_IDS, type Database } from '../../../src/app/database.ts'
import { backUpDatabase, backUpToFolder } from '../../../src/database/back-up.ts'
import { restoreDatabase } from '../../../src/database/restore.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import { databaseAt, databaseForTest, databasePath, urlForTest } from '../../support/database.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { folderForTest } from '../../support/folder.ts'

const clock = createFakeClock()
const options = { clock, publishedIds: PUBLISHED_IDS, dropDue, replaces: true }
const urlOf = (path: string) => `sqlite://${path}`
const backUp = (path: string, to: string) => backUpDatabase(urlOf(path), to, { clock })
const restore = (path: string, backup: string) => restoreDatabase(urlOf(path), backup, options)

const touch = (database: Database, guildId: string) =>
  database.transaction(({ guilds }) => guilds.touch(guildId, 'de', 1))
const guildsIn = async (path: string) => {
  const database = await databaseForTest(path)
  return (await database.read(({ guilds }) => guilds.all())).map(({ guildId }) => guildId)
}

/** A closed database with the Discord server 1. */
async function written(): Promise<string> {
  const path = databasePath()
  const database = await openDatabase(urlOf(path))
  await touch(database, '1')
  await database.close()
  return path
}

test('a backup is made while the database is written, for this user alone, and is noted', async () => {
  const path = databasePath()
  const database = await databaseForTest(path)
  await touch(database, '0')
  const stop = new AbortController()
  const writing = (async () => {
    for (let id = 1; !stop.signal.aborted; id++) await touch(database, String(id))
  })()
  expect(await backUp(path, `${path}.backup`)).toEqual({ isNoted: true })
  stop.abort()
  await writing
  expect((await stat(`${path}.backup`)).mode & 0o777).toBe(0o600)
  expect(await guildsIn(`${path}.backup`)).toContain('0')
  expect(await database.read(({ meta }) => meta.get('backed_up_at'))).toBe('1000')
})

test('a backup never replaces a file, and one that fails is not noted', async () => {
  const path = await written()
  await writeFile(`${path}.backup`, 'precious')
  await expect(backUp(path, `${path}.backup`)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: `${path}.backup exists already; choose a new file.`,
  })
  expect(await readFile(`${path}.backup`, 'utf8')).toBe('precious')
  const to = join(dirname(path), 'missing/backup')
  await expect(backUp(path, to)).rejects.toThrow(`${to} cannot be created, because its folder does not exist`)
  const database = await databaseForTest(path)
  expect(await database.read(({ meta }) => meta.get('backed_up_at'))).toBeUndefined()
})

test.each([
  ['a missing database', async () => {}, /^DATABASE_URL \S+ does not exist, so there is nothing to back up\.$/],
  ["another program's database", makeForeign, /^DATABASE_URL \S+ is another program's database/],
])('a backup of %s is refused, and leaves no file', async (_, make, message) => {
  const path = databasePath()
  await make(path)
  const before = await readdir(dirname(path))
  await expect(backUp(path, `${path}.backup`)).rejects.toThrow(message)
  expect(await readdir(dirname(path))).toEqual(before)
})

async function makeForeign(path: string) {
  await writeFile(path, '')
  const other = await connectSqlite(path, 'write')
  await other.query('CREATE TABLE players (id)')
  await other.close()
}

test('what an interrupted backup has left does not prevent the next one', async () => {
  const path = await written()
  await writeFile(`${path}.backup.partial`, 'SQLite format 3\u0000')
  await backUp(path, `${path}.backup`)
  expect(await readdir(dirname(path))).toEqual(['community.sqlite', 'community.sqlite.backup'])
})

test('a database that is replaced is kept, and the restored one is for this user alone', async () => {
  const path = await written()
  await backUp(path, `${path}.backup`)
  const database = await openDatabase(urlOf(path))
  await touch(database, '2')
  await database.close()
  const { previous = '' } = await restore(path, `${path}.backup`)
  expect(previous).toBe(`${path}.before-restore-1970-01-01T00-16-40-000Z`)
  expect(await guildsIn(path)).toEqual(['1'])
  expect(await guildsIn(previous)).toEqual(['1', '2'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test.each([
  ['with a damaged page', (size: number) => size - 8_192],
  ['with a damaged beginning', () => 0],
])('a database %s is kept and replaced if it may be', async (_, at) => {
  const path = await written()
  await backUp(path, `${path}.backup`)
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(8_192, 0xff), 0, 8_192, at((await file.stat()).size))
  await file.close()
  const damaged = await readFile(path)
  await expect(restoreDatabase(urlOf(path), `${path}.backup`, { ...options, replaces: false })).rejects.toMatchObject({
    problem: 'damaged',
  })
  const { previous = '' } = await restore(path, `${path}.backup`)
  expect((await readFile(previous)).subarray(-4_096)).toEqual(damaged.subarray(-4_096))
  expect(await guildsIn(path)).toEqual(['1'])
})

test("another program's database is not replaced", async () => {
  const path = await written()
  await backUp(path, `${path}.backup`)
  await rm(path)
  await makeForeign(path)
  const before = await readFile(path)
  await expect(restore(path, `${path}.backup`)).rejects.toMatchObject({ name: 'DatabaseError', problem: 'foreign' })
  expect(before.equals(await readFile(path))).toBe(true)
})

const nameOf = (day: number) => `rapsheet-2026-05-${String(day).padStart(2, '0')}T04-00-00-000Z.sqlite`
const clockOn = (day: number) => {
  const unixMs = Date.UTC(2026, 4, day, 4)
  return { clock: { unixMs: () => unixMs, unixSeconds: () => unixMs / 1000 } }
}

test('the newest backups of a folder are kept, and nothing else in it is deleted', async () => {
  const [url, folder] = [await urlForTest(), folderForTest()]
  const foreign = ['rapsheet-2026-04-01.sqlite', `${nameOf(1)}.bak`, `old-${nameOf(1)}`, 'notes.txt']
  for (const name of foreign) writeFileSync(join(folder, name), 'kept')
  mkdirSync(join(folder, nameOf(1)))
  symlinkSync(join(folder, 'notes.txt'), join(folder, nameOf(2)))
  const results = []
  for (const day of [3, 4, 5, 6]) results.push(await backUpToFolder(url, folder, 2, clockOn(day)))
  const pathOf = (day: number) => join(folder, nameOf(day))
  expect(results).toEqual([
    { path: pathOf(3), isNoted: true, deleted: [] },
    { path: pathOf(4), isNoted: true, deleted: [] },
    { path: pathOf(5), isNoted: true, deleted: [pathOf(3)] },
    { path: pathOf(6), isNoted: true, deleted: [pathOf(4)] },
  ])
  expect(readdirSync(folder).toSorted()).toEqual([...foreign, ...[1, 2, 5, 6].map(nameOf)].toSorted())
  await databaseAt(urlOf(pathOf(6)))
})

test('what an interruption has left does not count as a backup, and goes with those of its time', async () => {
  const [url, folder] = [await urlForTest(), folderForTest()]
  for (const day of [1, 3]) writeFileSync(join(folder, nameOf(day)), 'a backup')
  for (const day of [2, 4]) {
    writeFileSync(join(folder, nameOf(day)), '')
    writeFileSync(join(folder, `${nameOf(day)}.partial`), 'half')
  }
  await backUpToFolder(url, folder, 2, clockOn(5))
  expect(readdirSync(folder).toSorted()).toEqual([nameOf(3), nameOf(4), `${nameOf(4)}.partial`, nameOf(5)])
})

test('the new backup is kept although the clock was set back', async () => {
  const [url, folder] = [await urlForTest(), folderForTest()]
  for (const day of [8, 9]) writeFileSync(join(folder, nameOf(day)), 'a backup')
  const { deleted } = await backUpToFolder(url, folder, 1, clockOn(5))
  expect(deleted).toEqual([join(folder, nameOf(8))])
  expect(readdirSync(folder).toSorted()).toEqual([nameOf(5), nameOf(9)])
})
