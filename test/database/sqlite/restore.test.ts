import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { dueAlerts, planAlerts } from '../../support/outbox.ts'
import { backUpSqlite } from '../../../src/database/sqlite/backup.ts'
import { latestVersion } from '../../../src/database/migrate.ts'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { dropDue, openDatabase, PUBLISHED_IDS, type Database, type Repositories } from '../../../src/app/database.ts'
import { restoreSqlite } from '../../../src/database/sqlite/restore.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { ALICE, alertOf, BOB, CAROL, GUILD } from '../../support/community.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { storedTokenOf } from '../../support/tool-tests.ts'
import { databaseForTest, databasePath, rowsOf, sqliteForTest } from '../../support/database.ts'
import { oldSqlite } from '../../support/old-databases.ts'
import { exceptionOf, policyOf, storePolicy, tokenOf } from '../../support/policy-records.ts'

const options = { clock: createFakeClock(), publishedIds: PUBLISHED_IDS, dropDue }
const LATEST = latestVersion(MIGRATIONS)
const urlOf = (path: string) => `sqlite://${path}`
const backUp = (path: string, to: string) => backUpSqlite(urlOf(path), to)
const restore = (path: string, backup: string) => restoreSqlite(urlOf(path), backup, options)

const setCount = (database: Database, value: string) =>
  database.transaction(({ meta }) => meta.set('guild_count', value))
const countOf = (database: Database) => database.read(({ meta }) => meta.get('guild_count'))

/** A closed database with this count. */
async function write(path: string, count: string): Promise<void> {
  const database = await openDatabase(urlOf(path))
  await setCount(database, count)
  await database.close()
}

/** A closed database with the count 1. */
async function written(): Promise<string> {
  const path = databasePath()
  await write(path, '1')
  return path
}

/** A closed database with the count 1, and its backup. */
async function writtenWithBackup() {
  const path = await written()
  const backup = `${path}.backup`
  await backUp(path, backup)
  return { path, backup }
}

test('a backup is made while the database is written, for this user alone, and can be opened', async () => {
  const path = databasePath()
  const backup = `${path}.backup`
  const database = await databaseForTest(path)
  await setCount(database, '0')
  const stop = new AbortController()
  const writing = (async () => {
    for (let i = 1; !stop.signal.aborted; i++) await setCount(database, String(i))
  })()
  await backUp(path, backup)
  stop.abort()
  await writing
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  expect(await countOf(await databaseForTest(backup))).toMatch(/^\d+$/)
})

test('a backup never replaces a file', async () => {
  const path = await written()
  await writeFile(`${path}.backup`, 'precious')
  await expect(backUp(path, `${path}.backup`)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: `${path}.backup exists already; choose a new file.`,
  })
  expect(await readFile(`${path}.backup`, 'utf8')).toBe('precious')
})

test.each([
  ['a missing database', async () => {}, /^DATABASE_URL \S+ does not exist, so there is nothing to back up\.$/],
  [
    "another program's database",
    async (path: string) => {
      await writeFile(path, '')
      const other = await connectSqlite(path, 'write')
      await other.query('CREATE TABLE players (id)')
      await other.close()
    },
    /^DATABASE_URL \S+ is another program's database/,
  ],
])('a backup of %s is refused, and leaves no file', async (_, make, message) => {
  const path = databasePath()
  await make(path)
  const before = await readdir(dirname(path))
  await expect(backUp(path, `${path}.backup`)).rejects.toThrow(message)
  expect(await readdir(dirname(path))).toEqual(before)
})

test('a backup into a missing folder is refused', async () => {
  const path = await written()
  const to = join(dirname(path), 'missing/backup')
  await expect(backUp(path, to)).rejects.toThrow(`${to} cannot be created: ENOENT`)
})

test('a backup that was interrupted leaves an empty file, which cannot be restored', async () => {
  const path = await written()
  await writeFile(`${path}.backup`, '')
  await writeFile(`${path}.backup.partial`, 'SQLite format 3\u0000')
  await expect(restore(path, `${path}.backup`)).rejects.toThrow('its writing was interrupted')
  await rm(`${path}.backup`)
  await backUp(path, `${path}.backup`)
  expect(await readdir(dirname(path))).toEqual(['community.sqlite', 'community.sqlite.backup'])
})

test('a restored database is equal to the backup, marked as restored, and the replaced one is kept', async () => {
  const { path, backup } = await writtenWithBackup()
  await write(path, '2')
  const { previous } = await restore(path, backup)
  expect(previous).toBe(`${path}.before-restore-1970-01-01T00-16-40-000Z`)

  const database = await databaseForTest(path)
  expect(await countOf(database)).toBe('1')
  expect(await database.read(({ meta }) => meta.get('restored_at'))).toBe('1000')
  expect(await countOf(await databaseForTest(previous))).toBe('2')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  // The backup can be restored again.
  const original = await databaseForTest(backup)
  expect(await original.read(({ meta }) => meta.get('restored_at'))).toBeUndefined()
})

