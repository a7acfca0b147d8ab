import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import type { Bans } from '../../src/model/account.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { compareAccounts } from '../../src/accounts/compare-accounts.ts'
import { lookupBatch } from '../../src/accounts/lookup-batch.ts'
import { lookup } from '../../src/accounts/lookup.ts'
import { getVerdict } from '../../src/policy/get-verdict.ts'
import { scanFriends } from '../../src/accounts/scan-friends.ts'
import { anyCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { databaseForTest } from '../support/database.ts'
import { CLEAN, NOW, fakeContext, friendListOf, hoursOf, summaryOf } from '../support/fake-context.ts'
import { fakeDisk } from '../support/fake-disk.ts'
import { policyOf } from '../support/policies.ts'
import { watch } from '../support/sweeps.ts'
import { ALICE, BOB, CAROL } from '../support/watch-tests.ts'
import type { Database } from '../../src/app/database.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { NewestRecord } from '../../src/model/ban-record.ts'
import { createChangeReader, createObserver } from '../../src/watch/observe.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import { checkAccounts } from '../../src/watch/sweep.ts'
import { createCachedSteam } from '../../src/steam/cached-steam.ts'
import type { Steam } from '../../src/steam/steam.ts'
import type { Disk } from '../../src/store/disk.ts'
import { createStore } from '../../src/store/store.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const LIFETIMES = {
  account: 60,
  rustHours: 60,
  friends: 60,
  vanity: 60,
  vanityMiss: 60,
  stats: 60,
  inventory: 60,
  refusal: 60,
  stale: 900,
}

/** What the processes of a test share: the time, Steam's accounts, and whether Steam and the database answer. */
interface SharedWorld {
  now: number
  bans: Map<SteamId, Bans>
  isSteamUp: boolean
  isDatabaseUp: boolean
  friends: SteamId[]
  /** Lets every call for a profile wait, until `open`. */
  hold(): void
  open(): void
  /** Resolves when profiles are returned. */
  isOpen: Promise<void>
}

/** A world in which Steam and the database answer. */
function createWorld(now: number, friends: SteamId[]): SharedWorld {
  const world: SharedWorld = {
    now,
    bans: new Map(),
    isSteamUp: true,
    isDatabaseUp: true,
    friends,
    hold() {
      world.isOpen = new Promise((resolve) => {
        world.open = resolve
      })
    },
    open() {},
    isOpen: Promise.resolve(),
  }
  return world
}

/** A Steam whose accounts are those of the world; each is clean until the test changes it. */
function steamOf(world: SharedWorld): Steam {
  const answer = async <T>(value: T) => {
    if (!world.isSteamUp) throw new RapsheetError('platform_unavailable', 'Steam is down.')
    return { value, fetchedAt: world.now, expiresAt: world.now }
  }
  const bansOf = (steamId: SteamId) => world.bans.get(steamId) ?? CLEAN
  return {
    ...fakeContext().steam,
    async getSummary(steamId) {
      await world.isOpen
      return answer(summaryOf(steamId))
    },
    getBans: (steamId) => answer(bansOf(steamId)),
    confirmBans: (steamId) => answer(bansOf(steamId)),
    getFriends: () => answer(friendListOf(world.friends)),
    getRustHours: () => answer(hoursOf(1)),
    async getBanRecords(steamIds) {
      await answer(null)
      return new Map(
        steamIds.map((steamId) => {
          const { VACBanned: _, ...record } = bansOf(steamId)
          return [steamId, record]
        }),
      )
    },
  }
}

