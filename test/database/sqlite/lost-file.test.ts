import { copyFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/app/database.ts'
import { backUpDatabase } from '../../../src/database/back-up.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { databaseAt, databasePath } from '../../support/database.ts'
import { folderForTest } from '../../support/folder.ts'

test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
  ['the file is deleted', (path) => rm(path), /is lost: it was deleted while/],
  ['its folder is deleted', (path) => rm(dirname(path), { recursive: true }), /it was deleted/],
  ['its folder is renamed', (path) => rename(dirname(path), `${dirname(path)}-old`), /it was deleted/],
  [
    'another file is moved over it',
    (path) => copyFile(path, `${path}.new`).then(() => rename(`${path}.new`, path)),
    /it was replaced/,
  ],
  ['an empty file is put in its place', (path) => rm(path).then(() => writeFile(path, '')), /it was replaced/],
  ['it is emptied', (path) => truncate(path), /it was emptied/],
  ['its write-ahead log is deleted', (path) => rm(`${path}-wal`), /its file \S+-wal was deleted/],
  ['the index of its log is deleted', (path) => rm(`${path}-shm`), /its file \S+-shm was deleted/],
])('an open database says that it is lost once %s', async (_, lose, message) => {
  const path = join(folderForTest(), 'data', 'community.sqlite')
  const database = await databaseAt(`sqlite://${path}`)
  await database.transaction(({ meta }) => meta.set('guild_count', '1'))
  await lose(path)
  const lost = { name: 'DatabaseError', problem: 'lost', message: expect.stringMatching(message) }
  await expect(database.transaction(({ meta }) => meta.set('guild_count', '2'))).rejects.toMatchObject(lost)
  await expect(database.read(({ meta }) => meta.get('guild_count'))).rejects.toMatchObject(lost)
})

test('what is written while the file is deleted is not called stored', async () => {
  const path = databasePath()
  const database = await databaseAt(`sqlite://${path}`)
  const writing = database.transaction(async ({ meta }) => {
    await meta.set('guild_count', '1')
    await rm(path)
  })
  await expect(writing).rejects.toMatchObject({ problem: 'lost' })
})

test('a database that is put back works again', async () => {
  const path = databasePath()
  const database = await databaseAt(`sqlite://${path}`)
  await rename(path, `${path}.away`)
  await expect(database.read(({ meta }) => meta.get('guild_count'))).rejects.toMatchObject({ problem: 'lost' })
  await rename(`${path}.away`, path)
  await database.transaction(({ meta }) => meta.set('guild_count', '2'))
  expect(await database.read(({ meta }) => meta.get('guild_count'))).toBe('2')
})

test('other processes that open, back up, empty the log of and close a database do not make it lost', async () => {
  const path = databasePath()
  const url = `sqlite://${path}`
  const database = await databaseAt(url)
  await database.transaction(({ meta }) => meta.set('guild_count', '1'))
  const other = await openDatabase(url)
  await other.purgeDeleted()
  await other.close()
  await backUpDatabase(url, `${path}.backup`, { clock: systemClock })
  await database.purgeDeleted()
  await database.transaction(({ meta }) => meta.set('guild_count', '2'))
  expect(await database.read(({ meta }) => meta.get('guild_count'))).toBe('2')
})

test('whether a database is new is known when it was opened', async () => {
  const url = `sqlite://${databasePath()}`
  const created: string[] = []
  for (const start of ['first', 'second']) {
    const database = await openDatabase(url, { onCreate: () => created.push(start) })
    await database.close()
  }
  expect(created).toEqual(['first'])
})
