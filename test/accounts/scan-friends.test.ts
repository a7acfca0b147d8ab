import { describe, expect, test } from 'vitest'
import { PRIORITY, type CallContext } from '../../src/lib/call-context.ts'
import type { Bans, ScanEvent, ScanFound, ScanResult } from '../../src/model/account.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { Context } from '../../src/accounts/context.ts'
import { createConfirmations } from '../../src/accounts/confirmations.ts'
import { scanFriends, scanFriendsInSteps, scanPartsInSteps } from '../../src/accounts/scan-friends.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { deferred } from '../support/deferred.ts'
import { failureOf, steamIsDown } from '../support/failure.ts'
import { CLEAN, cached, fakeContext, friendListOf, hoursOf, NOW, summaryOf } from '../support/fake-context.ts'
import { warningsDuring } from '../support/process-events.ts'
import { nth } from '../support/watch-tests.ts'

const owner = '76561197960287930'
const alice = '76561197960287931'
const bob = '76561197960287932'
const carol = '76561197960287933'

const silence = () => Promise.reject(steamIsDown())
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A context whose owner has these friends. */
const befriended = (friends: string[], steam: Partial<Steam> = {}, total = friends.length) =>
  fakeContext({ getFriends: async () => cached(friendListOf(friends, total)), ...steam })

const entryOf = (steamId: string, bans: Partial<Bans> = {}) => ({
  steamId,
  personaname: `name of ${steamId}`,
  avatar: 'https://avatars.steamstatic.com/a.jpg',
  profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
  friendSince: 0,
  banned: false,
  rustHours: 0,
  banDetails: { ...CLEAN, ...bans },
  unavailable: [],
})

/** The result of a scan that has checked all friends; `parts` replace its fields. */
const resultWith = (friends: object[], { totalFriends = friends.length, ...parts }: Partial<ScanResult> = {}) => ({
  friends,
  totalFriends,
  from: 0,
  total: totalFriends,
  next: null,
  withoutProfile: [],
  unavailable: 0,
  unchecked: [],
  fetchedAt: NOW,
  ...parts,
})

const uncheckedOf = (steamId: string) => ({ steamId, friendSince: 0, personaname: null })

const progressOf = (event: ScanEvent | ScanFound) => ('progress' in event ? event.progress.current : 'result')
/** The last event of a scan of the owner's friends. */
const resultOf = async (context: Context) => (await collect(scanFriends(context, owner, anyCall()))).at(-1)

describe('the events of a scan', () => {
  test('count friends without an id as unavailable', async () => {
    const events = await collect(scanFriends(befriended([alice], {}, 3), owner, anyCall()))
    expect(events[0]).toEqual({ progress: { current: 0, total: 3, totalFriends: 3 } })
    expect(events.at(-1)).toEqual(resultWith([entryOf(alice)], { totalFriends: 3, unavailable: 2 }))
  })

  test('come, before the result, with the number of failed checks and the bans of friends without a profile', async () => {
    const record = { ...CLEAN, NumberOfGameBans: 1 }
    const context = befriended([alice, bob], {
      getBans: async (steamId) => (steamId === alice ? silence() : cached(record)),
      getSummary: async () => cached(null),
      confirmSummary: async () => cached(null),
    })
    const missingProfiles = { ...context.missingProfiles, reportMissing: () => ({ kind: 'confirmed' as const }) }
    const steps = await collect(scanFriendsInSteps({ ...context, missingProfiles }, owner, anyCall()))
    expect(steps.at(-2)).toMatchObject({ event: { progress: { current: 2 } }, failed: 1 })
    expect(steps.flatMap(({ found }) => found)).toEqual([{ steamId: bob, banDetails: record }])
  })

  test.each([
    [0, 100, 100],
    [100, 100, 200],
    [130, 100, null],
    [230, 0, null],
    [100_000, 0, null],
  ])('say what they cover of 230 friends from %i: %i friends, and the next from %j', async (from, total, next) => {
    const friends = Array.from({ length: 230 }, (_, index) => nth(index))
    const steps = await collect(scanFriends(befriended(friends), owner, anyCall(), { offset: from }))
    expect(steps.at(-1)).toMatchObject({ from, total, next, totalFriends: 230 })
    expect(steps.at(-2)).toEqual({ progress: { current: total, total, totalFriends: 230 } })
    expect(steps.at(-1)).toHaveProperty(
      'friends',
      friends.slice(from, from + 100).map((steamId) => entryOf(steamId)),
    )
  })
})