const schemaOf = (db: Knex) => db('sqlite_schema').orderBy('name').select('name', 'sql')

test('only the rows of a backup are restored, into the schema of this program', async () => {
  const backup = await oldSqlite(LATEST)
  const { meta: _, leases: __, outbox_messages, outbox_entries, ...rows } = await rowsOf(backup)
  await change(
    backup,
    'CREATE TABLE notes (text TEXT)',
    'CREATE UNIQUE INDEX one_action ON audit_log (id, action)',
    'ALTER TABLE accounts ADD COLUMN extra TEXT',
    'ALTER TABLE audit_log ADD COLUMN calm INTEGER CHECK (calm IS NULL)',
  )
  const path = databasePath()
  const { dropped } = await restore(path, backup)
  const {
    meta: ___,
    leases: ____,
    outbox_messages: messages,
    outbox_entries: entries = [],
    ...restored
  } = await rowsOf(path)
  expect(restored).toEqual(rows)
  // What was due is not sent, and counts as told; the digest of a later hour stays.
  expect([dropped, outbox_messages?.length, messages]).toEqual([3, 2, []])
  expect(entries.map(({ id }) => id)).toEqual(outbox_entries?.map(({ id }) => id))
  expect(entries.flatMap(({ id, told_at }) => (told_at === null ? [id] : []))).toEqual([5])
  expect(entries.filter(({ message_id }) => message_id !== null)).toEqual([])
  expect(rows['audit_log']).not.toEqual([])
  expect(await schemaOf(await sqliteForTest(path))).toEqual(await schemaOf(await sqliteForTest()))
})

test('a restored database does not give an id again whose row was deleted before the backup', async () => {
  const { path, backup } = await writtenWithBackup()
  await change(
    backup,
    'INSERT INTO sweeps (id, started_at, interval_seconds, total) VALUES (41, 1, 1, 1)',
    'DELETE FROM sweeps',
  )
  await restore(path, backup)
  const db = await sqliteForTest(path)
  expect(await db('sweeps').insert({ started_at: 2, interval_seconds: 1, total: 1 })).toEqual([42])
})

test('a restored database uses no id that messages to Discord may already name', async () => {
  const { path, backup } = await writtenWithBackup()
  await restore(path, backup)
  const db = await sqliteForTest(path)
  await db('accounts').insert({ steam_id: '1' })
  const [id] = await db('observations').insert({ steam_id: '1', first_seen_at: 1, record: '{}', changes: '[]' })
  expect(id).toBe(1_000_001)
})

test('a restore where there is no database makes one, without journals of an earlier one', async () => {
  const { path, backup } = await writtenWithBackup()
  const kept = await databaseForTest(path)
  await setCount(kept, '2')
  // Simulates a file that was moved away without its journal.
  await rename(path, `${path}.away`)
  await link(`${path}-wal`, `${path}-wal.again`)
  expect(await restore(path, backup)).toEqual({ previous: undefined, dropped: 0 })
  expect(await countOf(await databaseForTest(path))).toBe('1')
  expect(await readdir(dirname(path))).toContain('community.sqlite.before-restore-1970-01-01T00-16-40-000Z-wal')
})

test('a restore is refused while the database is open, even idle, and changes nothing', async () => {
  const { path, backup } = await writtenWithBackup()
  const database = await databaseForTest(path)
  await setCount(database, '2')
  const files = await readdir(dirname(path))
  await expect(restore(path, backup)).rejects.toMatchObject({
    name: 'DatabaseError',
    problem: 'busy',
    message: `DATABASE_URL ${path} is used by another process. Stop the service first.`,
  })
  expect(await readdir(dirname(path))).toEqual(files)
  await setCount(database, '3')
  expect(await countOf(database)).toBe('3')
})

