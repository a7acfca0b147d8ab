import { expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../../src/app/settings/read-settings.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { openDatabase } from '../../src/app/open-database.ts'
import { createOpenWhenReachable, type OpenWhenReachable } from '../../src/app/start-failures.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { ALICE, GUILD } from '../support/community.ts'
import { databaseForTest, databasePath } from '../support/database.ts'
import { captureLog } from '../support/log.ts'
import { storePolicy, tokenOf } from '../support/policy-records.ts'
import { storedTokenOf } from '../support/tool-tests.ts'

const NOTHING = { servers: 0, entries: 0, bans: 0, policies: 0, tokens: 0 }

const settingsOf = (path: string) =>
  loadSettings({
    STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDEF',
    DISCORD_TOKEN: ['A'.repeat(24), 'B'.repeat(6), 'C'.repeat(38)].join('.'),
    DATABASE_URL: `sqlite://${path}`,
  })

test('a database that goes away after it was opened, and before it was counted, is waited for', async () => {
  const clock = createFakeClock()
  const { lines, logger } = captureLog()
  const wait = createOpenWhenReachable(async (error) => error, logger, clock)
  let tries = 0
  const openWhenReachable: OpenWhenReachable = (open) =>
    wait(async () => {
      tries += 1
      if (tries !== 2) return open()
      throw new DatabaseError('unreachable', 'DATABASE_URL postgres://db:5432/x cannot be used.')
    })
  const opening = openDatabase(settingsOf(databasePath()), openWhenReachable, { metrics: createMetrics(), log: logger })
  await expect.poll(() => tries, { timeout: 4_000 }).toBe(2)
  await clock.advance(1_000)
  const database = await opening
  onTestFinished(async () => database?.close())
  expect(tries).toBe(3)
  expect(lines.at(-1)).toMatchObject({ ...NOTHING, msg: 'database opened' })
})

test('the log says how many servers, entries, bans, policies and tokens an opened database has', async () => {
  const path = databasePath()
  const stored = await databaseForTest(path)
  await stored.transaction(async (repositories) => {
    await storePolicy(repositories)
    await repositories.policyTokens.add(tokenOf('a'))
    await repositories.toolTokens.add(storedTokenOf('b'))
    const ban = { steamId: ALICE, guildId: GUILD, name: '', reason: '', note: '', until: null }
    await repositories.bans.add([{ ...ban, addedBy: '1', addedAt: 1, importNumber: null }], { now: 1 })
  })
  const { lines, logger } = captureLog()
  const database = await openDatabase(settingsOf(path), (open) => open(), { metrics: createMetrics(), log: logger })
  onTestFinished(async () => database?.close())
  expect(lines.at(-1)).toMatchObject({
    ...NOTHING,
    servers: 1,
    bans: 1,
    policies: 1,
    tokens: 2,
    msg: 'database opened',
  })
})
