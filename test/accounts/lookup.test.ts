import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RapsheetError, type ErrorCode } from '../../src/model/error.ts'
import { lookup } from '../../src/accounts/lookup.ts'
import type { Cached } from '../../src/model/cached.ts'
import { createConfirmations } from '../../src/accounts/confirmations.ts'
import type { StaleAnswers, Steam } from '../../src/steam/steam.ts'
import type { Summary } from '../../src/steam/methods/get-player-summaries.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { failureOf, steamIsDown } from '../support/failure.ts'
import { CLEAN, cached, fakeContext, hoursOf, NOW, summaryOf } from '../support/fake-context.ts'

const alice = '76561197960287930'
const unusable = () => new RapsheetError('platform_unavailable', 'odd', { isUnusableRecord: true })
const silence = () => Promise.reject(steamIsDown())
const forever = () => new Promise<never>(() => {})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('lookup gives all parts of an account, and nothing else', async () => {
  const context = fakeContext({
    getBans: async () => cached({ ...CLEAN, VACBanned: true, NumberOfVACBans: 2, DaysSinceLastBan: 41 }),
    getRustHours: async () => cached(hoursOf(1234.5, 9.5)),
  })
  expect(await lookup(context, alice, anyCall())).toEqual({
    steamId: '76561197960287930',
    resolvedFrom: null,
    profile: {
      personaname: 'name of 76561197960287930',
      profileurl: 'https://steamcommunity.com/profiles/76561197960287930/',
      avatarfull: 'https://avatars.steamstatic.com/a_full.jpg',
      timecreated: 1_063_407_589,
      loccountrycode: null,
    },
    bans: { ...CLEAN, VACBanned: true, NumberOfVACBans: 2, DaysSinceLastBan: 41 },
    rustHours: 1234.5,
    rustHoursTwoWeeks: 9.5,
    friendsPrivate: false,
    unavailable: [],
    fetchedAt: NOW,
    partsFetchedAt: { profile: NOW, bans: NOW, rustHours: NOW, friendsPrivate: NOW },
  })
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['hours that are public', { getRustHours: async () => cached(hoursOf(12.5)) }, { rustHours: 12.5, unavailable: [] }],
  ['no Rust', { getRustHours: async () => cached(hoursOf(0)) }, { rustHours: 0, unavailable: [] }],
  [
    'hidden hours are null and not unavailable',
    { getRustHours: async () => cached(null) },
    { rustHours: null, unavailable: [] },
  ],
  ['hours Steam fails on are unavailable', { getRustHours: silence }, { rustHours: null, unavailable: ['rustHours'] }],
  [
    'a public friend list',
    { getFriends: async () => cached({ total: 0, newest: [] }) },
    { friendsPrivate: false, unavailable: [] },
  ],
  ['a hidden friend list', { getFriends: async () => cached(null) }, { friendsPrivate: true, unavailable: [] }],
  [
    'a friend list Steam fails on is unavailable',
    { getFriends: silence },
    { friendsPrivate: false, unavailable: ['friendsPrivate'] },
  ],
  [
    'hours and a friend list Steam fails on are both unavailable',
    { getRustHours: silence, getFriends: silence },
    { rustHours: null, friendsPrivate: false, unavailable: ['rustHours', 'friendsPrivate'] },
  ],
])('lookup distinguishes: %s', async (_, answers, expected) => {
  expect(await lookup(fakeContext(answers), alice, anyCall())).toMatchObject(expected)
})

test.each([
  ['the name', { getSummary: 50, getBans: 10, getRustHours: 20, getFriends: 30 }],
  ['the bans', { getSummary: 10, getBans: 50, getRustHours: 20, getFriends: 30 }],
  ['the hours', { getSummary: 10, getBans: 20, getRustHours: 50, getFriends: 30 }],
  ['the friend list', { getSummary: 10, getBans: 20, getRustHours: 30, getFriends: 50 }],
])('the age of a lookup is that of its oldest part: %s', async (_, ages) => {
  const { steam } = fakeContext()
  const context = fakeContext({
    getSummary: async (id, callContext) => cached((await steam.getSummary(id, callContext)).value, ages.getSummary),
    getBans: async () => cached(CLEAN, ages.getBans),
    getRustHours: async () => cached(hoursOf(1), ages.getRustHours),
    getFriends: async () => cached(null, ages.getFriends),
  })
  expect(await lookup(context, alice, anyCall())).toMatchObject({
    fetchedAt: NOW - 50,
    partsFetchedAt: {
      profile: NOW - ages.getSummary,
      bans: NOW - ages.getBans,
      rustHours: NOW - ages.getRustHours,
      friendsPrivate: NOW - ages.getFriends,
    },
  })
})

