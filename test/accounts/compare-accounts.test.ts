import { describe, expect, test } from 'vitest'
import { PRIORITY, type CallContext } from '../../src/lib/call-context.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { compareAccounts } from '../../src/accounts/compare-accounts.ts'
import type { Friendship } from '../../src/steam/methods/get-friend-list.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { anyCall } from '../support/callers.ts'
import { failureOf } from '../support/failure.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { cached, fakeContext, summaryOf } from '../support/fake-context.ts'

const [alice, bob, carol, dave, erin] = [1, 2, 3, 4, 5].map((number) =>
  String(76_561_198_000_000_000n + BigInt(number)),
) as [SteamId, SteamId, SteamId, SteamId, SteamId]

const silence = () => Promise.reject(new RapsheetError('platform_unavailable', 'silent'))
const friend = (steamId: SteamId, since = 0): Friendship => ({ steamId, since })
/** A Steam that knows these friend lists; null is a private one, undefined one that Steam does not give. */
const withFriends = (lists: Record<SteamId, Friendship[] | null>): Partial<Steam> => ({
  getFriends: async (steamId) => {
    const newest = lists[steamId]
    if (newest === undefined) return silence()
    return cached(newest && { total: newest.length, newest })
  },
})
async function compare(steam: Partial<Steam>) {
  const comparison = await compareAccounts(fakeContext(steam), [alice, bob], anyCall())
  if (!comparison) return expect.unreachable('they are two accounts')
  return comparison
}

describe('the friends that two accounts share', () => {
  test('are those on both lists, with both dates, newest friendship first', async () => {
    const { shared } = await compare(
      withFriends({
        [alice]: [friend(dave, 500), friend(carol, 300), friend(erin, 0)],
        [bob]: [friend(carol, 900), friend(dave, 400)],
      }),
    )
    expect(shared).toEqual([
      { steamId: carol, name: `name of ${carol}`, since: [300, 900] },
      { steamId: dave, name: `name of ${dave}`, since: [500, 400] },
    ])
  })

  test.each<[string, Record<SteamId, Friendship[] | null>]>([
    ['private', { [alice]: [friend(carol)], [bob]: null }],
    ['unavailable', { [alice]: [friend(carol)] }],
  ])('are not known when a list is %s', async (kind, lists) => {
    const { shared, sides } = await compare(withFriends(lists))
    expect(shared).toBeNull()
    expect(sides.map(({ friends }) => friends.kind)).toEqual(['known', kind])
  })

  test('are named by calls that may be left out, and by their id alone without a name', async () => {
    const asked = new Map<SteamId, number>()
    const lists = withFriends({ [alice]: [friend(carol, 2), friend(dave, 1)], [bob]: [friend(carol), friend(dave)] })
    const { shared } = await compare({
      ...lists,
      getSummary: async (steamId, { priority }: CallContext) => {
        asked.set(steamId, priority)
        return steamId === dave ? silence() : cached(summaryOf(steamId))
      },
    })
    expect(shared?.map(({ name }) => name)).toEqual([`name of ${carol}`, null])
    expect(Object.fromEntries(asked)).toEqual({
      [alice]: PRIORITY.lookup,
      [bob]: PRIORITY.lookup,
      [carol]: PRIORITY.background,
      [dave]: PRIORITY.background,
    })
  })
})

