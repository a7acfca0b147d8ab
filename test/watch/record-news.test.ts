import { expect, test } from 'vitest'
import { MAX_AHEAD_SECONDS } from '../../src/lib/clock.ts'
import type { NewestRecord } from '../../src/model/ban-record.ts'
import { findNews } from '../../src/watch/record-news.ts'
import { createNewestBans } from '../../src/steam/newest-bans.ts'
import { CLEAN, CLEAN_RECORD, NOW } from '../support/fake-context.ts'

const steamId = '76561197960287930'
const banned = { ...CLEAN_RECORD, NumberOfGameBans: 1, DaysSinceLastBan: 3 }
const at = (seenAt: number, record: NewestRecord['record']): NewestRecord => ({ steamId, record, seenAt })

test('a record that comes later than a stored newer one is no news', () => {
  expect(findNews(at(NOW - 1, CLEAN_RECORD), { state: undefined, stored: at(NOW, banned) })).toBeUndefined()
})

test('a stored record of a clock that was far ahead does not keep a newer one from being news', () => {
  const stored = at(NOW + MAX_AHEAD_SECONDS + 60, banned)
  const current = { record: CLEAN_RECORD, lastBan: null, firstSeenAt: NOW - 100, observationId: 1 }
  const state = { steamId, current, dip: null, checkedAt: NOW - 50, failedTurns: 0 }
  expect(findNews(at(NOW, banned), { state, stored })).toEqual(at(NOW, banned))
})

test('the days of an earlier record are not those of a record that lacks them', () => {
  const seen = at(NOW, { ...CLEAN_RECORD, NumberOfGameBans: 2, DaysSinceLastBan: 0 })
  const { DaysSinceLastBan: _, ...withoutDays } = seen.record
  const news = findNews({ ...seen, record: withoutDays }, { state: undefined, stored: at(NOW - 86_400 * 300, banned) })
  expect(news?.record).toEqual(withoutDays)
})

test('an incomplete record neither replaces a complete one of the same second nor keeps Steam from being asked', () => {
  const newest = createNewestBans({ unixSeconds: () => NOW }, { account: 60, stale: 900 })
  newest.learn(steamId, { record: banned, fetchedAt: NOW - 5 })
  newest.learn(steamId, { record: { NumberOfGameBans: 1 }, fetchedAt: NOW - 5 })
  const older = { value: CLEAN, fetchedAt: NOW - 30, expiresAt: NOW + 30 }
  expect(newest.of(steamId, older).value).toMatchObject({ NumberOfGameBans: 1, DaysSinceLastBan: 3 })
  newest.learn(steamId, { record: { NumberOfGameBans: 2 }, fetchedAt: NOW - 1 })
  expect(newest.of(steamId, older)).toEqual({ value: null, fetchedAt: NOW - 1, expiresAt: NOW - 1 })
})

test('a record from far ahead hides no other one', () => {
  const newest = createNewestBans({ unixSeconds: () => NOW }, { account: 60, stale: 900 })
  newest.learn(steamId, { record: banned, fetchedAt: NOW - 5 })
  newest.learn(steamId, { record: CLEAN_RECORD, fetchedAt: NOW + MAX_AHEAD_SECONDS + 60 })
  const older = { value: CLEAN, fetchedAt: NOW - 30, expiresAt: NOW + 30 }
  expect(newest.of(steamId, older).value).toMatchObject({ NumberOfGameBans: 1 })
})
