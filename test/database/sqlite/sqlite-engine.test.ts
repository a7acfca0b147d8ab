import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../src/database/create-database.ts'
import { createRepositories, type Repositories } from '../../../src/app/database.ts'
import { createSqliteEngine } from '../../../src/database/sqlite/sqlite-engine.ts'
import { databaseForTest, databasePath, sqliteForTest } from '../../support/database.ts'

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
  const db = await sqliteForTest()
  const database = createDatabase(await createSqliteEngine('community.sqlite', db), createRepositories)
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
    message:
      'DATABASE_URL community.sqlite failed, and nothing was changed: SQLITE_FULL: database or disk is full. Free some disk space.',
  })
  expect(await database.read(read)).toBe('1')
  expect(await database.read(({ audit }) => audit.list('1', 100))).toEqual([])
  await db.raw('PRAGMA max_page_count = 100000')
  await fill()
  expect(await database.read(({ audit }) => audit.list('1', 100))).toHaveLength(20)
})

test('a deleted value is in no file once the log is truncated', async () => {
  const path = databasePath()
  const database = await databaseForTest(path)
  const secret = 'a-text-to-find-again'
  await database.transaction(write(secret))
  await database.transaction(({ meta }) => meta.set('guild_count', null))
  await database.purgeDeleted()
  for (const file of [path, `${path}-wal`]) expect((await readFile(file)).includes(secret)).toBe(false)
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
