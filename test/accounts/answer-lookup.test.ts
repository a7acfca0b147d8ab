import { expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { answerLookup } from '../../src/accounts/answer-lookup.ts'
import { createRememberedScans } from '../../src/accounts/remembered-scans.ts'
import { anyCall } from '../support/callers.ts'
import { cached, CLEAN, fakeContext, hoursOf, NOW, summaryOf } from '../support/fake-context.ts'
import { nth } from '../support/watch-tests.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { createCallContext } from '../../src/lib/call-context.ts'
import { findRecord } from '../../src/accounts/find-record.ts'
import { failureOf } from '../support/failure.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { contextOf } from '../support/verdicts.ts'

const alice = '76561197960287930'
const DAY = 86_400

/** A context that answers from its cache, with a clock that the test sets. */
function rememberingContext() {
  const time = { now: NOW }
  const clock = { ...systemClock, unixSeconds: () => time.now }
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

const steam = await useSteam(createWorld({ accounts: 1 }))
const { cast } = steam.world

/** A lookup and what it counted; a value instead of a promise where all is remembered. */
function look(context: ReturnType<typeof contextOf>['context'], steamId: string, freshSince = 0) {
  const usage = { upstreamCalls: 0, cacheHits: 0 }
  return {
    usage,
    answer: answerLookup(context, steamId, createCallContext(new AbortController().signal, usage, freshSince)),
  }
}

test('a remembered lookup is answered at once, with its hits counted and its ban record reported', async () => {
  const { context, observed } = contextOf(steam, systemClock)
  const found: string[] = []
  const { missingProfiles } = context
  const reporting = {
    ...context,
    missingProfiles: { ...missingProfiles, reportFound: (id: string) => void found.push(id) },
  }
  const first = await look(reporting, cast.raider).answer
  const calls = steam.calls.total()
  for (const count of [2, 3]) {
    const { usage, answer } = look(reporting, cast.raider)
    // Not a promise, and the object of before, whose JSON is remembered.
    expect(answer).toBe(first)
    expect(usage).toEqual({ upstreamCalls: 0, cacheHits: 4 })
    expect([observed, found]).toEqual([Array(count).fill(cast.raider), Array(count).fill(cast.raider)])
  }
  expect(steam.calls.total()).toBe(calls)
})

test('only the part that is not remembered is asked for, and each other one is counted once', async () => {
  const { context } = contextOf(steam, systemClock)
  await context.steam.getBans(cast.veteran, anyCall())
  await context.steam.getSummary(cast.veteran, anyCall())
  await context.steam.getFriends(cast.veteran, anyCall())
  const { usage, answer } = look(context, cast.veteran)
  expect(await answer).toMatchObject({ steamId: cast.veteran, unavailable: [] })
  expect(usage).toEqual({ upstreamCalls: 1, cacheHits: 3 })
})

test('what is remembered is not used by a lookup that wants a newer answer', async () => {
  const { context } = contextOf(steam, systemClock)
  await look(context, cast.clean).answer
  const { usage, answer } = look(context, cast.clean, Math.floor(Date.now() / 1000) + 60)
  await answer
  expect(usage).toMatchObject({ upstreamCalls: expect.any(Number), cacheHits: 0 })
  expect(usage.upstreamCalls).toBeGreaterThanOrEqual(4)
})

test('a remembered answer without a ban record is an error, never a clean account', async () => {
  const { context } = contextOf(steam, systemClock)
  const ask = async () => look(context, cast.nullBans).answer
  const first = await failureOf(ask())
  expect(await failureOf(ask())).toMatchObject({ code: first.code, missingHalf: first.missingHalf })
  const remembered = fakeContext(
    {},
    {},
    {
      rememberedAnswers: {
        getSummary: () => undefined,
        getBans: () => ({ value: null, fetchedAt: NOW, expiresAt: NOW + 60 }),
        getRustHours: () => undefined,
        getFriends: () => undefined,
      },
    },
  )
  const failure = await failureOf((async () => findRecord(remembered, cast.raider, anyCall()))())
  expect(failure).toMatchObject({ code: 'platform_unavailable', missingHalf: 'bans' })
})

test('newer bans than the remembered ones are in the answer', async () => {
  const { context } = contextOf(steam, systemClock)
  await look(context, cast.clean).answer
  const banned = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }
  const changed = { value: banned, fetchedAt: NOW, expiresAt: NOW + 60 }
  const informed = { ...context, newestBans: { ...context.newestBans, of: () => changed } as typeof context.newestBans }
  expect(look(informed, cast.clean).answer).toMatchObject({ bans: { VACBanned: true } })
})