test.each<[string, (backup: string) => Promise<void>, string, string]>([
  ['is missing', (backup) => rm(backup), 'unavailable', 'cannot be read: ENOENT'],
  [
    'is a folder',
    (backup) =>
      rm(backup)
        .then(() => mkdir(backup))
        .then(() => {}),
    'foreign',
    'is not a file.',
  ],
  ['is a text', (backup) => writeFile(backup, 'Dear diary'), 'damaged', 'cannot be read: SQLITE_NOTADB'],
  [
    "is another program's database",
    (backup) => change(backup, 'PRAGMA application_id = 1'),
    'foreign',
    'is not a database of Rapsheet',
  ],
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
  [
    'has a trigger, which would change rows in the service',
    (backup) => change(backup, 'CREATE TRIGGER lift AFTER INSERT ON bans BEGIN DELETE FROM bans; END'),
    'foreign',
    'has the trigger lift, which is not of Rapsheet.',
  ],
  [
    'has a view',
    (backup) => change(backup, 'CREATE VIEW all_bans AS SELECT * FROM bans'),
    'foreign',
    'has the view all_bans, which is not of Rapsheet.',
  ],
  ['is damaged', damage, 'damaged', 'is damaged: '],
  [
    'has a row that breaks a constraint',
    (backup) =>
      change(
        backup,
        'DROP TABLE meta',
        'CREATE TABLE meta (name, value)',
        "INSERT INTO meta VALUES ('restored_at', NULL)",
      ),
    'damaged',
    'does not fit the schema of this program: SQLITE_CONSTRAINT: NOT NULL constraint failed: meta.value.',
  ],
  [
    'has a row that refers to a missing row',
    (backup) => change(backup, "INSERT INTO accounts (steam_id, observation_id) VALUES ('1', 7)"),
    'damaged',
    'does not fit the schema of this program: a row of accounts refers to a missing row.',
  ],
  [
    'lacks a table',
    (backup) => change(backup, 'DROP TABLE bans'),
    'damaged',
    'does not fit the schema of this program: SQLITE_ERROR: no such table: source.bans.',
  ],
  [
    'lacks a column',
    (backup) => change(backup, 'ALTER TABLE meta RENAME COLUMN value TO text'),
    'damaged',
    'does not fit the schema of this program: SQLITE_ERROR: no such column: value.',
  ],
])('a backup that %s is refused, and the database stays', async (_, spoil, problem, message) => {
  const { path, backup } = await writtenWithBackup()
  await write(path, '2')
  await spoil(backup)
  const files = await readdir(dirname(path))
  await expect(restore(path, backup)).rejects.toMatchObject({
    name: 'DatabaseError',
    problem,
    message: expect.stringContaining(`The backup ${backup} ${message}`),
  })
  expect(await readdir(dirname(path))).toEqual(files)
  expect(await countOf(await databaseForTest(path))).toBe('2')
})

/** Overwrites the last two pages. */
async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(8_192, 0xff), 0, 8_192, size - 8_192)
  await file.close()
}

async function change(path: string, ...statements: string[]): Promise<void> {
  const connection = await connectSqlite(path, 'write')
  for (const statement of statements) await connection.query(statement)
  await connection.close()
}

test('a database with a damaged page is replaced, and kept', async () => {
  const { path, backup } = await writtenWithBackup()
  await damage(path)
  const damaged = await readFile(path)
  const { previous } = await restore(path, backup)
  expect((await readFile(previous ?? '')).subarray(-4_096)).toEqual(damaged.subarray(-4_096))
  expect(await countOf(await databaseForTest(path))).toBe('1')
})

test('the database itself is refused as its backup', async () => {
  const path = await written()
  await expect(restore(path, path)).rejects.toThrow('is the database itself')
})

test.each([
  ["another program's database", (path: string) => change(path, 'PRAGMA application_id = 1'), 'foreign'],
  ['a damaged database', (path: string) => writeFile(path, 'SQLite format 3\u0000'.repeat(100)), 'damaged'],
])('%s is not replaced', async (_, spoil, problem) => {
  const { path, backup } = await writtenWithBackup()
  await spoil(path)
  const before = await readFile(path)
  await expect(restore(path, backup)).rejects.toMatchObject({ name: 'DatabaseError', problem })
  expect(before.equals(await readFile(path))).toBe(true)
})

test('a restored policy has its exceptions and tokens, and never uses the id of a message or token again', async () => {
  const path = databasePath()
  const plan = async (repositories: Repositories, steamId: SteamId) => {
    await alertOf(repositories, GUILD, steamId)
    await planAlerts(repositories, GUILD)
  }
  const before = await openDatabase(urlOf(path))
  await before.transaction(async (repositories) => {
    await storePolicy(repositories)
    await repositories.policyExceptions.set(exceptionOf())
    await repositories.policyTokens.add(tokenOf('a'))
    await repositories.toolTokens.add(storedTokenOf('b'))
    await repositories.accounts.ensure([ALICE, BOB, CAROL])
    await plan(repositories, ALICE)
  })
  await backUp(path, `${path}.backup`)
  await before.transaction((repositories) => plan(repositories, BOB))
  await before.close()
  await restore(path, `${path}.backup`)

  const database = await databaseForTest(path)
  await database.transaction(async (repositories) => {
    expect(await repositories.policies.get(GUILD)).toEqual(policyOf())
    expect(await repositories.policyExceptions.list(GUILD)).toEqual([exceptionOf()])
    expect(await repositories.policyTokens.list(GUILD)).toMatchObject([tokenOf('a')])
    expect(await repositories.toolTokens.list(GUILD)).toMatchObject([storedTokenOf('b')])
    const tokenId = await repositories.toolTokens.add(storedTokenOf('c', { name: 'new' }))
    expect(tokenId).toBeGreaterThan(1_000_000)
    await plan(repositories, CAROL)
    const ids = (await dueAlerts(repositories)).map(({ id }) => id)
    expect(ids).toEqual([expect.toSatisfy((id: number) => id > 1_000_000)])
  })
})