describe('the result of a scan', () => {
  test.each<[string, boolean, Partial<Bans>]>([
    ['a VAC ban', true, { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 3 }],
    ['a VAC ban of today', true, { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 0 }],
    ['a game ban', true, { NumberOfGameBans: 2, DaysSinceLastBan: 900 }],
    ['a community ban', true, { CommunityBanned: true }],
    ['a trade ban alone', false, { EconomyBan: 'banned' }],
    ['a trade probation', false, { EconomyBan: 'probation' }],
    ['nothing', false, {}],
  ])('%s: banned is %j', async (_, banned, bans) => {
    const context = befriended([alice], { getBans: async () => cached({ ...CLEAN, ...bans }) })
    expect(await resultOf(context)).toEqual(resultWith([{ ...entryOf(alice, bans), banned }]))
  })

  test('distinguishes hidden hours from unavailable hours, and says when each friendship began', async () => {
    const since = new Map([alice, bob, carol].map((steamId, index) => [steamId, index * 1_000_000]))
    const newest = [...since].map(([steamId, friendSince]) => ({ steamId, since: friendSince }))
    const context = befriended([], {
      getFriends: async () => cached({ total: 3, newest }),
      getRustHours: async (steamId) =>
        steamId === alice ? cached(hoursOf(12.5)) : steamId === bob ? cached(null) : silence(),
    })
    expect(await resultOf(context)).toEqual(
      resultWith([
        { ...entryOf(alice), rustHours: 12.5, friendSince: 0 },
        { ...entryOf(bob), rustHours: null, friendSince: 1_000_000 },
        { ...entryOf(carol), rustHours: null, friendSince: 2_000_000, unavailable: ['rustHours'] },
      ]),
    )
  })

  test('counts failed friends as unavailable, and those whom a first answer lacks, with their names from the cache', async () => {
    const [dave, erin] = [nth(1), nth(2)]
    const context = befriended([alice, bob, carol, dave, erin], {
      getSummary: async (steamId) =>
        steamId === carol ? silence() : cached(steamId === dave ? null : summaryOf(steamId)),
      getBans: async (steamId) => cached(steamId === alice || steamId === dave ? null : CLEAN),
    })
    const staleAnswers = {
      ...context.staleAnswers,
      getSummary: async (steamId: string) => (steamId === carol ? cached(summaryOf(carol)) : undefined),
    }
    const events = await collect(scanFriends({ ...context, staleAnswers }, owner, anyCall()))
    expect(events.at(-2)).toEqual({ progress: { current: 5, total: 5, totalFriends: 5 } })
    const named = (steamId: string) => ({ ...uncheckedOf(steamId), personaname: `name of ${steamId}` })
    expect(events.at(-1)).toEqual(
      resultWith([entryOf(bob), entryOf(erin)], {
        totalFriends: 5,
        unavailable: 3,
        unchecked: [named(alice), named(carol), uncheckedOf(dave)],
      }),
    )
  })

  test('lists a friend with bans and a missing profile, confirmed or not', async () => {
    const time = { now: NOW }
    const record = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }
    const context = {
      ...befriended([alice, bob], {
        getSummary: async (steamId) => cached(steamId === bob ? null : summaryOf(steamId)),
        getBans: async (steamId) => cached(steamId === bob ? record : CLEAN),
      }),
      missingProfiles: createConfirmations({ unixSeconds: () => time.now }),
    }
    const friends = [entryOf(alice)]
    expect(await resultOf(context)).toEqual(
      resultWith(friends, {
        totalFriends: 2,
        withoutProfile: [{ steamId: bob, banDetails: record, missing: 'profile' }],
      }),
    )
    time.now += 3
    expect(await resultOf(context)).toEqual(
      resultWith(friends, { totalFriends: 2, withoutProfile: [{ steamId: bob, banDetails: record }] }),
    )
  })

  test('does not list a friend without bans whose missing profile is not confirmed', async () => {
    const vac = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }
    const context = befriended([alice, bob, carol], {
      getSummary: async (steamId) => cached(steamId === carol ? summaryOf(carol) : null),
      getBans: async (steamId) => cached(steamId === alice ? vac : CLEAN),
    })
    expect(await resultOf(context)).toMatchObject({
      friends: [{ steamId: carol }],
      withoutProfile: [{ steamId: alice, banDetails: vac, missing: 'profile' }],
      unavailable: 1,
      unchecked: [{ steamId: bob }],
    })
  })

  test('is empty when two answers lack all friends', async () => {
    const time = { now: NOW }
    const context = {
      ...befriended([alice, bob], { getSummary: async () => cached(null), getBans: async () => cached(null) }),
      missingAccounts: createConfirmations({ unixSeconds: () => time.now }),
    }
    expect(await failureOf(resultOf(context))).toMatchObject({ code: 'platform_unavailable', retryAfter: 3 })
    time.now += 3
    expect(await resultOf(context)).toEqual(resultWith([], { totalFriends: 2 }))
  })
})

