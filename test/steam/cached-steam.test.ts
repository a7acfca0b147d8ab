import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import type { Method } from '../../packages/sim-steam/src/methods.ts'
import { type CallContext, createCallContext } from '../../src/lib/call-context.ts'
import type { Cached } from '../../src/model/cached.ts'
import { createSteam, type Steam } from '../../src/steam/steam.ts'
import { createCachedSteam, type Lifetimes } from '../../src/steam/cached-steam.ts'
import { type Disk, openSqlite } from '../../src/store/disk.ts'
import { createStore } from '../../src/store/store.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { deferred } from '../support/deferred.ts'
import { failureOf } from '../support/failure.ts'
import { fakeDisk } from '../support/fake-disk.ts'
import { useWorld } from '../../packages/sim-steam/test/simulated-steam.ts'

const { cast, steam: platform } = await useWorld(60)

/** All different, so that a test notices when two are mixed up. */
const LIFETIMES: Lifetimes = {
  account: 60,
  rustHours: 610,
  friends: 620,
  vanity: 630,
  vanityMiss: 65,
  stats: 300,
  inventory: 310,
  refusal: 70,
  stale: 0,
}

/** A cached Steam, a clock that the test sets, and the errors of the disk. */
function open({
  disk,
  start = Math.floor(Date.now() / 1000),
  stale = 0,
  account = LIFETIMES.account,
}: { disk?: Disk; start?: number; stale?: number; account?: number } = {}) {
  const time = { now: start }
  const errors: string[] = []
  const clock = { ...systemClock, unixSeconds: () => time.now }
  const store = createStore({
    ...(disk ? { disk } : {}),
    memoryBytes: 1_000_000,
    clock,
    staleSeconds: stale,
    onError: (event) => errors.push(event),
  })
  const uncached = createSteam({ call: connect(platform).call, clock })
  const { steam, rememberedAnswers, staleAnswers } = createCachedSteam(uncached, store, {
    lifetimes: { ...LIFETIMES, stale, account },
    clock,
  })
  return { steam, rememberedAnswers, staleAnswers, store, time, errors, start }
}

type Probe = (steam: Steam, callContext: CallContext) => Promise<Cached<unknown>>

/** One request of each kind, and the lifetime of its answer in seconds. */
const KINDS: [name: string, method: Method, lifetime: number, ask: Probe][] = [
  ['a summary', 'summaries', 60, (steam, call) => steam.getSummary(cast.raider, call)],
  ['no summary', 'summaries', 60, (steam, call) => steam.getSummary(cast.gone, call)],
  ['a ban record', 'bans', 60, (steam, call) => steam.getBans(cast.raider, call)],
  ['no ban record', 'bans', 60, (steam, call) => steam.getBans(cast.nullBans, call)],
  ['a name', 'vanity', 630, (steam, call) => steam.resolveVanityName('raider', call)],
  ['a name that no account has', 'vanity', 65, (steam, call) => steam.resolveVanityName('nobody_at_all', call)],
  ['a friend list', 'friends', 620, (steam, call) => steam.getFriends(cast.raider, call)],
  ['an empty friend list', 'friends', 620, (steam, call) => steam.getFriends(cast.lonely, call)],
  ['a private friend list', 'friends', 620, (steam, call) => steam.getFriends(cast.friendsPrivate, call)],
  ['hours', 'games', 610, (steam, call) => steam.getRustHours(cast.raider, call)],
  ['no hours', 'games', 610, (steam, call) => steam.getRustHours(cast.noRust, call)],
  ['hidden hours', 'games', 610, (steam, call) => steam.getRustHours(cast.hiddenHours, call)],
  ['statistics', 'stats', 300, (steam, call) => steam.getRustStats(cast.veteran, call)],
  ['private statistics', 'stats', 70, (steam, call) => steam.getRustStats(cast.statsPrivate, call)],
  ['no statistics', 'stats', 70, (steam, call) => steam.getRustStats(cast.statsNone, call)],
  ['an inventory', 'inventory', 310, (steam, call) => steam.getInventory({ steamId: cast.hoarder }, call)],
  ['an empty inventory', 'inventory', 310, (steam, call) => steam.getInventory({ steamId: cast.inventoryEmpty }, call)],
  [
    'a private inventory',
    'inventory',
    70,
    (steam, call) => steam.getInventory({ steamId: cast.inventoryPrivate }, call),
  ],
]

