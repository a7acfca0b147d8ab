import { expect, test } from 'vitest'
import { createRememberedScans } from '../../src/accounts/remembered-scans.ts'
import { scanFriends } from '../../src/accounts/scan-friends.ts'
import { createNewestBans } from '../../src/steam/newest-bans.ts'
import { anyCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { cached, CLEAN, fakeContext, friendListOf, NOW } from '../support/fake-context.ts'
import { ALICE, BOB, CAROL, nth } from '../support/watch-tests.ts'

test('a scan is remembered with how many friends have a known record, and how many of them are banned', async () => {
  const context = fakeContext({
    getFriends: async () => cached(friendListOf([BOB, CAROL])),
    getBans: async (steamId) => cached({ ...CLEAN, CommunityBanned: steamId === CAROL }),
  })
  expect(context.rememberedScans.find(ALICE)).toBeUndefined()
  await collect(scanFriends(context, ALICE, anyCall()))
  expect(context.rememberedScans.find(ALICE)).toEqual({ checked: 2, banned: 1, at: NOW })
})

const LIFETIMES = { account: 60, stale: 900 }

/** Scanned friends, the first ones of them banned. */
const scanned = (from: number, checked: number, banned: number) =>
  Array.from({ length: checked }, (_, index) => ({
    steamId: nth(from + index),
    isBanned: index < banned,
    fetchedAt: NOW,
  }))

/** Remembered scans with a clock that the test sets. */
function scansForTest() {
  const time = { now: NOW }
  const clock = { unixSeconds: () => time.now }
  const newestBans = createNewestBans(clock, LIFETIMES)
  return { time, newestBans, scans: createRememberedScans(clock, newestBans) }
}

test('parts of a long list add up, a part that is scanned again counts once, and each is forgotten after an hour', () => {
  const { time, scans } = scansForTest()
  scans.add(ALICE, 0, scanned(0, 100, 7))
  time.now += 600
  scans.add(ALICE, 100, scanned(100, 50, 2))
  expect(scans.find(ALICE)).toEqual({ checked: 150, banned: 9, at: NOW })
  scans.add(ALICE, 0, scanned(0, 99, 8))
  expect(scans.find(ALICE)).toEqual({ checked: 149, banned: 10, at: NOW + 600 })
  time.now += 3_599
  expect(scans.find(ALICE)?.checked).toBe(149)
  time.now += 1
  expect(scans.find(ALICE)).toBeUndefined()
  time.now = NOW
  expect(scans.find(ALICE)).toBeUndefined()
})

test('a part replaces the parts that it overlaps, so that no friend counts twice', () => {
  const { scans } = scansForTest()
  scans.add(ALICE, 0, scanned(0, 100, 7))
  scans.add(ALICE, 100, scanned(100, 100, 2))
  scans.add(ALICE, 200, scanned(200, 100, 3))
  scans.add(ALICE, 50, scanned(50, 100, 5))
  expect(scans.find(ALICE)).toEqual({ checked: 200, banned: 8, at: NOW })
})

test('a part beyond the end of a list is not kept, and replaces nothing', () => {
  const { scans } = scansForTest()
  scans.add(ALICE, 200, [])
  expect(scans.find(ALICE)).toBeUndefined()
  scans.add(ALICE, 100, scanned(100, 10, 1))
  scans.add(ALICE, 150, [])
  expect(scans.find(ALICE)).toEqual({ checked: 10, banned: 1, at: NOW })
})

test('friends count by their newest bans, until the scan is forgotten', () => {
  const { time, newestBans, scans } = scansForTest()
  scans.add(ALICE, 0, scanned(0, 10, 1))
  newestBans.learn(nth(5), { record: { ...CLEAN, NumberOfGameBans: 1 }, fetchedAt: NOW + 1 })
  time.now += 3_599
  expect(scans.find(ALICE)).toEqual({ checked: 10, banned: 2, at: NOW })
  newestBans.learn(nth(0), { record: CLEAN, fetchedAt: time.now })
  expect(scans.find(ALICE)).toEqual({ checked: 10, banned: 1, at: NOW })
})

test('a friend whose newest record is incomplete does not count as checked', () => {
  const { newestBans, scans } = scansForTest()
  scans.add(ALICE, 0, scanned(0, 10, 1))
  newestBans.learn(nth(0), { record: {}, fetchedAt: NOW })
  expect(scans.find(ALICE)).toEqual({ checked: 9, banned: 0, at: NOW })
})

test('a friend counts by the record of the scan where the newest known change is older', () => {
  const { newestBans, scans } = scansForTest()
  newestBans.learn(nth(0), { record: {}, fetchedAt: NOW - 10 })
  newestBans.learn(nth(1), { record: CLEAN, fetchedAt: NOW - 10 })
  scans.add(ALICE, 0, scanned(0, 10, 2))
  expect(scans.find(ALICE)).toEqual({ checked: 10, banned: 2, at: NOW })
})