describe('the age of a result', () => {
  test.each<[string, Partial<Steam>]>([
    ['ban record', {}],
    ['ban record of an account without a profile', { getSummary: async () => cached(null) }],
  ])('is that of the oldest %s, not of the friend list', async (_, answers) => {
    const context = befriended([alice, bob], {
      getFriends: async () => cached(friendListOf([alice, bob]), 500),
      getBans: async (steamId) => cached(CLEAN, steamId === alice ? 40 : 5),
      confirmSummary: async () => cached(null),
      ...answers,
    })
    const missingProfiles = { ...context.missingProfiles, reportMissing: () => ({ kind: 'confirmed' as const }) }
    const result = await resultOf({ ...context, missingProfiles })
    expect(result).toMatchObject({ fetchedAt: NOW - 40, unchecked: [] })
  })

  test('is that of the friend list while there is no ban record', async () => {
    const context = befriended([], { getFriends: async () => cached(friendListOf([]), 500) })
    expect(await resultOf(context)).toMatchObject({ fetchedAt: NOW - 500 })
  })
})

describe('the steps of a scan', () => {
  test('contain each friend once, as soon as it is checked, and the age of the oldest record so far', async () => {
    const gates = new Map([alice, bob, carol].map((steamId) => [steamId, deferred<void>()]))
    const ages = new Map([
      [alice, 5],
      [bob, 40],
      [carol, 20],
    ])
    const context = befriended([alice, bob, carol], {
      getFriends: async () => cached(friendListOf([alice, bob, carol]), 500),
      getBans: async (steamId) => gates.get(steamId)!.promise.then(() => cached(CLEAN, ages.get(steamId))),
    })
    const seen: unknown[] = []
    const steps = scanFriendsInSteps(context, owner, anyCall())
    const read = async () => {
      const { value } = await steps.next()
      if (value) seen.push([value.found.map(({ steamId }) => steamId), NOW - value.fetchedAt])
    }
    await read()
    for (const steamId of [carol, bob, alice]) {
      const reading = read()
      await nextTurn()
      gates.get(steamId)!.resolve()
      await reading
    }
    await read()
    expect(seen).toEqual([
      [[], 500],
      [[carol], 20],
      [[bob], 40],
      [[alice], 40],
      [[], 40],
    ])
  })
})