test('a cached account says how it was found this time', async () => {
  const { steam } = fakeContext()
  const [summary, bans] = [await steam.getSummary(alice, anyCall()), await steam.getBans(alice, anyCall())]
  const [hours, friends] = [cached(hoursOf(1)), cached(null)]
  const context = fakeContext({
    resolveVanityName: async () => cached(alice),
    getSummary: async () => summary,
    getBans: async () => bans,
    getRustHours: async () => hours,
    getFriends: async () => friends,
  })
  const answers = [
    await lookup(context, alice, anyCall()),
    await lookup(context, 'gaben', anyCall()),
    await lookup(context, alice, anyCall()),
  ]
  expect(answers.map(({ resolvedFrom }) => resolvedFrom)).toEqual([null, 'gaben', null])
})

test('an account without a ban record is an error that names the missing part, and never clean', async () => {
  const failure = await failureOf(lookup(fakeContext({ getBans: async () => cached(null) }), alice, anyCall()))
  expect(failure.code).toBe('platform_unavailable')
  expect(failure.message).toContain('but no ban record')
})

describe('a ban record without a profile', () => {
  const record = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }

  /** Lookups of an account without a profile, on a clock that the test sets. */
  function halfRecord(second: () => Promise<Cached<Summary | null>>) {
    const time = { now: NOW }
    const asked = { again: 0 }
    const steam = {
      getSummary: async () => cached(null),
      getBans: async () => cached(record),
      confirmSummary: () => (asked.again++, second()),
    }
    const context = fakeContext(steam, {}, { missingProfiles: createConfirmations({ unixSeconds: () => time.now }) })
    return { time, asked, lookUp: () => lookup(context, alice, anyCall()) }
  }

  test('is at first an outage of some seconds that has the bans, without a second call', async () => {
    const { time, asked, lookUp } = halfRecord(async () => cached(null))
    expect(await failureOf(lookUp())).toMatchObject({
      code: 'platform_unavailable',
      message: expect.stringContaining('Bans on record: VAC 1'),
      retryAfter: 3,
      bansOnRecord: record,
      steamId: alice,
    })
    time.now += 2
    expect(await failureOf(lookUp())).toMatchObject({ code: 'platform_unavailable', retryAfter: 1 })
    expect(asked.again).toBe(0)
  })

  test('is account_not_found, with the bans in the error, once a second answer confirms it', async () => {
    const { time, asked, lookUp } = halfRecord(async () => cached(null))
    await failureOf(lookUp())
    time.now += 3
    for (const _ of [1, 2]) {
      const failure = await failureOf(lookUp())
      expect([failure.code, failure.bansOnRecord]).toEqual(['account_not_found', record])
      expect(failure.message).toBe(
        `${alice} has no profile: the account was deleted or never set up. Bans on record: VAC 1, game 0, last ban 412 days ago, community none, trade none.`,
      )
    }
    expect(asked.again).toBe(1)
  })

  test('is a complete account when the second answer has the profile', async () => {
    const { time, lookUp } = halfRecord(async () => cached(summaryOf(alice)))
    await failureOf(lookUp())
    time.now += 3
    expect(await lookUp()).toMatchObject({ profile: { personaname: `name of ${alice}` }, bans: record })
  })

  test('stays an outage while the second call fails', async () => {
    const { time, lookUp } = halfRecord(silence)
    await failureOf(lookUp())
    time.now += 3
    expect((await failureOf(lookUp())).code).toBe('platform_unavailable')
    expect((await failureOf(lookUp())).code).toBe('platform_unavailable')
  })
})

