import { expect, onTestFinished, test } from 'vitest'
import { backUpDatabase } from '../../../src/database/back-up.ts'
import { latestVersion } from '../../../src/database/migrate.ts'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { dropDue, openDatabase, PUBLISHED_IDS, type Repositories } from '../../../src/app/database.ts'
import { restoreDatabase } from '../../../src/database/restore.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { connectionTo, databaseAt, databasePath, rowsOf } from '../../support/database.ts'
import { oldSqlite } from '../../support/old-databases.ts'
import { postgresForTest } from '../../support/postgres.ts'

const options = { clock: createFakeClock(), publishedIds: PUBLISHED_IDS, dropDue }
const LATEST = latestVersion(MIGRATIONS)
const countOf = ({ meta }: Repositories) => meta.get('guild_count')

/** The rows that a backup holds for people: not those about the schema, the leases and the restore, nor what was due to be sent, nor tables added since that are empty. */
async function contentOf(path: string) {
  const {
    schema_version: _,
    leases: __,
    sqlite_sequence: ___,
    meta = [],
    outbox_messages: ____,
    ...rows
  } = await rowsOf(path)
  // What was due counts as told after a restore.
  rows['outbox_entries'] =
    rows['outbox_entries']?.map(({ told_at: _told, message_id: _message, ...entry }) => entry) ?? []
  const filled = Object.fromEntries(Object.entries(rows).filter(([, each]) => each.length > 0))
  return { ...filled, meta: meta.filter(({ name }) => !String(name).startsWith('restored')) }
}

test('a backup of SQLite is restored to Postgres and from there to SQLite, with every row', async () => {
  const old = await oldSqlite(LATEST)
  const url = await postgresForTest()
  expect(await restoreDatabase(url, old, options)).toMatchObject({ previous: undefined })
  const ofPostgres = databasePath()
  await backUpDatabase(url, ofPostgres)
  expect(await contentOf(ofPostgres)).toEqual(await contentOf(old))
  const sqlite = databasePath()
  await restoreDatabase(`sqlite://${sqlite}`, ofPostgres, options)
  expect(await contentOf(sqlite)).toEqual(await contentOf(old))
  const database = await databaseAt(`sqlite://${sqlite}`)
  expect(await database.read(({ watches }) => watches.countAll())).toBe(4)
})

test('tables and columns that are not of this program are not restored', async () => {
  const url = await postgresForTest()
  const backup = await oldSqlite(
    LATEST,
    "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('x'); ALTER TABLE watches ADD COLUMN extra TEXT",
  )
  await restoreDatabase(url, backup, options)
  const database = await databaseAt(url)
  expect(await database.read(({ watches }) => watches.countAll())).toBe(4)
})

test('the restored database works, and uses no id twice', async () => {
  const url = await postgresForTest()
  await restoreDatabase(url, await oldSqlite(LATEST), options)
  const database = await databaseAt(url)
  await database.transaction(async ({ meta, accounts, watches }) => {
    // The server's time, with which processes compare it; the clock of this machine is years off.
    expect(Math.abs(Number(await meta.get('restored_at')) - systemClock.unixSeconds())).toBeLessThan(60)
    const [{ steamId } = { steamId: '' }] = await watches.list('110000000000000001')
    const observation = { steamId, firstSeenAt: 9, record: {}, lastBan: null, changes: [] }
    expect(await accounts.addObservation(observation)).toBeGreaterThan(1_000_000)
  })
  const failing = database.transaction(({ watches }) =>
    watches.add([
      { guildId: 'unknown', steamId: '1', addedBy: '1', addedAt: 1, reason: '', until: null, baselineAt: null },
    ]),
  )
  await expect(failing).rejects.toThrow('foreign key')
})

test('a restore replaces what was there, and keeps it in a backup', async () => {
  const url = await postgresForTest()
  const old = await oldSqlite(LATEST)
  await restoreDatabase(url, old, options)
  const before = await openDatabase(url)
  await before.transaction(async ({ meta, guilds }) => {
    await meta.set('guild_count', '77')
    await guilds.touch('999', 'de', 1)
  })
  await before.close()
  const { previous } = await restoreDatabase(url, old, options)
  const after = await databaseAt(url)
  expect(await after.read(countOf)).toBe('3')
  expect(await after.read(({ guilds }) => guilds.get('999'))).toBeUndefined()
  const kept = await databaseAt(`sqlite://${previous}`)
  expect(await kept.read(countOf)).toBe('77')
})

test('a restore is refused while a process uses the database, and changes nothing', async () => {
  const url = await postgresForTest()
  const database = await databaseAt(url)
  await database.transaction(({ meta }) => meta.set('guild_count', '5'))
  await expect(restoreDatabase(url, await oldSqlite(LATEST), options)).rejects.toMatchObject({
    name: 'DatabaseError',
    problem: 'busy',
    message: expect.stringMatching(
      /is used by other processes.*Stop all replicas first\. A pooler in between may keep /,
    ),
  })
  expect(await database.read(countOf)).toBe('5')
})

test('a backup made while the database is written holds whole transactions', async () => {
  const url = await postgresForTest()
  const database = await databaseAt(url)
  const write = (count: number) =>
    database.transaction(async ({ meta }) => {
      await meta.set('guild_count', String(count))
      await meta.set('guilds_listed_at', String(count))
    })
  await write(0)
  const stop = new AbortController()
  const writing = (async () => {
    for (let count = 1; !stop.signal.aborted; count++) await write(count)
  })()
  const path = databasePath()
  await backUpDatabase(url, path)
  stop.abort()
  await writing
  const copy = await databaseAt(`sqlite://${path}`)
  const [one, two] = await copy.read(async ({ meta }) => [
    await meta.get('guild_count'),
    await meta.get('guilds_listed_at'),
  ])
  expect(one).toBe(two)
})

test('a backup never replaces a file, and a failed restore leaves the database as it was', async () => {
  const url = await postgresForTest()
  await restoreDatabase(url, await oldSqlite(LATEST), options)
  const broken = await oldSqlite(
    LATEST,
    "PRAGMA foreign_keys = OFF; UPDATE watches SET guild_id = 'missing' WHERE rowid = 1",
  )
  await expect(backUpDatabase(url, broken)).rejects.toThrow('exists already')
  await expect(restoreDatabase(url, broken, options)).rejects.toMatchObject({ name: 'DatabaseError' })
  const db = await connectionTo(url)
  onTestFinished(() => db.destroy())
  expect(await db('watches').pluck('guild_id')).not.toContain('missing')
  expect(await db('watches')).toHaveLength(4)
})