describe('the banned friends that a scan shows as it finds them', () => {
  const record = { ...CLEAN, NumberOfGameBans: 1 }
  const bannedEntry = (steamId: string) => ({ ...entryOf(steamId, record), banned: true })
  const progress = (current: number, total: number) => ({ progress: { current, total, totalFriends: total } })

  test('come before the progress that counts them, in the order in which they were checked', async () => {
    const gates = new Map([alice, bob, carol].map((steamId) => [steamId, deferred<void>()]))
    const context = befriended([alice, bob, carol], {
      getBans: async (steamId) => gates.get(steamId)!.promise.then(() => cached(steamId === bob ? CLEAN : record)),
    })
    const events: unknown[] = []
    const scan = scanFriends(context, owner, anyCall(), { showsFound: true })
    const read = async () => events.push((await scan.next()).value)
    await read()
    for (const [steamId, count] of [
      [carol, 2],
      [bob, 1],
      [alice, 2],
    ] as const) {
      const reading = read()
      await nextTurn()
      gates.get(steamId)!.resolve()
      await reading
      if (count === 2) await read()
    }
    await read()
    expect(events).toEqual([
      progress(0, 3),
      { found: { friends: [bannedEntry(carol)], withoutProfile: [] } },
      progress(1, 3),
      progress(2, 3),
      { found: { friends: [bannedEntry(alice)], withoutProfile: [] } },
      progress(3, 3),
      resultWith([bannedEntry(alice), entryOf(bob), bannedEntry(carol)]),
    ])
  })

  test('include those without a profile, unless their record is clean', async () => {
    const context = befriended([alice, bob], {
      getBans: async (steamId) => cached(steamId === alice ? record : CLEAN),
      getSummary: async () => cached(null),
      confirmSummary: async () => cached(null),
    })
    const missingProfiles = { ...context.missingProfiles, reportMissing: () => ({ kind: 'confirmed' as const }) }
    const events = await collect(scanFriends({ ...context, missingProfiles }, owner, anyCall(), { showsFound: true }))
    expect(events.filter((event) => 'found' in event)).toEqual([
      { found: { friends: [], withoutProfile: [{ steamId: alice, banDetails: record }] } },
    ])
    expect(events.at(-1)).toMatchObject({ withoutProfile: [{ steamId: alice }, { steamId: bob }] })
  })
})

test('a scan fetches the list with the priority of a lookup, friends with that of a scan, and hours in the background', async () => {
  const asked: unknown[] = []
  const note = (what: string, { priority }: CallContext) => asked.push([what, priority])
  const context = fakeContext({
    getFriends: async (_, callContext) => (note('list', callContext), cached(friendListOf([alice]))),
    getSummary: async (steamId, callContext) => (note('name', callContext), cached(summaryOf(steamId))),
    getBans: async (_, callContext) => (note('bans', callContext), cached(CLEAN)),
    getRustHours: async (_, callContext) => (note('hours', callContext), cached(hoursOf(1))),
  })
  await collect(scanFriends(context, owner, anyCall()))
  expect(asked).toHaveLength(4)
  expect(asked).toEqual(
    expect.arrayContaining([
      ['list', PRIORITY.lookup],
      ['name', PRIORITY.scan],
      ['bans', PRIORITY.scan],
      ['hours', PRIORITY.background],
    ]),
  )
})

describe('a scan of several parts', () => {
  const friends = Array.from({ length: 450 }, (_, index) => nth(index))
  const scanAll = async (context: Context, mayGoOn: (from: number) => Promise<boolean>, offset = 0) =>
    (await collect(scanPartsInSteps(context, owner, anyCall(), offset, mayGoOn))).map(({ event }) => event)

  test('checks three hundred friends and no more, and its progress counts those of all parts', async () => {
    const asked: number[] = []
    const events = await scanAll(befriended(friends), async (from) => asked.push(from) > 0)
    expect(asked).toEqual([100, 200])
    const progress = events.flatMap((event) => ('progress' in event ? [event.progress] : []))
    expect(progress.map(({ current }) => current)).toEqual(
      progress.map(({ current }) => current).toSorted((a, b) => a - b),
    )
    expect(progress.at(-1)).toEqual({ current: 300, total: 300, totalFriends: 450 })
    const result = events.at(-1)
    expect(result).toMatchObject({ from: 0, total: 300, next: 300, totalFriends: 450, unavailable: 0 })
    expect(result).toHaveProperty(
      'friends',
      friends.slice(0, 300).map((steamId) => entryOf(steamId)),
    )
  })

  test('counts from where it begins', async () => {
    const events = await scanAll(befriended(friends), async () => true, 300)
    expect(events[0]).toEqual({ progress: { current: 0, total: 150, totalFriends: 450 } })
    expect(events.at(-1)).toMatchObject({ from: 300, total: 150, next: null })
  })

  test('ends with what was found when a further part is not allowed, or fails', async () => {
    const first = { from: 0, total: 100, next: 100 }
    expect((await scanAll(befriended(friends), async () => false)).at(-1)).toMatchObject(first)
    let isDown = false
    const context = befriended(friends, { getBans: () => (isDown ? silence() : Promise.resolve(cached(CLEAN))) })
    const goOnWhileDown = async () => (isDown = true)
    expect((await scanAll(context, goOnWhileDown)).at(-1)).toMatchObject(first)
  })

  test('throws when the first part fails', async () => {
    const context = befriended(friends, { getBans: silence })
    const failure = await failureOf(scanAll(context, async () => true))
    expect(failure.code).toBe('platform_unavailable')
  })
})

