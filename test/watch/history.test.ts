import { expect, test } from 'vitest'
import { type BanChange, type BanRecord, statusOf } from '../../src/model/ban-record.ts'
import { findEarlierBans, readHistory, renewRecords, toKnownBans } from '../../src/watch/history.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import { databaseForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { CLEAN, CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { storeObservation } from '../support/watch-records.ts'
import { ALICE, BOB, MODERATOR, openWatchTest } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const VAC: BanChange = { kind: 'vac', from: 0, to: 1, isLifted: false, when: { after: NOW, before: NOW + 600 } }

test('the history of an account has its newest observation first, and says since when there are any', async () => {
  const { context, database } = await openWatchTest()
  await importWatches(context, { ...MODERATOR, steamIds: [ALICE, BOB], reason: 'aimbot' })
  const banned = { ...CLEAN_RECORD, NumberOfVACBans: 1 }
  await storeObservation(database, ALICE, { at: NOW })
  await storeObservation(database, BOB, { at: NOW - 900 })
  await storeObservation(database, ALICE, { at: NOW + 600, record: banned, changes: [VAC] })
  expect(await readHistory(context, guildId, ALICE)).toEqual({
    steamId: ALICE,
    bans: { status: 'banned', record: banned, lastBan: VAC.when, checkedAt: NOW + 600, hasNoRecord: false },
    observations: [
      expect.objectContaining({ firstSeenAt: NOW + 600, record: banned, changes: [VAC] }),
      expect.objectContaining({ firstSeenAt: NOW, record: CLEAN_RECORD, changes: [] }),
    ],
    since: NOW,
    isWatchedHere: true,
  })
})

test('an account that was never watched has no history, and is not clean', async () => {
  const { context } = await openWatchTest()
  expect(await readHistory(context, guildId, ALICE)).toEqual({
    steamId: ALICE,
    bans: { status: 'unknown', record: null, lastBan: null, checkedAt: null, hasNoRecord: false },
    observations: [],
    since: null,
    isWatchedHere: false,
  })
})

const WITHOUT_BANS: BanRecord = { NumberOfVACBans: 0, NumberOfGameBans: 0, CommunityBanned: false, EconomyBan: 'none' }

test.each<[BanRecord, string]>([
  [WITHOUT_BANS, 'clean'],
  [{ ...WITHOUT_BANS, NumberOfVACBans: 1 }, 'banned'],
  [{ ...WITHOUT_BANS, NumberOfGameBans: 2 }, 'banned'],
  [{ ...WITHOUT_BANS, CommunityBanned: true }, 'banned'],
  [{ ...WITHOUT_BANS, CommunityBanned: true, EconomyBan: 'banned' }, 'banned'],
  [{ ...WITHOUT_BANS, EconomyBan: 'probation' }, 'restricted'],
  [{ ...WITHOUT_BANS, EconomyBan: 'something new' }, 'restricted'],
  [{ NumberOfVACBans: 1 }, 'banned'],
  [{ EconomyBan: 'probation' }, 'restricted'],
  [{}, 'unknown'],
  [{ NumberOfVACBans: 0, NumberOfGameBans: 0, CommunityBanned: false }, 'unknown'],
  [{ NumberOfVACBans: 0, NumberOfGameBans: 0, EconomyBan: 'none' }, 'unknown'],
  [{ NumberOfVACBans: 0, CommunityBanned: false, EconomyBan: 'none' }, 'unknown'],
  [{ NumberOfGameBans: 0, CommunityBanned: false, EconomyBan: 'none' }, 'unknown'],
])('the record %j is %s', (record, status) => {
  expect(statusOf(record)).toBe(status)
})

test('an account without a record is unknown', () => {
  const unknown = { status: 'unknown', record: null, lastBan: null, checkedAt: null, hasNoRecord: false }
  expect(toKnownBans(undefined)).toEqual(unknown)
  expect(toKnownBans({ current: null, checkedAt: null, failedTurns: 2 })).toEqual(unknown)
})

test('Steam has no record of an account whose turn in a sweep has ended without one', () => {
  expect(toKnownBans({ current: null, checkedAt: null, failedTurns: 3 })).toMatchObject({ hasNoRecord: true })
  const current = { record: WITHOUT_BANS, lastBan: null, firstSeenAt: 1, observationId: 1 }
  expect(toKnownBans({ current, checkedAt: 1, failedTurns: 3 })).toMatchObject({ status: 'clean', hasNoRecord: false })
})

test.each([
  { when: 'since the message', seenAt: NOW + 60, isShown: true },
  { when: 'before the message', seenAt: NOW - 60, isShown: false },
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

test('an earlier ban was seen until the last check before the one that missed it, and a ban after the shown record is not earlier', async () => {
  const database = await databaseForTest()
  const watched = createWatchedIds()
  watched.add([ALICE])
  const clock = { ...createFakeClock(), unixSeconds: () => NOW + 3_600 }
  await database.transaction(({ accounts }) => accounts.ensure([ALICE]))
  await storeObservation(database, ALICE, { at: NOW, record: { ...CLEAN_RECORD, NumberOfVACBans: 1 } })
  const earlierAt = async (fetchedAt: number) => {
    const shown = { steamId: ALICE, bans: CLEAN, fetchedAt }
    return (await findEarlierBans({ database, watched, clock }, guildId, [shown])).get(ALICE)
  }
  const vac = { vac: 1, game: 0, community: false }
  expect([await earlierAt(NOW - 1), await earlierAt(NOW)]).toEqual([undefined, { ...vac, seenUntil: NOW }])

  // A sweep at 1,200 s saw fewer bans, and the one at 1,800 s confirmed it; the last check before was at 600 s.
  await database.transaction(({ accounts }) => accounts.recordChecked([ALICE], NOW + 1_200))
  const when = { after: NOW + 585, before: NOW + 1_200 }
  const lifted = { kind: 'vac', from: 1, to: 0, isLifted: true, when } as const
  await storeObservation(database, ALICE, { at: NOW + 1_800, changes: [lifted] })
  expect(await earlierAt(NOW + 1_900)).toEqual({ ...vac, seenUntil: NOW + 600 })
})
