import { describe, expect, test } from 'vitest'
import { RapsheetError, type ErrorCode } from '../../src/model/error.ts'
import { PRIORITY } from '../../src/lib/call-context.ts'
import { lookupBatch, lookupEach } from '../../src/accounts/lookup-batch.ts'
import { createConfirmations } from '../../src/accounts/confirmations.ts'
import { anyCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { failureOf } from '../support/failure.ts'
import { CLEAN, cached, fakeContext, NOW, summaryOf } from '../support/fake-context.ts'
import { nth } from '../support/watch-tests.ts'

const alice = '76561197960287930'
const bob = '76561197960287931'
const carol = '76561197960287932'

const fail = (code: ErrorCode) => Promise.reject(new RapsheetError(code, code))

describe('the results of lookupBatch', () => {
  test('hold each account with its entry, in the order of the request', async () => {
    const slow = deferred<void>()
    const context = fakeContext({
      resolveVanityName: async (name) => cached(name === 'bobby' ? bob : null),
      async getSummary(steamId) {
        if (steamId === carol) await slow.promise
        else slow.resolve()
        return cached(summaryOf(steamId))
      },
      getBans: async (steamId) => cached({ ...CLEAN, NumberOfGameBans: steamId === alice ? 1 : 0 }, 7),
      getRustHours: () => Promise.reject(new Error('asked')),
      getFriends: () => Promise.reject(new Error('asked')),
    })
    const entryOf = (input: string, steamId: string, resolvedFrom: string | null = null, bans = CLEAN) => ({
      input,
      steamId,
      resolvedFrom,
      profile: {
        personaname: `name of ${steamId}`,
        profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
        avatarfull: 'https://avatars.steamstatic.com/a_full.jpg',
        timecreated: 1_063_407_589,
        loccountrycode: null,
      },
      bans,
      fetchedAt: NOW - 7,
    })
    expect(await lookupBatch(context, [carol, 'bobby', ' [U:1:22202]'], anyCall())).toEqual({
      results: [
        entryOf(carol, carol),
        entryOf('bobby', bob, 'bobby'),
        entryOf(' [U:1:22202]', alice, null, { ...CLEAN, NumberOfGameBans: 1 }),
      ],
      resolved: 3,
      failed: 0,
      failures: [],
      dropped: 0,
    })
  })

  test('leave out failed entries, which are counted and listed with their reasons', async () => {
    const context = fakeContext({
      getSummary: async (steamId) => cached(steamId === bob ? null : summaryOf(steamId)),
      getBans: async (steamId) =>
        steamId === carol ? cached(null) : steamId === nth(1) ? fail('platform_unavailable') : cached(CLEAN),
    })
    const entries = [bob, 'not an account', alice, carol, nth(1), 'nobody', nth(2)]
    const { results, failures, ...counts } = await lookupBatch(context, entries, anyCall())
    expect(results.map(({ steamId }) => steamId)).toEqual([alice, nth(2)])
    expect(counts).toEqual({ resolved: 2, failed: 5, dropped: 0 })
    expect(failures.map(({ input, code }) => [input, code])).toEqual([
      [bob, 'platform_unavailable'],
      ['not an account', 'malformed_account'],
      [carol, 'platform_unavailable'],
      [nth(1), 'platform_unavailable'],
      ['nobody', 'account_not_found'],
    ])
    expect(failures.at(-1)?.error).toContain('"nobody"')
  })

  test('end with the fiftieth entry; later entries are not read', async () => {
    const asked: string[] = []
    const context = fakeContext({
      async getSummary(steamId) {
        asked.push(steamId)
        return cached(summaryOf(steamId))
      },
    })
    const entries = Array.from({ length: 51 }, (_, index) => nth(index))
    const { results, resolved, failed, dropped } = await lookupBatch(context, [...entries, 'not an account'], anyCall())
    expect(results.map(({ input }) => input)).toEqual(entries.slice(0, 50))
    expect({ resolved, failed, dropped }).toEqual({ resolved: 50, failed: 0, dropped: 2 })
    expect(asked).not.toContain(nth(50))
  })
})

describe('lookupEach', () => {
  test('gives what policies need of a profile apart from the entry that the API returns', async () => {
    const context = fakeContext({ getSummary: async (steamId) => cached({ ...summaryOf(steamId), isPrivate: true }) })
    const [outcome] = await lookupEach(context, [alice], anyCall())
    expect(outcome).toMatchObject({ profileFacts: { isPrivate: true, isConfigured: true } })
    expect(JSON.stringify(await lookupBatch(context, [alice], anyCall()))).not.toMatch(/isPrivate|profileFacts/)
  })

  test('throws an unexpected error', async () => {
    const bug = new TypeError('undefined is not a function')
    const context = fakeContext({ getBans: async (steamId) => (steamId === bob ? Promise.reject(bug) : cached(CLEAN)) })
    await expect(lookupEach(context, [alice, bob], anyCall())).rejects.toBe(bug)
  })
})

test('lookupBatch makes all its calls with the priority of a lookup', async () => {
  const asked = new Set<number>()
  const context = fakeContext({
    resolveVanityName: async (_, { priority }) => (asked.add(priority), cached(alice)),
    getSummary: async (steamId, { priority }) => (asked.add(priority), cached(summaryOf(steamId))),
    getBans: async (_, { priority }) => (asked.add(priority), cached(CLEAN)),
  })
  await lookupBatch(context, [bob, 'gaben'], anyCall())
  expect([...asked]).toEqual([PRIORITY.lookup])
})

test('lookupBatch makes no call near the end of the day’s budget, and throws budget_spent', async () => {
  const refuseWhenReserved = (what: string) => {
    throw new RapsheetError('budget_spent', `${what} are refused`)
  }
  const context = fakeContext({ getSummary: () => Promise.reject(new Error('asked')) }, {}, { refuseWhenReserved })
  const failure = await failureOf(lookupBatch(context, [alice], anyCall()))
  expect([failure.code, failure.message]).toEqual(['budget_spent', 'batches are refused'])
})

describe('the error of a batch in which all entries fail', () => {
  /** The error of a batch whose entries fail with these codes. */
  const failingWith = (codes: ErrorCode[]) =>
    failureOf(
      lookupBatch(
        fakeContext({ getBans: (steamId) => fail(codes[Number(steamId.slice(-1))]!) }),
        codes.map((_, index) => nth(index)),
        anyCall(),
      ),
    )

  test.each<[ErrorCode[], ErrorCode]>([
    [['account_not_found', 'malformed_account'], 'account_not_found'],
    [['malformed_account'], 'account_not_found'],
    [['account_not_found', 'platform_unavailable'], 'platform_unavailable'],
    [['overloaded', 'malformed_account'], 'overloaded'],
    [['overloaded', 'platform_unavailable'], 'platform_unavailable'],
    [['account_not_found', 'budget_spent'], 'budget_spent'],
    [['platform_unavailable', 'key_refused'], 'key_refused'],
    [['key_refused', 'not_configured'], 'not_configured'],
    [['account_not_found', 'stopping'], 'stopping'],
  ])('a batch whose entries fail with %j fails with %s', async (codes, expected) => {
    expect((await failingWith(codes)).code).toBe(expected)
  })

  test.each([
    ['one', [alice]],
    ['two', [alice, bob]],
  ])('has the bans of %s without a profile in its message', async (_, entries) => {
    const time = { now: NOW }
    const record = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }
    const context = fakeContext(
      { getSummary: async () => cached(null), getBans: async () => cached(record) },
      {},
      { missingProfiles: createConfirmations({ unixSeconds: () => time.now }) },
    )
    await failureOf(lookupBatch(context, entries, anyCall()))
    time.now += 3
    const failure = await failureOf(lookupBatch(context, entries, anyCall()))
    expect(failure.code).toBe('account_not_found')
    for (const steamId of entries) expect(failure.message).toContain(`${steamId} has no profile`)
    expect(failure.message).toContain('Bans on record: VAC 1')
  })

  test('has the details of the most important failure', async () => {
    const context = fakeContext({
      getBans: () => Promise.reject(new RapsheetError('overloaded', 'too many wait', { retryAfter: 60 })),
    })
    const failure = await failureOf(lookupBatch(context, ['not an account', alice], anyCall()))
    expect(failure.message).toBe('too many wait')
    expect(failure.retryAfter).toBe(60)
    expect(failure.batch).toMatchObject({
      failures: [{ code: 'malformed_account' }, { input: alice, code: 'overloaded', error: 'too many wait' }],
      dropped: 0,
    })
  })
})

describe('lookupBatch', () => {
  test('has the newest bans of an account without a profile, when they change while others are looked up', async () => {
    const slow = deferred<void>()
    const context = fakeContext({
      getSummary: async (steamId) => {
        if (steamId === bob) await slow.promise
        return cached(steamId === alice ? null : summaryOf(steamId))
      },
    })
    const answer = lookupBatch(context, [alice, bob], anyCall())
    await new Promise((resolve) => setImmediate(resolve))
    context.newestBans.learn(alice, { record: { ...CLEAN, NumberOfGameBans: 1 }, fetchedAt: NOW + 5 })
    slow.resolve()
    const { failures } = await answer
    expect(failures).toEqual([
      {
        input: alice,
        code: 'platform_unavailable',
        error: expect.stringContaining('Bans on record: VAC 0, game 1,'),
        missing: 'profile',
        withoutProfile: { steamId: alice, bans: { ...CLEAN, NumberOfGameBans: 1 }, fetchedAt: NOW + 5 },
      },
    ])
  })
})