describe('whether two accounts are friends', () => {
  const friendship = async (lists: Record<SteamId, Friendship[] | null>) =>
    (await compare(withFriends(lists))).friendship

  test('is known from either list, with the date of the one that has it', async () => {
    expect(await friendship({ [alice]: [friend(bob, 7)], [bob]: null })).toEqual({ kind: 'friends', since: 7 })
    expect(await friendship({ [alice]: null, [bob]: [friend(alice, 8)] })).toEqual({ kind: 'friends', since: 8 })
    expect(await friendship({ [alice]: [friend(bob, 0)], [bob]: [friend(alice, 9)] })).toEqual({
      kind: 'friends',
      since: 9,
    })
  })

  test('is denied by one whole list that lacks the other', async () => {
    expect(await friendship({ [alice]: [friend(carol)], [bob]: null })).toEqual({ kind: 'not friends' })
    expect(await friendship({ [alice]: [], [bob]: [] })).toEqual({ kind: 'not friends' })
  })

  test.each([
    ['an unreadable entry of one list', [[carol], 2], [[carol, dave], 2], true],
    ['unreadable entries alone', [[], 1], [[], 1], true],
    ['an unreadable entry, and a list whose friends are all shared', [[carol], 2], [[carol], 1], false],
    ['an empty list', [[], 0], [[], 3], false],
    ['lists that are whole', [[carol], 1], [[dave], 1], false],
  ] as const)('says whether more friends may be shared: %s', async (_, first, second, isIncomplete) => {
    const toList = ([ids, total]: typeof first | typeof second) =>
      cached({ total, newest: ids.map((id) => friend(id)) })
    const context = fakeContext({ getFriends: async (steamId) => toList(steamId === alice ? first : second) })
    const comparison = await compareAccounts(context, [alice, bob], anyCall())
    expect(comparison?.isSharedIncomplete).toBe(isIncomplete)
  })

  test('is unknown without a list, and when the only list has friends without an id', async () => {
    expect(await friendship({ [alice]: null, [bob]: null })).toEqual({ kind: 'unknown' })
    expect(await friendship({})).toEqual({ kind: 'unknown' })
    const { friendship: found } = await compare({
      getFriends: async (steamId) => cached(steamId === alice ? { total: 2, newest: [friend(carol)] } : null),
    })
    expect(found).toEqual({ kind: 'unknown' })
  })
})

describe('a comparison', () => {
  test('during an outage uses the last answers, the friend lists too', async () => {
    const lists = { [alice]: [friend(carol, 3), friend(bob, 1)], [bob]: [friend(carol, 4)] }
    const { getFriends } = withFriends(lists) as Pick<Steam, 'getFriends'>
    const { getBans, getRustHours } = fakeContext().steam
    const context = fakeContext(
      { getSummary: silence, getBans: silence, getFriends: silence, getRustHours: silence },
      {},
      {
        staleAnswers: {
          getSummary: async (steamId) => cached(summaryOf(steamId)),
          getBans: (steamId) => getBans(steamId, anyCall()),
          getRustHours: (steamId) => getRustHours(steamId, anyCall()),
          getFriends: (steamId) => getFriends(steamId, anyCall()),
        },
      },
    )
    const { sides = [], shared, friendship } = (await compareAccounts(context, [alice, bob], anyCall())) ?? {}
    expect(sides.map(({ account }) => account.stale)).toEqual([true, true])
    expect(shared).toEqual([{ steamId: carol, name: `name of ${carol}`, since: [3, 4] }])
    expect(friendship).toEqual({ kind: 'friends', since: 1 })
  })

  test('of an account with itself is null, in whatever form it is given', async () => {
    const context = fakeContext({ resolveVanityName: async () => cached(alice) })
    expect(await compareAccounts(context, [alice, 'raider'], anyCall())).toBeNull()
  })

  test('fails with the failure of either account, which names it', async () => {
    const failure = await failureOf(
      compare({
        getSummary: async (steamId) => cached(steamId === bob ? null : summaryOf(steamId)),
        getBans: async (steamId) => (steamId === bob ? cached(null) : fakeContext().steam.getBans(steamId, anyCall())),
      }),
    )
    expect([failure.code, failure.subject, failure.other]).toEqual(['account_not_found', bob, undefined])
  })

  test('fails with the first failure, and that of the other account where it comes soon after', async () => {
    const later = (ms: number) => clock.sleep(ms, anyCall().signal).then(silence)
    const clock = createFakeClock()
    const failWith = async (waits: Record<SteamId, number>) => {
      const context = fakeContext({ getBans: async (steamId) => later(waits[steamId] ?? 0) }, {}, { clock })
      const failed = failureOf(compareAccounts(context, [alice, bob], anyCall()))
      await clock.advance(5_000)
      const { subject, other } = await failed
      return [subject, other?.subject]
    }
    expect(await failWith({ [alice]: 100, [bob]: 600 })).toEqual([alice, bob])
    expect(await failWith({ [alice]: 600, [bob]: 100 })).toEqual([bob, alice])
    expect(await failWith({ [alice]: 4_000, [bob]: 100 })).toEqual([bob, undefined])
  })
})