/** One process of the service on a cache and a database, which knows what is watched; its timers never fire by themselves. */
async function startProcess(world: SharedWorld, options: { database: Database; disk: Disk; watched: SteamId[] }) {
  const refuseWhenDown = <A extends unknown[], T>(run: (...args: A) => Promise<T>) => {
    const refusal = () => Promise.reject(new DatabaseError('unavailable', 'The database is away.'))
    return (...args: A): Promise<T> => (world.isDatabaseUp ? run(...args) : refusal())
  }
  const database: Database = {
    ...options.database,
    transaction: (work) => refuseWhenDown(() => options.database.transaction(work))(),
    read: (work) => refuseWhenDown(() => options.database.read(work))(),
  }
  const clock = { ...createFakeClock(), unixSeconds: () => world.now }
  const store = createStore({ disk: options.disk, memoryBytes: 1_000_000, clock, staleSeconds: 900, onError() {} })
  const cached = createCachedSteam(steamOf(world), store, { lifetimes: LIFETIMES, clock })
  const { steam, newestBans, rememberedAnswers, staleAnswers } = cached
  const watched = createWatchedIds()
  watched.add(options.watched)
  const onNews = (found: readonly NewestRecord[]) => {
    for (const { steamId, record, seenAt } of found) newestBans.learn(steamId, { record, fetchedAt: seenAt })
  }
  const observer = createObserver({ database, watched, onNews, onChanges() {}, onError() {} })
  const follow = createChangeReader({ database, onNews })
  await follow()
  const context = fakeContext(
    steam,
    {},
    {
      clock,
      rememberedAnswers,
      staleAnswers,
      newestBans,
      onRecord: observer.onRecord,
    },
  )
  const followNow = async () => {
    await follow().catch(() => {})
    observer.retry()
    await observer.settled()
  }
  return {
    context,
    flush: store.flush,
    settled: observer.settled,
    /** Reads what the database has; fails silently while it is away. */
    follow: followNow,
    async sweep(steamIds: SteamId[]) {
      const { id } = await database.transaction(({ sweeps }) => sweeps.start(world.now, 900))
      return checkAccounts({ steam, database, clock, onNews }, { sweepId: id, steamIds }, new AbortController().signal)
    },
  }
}

const BANNED: Bans = { ...CLEAN, NumberOfGameBans: 1 }
const WATCHED = [ALICE, BOB]

/** A world with two watched accounts that were swept once, and a function that starts a process in it. */
async function openWorld() {
  const world = createWorld(NOW, WATCHED)
  const database = await databaseForTest()
  await watch(database, '1', WATCHED, NOW)
  const start = (disk = fakeDisk()) => startProcess(world, { database, disk: disk.disk, watched: WATCHED })
  const process = await start()
  await process.sweep(WATCHED)
  return { world, database, start, process }
}
type Process = Awaited<ReturnType<typeof startProcess>>

const bansIn = async ({ context }: Process, steamId: SteamId) => (await lookup(context, steamId, anyCall())).bans

describe('after a sweep has found a ban', () => {
  async function openBanned() {
    const opened = await openWorld()
    const { world, process } = opened
    expect(await bansIn(process, ALICE)).toEqual(CLEAN)
    world.now += 1
    world.bans.set(ALICE, BANNED)
    await process.sweep(WATCHED)
    return opened
  }

  test('every answer shows it, also while the earlier one would still be cached', async () => {
    const { process } = await openBanned()
    expect(await bansIn(process, ALICE)).toEqual(BANNED)
    const { results } = await lookupBatch(process.context, [ALICE], anyCall())
    expect(results.map(({ bans }) => bans)).toEqual([BANNED])
  })

  test('so does the last answer that is shown while Steam is down', async () => {
    const { world, process } = await openBanned()
    world.isSteamUp = false
    const { results } = await lookupBatch(process.context, [ALICE], anyCall())
    expect(results.map(({ bans }) => bans)).toEqual([BANNED])
    world.now += 120
    expect(await lookup(process.context, ALICE, anyCall())).toMatchObject({ bans: BANNED, stale: true })
  })

  test('a process that was killed before it wrote its cache knows it when it starts again', async () => {
    const { world, start, process } = await openWorld()
    const disk = fakeDisk()
    const killed = await start(disk)
    await bansIn(killed, ALICE)
    await killed.flush()
    world.now += 1
    world.bans.set(ALICE, BANNED)
    await process.sweep(WATCHED)
    world.isSteamUp = false
    expect(await bansIn(await start(disk), ALICE)).toEqual(BANNED)
  })

  test('a sweep and an earlier answer of the same second are no contradiction either', async () => {
    const { world, start, process } = await openWorld()
    const other = await start()
    expect(await bansIn(other, ALICE)).toEqual(CLEAN)
    world.bans.set(ALICE, BANNED)
    await process.sweep(WATCHED)
    await other.follow()
    expect(await bansIn(other, ALICE)).toEqual(BANNED)
  })
})

test('fewer bans that one look-up has seen are shown by no process once a sweep has seen them again', async () => {
  const { world, start, process } = await openWorld()
  world.bans.set(ALICE, BANNED)
  world.now += 1
  await process.sweep(WATCHED)
  const other = await start()
  world.now += 1
  world.bans.delete(ALICE)
  expect((await lookup(other.context, ALICE, { ...anyCall(), freshSince: world.now })).bans).toEqual(CLEAN)
  await other.settled()
  world.now += 1
  world.bans.set(ALICE, BANNED)
  await process.sweep(WATCHED)
  await other.follow()
  expect(await bansIn(other, ALICE)).toEqual(BANNED)
})

