import { mkdir, open, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { dropDue, openDatabase, PUBLISHED_IDS } from '../../src/app/database.ts'
import { latestVersion } from '../../src/database/migrate.ts'
import { MIGRATIONS } from '../../src/database/migrations.ts'
import { markRestored, restoreDatabase } from '../../src/database/restore.ts'
import { connectSqlite } from '../../src/lib/plain-sqlite.ts'
import { connectionTo, databaseAt, databasePath, emptyUrlForTest, rowsOf, urlForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { oldSqlite } from '../support/old-databases.ts'
import { migratePostgres, pgClientFor, postgresForTest } from '../support/postgres.ts'

const options = { clock: createFakeClock(), publishedIds: PUBLISHED_IDS, dropDue, replaces: false }
const LATEST = latestVersion(MIGRATIONS)

/** A backup with three entries that are due, and one that is due later, by the clock of any engine. */
const backupWithDue = () =>
  oldSqlite(
    LATEST,
    'UPDATE outbox_entries SET expires_at = 9000000000; UPDATE outbox_entries SET due_at = 8000000000 WHERE id = 5',
  )

/** The rows of a table as SQLite stores them, in one order. */
const comparable = (rows: readonly object[]) =>
  rows
    .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'boolean' ? Number(value) : value)))
    .toSorted()

async function rowsIn(db: Knex, tables: readonly string[]) {
  const rows: Record<string, string[]> = {}
  for (const table of tables) rows[table] = comparable(await db(table).select<object[]>('*'))
  return rows
}

/** Tables whose rows a restore changes. */
const CHANGED = new Set(['schema_version', 'leases', 'meta', 'outbox_entries', 'outbox_messages', 'sqlite_sequence'])

test('every row of a backup is restored, and what was due at that time is not sent', async () => {
  const backup = await backupWithDue()
  const stored = await rowsOf(backup)
  const url = await emptyUrlForTest()
  const { previous, dropped } = await restoreDatabase(url, backup, options)
  expect([previous, dropped]).toEqual([undefined, 3])

  const db = await connectionTo(url)
  const tables = Object.keys(stored).filter((table) => !CHANGED.has(table))
  const expected = Object.fromEntries(tables.map((table) => [table, comparable(stored[table] ?? [])]))
  expect(await rowsIn(db, tables)).toEqual(expected)
  expect(await db('outbox_messages')).toEqual([])
  const entries = await db('outbox_entries').select<{ id: number; told_at: number | null }[]>('id', 'told_at')
  expect(entries).toHaveLength(stored['outbox_entries']?.length ?? 0)
  // The digest of a later hour stays.
  expect(entries.flatMap(({ id, told_at }) => (told_at === null ? [id] : []))).toEqual([5])
  expect(await db('meta').where('name', 'restored_at')).toHaveLength(1)
  // The backup can be restored again.
  expect(await rowsOf(backup)).toEqual(stored)
})

test('a restored database works, and gives no id that messages to Discord may already name', async () => {
  const url = await emptyUrlForTest()
  await restoreDatabase(url, await oldSqlite(LATEST), options)
  const database = await databaseAt(url)
  await database.transaction(async ({ accounts, watches }) => {
    const [{ steamId } = { steamId: '' }] = await watches.list('110000000000000001')
    const observation = { steamId, firstSeenAt: 9, record: {}, lastBan: null, changes: [] }
    expect(await accounts.addObservation(observation)).toBeGreaterThan(1_000_000)
  })
  const failing = database.transaction(({ watches }) =>
    watches.add([
      {
        guildId: 'unknown',
        steamId: '76561197960287930',
        addedBy: '1',
        addedAt: 1,
        reason: '',
        until: null,
        baselineAt: null,
      },
    ]),
  )
  await expect(failing).rejects.toThrow(/foreign key/i)
})

test('an id whose row was deleted before the backup is not given again', async () => {
  const backup = await oldSqlite(
    LATEST,
    'INSERT INTO sweeps (id, started_at, interval_seconds, total) VALUES (41, 1, 1, 1); DELETE FROM sweeps WHERE id = 41',
  )
  const url = await emptyUrlForTest()
  await restoreDatabase(url, backup, options)
  const db = await connectionTo(url)
  const [inserted] = await db('sweeps').insert({ started_at: 2, interval_seconds: 1, total: 1 }).returning('id')
  expect(inserted).toEqual({ id: 42 })
})

/** A closed database with a Discord server. */
async function usedUrl() {
  const url = await urlForTest()
  const database = await openDatabase(url)
  await database.transaction(({ guilds }) => guilds.touch('999', 'de', 1))
  await database.close()
  return url
}

async function expectUnchanged(url: string) {
  const database = await databaseAt(url)
  expect((await database.read(({ guilds }) => guilds.all())).map(({ guildId }) => guildId)).toEqual(['999'])
}

test('rows that are there are not replaced without being asked to', async () => {
  const url = await usedUrl()
  await expect(restoreDatabase(url, await oldSqlite(LATEST), options)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: 'The database has rows, so nothing was restored. Add --replace to replace them.',
  })
  await expectUnchanged(url)
})

test('a backup is not restored into itself', async () => {
  const [path, link] = [await oldSqlite(LATEST), databasePath()]
  await symlink(path, link)
  for (const backup of [path, link])
    await expect(restoreDatabase(`sqlite://${path}`, backup, { ...options, replaces: true })).rejects.toMatchObject({
      name: 'DatabaseError',
      message: `The backup ${backup} is the database itself.`,
    })
  expect(await readdir(dirname(path))).toEqual(['community.sqlite'])
})

