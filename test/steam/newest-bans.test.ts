import { expect, test } from 'vitest'
import { createNewestBans } from '../../src/steam/newest-bans.ts'
import { CLEAN, CLEAN_RECORD, NOW } from '../support/fake-context.ts'

const steamId = '76561197960287930'
const banned = { ...CLEAN_RECORD, NumberOfGameBans: 1, DaysSinceLastBan: 3 }
const older = { value: CLEAN, fetchedAt: NOW - 30, expiresAt: NOW + 30 }

test('an incomplete record neither replaces a complete one of the same second nor keeps Steam from being asked', () => {
  const newest = createNewestBans({ unixSeconds: () => NOW }, { account: 60, stale: 900 })
  newest.learn(steamId, { record: banned, fetchedAt: NOW - 5 })
  newest.learn(steamId, { record: { NumberOfGameBans: 1 }, fetchedAt: NOW - 5 })
  expect(newest.of(steamId, older).value).toMatchObject({ NumberOfGameBans: 1, DaysSinceLastBan: 3 })
  newest.learn(steamId, { record: { NumberOfGameBans: 2 }, fetchedAt: NOW - 1 })
  expect(newest.of(steamId, older)).toEqual({ value: null, fetchedAt: NOW - 1, expiresAt: NOW - 1 })
})
