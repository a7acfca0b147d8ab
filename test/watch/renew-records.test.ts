import { expect, test } from 'vitest'
import { renewRecords } from '../../src/watch/renew-records.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import { databaseForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { CLEAN, CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { ALICE } from '../support/watch-tests.ts'

test.each([
  { when: 'since the message', seenAt: NOW + 60, isShown: true },
  { when: 'before the message', seenAt: NOW - 60, isShown: false },
  { when: 'by a clock a day ahead', seenAt: NOW + 86_400, isShown: false },
])('a record that was stored $when replaces that of a message: $isShown', async ({ seenAt, isShown }) => {
  const database = await databaseForTest()
  await database.transaction(async ({ accounts }) => {
    await accounts.ensure([ALICE])
    await accounts.addBaselines([{ steamId: ALICE, record: CLEAN_RECORD, lastBan: null }], seenAt)
  })
  const watched = createWatchedIds()
  watched.add([ALICE])
  const clock = { ...createFakeClock(), unixSeconds: () => NOW + 120 }
  const shown = { steamId: ALICE, bans: { ...CLEAN, NumberOfGameBans: 1 }, fetchedAt: NOW }
  const { newer } = await renewRecords({ database, watched, clock }, null, [shown])
  expect([...newer.keys()]).toEqual(isShown ? [ALICE] : [])
})