test.each([
  ['of a newer program', `INSERT INTO schema_version VALUES (${LATEST + 1}, 1, NULL)`],
  ['of an unpublished program', 'UPDATE schema_version SET version = 8'],
])('a file %s is kept and replaced if it may be, once no process uses it', async (_, statement) => {
  const backup = await oldSqlite(LATEST)
  const path = await oldSqlite(LATEST, `PRAGMA journal_mode = WAL; ${statement}`)
  const [url, before] = [`sqlite://${path}`, await rowsOf(path)]
  const user = await connectSqlite(path, 'write')
  await user.query('SELECT * FROM schema_version')
  const restore = (replaces: boolean) => restoreDatabase(url, backup, { ...options, replaces })
  await expect(restore(true)).rejects.toMatchObject({ problem: 'busy' })
  await user.close()
  await expect(restore(false)).rejects.toThrow(/has schema version/)
  expect(await rowsOf(path)).toEqual(before)

  const { previous = '' } = await restore(true)
  expect(await rowsOf(previous)).toEqual(before)
  expect((await rowsOf(path))['guilds']).toEqual((await rowsOf(backup))['guilds'])
  await databaseAt(url)
})

test('a Postgres database of a newer program stays, and the error says what to do instead', async () => {
  const url = await migratePostgres(await postgresForTest())
  const client = await pgClientFor(url)
  await client.query(`INSERT INTO schema_version VALUES (${LATEST + 1}, 1, NULL)`)
  const restoring = restoreDatabase(url, await oldSqlite(LATEST), { ...options, replaces: true })
  await expect(restoring).rejects.toMatchObject({
    problem: 'newer',
    message: expect.stringContaining('cannot be replaced. Set DATABASE_URL to a new database.'),
  })
})

test('a restore is refused while a process uses the database, even an idle one, and changes nothing', async () => {
  const url = await urlForTest()
  const database = await databaseAt(url)
  await database.transaction(({ guilds }) => guilds.touch('999', 'de', 1))
  const backup = await oldSqlite(LATEST)
  const ways = [() => restoreDatabase(url, backup, { ...options, replaces: true }), () => markRestored(url, options)]
  for (const restore of ways)
    await expect(restore()).rejects.toMatchObject({
      name: 'DatabaseError',
      problem: 'busy',
      message: expect.stringMatching(/is used by .*(Stop the service|Stop all replicas) first\./),
    })
  await database.transaction(({ meta }) => meta.set('guild_count', '5'))
  expect(await database.read(({ guilds }) => guilds.all())).toHaveLength(1)
})

test('a database that another program has restored sends nothing of what was due', async () => {
  const url = await emptyUrlForTest()
  await restoreDatabase(url, await backupWithDue(), { ...options, dropDue: async () => 0, publishedIds: [] })
  expect(await markRestored(url, options)).toBe(3)
  const db = await connectionTo(url)
  expect(await db('outbox_messages')).toEqual([])
})

test.each<[string, (backup: string) => Promise<unknown>, string, string]>([
  ['is missing', (backup) => rm(backup), 'unavailable', 'cannot be read: ENOENT'],
  ['is a folder', (backup) => rm(backup).then(() => mkdir(backup)), 'unavailable', 'cannot be read: EISDIR'],
  ['is a text', (backup) => writeFile(backup, 'Dear diary'), 'damaged', 'cannot be read: SQLITE_NOTADB'],
  ['was interrupted', (backup) => writeFile(backup, ''), 'foreign', 'is not a database of Rapsheet, or its writing'],
  ["is another program's", (backup) => change(backup, 'PRAGMA application_id = 1'), 'foreign', 'is not a database of'],
  ['is a dump of Postgres', (backup) => writeFile(backup, 'PGDMP'), 'foreign', 'is a dump of Postgres: restore it'],
  [
    'was made by a newer program',
    (backup) => change(backup, `INSERT INTO schema_version VALUES (${LATEST + 1}, 1, NULL)`),
    'newer',
    `has schema version ${LATEST + 1}, and this program knows versions up to ${LATEST}`,
  ],
  [
    'was made by an unpublished program',
    (backup) => change(backup, 'UPDATE schema_version SET version = 8'),
    'unavailable',
    'has schema version 8, which belongs to an unpublished version of Rapsheet and cannot be migrated.',
  ],
  ['is damaged', damage, 'damaged', 'cannot be read: SQLITE_CORRUPT'],
  [
    'has a row that refers to a missing row',
    (backup) => change(backup, "INSERT INTO accounts (steam_id, observation_id) VALUES ('1', 7)"),
    'unavailable',
    'cannot be opened: a row of accounts refers to a missing row',
  ],
])('a backup that %s is refused, and the database stays', async (_, spoil, problem, message) => {
  const url = await usedUrl()
  const backup = await oldSqlite(LATEST)
  await spoil(backup)
  const files = await readdir(dirname(backup))
  await expect(restoreDatabase(url, backup, { ...options, replaces: true })).rejects.toMatchObject({
    name: 'DatabaseError',
    problem,
    message: expect.stringContaining(`The backup ${backup} ${message}`),
  })
  expect(await readdir(dirname(backup))).toEqual(files)
  await expectUnchanged(url)
})

test('a backup that cannot be read is named as it is, without what to do about the database', async () => {
  const backup = `${databasePath()} of today`
  await expect(restoreDatabase(await urlForTest(), backup, options)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: `The backup ${backup} cannot be read: ENOENT: no such file or directory, open '${backup}'.`,
  })
})

async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(8_192, 0xff), 0, 8_192, size - 8_192)
  await file.close()
}

async function change(path: string, statement: string): Promise<void> {
  const connection = await connectSqlite(path, 'write')
  await connection.query(statement)
  await connection.close()
}
