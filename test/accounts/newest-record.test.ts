import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
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
import { deferred } from '../support/deferred.ts'
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
const createWorld = () => ({
  now: NOW,
  bans: new Map<SteamId, Bans>(),
  isSteamUp: true,
  isDatabaseUp: true,
  /** Resolves when profiles are returned. */
  isOpen: Promise.resolve(),
  /** Accounts whose bans look-ups have asked Steam for. */
  bansAsked: [] as SteamId[],
})
type SharedWorld = ReturnType<typeof createWorld>

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
    getBans(steamId) {
      world.bansAsked.push(steamId)
      return answer(bansOf(steamId))
    },
    confirmBans: (steamId) => answer(bansOf(steamId)),
    getFriends: () => answer(friendListOf(WATCHED)),
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
async function startProcess(world: SharedWorld, options: { database: Database; disk: Disk }) {
  const whenUp = <T>(run: () => Promise<T>) =>
    world.isDatabaseUp ? run() : Promise.reject(new DatabaseError('unavailable', 'The database is away.'))
  const database: Database = {
    ...options.database,
    transaction: (work) => whenUp(() => options.database.transaction(work)),
    read: (work) => whenUp(() => options.database.read(work)),
  }
  const clock = { ...createFakeClock(), unixSeconds: () => world.now }
  const store = createStore({ disk: options.disk, memoryBytes: 1_000_000, clock, staleSeconds: 900, onError() {} })
  const cached = createCachedSteam(steamOf(world), store, { lifetimes: LIFETIMES, clock })
  const { steam, newestBans, rememberedAnswers, staleAnswers } = cached
  const watched = createWatchedIds()
  watched.add(WATCHED)
  const onNews = (found: readonly NewestRecord[]) => {
    for (const { steamId, record, seenAt } of found) newestBans.learn(steamId, { record, fetchedAt: seenAt })
  }
  const observer = createObserver({ database, watched, onNews, onChanges() {}, onError() {} })
  const follow = createChangeReader({ database, onNews })
  await follow()
  const { onRecord } = observer
  const context = fakeContext(steam, {}, { clock, rememberedAnswers, staleAnswers, newestBans, onRecord })
  return {
    context,
    flush: store.flush,
    settled: observer.settled,
    /** Reads what the database has; fails silently while it is away. */
    async follow() {
      await follow().catch(() => {})
      observer.retry()
      await observer.settled()
    },
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
  const world = createWorld()
  const database = await databaseForTest()
  await watch(database, '1', WATCHED, NOW)
  const start = (disk = fakeDisk()) => startProcess(world, { database, disk: disk.disk })
  const process = await start()
  await process.sweep(WATCHED)
  return { world, database, start, process }
}
type Process = Awaited<ReturnType<typeof startProcess>>

const bansIn = async ({ context }: Process, steamId: SteamId) => (await lookup(context, steamId, anyCall())).bans

/** What each kind of answer shows of the bans of ALICE. */
const ANSWERS: [name: string, show: (context: Process['context']) => Promise<unknown>][] = [
  ['lookup', async (context) => (await lookup(context, ALICE, anyCall())).bans],
  ['batch', async (context) => (await lookupBatch(context, WATCHED, anyCall())).results[0]?.bans],
  ['comparison', async (context) => (await compareAccounts(context, [ALICE, BOB], anyCall()))?.sides[0].account.bans],
  [
    'friend scan',
    async (context) => {
      const result = (await collect(scanFriends(context, CAROL, anyCall()))).at(-1)
      return result && 'friends' in result && result.friends.find(({ steamId }) => steamId === ALICE)?.banDetails
    },
  ],
  [
    'verdict',
    async (context) => {
      const policy = policyOf({ maxGameBans: 0, minAccountAgeDays: 1 })
      const { bans } = (await getVerdict(context, policy, ALICE, anyCall())).facts
      return bans.kind === 'known' && bans.value
    },
  ],
]

describe.each(ANSWERS)('a %s of a process that has learned of a ban from the sweep of another', (_, show) => {
  /** Gives ALICE these bans, and lets as many sweeps as a ban or its lift takes find them. */
  async function change({ world, process }: Awaited<ReturnType<typeof openWorld>>, other: Process, bans = BANNED) {
    world.bans.set(ALICE, bans)
    for (let sweeps = bans === BANNED ? 1 : 2; sweeps > 0; sweeps--) {
      world.now += 1
      await process.sweep(WATCHED)
    }
    await other.follow()
  }

  test('shows it while the earlier answer would still be cached', async () => {
    const opened = await openWorld()
    const other = await opened.start()
    expect(await show(other.context)).toEqual(CLEAN)
    await change(opened, other)
    expect(await show(other.context)).toEqual(BANNED)
  })

  test('shows its lift as well', async () => {
    const opened = await openWorld()
    const other = await opened.start()
    await change(opened, other)
    expect(await show(other.context)).toEqual(BANNED)
    await change(opened, other, CLEAN)
    expect(await show(other.context)).toEqual(CLEAN)
  })

  test('shows it even if its own record is older and it waited for a profile meanwhile', async () => {
    const opened = await openWorld()
    const other = await opened.start()
    // The record that the process knows is too old to answer without a call.
    opened.world.now += LIFETIMES.account
    const profiles = deferred<void>()
    opened.world.isOpen = profiles.promise
    const shown = show(other.context)
    await expect.poll(() => opened.world.bansAsked).toContain(ALICE)
    // Lets the answer read what Steam returned.
    await setImmediate()
    await change(opened, other)
    profiles.resolve()
    expect(await shown).toEqual(BANNED)
  })
})

describe('after a sweep has found a ban', () => {
  test('the last answer that is shown while Steam is down has it', async () => {
    const { world, process } = await openWorld()
    expect(await bansIn(process, ALICE)).toEqual(CLEAN)
    world.now += 1
    world.bans.set(ALICE, BANNED)
    await process.sweep(WATCHED)
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