describe('a known account without profile and ban record', () => {
  const SEEN = { ...cached(null), lastSeenAt: NOW - 5 }

  function missing(answers: Partial<Steam>, isListed = () => false) {
    const time = { now: NOW }
    const missingAccounts = createConfirmations({ unixSeconds: () => time.now })
    const both = { getSummary: async () => cached(null), getBans: async () => cached(null), ...answers }
    return { time, lookUp: () => lookup(fakeContext(both, {}, { missingAccounts, isListed }), alice, anyCall()) }
  }

  test.each<[string, Partial<Steam>, () => boolean]>([
    ['its ban record was seen before', { getBans: async () => SEEN }, () => false],
    ['its profile was seen before', { getSummary: async () => SEEN }, () => false],
    ['it is on a list', {}, () => true],
  ])('is unavailable until a second answer agrees, when %s', async (_, answers, isListed) => {
    const { time, lookUp } = missing(answers, isListed)
    for (const retryAfter of [3, 2]) {
      expect(await failureOf(lookUp())).toMatchObject({ code: 'platform_unavailable', retryAfter })
      time.now += 1
    }
    time.now += 1
    for (const _again of [1, 2]) expect((await failureOf(lookUp())).code).toBe('account_not_found')
  })

  test('is found when the second answer has it', async () => {
    const { time, lookUp } = missing({
      getBans: async () => SEEN,
      confirmSummary: async (steamId) => cached(summaryOf(steamId)),
      confirmBans: async () => cached(CLEAN),
    })
    await failureOf(lookUp())
    time.now += 3
    expect(await lookUp()).toMatchObject({ steamId: alice, bans: CLEAN })
  })

  test('needs two new answers when it was seen after it was confirmed to be gone', async () => {
    let lastSeenAt = NOW - 5
    const { time, lookUp } = missing({ getBans: async () => ({ ...cached(null), lastSeenAt }) })
    await failureOf(lookUp())
    time.now += 3
    expect((await failureOf(lookUp())).code).toBe('account_not_found')
    lastSeenAt = time.now + 1
    time.now += 2
    expect((await failureOf(lookUp())).code).toBe('platform_unavailable')
  })

  test('is unavailable while the second call fails', async () => {
    const { time, lookUp } = missing({ getBans: async () => SEEN, confirmBans: silence })
    await failureOf(lookUp())
    time.now += 3
    expect((await failureOf(lookUp())).code).toBe('platform_unavailable')
  })
})

test('an account without profile and ban record is not found', async () => {
  const unknown = { getSummary: async () => cached(null), getBans: async () => cached(null) }
  const failure = await failureOf(lookup(fakeContext(unknown), alice, anyCall()))
  expect(failure.code).toBe('account_not_found')
  expect(failure.message).toContain(alice)
})

test.each([
  ['name', { getSummary: silence }],
  ['bans', { getBans: silence }],
])('lookup fails without the %s', async (_, answers) => {
  expect((await failureOf(lookup(fakeContext(answers), alice, anyCall()))).code).toBe('platform_unavailable')
})

test('hours are unavailable when they take three seconds longer than the rest', async () => {
  const bans = deferred<void>()
  const context = fakeContext({
    getRustHours: forever,
    getFriends: async () => cached(null),
    getBans: async () => bans.promise.then(() => cached(CLEAN)),
  })
  let answer: unknown
  void lookup(context, alice, anyCall()).then((account) => (answer = account))
  await vi.advanceTimersByTimeAsync(4_000)
  bans.resolve()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  // The friend list arrived in time; only the hours are missing.
  expect(answer).toMatchObject({ rustHours: null, friendsPrivate: true, unavailable: ['rustHours'] })
})

test('lookup throws the abort reason of an aborted call', async () => {
  const { callContext, leave } = cancellableCall()
  const reason = new Error('hung up')
  const whenLeft = () =>
    new Promise<never>((_, reject) =>
      callContext.signal.addEventListener('abort', () => reject(callContext.signal.reason)),
    )
  const context = fakeContext({ getSummary: whenLeft, getBans: whenLeft, getRustHours: whenLeft, getFriends: whenLeft })
  const answer = lookup(context, alice, callContext)
  await vi.advanceTimersByTimeAsync(0)
  leave(reason)
  await expect(answer).rejects.toBe(reason)
})