test('a record that the database could not store at once is stored when it answers again', async () => {
  const { world, start, process } = await openWorld()
  const other = await start()
  await bansIn(process, ALICE)
  world.isDatabaseUp = false
  world.now += 1
  world.bans.set(ALICE, BANNED)
  expect((await lookup(other.context, ALICE, { ...anyCall(), freshSince: world.now })).bans).toEqual(BANNED)
  await other.settled()
  world.isDatabaseUp = true
  await other.follow()
  await process.follow()
  world.isSteamUp = false
  expect(await bansIn(process, ALICE)).toEqual(BANNED)
})

test('an erased account leaves no changed record behind', async () => {
  const { world, database, start } = await openWorld()
  world.bans.set(ALICE, BANNED)
  world.now += 1
  const other = await start()
  await other.sweep(WATCHED)
  await other.follow()
  await database.transaction(({ accounts }) => accounts.erase(ALICE))
  expect(await database.read(({ recordChanges }) => recordChanges.of([ALICE]))).toEqual([])
})

const ANSWERS = ['lookup', 'batch', 'scan', 'compare', 'verdict'] as const
type Answer = (typeof ANSWERS)[number]
const EVENTS = ['sweep', 'ban', 'lift', 'steam', 'database', 'restart', 'flush', 'pass'] as const

const what = <T extends string>(weight: number, ...names: T[]) => ({ weight, arbitrary: fc.constantFrom(...names) })

/** One step of a random history; `who` is the process, and an answer that is held waits for a profile while events happen. */
const stepArbitrary = fc.record({
  what: fc.oneof(what(5, ...ANSWERS), what(6, 'ban', 'lift', 'sweep', 'pass'), what(2, ...EVENTS)),
  who: fc.nat({ max: 1 }),
  account: fc.constantFrom(ALICE, BOB),
  isHeld: fc.boolean(),
  seconds: fc.constantFrom(2, 2, 61),
})
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never

test('no answer of two processes shows bans that a newer committed record contradicts, nor unknown ones while Steam is up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 15, maxLength: 25 }), async (steps) => {
      const history = await openHistory()
      for (const step of steps) await history.take(step)
      await history.release()
    }),
    { numRuns: inject('allExamples') ? 24 : 8 },
  )
}, 60_000)

type Shown = [steamId: SteamId, bans: Bans, fetchedAt: number][]
/** The newest record of each account, with when it was fetched. */
type Newest = ReadonlyMap<SteamId, { bans: Bans; at: number }>

function withNewer(newest: Newest, shown: Shown): Newest {
  const newer = shown.filter(([steamId, , at]) => at > (newest.get(steamId)?.at ?? 0))
  return new Map([...newest, ...newer.map(([steamId, bans, at]) => [steamId, { bans, at }] as const)])
}

