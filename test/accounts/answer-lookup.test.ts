import { expect, test } from 'vitest'
import { createClock } from '../../src/lib/clock.ts'
import { answerLookup } from '../../src/accounts/answer-lookup.ts'
import { createRememberedScans } from '../../src/accounts/remembered-scans.ts'
import { anyCall } from '../support/callers.ts'
import { CLEAN, cached, fakeContext, hoursOf, NOW, summaryOf } from '../support/fake-context.ts'
import { nth } from '../support/watch-tests.ts'

const alice = '76561197960287930'
const DAY = 86_400

/** A context that answers from its cache, with a clock that the test sets. */
function rememberingContext() {
  const time = { now: NOW }
  const clock = { ...createClock(() => 0), unixSeconds: () => time.now }
  const summary = cached({ ...summaryOf(alice), timecreated: NOW - 5 * DAY })
  const [bans, hours, friends] = [cached(CLEAN), cached(hoursOf(900)), cached({ total: 0, newest: [] })]
  const context = fakeContext(
    {
      getSummary: async () => summary,
      getBans: async () => bans,
      getRustHours: async () => hours,
      getFriends: async () => friends,
    },
    {},
    { clock, rememberedScans: createRememberedScans(clock, { of: (_, answer) => answer }) },
  )
  return { context, time }
}

test('while nothing changes, the answer is the same object, whose JSON is made once', async () => {
  const { context, time } = rememberingContext()
  const first = await answerLookup(context, alice, anyCall())
  time.now += 60
  expect(await answerLookup(context, alice, anyCall())).toBe(first)
})

test('the age of an account advances with the clock', async () => {
  const { context, time } = rememberingContext()
  const facts = async () => (await answerLookup(context, alice, anyCall())).worthKnowing
  expect(await facts()).toEqual([{ code: 'young', days: 5 }])
  time.now += DAY
  expect(await facts()).toEqual([{ code: 'young', days: 6 }])
  time.now += 24 * DAY
  expect(await facts()).toEqual([])
})

test('a scan is in the next answer, a newer one replaces it, and it is forgotten after an hour', async () => {
  const { context, time } = rememberingContext()
  const scans = async () =>
    (await answerLookup(context, alice, anyCall())).worthKnowing.filter(({ code }) => code === 'bannedFriends')
  expect(await scans()).toEqual([])
  const scanned = Array.from({ length: 90 }, (_, index) => ({
    steamId: nth(index),
    isBanned: index < 2,
    fetchedAt: NOW,
  }))
  context.rememberedScans.add(alice, 0, scanned)
  expect(await scans()).toEqual([{ code: 'bannedFriends', checked: 90, banned: 2, at: NOW }])
  time.now += 10
  context.rememberedScans.add(alice, 0, scanned)
  expect(await scans()).toEqual([{ code: 'bannedFriends', checked: 90, banned: 2, at: NOW + 10 }])
  time.now += 3_600
  expect(await scans()).toEqual([])
})
