import { expect, test } from 'vitest'
import type { BanRecord } from '../../src/model/ban-record.ts'
import { statusOf } from '../../src/model/ban-record.ts'
import { toKnownBans } from '../../src/watch/known-bans.ts'

const CLEAN: BanRecord = { NumberOfVACBans: 0, NumberOfGameBans: 0, CommunityBanned: false, EconomyBan: 'none' }

test.each<[BanRecord, string]>([
  [CLEAN, 'clean'],
  [{ ...CLEAN, NumberOfVACBans: 1 }, 'banned'],
  [{ ...CLEAN, NumberOfGameBans: 2 }, 'banned'],
  [{ ...CLEAN, CommunityBanned: true }, 'banned'],
  [{ ...CLEAN, CommunityBanned: true, EconomyBan: 'banned' }, 'banned'],
  [{ ...CLEAN, EconomyBan: 'probation' }, 'restricted'],
  [{ ...CLEAN, EconomyBan: 'something new' }, 'restricted'],
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
  expect(toKnownBans({ current: null, checkedAt: null, failedTurns: 0 })).toEqual(unknown)
  expect(toKnownBans({ current: null, checkedAt: null, failedTurns: 2 })).toEqual(unknown)
})

test('Steam has no record of an account whose turn in a sweep has ended without one', () => {
  expect(toKnownBans({ current: null, checkedAt: null, failedTurns: 3 })).toMatchObject({ hasNoRecord: true })
  const current = { record: CLEAN, lastBan: null, firstSeenAt: 1, observationId: 1 }
  expect(toKnownBans({ current, checkedAt: 1, failedTurns: 3 })).toMatchObject({ status: 'clean', hasNoRecord: false })
})
