import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../src/database/create-database.ts'
import { createRepositories, type Repositories } from '../../../src/app/database.ts'
import { createSqliteEngine } from '../../../src/database/sqlite/sqlite-engine.ts'
import { databaseForTest, databasePath, sqliteForTest } from '../../support/database.ts'
import { deferred } from '../../support/deferred.ts'

const write =
  (value: string) =>
  ({ meta }: Repositories) =>
    meta.set('guild_count', value)
const read = ({ meta }: Repositories) => meta.get('guild_count')

test('a transaction that waits too long for another process is refused as busy, and later ones work', async () => {
  const path = databasePath()
  const [other, db] = [await databaseForTest(path), await sqliteForTest(path)]
  await db.raw('PRAGMA busy_timeout = 10')
  const database = createDatabase(await createSqliteEngine(path, db), createRepositories)
  await other.transaction(() =>
    expect(database.transaction(write('1'))).rejects.toMatchObject({ name: 'DatabaseError', problem: 'busy' }),
  )
  await database.transaction(write('2'))
  expect(await database.read(read)).toBe('2')
})

test('on a full disk a transaction writes nothing, and says so; with free space the next one works', async () => {
  const path = databasePath()
  const db = await sqliteForTest(path)
  const database = createDatabase(await createSqliteEngine(path, db), createRepositories)
  await database.transaction(write('1'))
  const [{ page_count: pages }] = await db.raw('PRAGMA page_count')
  // Tables that a migration has dropped have left free pages.
  await db.raw(`PRAGMA max_page_count = ${pages + 5}`)
  const entry = {
    guildId: '1',
    at: 1,
    userId: null,
    action: 'added' as const,
    steamId: null,
    detail: 'x'.repeat(30_000),
  }
  const fill = () =>
    database.transaction(async ({ guilds, audit, meta }) => {
      await guilds.touch('1', 'en-GB', 1)
      await meta.set('guild_count', '2')
      // Sent together, so that some reach SQLite after it has rolled back.
      await Promise.all(Array.from({ length: 20 }, () => audit.add([entry])))
    })
  await expect(fill()).rejects.toMatchObject({
    name: 'DatabaseError',
    problem: 'full',
    message: `DATABASE_URL ${path} failed, and nothing was changed: SQLITE_FULL: database or disk is full. Free some disk space.`,
  })
  expect(await database.read(read)).toBe('1')
  expect(await database.read(({ audit }) => audit.list('1', 100))).toEqual([])
  await db.raw('PRAGMA max_page_count = 100000')
  await fill()
  expect(await database.read(({ audit }) => audit.list('1', 100))).toHaveLength(20)
})

test('a statement of a read that takes too long is interrupted, and says so; other reads and writes go on', async () => {
  const path = databasePath()
  const engine = await createSqliteEngine(path, await sqliteForTest(path), { statementMs: 50 })
  const database = createDatabase(engine, createRepositories)
  onTestFinished(() => database.close())
  const endless = engine.read((transaction) =>
    transaction.raw('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'),
  )
  const writing = database.transaction(write('1'))
  await expect(endless.catch((error: unknown) => Promise.reject(engine.explain(error)))).rejects.toMatchObject({
    name: 'DatabaseError',
    problem: 'busy',
    message: expect.stringContaining('It took too long. Try again.'),
  })
  await writing
  expect(await database.read(read)).toBe('1')
})

test('a read cannot write', async () => {
  const path = databasePath()
  const engine = await createSqliteEngine(path, await sqliteForTest(path))
  onTestFinished(() => engine.close())
  const writing = engine.read((transaction) => transaction('meta').insert({ name: 'a', value: 'b' }))
  await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' })
})

test('the removal of what was deleted waits for a read that has begun, and leaves nothing in the log', async () => {
  const path = databasePath()
  const database = await databaseForTest(path)
  const secret = 'a-text-to-find-again'
  await database.transaction(write(secret))
  const [hasRead, goesOn] = [deferred<void>(), deferred<void>()]
  const reading = database.read(async (repositories) => {
    await read(repositories)
    hasRead.resolve()
    await goesOn.promise
    return read(repositories)
  })
  await hasRead.promise
  await database.transaction(({ meta }) => meta.set('guild_count', null))
  const purging = database.purgeDeleted()
  goesOn.resolve()
  expect(await reading).toBe(secret)
  await purging
  for (const file of [path, `${path}-wal`]) expect((await readFile(file)).includes(secret)).toBe(false)
  expect(await database.read(read)).toBeUndefined()
})

test('a database that is closed has its log in its file', async () => {
  const path = databasePath()
  const database = await databaseForTest(path)
  await database.transaction(write('1'))
  expect(await database.read(read)).toBe('1')
  await database.close()
  expect((await readdir(dirname(path))).filter((name) => name.startsWith(basename(path)))).toEqual([basename(path)])
})

test('a deleted value is in no file after its row was moved many times', async () => {
  const path = databasePath()
  const db = await sqliteForTest(path)
  const engine = await createSqliteEngine(path, db)
  const secretOf = (n: number) => `secret-${n}-`
  await db.raw('CREATE TABLE texts (n INTEGER PRIMARY KEY, text TEXT UNIQUE)')
  // Rows that shrink and grow are moved within their pages and to other ones.
  for (let round = 0; round < 10; round++)
    await engine.write(async (transaction) => {
      for (let n = round % 2; n < 200; n += 2) {
        const text = `${secretOf(n)}${'x'.repeat((n * 379 + round * 911) % 700)}`
        await transaction.raw('INSERT OR REPLACE INTO texts VALUES (?, ?)', [(n * 7) % 200, text])
      }
    })
  await engine.write((transaction) => transaction.raw('DELETE FROM texts WHERE n % 3 > 0'))
  await engine.purgeDeleted()
  const deleted = Array.from({ length: 200 }, (_, n) => n).filter((n) => ((n * 7) % 200) % 3 > 0)
  for (const file of [path, `${path}-wal`]) {
    const content = await readFile(file, 'latin1')
    expect(deleted.filter((n) => content.includes(secretOf(n)))).toEqual([])
  }
})