describe.each(KINDS)('%s', (_, method, lifetime, ask) => {
  test(`is fetched once in ${lifetime} seconds, with that time of expiry`, async () => {
    const { steam, time, start } = open()
    const first = await ask(steam, anyCall())
    expect([first.fetchedAt, first.expiresAt]).toEqual([start, start + lifetime])

    time.now = start + lifetime - 1
    const { callContext, usage } = cancellableCall()
    expect(await ask(steam, callContext)).toEqual(first)
    expect([platform.calls.total(), usage]).toEqual([1, { upstreamCalls: 0, cacheHits: 1 }])

    time.now = start + lifetime
    expect(await ask(steam, anyCall())).toEqual({
      value: first.value,
      fetchedAt: start + lifetime,
      expiresAt: start + 2 * lifetime,
    })
    expect(platform.calls.count(method)).toBe(2)
  })

  test('is fetched again for a request that needs a fresher answer, and cached for all', async () => {
    const { steam, time, start } = open()
    await ask(steam, anyCall())
    time.now = start + 20
    const callContext = (freshSince: number) => createCallContext(new AbortController().signal, undefined, freshSince)
    expect((await ask(steam, callContext(start))).fetchedAt).toBe(start)
    expect((await ask(steam, callContext(start + 1))).fetchedAt).toBe(start + 20)
    expect((await ask(steam, anyCall())).fetchedAt).toBe(start + 20)
    expect(platform.calls.count(method)).toBe(2)
  })

  test('is fetched once for ten concurrent requests, and counts for each of them', async () => {
    platform.dial.set(method, { latencyMs: 10 })
    const { steam } = open()
    const visitors = Array.from({ length: 10 }, () => cancellableCall())
    const answers = await Promise.all(visitors.map(({ callContext }) => ask(steam, callContext)))
    expect(platform.calls.total()).toBe(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(visitors.map(({ usage }) => usage)).toEqual(visitors.map(() => ({ upstreamCalls: 1, cacheHits: 0 })))
  })

  test('is not cached when the call fails', async () => {
    platform.dial.set(method, { next: ['503'] })
    const { steam } = open()
    const error = await failureOf(ask(steam, anyCall()))
    expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', 503])
    const answer = await ask(steam, anyCall())
    expect(await ask(steam, anyCall())).toEqual(answer)
    expect(platform.calls.count(method)).toBe(2)
  })
})

test('vanity names are not case-sensitive', async () => {
  const { steam } = open()
  const names = ['raider', 'RAIDER', 'Raider', 'rAiDeR']
  const answers = await Promise.all(names.map((name) => steam.resolveVanityName(name, anyCall())))
  expect(answers.map(({ value }) => value)).toEqual(names.map(() => '76561198000010431'))
  await steam.resolveVanityName('RaideR', anyCall())
  expect(platform.calls.log.map(({ ids }) => ids)).toEqual([['raider']])
})

test('a profile that only confirmSummary finds replaces the missing one in the cache', async () => {
  const { steam } = open()
  const profile = platform.world.account(cast.raider)?.profile ?? null
  platform.world.change(cast.raider, { profile: null })
  expect((await steam.getSummary(cast.raider, anyCall())).value).toBeNull()
  platform.world.change(cast.raider, { profile })
  expect((await steam.confirmSummary(cast.raider, anyCall())).value?.personaname).toBe('Roof Raider')
  expect((await steam.getSummary(cast.raider, anyCall())).value?.personaname).toBe('Roof Raider')
  expect(platform.calls.count('summaries')).toBe(2)
})

describe('an answer that lacks an account', () => {
  const omit = () => {
    for (const method of ['bans', 'summaries'] as const) platform.dial.set(method, { next: ['missing-records'] })
  }
  /** The profile and the bans of the raider, and when an answer that lacks them says that they were last seen. */
  async function readBoth(steam: Steam) {
    const [summary, bans] = await Promise.all([
      steam.getSummary(cast.raider, anyCall()),
      steam.getBans(cast.raider, anyCall()),
    ])
    return [summary, bans].map(({ value, lastSeenAt }) => (value === null ? { lastSeenAt } : 'found'))
  }

  test.each([
    ['in memory', false],
    ['on disk', true],
  ])('replaces no known record %s, and says when it was seen', async (_, isRestarted) => {
    const { disk, rows } = fakeDisk()
    const first = open({ disk, stale: 600 })
    await readBoth(first.steam)
    await first.store.flush()
    const { steam, staleAnswers, store, time, start } = isRestarted
      ? open({ disk, stale: 600, start: first.start })
      : first
    time.now = start + 61
    omit()
    expect(await readBoth(steam)).toEqual([{ lastSeenAt: start }, { lastSeenAt: start }])
    platform.dial.set('bans', { next: ['missing-records'] })
    expect(await steam.confirmBans(cast.raider, anyCall())).toMatchObject({ value: null, lastSeenAt: start })
    expect((await staleAnswers.getBans(cast.raider))?.value?.NumberOfVACBans).toBe(1)
    await store.flush()
    expect([...rows.values()].map((row) => (row as Cached<unknown>).value)).not.toContain(null)
    expect(await readBoth(steam)).toEqual(['found', 'found'])
  })

  test('is remembered for an account that is not known', async () => {
    const { steam } = open()
    omit()
    for (const _ of [1, 2]) expect(await readBoth(steam)).toEqual([{}, {}])
    expect(platform.calls.total()).toBe(2)
  })
})

test('an answer in memory is there at once, counts as a hit, and is as fresh as the caller wants', async () => {
  const { steam, rememberedAnswers, time, start } = open()
  const usage = { upstreamCalls: 0, cacheHits: 0 }
  const call = (freshSince?: number) => createCallContext(new AbortController().signal, usage, freshSince)
  expect(rememberedAnswers.getBans(cast.raider, call())).toBeUndefined()
  const bans = await steam.getBans(cast.raider, anyCall())
  expect(rememberedAnswers.getBans(cast.raider, call())).toBe(bans)
  expect(usage).toEqual({ upstreamCalls: 0, cacheHits: 1 })
  expect(rememberedAnswers.getBans(cast.raider, call(start + 1))).toBeUndefined()
  time.now = bans.expiresAt
  expect(rememberedAnswers.getBans(cast.raider, call())).toBeUndefined()
})

describe('stale-if-error', () => {
  test('serves an answer up to the configured age, with its true age, whether it has expired or not', async () => {
    const { steam, staleAnswers, time, start } = open({ stale: 900 })
    const known = [
      await steam.getSummary(cast.raider, anyCall()),
      await steam.getBans(cast.raider, anyCall()),
      await steam.resolveVanityName('raider', anyCall()),
      await steam.getFriends(cast.raider, anyCall()),
      await steam.getRustHours(cast.raider, anyCall()),
    ]
    const readAll = () =>
      Promise.all([
        staleAnswers.getSummary(cast.raider),
        staleAnswers.getBans(cast.raider),
        staleAnswers.resolveVanityName('RAIDER'),
        staleAnswers.getFriends(cast.raider),
        staleAnswers.getRustHours(cast.raider),
      ])
    for (const age of [0, 60, 900]) {
      time.now = start + age
      expect(await readAll()).toEqual(known)
    }
    time.now = start + 901
    expect(await readAll()).toEqual(known.map(() => undefined))
    expect(platform.calls.total()).toBe(known.length)
  })

  test('keeps answers even with cache times of 0', async () => {
    const { steam, staleAnswers, time } = open({ stale: 900, account: 0 })
    const known = await steam.getBans(cast.raider, anyCall())
    time.now += 60
    expect(await staleAnswers.getBans(cast.raider)).toEqual(known)
    await steam.getBans(cast.raider, anyCall())
    expect(platform.calls.count('bans')).toBe(2)
  })

  test('serves no expired answer when it is turned off, and none from the future', async () => {
    const off = open({ stale: 0 })
    const known = await off.steam.getBans(cast.raider, anyCall())
    off.time.now = known.expiresAt - 1
    expect(await off.staleAnswers.getBans(cast.raider)).toEqual(known)
    off.time.now++
    expect(await off.staleAnswers.getBans(cast.raider)).toBeUndefined()
    const { steam, staleAnswers, time } = open({ stale: 900 })
    await steam.getBans(cast.raider, anyCall())
    time.now -= 1
    expect(await staleAnswers.getBans(cast.raider)).toBeUndefined()
  })
})

describe('a store on disk', () => {
  async function openFile(folder: string) {
    const errors: string[] = []
    const disk = await openSqlite(`sqlite://${join(folder, 'store.sqlite')}`, (event) => errors.push(event))
    return { disk, errors }
  }
  async function makeFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'rapsheet-remember-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  test('keeps every kind of answer across a restart until it expires', async () => {
    const folder = await makeFolder()
    const first = await openFile(folder)
    const before = open({ disk: first.disk })
    const answers = []
    for (const [, , , ask] of KINDS) answers.push(await ask(before.steam, anyCall()))
    expect(platform.calls.total()).toBe(KINDS.length)
    await before.store.close()

    platform.calls.reset()
    const second = await openFile(folder)
    const after = open({ disk: second.disk, start: before.start + 59 })
    const visitors = KINDS.map(() => cancellableCall())
    const kept = await Promise.all(
      KINDS.map(([, , , ask], at) => ask(after.steam, visitors[at]?.callContext ?? anyCall())),
    )
    expect(kept).toEqual(answers)
    expect(platform.calls.total()).toBe(0)
    expect(visitors.map(({ usage }) => usage)).toEqual(KINDS.map(() => ({ upstreamCalls: 0, cacheHits: 1 })))

    const demanding = createCallContext(new AbortController().signal, undefined, before.start + 1)
    const third = await openFile(folder)
    const anew = open({ disk: third.disk, start: before.start + 59 })
    expect((await anew.steam.getBans(cast.raider, demanding)).fetchedAt).toBe(before.start + 59)
    expect(platform.calls.total()).toBe(1)
    platform.calls.reset()
    await third.disk.close()

    after.time.now = before.start + 60
    for (const [, , , ask] of KINDS) await ask(after.steam, anyCall())
    expect([platform.calls.count('summaries'), platform.calls.count('bans'), platform.calls.total()]).toEqual([2, 2, 4])
    await after.store.close()
    expect([first.errors, second.errors, before.errors, after.errors]).toEqual([[], [], [], []])
  })

  test('is ignored where it contains invalid numbers or unsafe links', async () => {
    const { disk, rows } = fakeDisk()
    const { steam, start } = open({ disk })
    const about = (value: unknown) => ({ value, fetchedAt: start, expiresAt: start + 60 })
    const good = await open().steam.getSummary(cast.raider, anyCall())
    const { value: clean } = await open().steam.getBans(cast.clean, anyCall())
    const { value: banned } = await open().steam.getBans(cast.raider, anyCall())
    platform.calls.reset()
    rows.set(`summary:${cast.raider}`, about({ ...good.value, profileurl: 'javascript:alert(1)' }))
    rows.set(`summary:${cast.clean}`, about({ ...good.value, avatarfull: 'https://evil.example/a.jpg' }))
    rows.set(`bans:${cast.clean}`, about({ ...clean, NumberOfVACBans: -1 }))
    rows.set(`bans:${cast.raider}`, about({ ...banned, NumberOfVACBans: 0, VACBanned: false }))
    rows.set(`hours:${cast.raider}`, about({ total: -1, twoWeeks: 0, minutes: 0, isOwned: true }))
    expect(await steam.getSummary(cast.raider, anyCall())).toMatchObject({ value: good.value })
    expect((await steam.getSummary(cast.clean, anyCall())).value?.personaname).toBe('Honest Joe')
    expect((await steam.getBans(cast.clean, anyCall())).value).toEqual(clean)
    expect((await steam.getBans(cast.raider, anyCall())).value).toEqual(banned)
    expect((await steam.getRustHours(cast.raider, anyCall())).value?.total).toBe(2431.6)
    expect(platform.calls.total()).toBe(5)
  })

  test('is ignored where an entry has another shape', async () => {
    const { disk, rows } = fakeDisk()
    const { steam, start, errors } = open({ disk })
    const about = (value: unknown) => ({ value, fetchedAt: start, expiresAt: start + 60 })
    rows.set(`summary:${cast.raider}`, about({ personaname: 5 }))
    rows.set(`bans:${cast.raider}`, about('clean'))
    rows.set('vanity:raider', about('76561198'))
    rows.set(`hours:${cast.raider}`, about('2431.6'))
    rows.set(`stats:${cast.statsNone}`, about({ kind: 'perhaps' }))
    rows.set(`inventory:${cast.inventoryEmpty}`, { total: 0, next: null, items: [] })
    rows.set(`friends:${cast.lonely}`, about([]))
    const values = await Promise.all([
      steam.getSummary(cast.raider, anyCall()),
      steam.getBans(cast.raider, anyCall()),
      steam.resolveVanityName('raider', anyCall()),
      steam.getRustHours(cast.raider, anyCall()),
      steam.getRustStats(cast.statsNone, anyCall()),
      steam.getInventory({ steamId: cast.inventoryEmpty }, anyCall()),
      steam.getFriends(cast.lonely, anyCall()),
    ])
    expect(values.map(({ value }) => value)).toEqual([
      expect.objectContaining({ personaname: 'Roof Raider' }),
      expect.objectContaining({ NumberOfVACBans: 1 }),
      '76561198000010431',
      { total: 2431.6, twoWeeks: 21, minutes: expect.any(Number), isOwned: true },
      { kind: 'none' },
      { total: 0, next: null, items: [] },
      { total: 0, newest: [] },
    ])
    expect([platform.calls.total(), errors]).toEqual([7, []])
  })

  test('does not give an old entry to a request that needs a fresher answer and joins one that does not', async () => {
    const { disk, rows } = fakeDisk()
    const { promise, resolve } = deferred<void>()
    const getMany = (keys: string[]) => promise.then(() => disk.getMany(keys))
    const { steam, start } = open({ disk: { ...disk, getMany } })
    const old = {
      value: { total: 5, twoWeeks: 0, minutes: 300, isOwned: true },
      fetchedAt: start - 20,
      expiresAt: start + 60,
    }
    rows.set(`hours:${cast.raider}`, old)
    const demanding = () => createCallContext(new AbortController().signal, undefined, start - 10)
    const answers = [anyCall(), demanding(), demanding()].map((each) => steam.getRustHours(cast.raider, each))
    resolve()
    expect((await Promise.all(answers)).map(({ fetchedAt }) => fetchedAt)).toEqual([start - 20, start, start])
    expect(platform.calls.count('games')).toBe(1)
  })
})
