import { expect, test } from 'vitest'
import type { SteamId } from '../../src/model/steam-id.ts'
import { createChangeFollower } from '../../src/watch/follow-changes.ts'
import { databaseForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { accountsFrom } from '../support/sweeps.ts'
import { ALICE, BOB } from '../support/watch-tests.ts'

/** A follower of a database, with the accounts of which it has told. */
async function followerForTest() {
  const database = await databaseForTest()
  const clock = createFakeClock()
  const told: SteamId[] = []
  const gone: SteamId[] = []
  const follow = createChangeFollower({
    database,
    clock,
    onNews: (news) => told.push(...news.map(({ steamId }) => steamId)),
    onGone: (steamId) => gone.push(steamId),
  })
  const put = (steamIds: SteamId[]) =>
    database.transaction(async ({ accounts, recordChanges }) => {
      await accounts.ensure(steamIds)
      await recordChanges.put(steamIds.map((steamId) => ({ steamId, record: CLEAN_RECORD, seenAt: NOW })))
    })
  return { database, clock, told, gone, follow, put }
}

test('each step tells of what was stored since the last one, the first one of all', async () => {
  const { told, follow, put } = await followerForTest()
  await put([ALICE])
  await follow()
  expect(told).toEqual([ALICE])
  await put([BOB])
  await follow()
  await follow()
  expect(told).toEqual([ALICE, BOB])
})

test('one step reads all changes, however many there are', async () => {
  const { told, follow, put } = await followerForTest()
  const many = accountsFrom(1_001)
  await put(many)
  await follow()
  expect(told).toEqual(many)
})

test('an account that was erased is told of within a minute, and once', async () => {
  const { database, clock, gone, follow, put } = await followerForTest()
  await put([ALICE, BOB])
  await follow()
  await database.transaction(({ accounts }) => accounts.erase(ALICE))
  await clock.advance(59_000)
  await follow()
  expect(gone).toEqual([])
  await clock.advance(1_000)
  await follow()
  await clock.advance(60_000)
  await follow()
  expect(gone).toEqual([ALICE])
})