describe('a scan that fails', () => {
  test('makes no call near the end of the day’s budget, and throws budget_spent', async () => {
    const refuseWhenReserved = (what: string) => {
      throw new RapsheetError('budget_spent', `${what} are refused`)
    }
    const context = fakeContext({ getFriends: () => Promise.reject(new Error('asked')) }, {}, { refuseWhenReserved })
    const failure = await failureOf(scanFriends(context, owner, anyCall()).next())
    expect([failure.code, failure.message]).toEqual(['budget_spent', 'friend scans are refused'])
  })

  test('throws friends_private for a private list', async () => {
    const context = fakeContext({ getFriends: async () => cached(null) })
    const scan = scanFriends(context, owner, anyCall())
    const failure = await failureOf(scan.next())
    expect(failure.code).toBe('friends_private')
    expect(failure.message).toContain(owner)
  })

  test('throws account_not_found for an id that no account has', async () => {
    const context = fakeContext({
      getFriends: async () => cached(null),
      getSummary: async () => cached(null),
      getBans: async () => cached(null),
    })
    expect((await failureOf(scanFriends(context, owner, anyCall()).next())).code).toBe('account_not_found')
  })

  test('throws, and gives no empty result, when all checks fail', async () => {
    const context = befriended([alice, bob], { getSummary: silence })
    const events: (ScanEvent | ScanFound)[] = []
    const reading = async () => {
      for await (const event of scanFriends(context, owner, anyCall())) events.push(event)
    }
    expect((await failureOf(reading())).code).toBe('platform_unavailable')
    expect(events.map(progressOf)).not.toContain('result')
  })

  test('throws an unexpected error and does not count it as an unavailable friend', async () => {
    const bug = new TypeError('undefined is not a function')
    const context = befriended([alice, bob], {
      getBans: async (steamId) => (steamId === bob ? Promise.reject(bug) : cached(CLEAN)),
    })
    await expect(collect(scanFriends(context, owner, anyCall()))).rejects.toBe(bug)
  })
})

describe('cancelling a scan', () => {
  /** Friends whose ban calls hang until they are aborted; `asked` are the contexts of these calls. */
  function hanging(friends: string[]) {
    const asked: CallContext[] = []
    const context = befriended(friends, {
      getBans: (_, callContext) =>
        new Promise((_resolve, reject) => {
          asked.push(callContext)
          callContext.signal.addEventListener('abort', () => reject(callContext.signal.reason))
        }),
    })
    return { context, asked }
  }

  test('by leaving the loop aborts the remaining calls, but not the call context', async () => {
    const complaints = await warningsDuring(async () => {
      const { context, asked } = hanging([bob, carol])
      const getBans: Steam['getBans'] = (steamId, callContext) =>
        steamId === alice ? Promise.resolve(cached(CLEAN)) : context.steam.getBans(steamId, callContext)
      const { callContext } = cancellableCall()
      const steps: unknown[] = []
      for await (const event of scanFriends(befriended([alice, bob, carol], { getBans }), owner, callContext)) {
        steps.push(progressOf(event))
        if (steps.length === 2) break
      }
      expect(steps).toEqual([0, 1])
      expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true])
      expect(callContext.signal.aborted).toBe(false)
    })
    expect(complaints).toEqual([])
  })

  test('by aborting the call context throws its reason', async () => {
    const complaints = await warningsDuring(async () => {
      const { context, asked } = hanging([alice, bob])
      const { callContext, leave } = cancellableCall()
      const reason = new Error('hung up')
      const events = collect(scanFriends(context, owner, callContext))
      await nextTurn()
      leave(reason)
      await expect(events).rejects.toBe(reason)
      expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true])
    })
    expect(complaints).toEqual([])
  })
})
