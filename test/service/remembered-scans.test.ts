import { expect, test } from 'vitest'
import { createRememberedScans } from '../../src/service/remembered-scans.ts'
import { scanFriends } from '../../src/service/scan-friends.ts'
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

test('parts of a long list add up, a part that is scanned again counts once, and each is forgotten after an hour', () => {
  const time = { now: NOW }
  const scans = createRememberedScans({ unixSeconds: () => time.now })
  scans.add(nth(1), 0, { checked: 100, banned: 7, friends: new Set() })
  time.now += 600
  scans.add(nth(1), 100, { checked: 50, banned: 2, friends: new Set() })
  expect(scans.find(nth(1))).toEqual({ checked: 150, banned: 9, at: NOW })
  scans.add(nth(1), 0, { checked: 99, banned: 8, friends: new Set() })
  expect(scans.find(nth(1))).toEqual({ checked: 149, banned: 10, at: NOW + 600 })
  time.now += 3_599
  expect(scans.find(nth(1))?.checked).toBe(149)
  time.now += 1
  expect(scans.find(nth(1))).toBeUndefined()
  time.now = NOW
  expect(scans.find(nth(1))).toBeUndefined()
})