describe('lookup during an outage', () => {
  /** A Steam that fails, with its earlier answers in the cache; ages in seconds. */
  function failing(code: ErrorCode, known: Partial<StaleAnswers> = {}) {
    const fail = () => Promise.reject(new RapsheetError(code, code))
    const stale = { count: 0 }
    const staleAnswers = {
      getSummary: async (steamId: string) => cached(summaryOf(steamId), 100),
      getBans: async () => cached({ ...CLEAN, VACBanned: true }, 200),
      ...known,
    }
    const steam = { getSummary: fail, getBans: fail, getRustHours: fail, getFriends: fail, resolveVanityName: fail }
    return { context: fakeContext(steam, {}, { staleAnswers, onStale: () => void stale.count++ }), stale }
  }

  test.each<ErrorCode>(['platform_unavailable', 'overloaded', 'budget_spent'])(
    'gives, after %s, the expired cache entries, marked as stale and with the age of the oldest',
    async (code) => {
      const { context, stale } = failing(code)
      expect(await lookup(context, alice, anyCall())).toMatchObject({
        steamId: alice,
        bans: { VACBanned: true },
        stale: true,
        fetchedAt: NOW - 200,
        unavailable: ['rustHours', 'friendsPrivate'],
      })
      expect(stale.count).toBe(1)
    },
  )

  test('resolves a friend code only if the cache says that no account has the number as its custom URL', async () => {
    const known = failing('platform_unavailable', { resolveVanityName: async () => cached(null, 100) })
    const friendCode = String(BigInt(alice) - 76561197960265728n)
    expect(await lookup(known.context, friendCode, anyCall())).toMatchObject({
      steamId: alice,
      resolvedFrom: null,
      stale: true,
    })
    const unknown = failing('platform_unavailable', { resolveVanityName: async () => undefined })
    expect((await failureOf(lookup(unknown.context, friendCode, anyCall()))).code).toBe('platform_unavailable')
  })

  test('includes cached hours and friend list, which may be older', async () => {
    const { context } = failing('platform_unavailable', {
      getRustHours: async () => cached(hoursOf(12.5), 300),
      getFriends: async () => cached(null, 50),
    })
    expect(await lookup(context, alice, anyCall())).toMatchObject({
      rustHours: 12.5,
      friendsPrivate: true,
      unavailable: [],
      fetchedAt: NOW - 300,
    })
  })

  test.each<ErrorCode>(['key_refused', 'not_configured', 'account_not_found'])(
    'throws %s, whatever is cached',
    async (code) => {
      const { context, stale } = failing(code)
      expect((await failureOf(lookup(context, alice, anyCall()))).code).toBe(code)
      expect(stale.count).toBe(0)
    },
  )

  test.each<[string, Partial<StaleAnswers>]>([
    ['no ban record', { getBans: async () => undefined }],
    ['the answer that there is no ban record', { getBans: async () => cached(null) }],
    ['no profile', { getSummary: async () => undefined }],
    ['the answer that there is no profile', { getSummary: async () => cached(null) }],
  ])('throws the failure when the cache has %s', async (_, known) => {
    const { context, stale } = failing('platform_unavailable', known)
    expect((await failureOf(lookup(context, alice, anyCall()))).code).toBe('platform_unavailable')
    expect(stale.count).toBe(0)
  })

  test.each([
    ['a contradictory record', { getBans: () => Promise.reject(unusable()) }],
    ['a profile without a ban record', { getBans: async () => cached(null) }],
    ['a ban record without a profile', { getSummary: async () => cached(null), getBans: async () => cached(CLEAN) }],
  ])('gives no stale answer in place of an unusable record: %s', async (_, steam) => {
    const { context, stale } = failing('platform_unavailable')
    const answering = { ...fakeContext(steam).steam }
    expect((await failureOf(lookup({ ...context, steam: answering }, alice, anyCall()))).code).toBe(
      'platform_unavailable',
    )
    expect(stale.count).toBe(0)
  })

  test('throws an unexpected error', async () => {
    const { context } = failing('platform_unavailable')
    const bug = Object.assign(new TypeError('undefined is not a function'), { code: 'overloaded' })
    const steam = { ...context.steam, getSummary: () => Promise.reject(bug) }
    await expect(lookup({ ...context, steam }, alice, anyCall())).rejects.toBe(bug)
  })
})
