import { describe, expect, test } from 'vitest'
import { POLICY_ACTIONS } from '../../../src/model/policy.ts'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { REFUSALS } from '../../../src/policy/refusals.ts'
import { ALERTS } from '../../../src/watch/alerts.ts'
import { connectSqlite, readTables } from '../../../src/lib/plain-sqlite.ts'
import { databaseForTest, databasePath, rowsOf, sqliteForTest } from '../../support/database.ts'
import { oldDatabases, oldSqlite } from '../../support/old-databases.ts'
import { dueAlerts, dueReports, unplannedAlerts } from '../../support/outbox.ts'

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

/** Where schema version 5 has moved the rows of tables. */
const MOVED: Record<string, string> = {
  deliveries: 'outbox_messages',
  refusal_notices: 'outbox_messages',
  alerts: 'outbox_entries',
  refusals: 'outbox_entries',
}

/** Whether schema version 6 has made a ban of an exception: the policies of the fixtures that have such exceptions enforce. */
const isRefused = ({ decision }: Record<string, unknown>) => decision === 'deny'

test('each version of the schema has a fixture with rows in every table', async () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
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
    const moved = new Map<string | undefined, number>()
    for (const [table, rows] of Object.entries(before)) {
      const target = MOVED[table]
      // Only processes that ran while they were made needed these changes.
      if (table === 'ban_changes') expect(after[table]).toBeUndefined()
      else if (version < 5 && target !== undefined) moved.set(target, (moved.get(target) ?? 0) + rows.length)
      else if (version < 6 && table === 'policy_exceptions') {
        const [refused, kept] = [rows.filter(isRefused), rows.filter((row) => !isRefused(row))]
        expect(after[table]).toEqual(kept)
        expect(refused).not.toEqual([])
        expect(after['bans']).toEqual(
          refused.map(({ decision: _, reason: note, ...row }) => expect.objectContaining({ ...row, note, reason: '' })),
        )
      } else expect(after[table]).toEqual(rows.map((row) => expect.objectContaining(row)))
    }
    for (const [table, count] of moved) expect(after[table ?? '']).toHaveLength(count)
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
      expect(message).toMatchObject({ nonce: 'abcdefghijklmnopqrstuvwxy', uncertainSince: 1_777_776_120, attempts: 1 })
      const { shown } = await ALERTS.read(repositories, message, '', 0)
      expect(shown).toMatchObject([{ addedAt: 1_777_772_500, changes: [{ kind: 'vac' }], reason: 'aimbot' }])
      expect(await outbox.counts(ALERTS.name, 0)).toEqual({ waiting: 1, parked: 1 })
      expect(await outbox.unpark(ids[1] ?? '')).toBe(1)
      expect(await unplannedAlerts(repositories, ids[1] ?? '')).toMatchObject([{ mark: 'parked', key: '2' }])
      expect(await sweeps.latest()).toMatchObject({ id: 2, finishedAt: null })
      expect(await audit.list(ids[0] ?? '', 100)).toHaveLength(4)
      expect(await meta.get('guild_count')).toBe('3')
    })
  })
})

test('the policies of schema version 2 can be read by every repository', async () => {
  const database = await databaseForTest(await oldSqlite(2))
  await database.read(async (repositories) => {
    const { policies, policyExceptions, policyTokens, joins, outbox, audit } = repositories
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
    expect(await policyExceptions.list(guildId)).toMatchObject([{ decision: 'allow' }])
    const tokens = await policyTokens.list(guildId)
    expect(tokens.map(({ name, replacedAt }) => ({ name, replacedAt }))).toEqual([
      { name: 'EU Main', replacedAt: 1_793_360_000 },
      { name: 'EU Main', replacedAt: null },
    ])
    expect(await joins.newestOfEach(guildId, 0, 0, 10)).toHaveLength(2)
    const [report = expect.fail('no message')] = await dueReports(repositories)
    expect(report).toMatchObject({ uncertainSince: 1_793_370_030, attempts: 1 })
    const { shown } = await REFUSALS.read(repositories, report, '', 0)
    expect(shown).toMatchObject([{ count: 2, firstAt: 1_793_370_000, lastAt: 1_793_370_010, mode: 'enforce' }])
    const told = await outbox.countTold(REFUSALS.name, guildId, 0, 4_000_000_000)
    // The one that was told was a part of a digest.
    expect(told).toBe(0)
    const countsAt = (now: number) => outbox.counts(REFUSALS.name, now, otherId)
    // The day ends at 1,793,404,800, and the server has no usable channel.
    expect(await countsAt(1_793_405_099)).toEqual({ waiting: 0, parked: 0 })
    expect(await countsAt(1_793_405_100)).toEqual({ waiting: 0, parked: 1 })
    expect(await countsAt(1_793_370_100 + 2 * 86_400 + 1)).toEqual({ waiting: 0, parked: 0 })
    expect(await audit.listOf(otherId, POLICY_ACTIONS, 10)).toMatchObject([
      { action: 'policy_saved' },
      { action: 'token_created' },
    ])
  })
})

test('the changed records of schema version 4 can be read', async () => {
  const database = await databaseForTest(await oldSqlite(4))
  const changes = await database.read(({ recordChanges }) => recordChanges.after(0, 10))
  expect(changes).toMatchObject([
    { steamId: '76561197960265729', record: { NumberOfVACBans: 1 }, seenAt: 1_777_776_100 },
    { steamId: '76561198000000001', record: { NumberOfVACBans: 0 }, seenAt: 1_777_774_500 },
  ])
})

test('no server of schema version 7 has chosen its language, and the choices of version 8 are kept', async () => {
  const localesOf = async (version: number) => {
    const database = await databaseForTest(await oldSqlite(version))
    const guilds = await database.read((repositories) => repositories.guilds.all())
    return guilds.map(({ locale, isLocaleChosen }) => [locale, isLocaleChosen])
  }
  expect(await localesOf(7)).toEqual([
    ['en-GB', false],
    ['de', false],
    ['fr', false],
  ])
  expect(await localesOf(8)).toEqual([
    ['en-GB', false],
    ['de', false],
    ['fr', true],
  ])
})

test('exceptions that always refuse become bans only where the policy enforces, and their reasons become notes', async () => {
  const observing = '110000000000000002'
  const path = await oldSqlite(
    5,
    `INSERT INTO policy_exceptions VALUES('${observing}','76561198000000002','deny','old feud',NULL,'220000000000000001',1793300300);`,
  )
  const database = await databaseForTest(path)
  await database.read(async ({ bans, policyExceptions }) => {
    const filter = { search: '', state: 'all' } as const
    const page = { limit: 10, offset: 0 }
    const [ban, ...others] = await bans.list('110000000000000001', filter, 0, page)
    expect(others).toEqual([])
    expect(ban).toMatchObject({
      steamId: '76561198000000001',
      reason: '',
      note: "“Überprüfung” läuft; it's *clear*",
      until: 1_830_297_599,
      addedBy: '220000000000000001',
      addedAt: 1_793_300_200,
      importNumber: null,
    })
    expect(await bans.list('110000000000000001', { ...filter, search: 'ÜBERPRÜFUNG' }, 0, page)).toEqual([ban])
    expect(await bans.list(observing, filter, 0, page)).toEqual([])
    expect(await policyExceptions.list(observing)).toMatchObject([{ decision: 'deny', reason: 'old feud' }])
  })
})