/** Two processes, and what each of them has to know, which is followed without asking them. */
async function openHistory() {
  const { world, start } = await openWorld()
  let committed: Newest = new Map()
  const open = async (disk = fakeDisk()) => ({ disk, process: await start(disk), known: committed })
  const sides = [await open(), await open()]
  const sideOf = (who: number) => {
    const side = sides[who]
    if (!side) throw new Error('there are two processes')
    return side
  }
  const commit = (side: (typeof sides)[number], records: Shown) => {
    committed = withNewer(committed, records)
    side.known = withNewer(side.known, records)
  }

  /** An answer that has begun; it never rejects. */
  let held:
    | { what: string; side: (typeof sides)[number]; wasUp: boolean; answer: ReturnType<typeof settle> }
    | undefined
  /** With what its process had to know when the answer was complete. */
  const settle = (side: (typeof sides)[number], answer: Promise<Answered>) =>
    answer.then(
      (answered) => ({ ...answered, known: side.known, error: undefined }),
      (error: unknown) => ({ shown: [], isComplete: false, known: side.known, error }),
    )
  const release = async () => {
    if (!held) return
    const { what, side, wasUp, answer } = held
    held = undefined
    world.open()
    const { shown, isComplete, known, error } = await answer
    // A process that was killed shows nothing.
    if (!sides.includes(side)) return
    if (wasUp) expect([what, isComplete, error]).toEqual([what, true, undefined])
    await side.process.settled()
    for (const [steamId, bans, fetchedAt] of shown) {
      const newest = known.get(steamId)
      if (newest && newest.at > fetchedAt)
        expect([what, bans.NumberOfGameBans]).toEqual([what, newest.bans.NumberOfGameBans])
    }
    // A scan has one time for all friends.
    if (what === 'scan') return
    side.known = withNewer(side.known, shown)
    if (world.isDatabaseUp)
      commit(
        side,
        shown.filter(([, , fetchedAt]) => fetchedAt === world.now),
      )
  }

  const happen = async ({ what, who, account, seconds }: Step) => {
    const side = sideOf(who)
    switch (what) {
      case 'ban':
      case 'lift':
        world.now += 1
        world.bans.set(account, what === 'ban' ? BANNED : CLEAN)
        return
      case 'steam':
        world.isSteamUp = !world.isSteamUp
        if (held) held.wasUp = false
        return
      case 'database':
        world.now += 1
        world.isDatabaseUp = !world.isDatabaseUp
        return
      case 'flush':
        return side.process.flush()
      case 'restart':
        if (world.isDatabaseUp) sides[who] = await open(side.disk)
        return
      case 'sweep': {
        const at = world.now
        const outcome = await side.process.sweep(WATCHED).catch(() => undefined)
        if (outcome?.kind === 'answered')
          commit(
            side,
            WATCHED.map((steamId) => [steamId, world.bans.get(steamId) ?? CLEAN, at]),
          )
        return
      }
      case 'pass':
        world.now += seconds
        // Each reads every second, and stores what could not be stored before.
        for (const each of [...sides, ...sides]) await each.process.follow()
        if (!world.isDatabaseUp) return
        for (const { known } of sides) committed = merge(committed, known)
        for (const each of sides) each.known = committed
    }
  }

  return {
    release,
    async take(step: Step) {
      const { what, who, account, isHeld } = step
      if (!isAnswer(what)) return happen(step)
      await release()
      const side = sideOf(who)
      if (isHeld) world.hold()
      held = {
        what,
        side,
        wasUp: world.isSteamUp,
        answer: settle(side, show(world, side.process.context, what, account)),
      }
      if (!isHeld) await release()
    },
  }
}

const isAnswer = (what: Step['what']): what is Answer => ANSWERS.some((answer) => answer === what)

const merge = (newest: Newest, others: Newest) =>
  withNewer(
    newest,
    [...others].map(([steamId, { bans, at }]) => [steamId, bans, at]),
  )

interface Answered {
  /** The bans that the answer shows, with their times. */
  shown: Shown
  /** Whether it shows the bans of all accounts. */
  isComplete: boolean
}

async function show(
  world: SharedWorld,
  context: Process['context'],
  what: Answer,
  account: SteamId,
): Promise<Answered> {
  const shown = await bansShown(world, context, what, account)
  return { shown, isComplete: shown.length === (what === 'lookup' || what === 'verdict' ? 1 : WATCHED.length) }
}

async function bansShown(
  world: SharedWorld,
  context: Process['context'],
  what: Answer,
  account: SteamId,
): Promise<Shown> {
  switch (what) {
    case 'lookup': {
      const { steamId, bans, partsFetchedAt } = await lookup(context, account, anyCall())
      return [[steamId, bans, partsFetchedAt.bans]]
    }
    case 'batch': {
      const { results } = await lookupBatch(context, WATCHED, anyCall())
      return results.map(({ steamId, bans, fetchedAt }) => [steamId, bans, fetchedAt])
    }
    case 'compare': {
      const comparison = await compareAccounts(context, [ALICE, BOB], anyCall())
      return (comparison?.sides ?? []).map(({ account: { steamId, bans, partsFetchedAt } }) => [
        steamId,
        bans,
        partsFetchedAt.bans,
      ])
    }
    case 'scan': {
      const events = await collect(scanFriends(context, CAROL, anyCall()))
      const result = events.at(-1)
      if (!result || !('friends' in result)) throw new Error('a scan ends with its result')
      // What Steam says now needs no time.
      return result.friends.map(({ steamId, banDetails }) => {
        const isCurrent = banDetails.NumberOfGameBans === (world.bans.get(steamId) ?? CLEAN).NumberOfGameBans
        return [steamId, banDetails, isCurrent ? world.now : result.fetchedAt]
      })
    }
    case 'verdict': {
      const policy = policyOf({ maxGameBans: 0, minAccountAgeDays: 1 })
      const { facts } = await getVerdict(context, policy, account, anyCall())
      return facts.bans.kind === 'known' ? [[account, facts.bans.value, facts.bans.fetchedAt]] : []
    }
  }
}
