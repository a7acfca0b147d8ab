import { expect, onTestFinished, test } from 'vitest'
import { forget } from '../../../src/app/cli/forget.ts'
import { migrate } from '../../../src/app/cli/database-commands.ts'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'
import { openPostgres as openCache } from '../../../src/store/postgres-disk.ts'
import { ALICE, BOB, GUILD, watch } from '../../support/community.ts'
import { connectionTo, databaseAt } from '../../support/database.ts'
import { postgresForTest } from '../../support/postgres.ts'

test('an account is erased from Postgres while the service runs, and the answer says what may remain', async () => {
  const url = await postgresForTest()
  const settings = loadSettings({ DATABASE_URL: url })
  const database = await databaseAt(url)
  await database.transaction((repositories) =>
    watch(repositories, GUILD, [ALICE, BOB], { reason: `plays with ${ALICE}` }),
  )
  const output = await forget.run(settings, ALICE)
  expect(output).toMatch(
    new RegExp(`^${ALICE} was erased from the database\\.\nPostgres no longer shows it; its bytes may stay`),
  )
  expect(await database.read(({ watches }) => watches.list(GUILD))).toMatchObject([
    { steamId: BOB, reason: 'plays with [erased]' },
  ])
  expect(await forget.run(settings, ALICE)).toMatch(/is neither in the database nor in the cache\./)
})

test('a database can be migrated apart from the start', async () => {
  const url = await postgresForTest()
  expect(await migrate.run(loadSettings({ DATABASE_URL: url }))).toMatch(/^postgres:\/\/[^@]+ has schema version \d/)
  const db = await connectionTo(url)
  expect(await db.schema.hasTable('watches')).toBe(true)
})

test.each([
  ['the same database', async (url: string) => url],
  ['another database', () => postgresForTest()],
])('an account is erased from a cache in %s', async (_, storeOf) => {
  const url = await postgresForTest()
  const store = await storeOf(url)
  const disk = await openCache(store, { onError: expect.fail })
  onTestFinished(() => disk.close())
  const keys = [`summary:${ALICE}`, `friends:${BOB}`, `summary:${BOB}`]
  const values = [{ value: 'Alice' }, { value: [{ steamId: ALICE }] }, { value: 'Bob' }]
  await disk.setMany(keys.map((key, index) => ({ key, value: values[index], ttl: 3_600_000 })))
  const settings = loadSettings({ DATABASE_URL: url, ...(store === url ? {} : { STORE_URL: store }) })
  expect(await forget.run(settings, ALICE)).toMatch(
    new RegExp(`^${ALICE} was erased from the cache \\(2 answers\\)\\.\nPostgres no longer shows it`),
  )
  expect(await disk.getMany(keys)).toEqual([undefined, undefined, { value: 'Bob' }])
})

test('a cache that cannot be reached is reported after the database was searched, without the password', async () => {
  const url = await postgresForTest()
  const store = Object.assign(new URL(url), { port: '1', password: 'hunter2' }).href
  const failed = await forget.run(loadSettings({ DATABASE_URL: url, STORE_URL: store }), ALICE).catch(String)
  expect(failed).toMatch(/^Error: STORE_URL postgres:\/\/[\w.]+:1\/\w+ could not be searched: connect ECONNREFUSED/)
  expect(failed).not.toContain('hunter2')
})
