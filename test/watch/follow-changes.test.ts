import { expect, test } from 'vitest'
import type { SteamId } from '../../src/model/steam-id.ts'
import { createChangeReader } from '../../src/watch/follow-changes.ts'
import { databaseForTest } from '../support/database.ts'
import { CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { accountsFrom } from '../support/sweeps.ts'
import { ALICE, BOB } from '../support/watch-tests.ts'

test('each step tells of what was stored since the last one, the first one of all, however many there are', async () => {
  const database = await databaseForTest()
  let told: SteamId[] = []
  const read = createChangeReader({ database, onNews: (news) => told.push(...news.map(({ steamId }) => steamId)) })
  const put = (steamIds: SteamId[]) =>
    database.transaction(async ({ accounts, recordChanges }) => {
      await accounts.ensure(steamIds)
      await recordChanges.put(steamIds.map((steamId) => ({ steamId, record: CLEAN_RECORD, seenAt: NOW })))
    })
  const many = accountsFrom(1_001)
  await put(many)
  await read()
  expect(told).toEqual(many)
  told = []
  await put([ALICE])
  await read()
  await put([BOB])
  await read()
  await read()
  expect(told).toEqual([ALICE, BOB])
})
