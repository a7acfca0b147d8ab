import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Knex } from 'knex'
import { describe, expect, test } from 'vitest'
import { APPLICATION_ID } from '../../../src/database/sqlite/check-file.ts'
import { latestVersion } from '../../../src/database/migrate.ts'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { openConnection } from '../../../src/database/sqlite/open-connection.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { databasePath, sqliteForTest } from '../../support/database.ts'

const clock = createFakeClock()
const KNOWN = latestVersion(MIGRATIONS)
const GUILD = { guild_id: '1', locale: 'de', last_interaction_at: 1 }

/** Runs statements on a file through a plain connection, which creates it where missing. */
async function run(path: string, ...statements: string[]): Promise<void> {
  await (await open(path, 'a')).close()
  const connection = await connectSqlite(path, 'write')
  for (const statement of statements) await connection.query(statement)
  await connection.close()
}

/** Writes a database with this many guilds, and closes it. */
async function writeGuilds(path: string, count: number): Promise<void> {
  const db = await openConnection(path, { clock })
  for (let i = 0; i < count; i++) await db('guilds').insert({ ...GUILD, guild_id: String(i).padStart(1_000, '0') })
  await db.destroy()
}

const guilds = (db: Knex) => db('guilds').select()

describe('a missing file', () => {
  test('is created with its folder, for this user alone', async () => {
    const path = join(dirname(databasePath()), 'made/for/this.sqlite')
    const db = await sqliteForTest(path)
    await db('guilds').insert(GUILD)
    for (const file of [path, `${path}-wal`]) expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('is created by several connections at once', async () => {
    for (let round = 0; round < 10; round++) {
      const path = databasePath()
      const all = await Promise.all([1, 2, 3].map(() => sqliteForTest(path)))
      for (const db of all) expect(await guilds(db)).toEqual([])
    }
  })

  test('in a folder that cannot be made is refused', async () => {
    const path = join(databasePath(), 'community.sqlite')
    await writeFile(dirname(path), 'a file')
    await expect(openConnection(path, { clock })).rejects.toMatchObject({
      name: 'DatabaseError',
      problem: 'unavailable',
      message: expect.stringMatching(
        /^DATABASE_URL \S+ cannot be opened: EEXIST.*\. Set DATABASE_URL to a file in a folder that this user may write\.$/,
      ),
    })
  })
})

test.each([
  ['without content', []],
  ['without tables, as left by a first start that was killed', ['PRAGMA journal_mode = WAL']],
  ['with our mark alone', [`PRAGMA application_id = ${APPLICATION_ID}`]],
])('a file %s becomes a database', async (_, statements) => {
  const path = databasePath()
  await run(path, ...statements)
  expect(await guilds(await sqliteForTest(path))).toEqual([])
})

describe('a file that is not ours is refused, and stays as it is', () => {
  const UNCHANGED = 'It was not changed; set DATABASE_URL to a new file.'

  async function expectRefused(path: string, problem: string, message: string): Promise<void> {
    const before = await readFile(path)
    const refused = openConnection(path, { clock })
    await expect(refused).rejects.toMatchObject({ name: 'DatabaseError', problem, message })
    expect(before.equals(await readFile(path))).toBe(true)
    expect(await readdir(dirname(path))).toEqual(['community.sqlite'])
  }

  test.each([
    ['CREATE TABLE players (id)', "another program's database, with a table players"],
    ['CREATE TABLE schema_version (version)', "another program's database, with a table schema_version"],
    ['CREATE TABLE keyv (key, value)', 'the cache of STORE_URL, with a table keyv'],
  ])('after %s: it is %s', async (statement, what) => {
    const path = databasePath()
    await run(path, statement)
    await expectRefused(path, 'foreign', `DATABASE_URL ${path} is ${what}. ${UNCHANGED}`)
  })

  test('a text', async () => {
    const path = databasePath()
    await writeFile(path, 'Dear diary, '.repeat(1_000))
    const message = `DATABASE_URL ${path} cannot be opened: SQLITE_NOTADB: file is not a database. Restore a backup with "npm run restore -- <backup>", or set DATABASE_URL to a new database.`
    await expectRefused(path, 'damaged', message)
  })

  test('a folder', async () => {
    const path = databasePath()
    await mkdir(path)
    const message = `DATABASE_URL ${path} is a folder. ${UNCHANGED}`
    await expect(openConnection(path, { clock })).rejects.toMatchObject({ problem: 'foreign', message })
    expect(await readdir(path)).toEqual([])
  })

  test('a schema of a newer program', async () => {
    const path = databasePath()
    await writeGuilds(path, 1)
    await run(path, `INSERT INTO schema_version VALUES (${KNOWN + 1}, 1, NULL)`)
    const message = `DATABASE_URL ${path} has schema version ${KNOWN + 1}, and this program knows versions up to ${KNOWN}. It was not changed; start the newer program that has written it, or restore an older backup.`
    await expectRefused(path, 'newer', message)
  })

  test('a database with a damaged page', async () => {
    const path = databasePath()
    await writeGuilds(path, 100)
    const file = await open(path, 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(4_096 * 3, 0xff), 0, 4_096 * 3, size - 4_096 * 6)
    await file.close()
    const before = await readFile(path)
    await expect(openConnection(path, { clock })).rejects.toMatchObject({
      name: 'DatabaseError',
      problem: 'damaged',
      message: expect.stringMatching(/^DATABASE_URL \S+ is damaged: .* Restore a backup/s),
    })
    expect(before.equals(await readFile(path))).toBe(true)
  })
})

describe('a database with an older schema', () => {
  const addNickname = (db: Knex.Transaction) => db.schema.alterTable('guilds', (table) => table.text('nickname'))
  const version = KNOWN + 1
  const migrations = [...MIGRATIONS, { version, migrate: addNickname }]

  test('is migrated, and copied before', async () => {
    const path = databasePath()
    await writeGuilds(path, 1)
    const upgrades: unknown[] = []
    const db = await sqliteForTest(path, { migrations, clock, onUpgrade: (upgrade) => upgrades.push(upgrade) })
    expect(await guilds(db)).toMatchObject([{ locale: 'de', nickname: null }])
    const copy = `${path}.before-v${version}-1970-01-01T00-16-40-000Z`
    expect(upgrades).toEqual([{ from: version - 1, to: version, copy }])
    const [before] = await guilds(await sqliteForTest(copy))
    expect(before).not.toHaveProperty('nickname')

    const again = await sqliteForTest(path, { migrations, onUpgrade: (upgrade) => upgrades.push(upgrade) })
    expect(await guilds(again)).toHaveLength(1)
    expect(upgrades).toHaveLength(1)
  })

  test.each([
    [
      'that fails',
      (db: Knex.Transaction) => addNickname(db).then(() => db.raw('INSERT INTO nowhere VALUES (1)')),
      'cannot be opened: SQLITE_ERROR: no such table: nowhere.',
    ],
    [
      'that loses rows',
      async (db: Knex.Transaction) => {
        await db.raw('PRAGMA defer_foreign_keys = ON')
        await db('accounts').insert({ steam_id: '1' })
        await db('watches').insert({ guild_id: 'lost', steam_id: '1', added_by: '1', added_at: 1, reason: '' })
      },
      'cannot be opened: a row of watches refers to a missing row.',
    ],
  ])('stays as it is after a migration %s', async (_, migrate, message) => {
    const path = databasePath()
    await writeGuilds(path, 1)
    const broken = [...migrations.slice(0, -1), { version, migrate }]
    await expect(openConnection(path, { clock, migrations: broken })).rejects.toThrow(message)
    const [guild] = await guilds(await sqliteForTest(path))
    expect(guild).not.toHaveProperty('nickname')
  })
})
