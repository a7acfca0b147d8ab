import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../../src/app/settings/read-settings.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { openDatabase } from '../../src/app/open-database.ts'
import { createOpenWhenReachable, type OpenWhenReachable } from '../../src/app/open-when-reachable.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { folderForTest } from '../support/folder.ts'
import { captureLog } from '../support/log.ts'

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
  const settings = loadSettings({
    STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDEF',
    DISCORD_TOKEN: ['A'.repeat(24), 'B'.repeat(6), 'C'.repeat(38)].join('.'),
    DATABASE_URL: `sqlite://${join(folderForTest(), 'community.sqlite')}`,
  })
  const opening = openDatabase(settings, openWhenReachable, { metrics: createMetrics(), log: logger })
  await expect.poll(() => tries, { timeout: 4_000 }).toBe(2)
  await clock.advance(1_000)
  const database = await opening
  onTestFinished(async () => database?.close())
  expect(tries).toBe(3)
  expect(lines.at(-1)).toMatchObject({ servers: 0, entries: 0, policies: 0, msg: 'database opened' })
})
