import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { ALERTS } from '../../../src/watch/alerts.ts'
import { connectSqlite, readTables } from '../../../src/lib/plain-sqlite.ts'
import { databaseForTest, databasePath, rowsOf, sqliteForTest } from '../../support/database.ts'
import { oldDatabases, oldSqlite } from '../../support/old-databases.ts'
import { dueAlerts, unplannedAlerts } from '../../support/outbox.ts'

/** The columns and indexes of all tables. */
async function schemaOf(path: string) {
  const connection = await connectSqlite(path, 'readonly')
  const schema: Record<string, unknown> = {}
  for (const table of await readTables(connection)) {
    const columns = await connection.query(
      `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${table}')`,
    )
    const indexes = await connection.query(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '${table}'`,
    )
    const references = await connection.query(
      `SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list('${table}')`,
    )
    const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    schema[table] = { columns: sorted(columns), indexes: sorted(indexes), references: sorted(references) }
  }
  await connection.close()
  return schema
}

test('each version of the schema has a fixture with rows in every table', async () => {
  expect(oldDatabases()).toEqual(MIGRATIONS.map(({ version }) => `schema-${version}.sql`))
  for (const { version } of MIGRATIONS) {
    for (const rows of Object.values(await rowsOf(await oldSqlite(version)))) expect(rows).not.toEqual([])
  }
})

describe.each(MIGRATIONS.map(({ version }) => version))('a database with schema version %i', (version) => {
  test('has all its rows after it was opened, and the schema of a new database', async () => {
    const path = await oldSqlite(version)
    const { schema_version: _, ...before } = await rowsOf(path)
    await (await sqliteForTest(path)).destroy()
    const after = await rowsOf(path)
    for (const [table, rows] of Object.entries(before))
      expect(after[table]).toEqual(rows.map((row) => expect.objectContaining(row)))
    const fresh = databasePath()
    await (await sqliteForTest(fresh)).destroy()
    expect(await schemaOf(path)).toEqual(await schemaOf(fresh))
  })

  test('can be read by every repository', async () => {
    const database = await databaseForTest(await oldSqlite(version))
    await database.transaction(async (repositories) => {
      const { guilds, watches, accounts, outbox, sweeps, audit, meta } = repositories
      const ids = (await guilds.all()).map(({ guildId }) => guildId)
      expect(ids).toHaveLength(3)
      const lists = await Promise.all(ids.map((id) => watches.list(id)))
      expect(lists.map((list) => list.length)).toEqual([2, 1, 1])
      const watched = await watches.watchedSteamIds(10)
      expect(await accounts.get(watched)).toHaveLength(3)
      const histories = await Promise.all(watched.map((id) => accounts.history(id)))
      expect(histories.flat()).toHaveLength(3)
      const [message = expect.fail('no message')] = await dueAlerts(repositories)
      expect(message).toMatchObject({ nonce: 'abcdefghijklmnopqrstuvwxy', attempts: 1 })
      expect(await ALERTS.read(repositories, message, '')).toMatchObject([
        { addedAt: 1_777_772_500, changes: [{ kind: 'vac' }], reason: 'aimbot' },
      ])
      expect(await outbox.countDue(ALERTS.name, 0)).toBe(1)
      expect(await unplannedAlerts(repositories, ids[1] ?? '')).toMatchObject([{ key: '2' }])
      expect(await sweeps.latest()).toMatchObject({ id: 2, finishedAt: null })
      expect(await audit.list(ids[0] ?? '', 100)).toHaveLength(4)
      expect(await meta.get('guild_count')).toBe('3')
    })
  })
})
