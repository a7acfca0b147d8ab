import { expect, test } from 'vitest'
import { forget } from '../../src/cli/forget.ts'
import { migrate } from '../../src/cli/migrate.ts'
import { loadSettings } from '../../src/config.ts'
import { ALICE, BOB, GUILD, watch } from '../support/community.ts'
import { connectionTo, databaseAt } from '../support/database.ts'
import { postgresForTest } from '../support/postgres.ts'

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
