import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Database } from 'sqlite3'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { connectSqlite, readTables } from '../../../src/lib/plain-sqlite.ts'
import { databaseForTest, databasePath, rowsOf, sqliteForTest } from '../../support/database.ts'

// Each file is the dump of a database with that version of the schema and rows in every table, made with `sqlite3 <file> .dump`.
const folder = join(import.meta.dirname, '../fixtures')

/** A database file with the content of a dump. */
async function load(name: string): Promise<string> {
  const path = databasePath()
  const database = new Database(path)
  await promisify(database.exec.bind(database))(readFileSync(join(folder, name), 'utf8'))
  await promisify(database.close.bind(database))()
  return path
}

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
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
  expect(readdirSync(folder)).toEqual(MIGRATIONS.map(({ version }) => `schema-${version}.sql`))
  for (const name of readdirSync(folder)) {
    for (const rows of Object.values(await rowsOf(await load(name)))) expect(rows).not.toEqual([])
  }
})

describe.each(MIGRATIONS.map(({ version }) => version))('a database with schema version %i', (version) => {
  const loadIt = () => load(`schema-${version}.sql`)

  test('has all its rows after it was opened, and the schema of a new database', async () => {
    const path = await loadIt()
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
    const database = await databaseForTest(await loadIt())
    await database.read(async ({ guilds, watches, accounts, outbox, sweeps, audit, meta }) => {
      const ids = (await guilds.all()).map(({ guildId }) => guildId)
      expect(ids).toHaveLength(3)
      const lists = await Promise.all(ids.map((id) => watches.list(id)))
      expect(lists.map((list) => list.length)).toEqual([2, 1, 1])
      const watched = await watches.watchedSteamIds(10)
      expect(await accounts.get(watched)).toHaveLength(3)
      const histories = await Promise.all(watched.map((id) => accounts.history(id)))
      expect(histories.flat()).toHaveLength(3)
      const [delivery] = await outbox.due(4_000_000_000, 10)
      expect(await outbox.alertsOf(delivery?.id ?? 0)).toHaveLength(1)
      expect(await outbox.countsOfAll()).toEqual({ waiting: 1, parked: 1 })
      expect(await sweeps.latest()).toMatchObject({ id: 2, finishedAt: null })
      expect(await audit.list(ids[0] ?? '', 100)).toHaveLength(4)
      expect(await meta.get('guild_count')).toBe('3')
    })
  })
})

test('the policies of schema version 2 can be read by every repository', async () => {
  const database = await databaseForTest(await load('schema-2.sql'))
  await database.read(async ({ policies, policyExceptions, policyTokens, joins, refusals, refusalNotices, audit }) => {
    const states = await policies.states()
    expect(states).toEqual([
      { guildId: '110000000000000001', revision: 7, locale: 'en-GB' },
      { guildId: '110000000000000002', revision: 0, locale: 'de' },
    ])
    const [guildId = '', otherId = ''] = states.map((state) => state.guildId)
    expect(await policies.get(guildId)).toMatchObject({
      version: 2,
      notify: 'each',
      terms: { mode: 'enforce', rules: { maxVacBans: 0, minRustHours: 12.5 }, onUnknown: { minRustHours: 'allow' } },
    })
    expect(await policies.versions(guildId, 10)).toHaveLength(2)
    expect(await policyExceptions.list(guildId)).toHaveLength(2)
    const tokens = await policyTokens.list(guildId)
    expect(tokens.map(({ name, replacedAt }) => ({ name, replacedAt }))).toEqual([
      { name: 'EU Main', replacedAt: 1_793_360_000 },
      { name: 'EU Main', replacedAt: null },
    ])
    expect(await joins.newestOfEach(guildId, 0, 0, 10)).toHaveLength(2)
    const [notice] = await refusalNotices.due(4_000_000_000, 10)
    expect(await refusals.ofNotice(notice?.id ?? 0)).toMatchObject([{ count: 2, toldAt: null }])
    expect(await refusals.unplanned(otherId, { today: 1_793_404_800, since: 0 }, 10)).toHaveLength(1)
    expect(await audit.listOfPolicy(otherId, 10)).toMatchObject([
      { action: 'policy_saved' },
      { action: 'token_created' },
    ])
  })
})

test('the changed records of schema version 4 can be read', async () => {
  const database = await databaseForTest(await load('schema-4.sql'))
  const changes = await database.read(({ recordChanges }) => recordChanges.after(0, 10))
  expect(changes).toMatchObject([
    { steamId: '76561197960265729', record: { NumberOfVACBans: 1 }, seenAt: 1_777_776_100 },
    { steamId: '76561198000000001', record: { NumberOfVACBans: 0 }, seenAt: 1_777_774_500 },
  ])
})
