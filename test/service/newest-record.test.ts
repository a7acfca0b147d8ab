import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bans } from '../../src/model/account.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { compareAccounts } from '../../src/service/compare-accounts.ts'
import { lookupBatch } from '../../src/service/lookup-batch.ts'
import { lookup } from '../../src/service/lookup.ts'
import { getVerdict } from '../../src/service/policy/get-verdict.ts'
import { scanFriends } from '../../src/service/scan-friends.ts'
import { anyCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { databaseForTest } from '../support/database.ts'
import { CLEAN, NOW } from '../support/fake-context.ts'
import { fakeDisk } from '../support/fake-disk.ts'
import { policyOf } from '../support/policies.ts'
import { startProcess, type SharedWorld } from '../support/service-process.ts'
import { watch } from '../support/sweeps.ts'
import { ALICE, BOB, CAROL } from '../support/watch-tests.ts'

const BANNED: Bans = { ...CLEAN, NumberOfGameBans: 1 }
const WATCHED = [ALICE, BOB]

/** A world with two watched accounts that were swept once, and a function that starts a process in it. */
async function openWorld() {
  const world: SharedWorld = { now: NOW, bans: new Map(), isSteamUp: true, isDatabaseUp: true, friends: [ALICE, BOB] }
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

/** One step of a random history; `who` is the process. */
const stepArbitrary = fc.record({
  what: fc.constantFrom(
    ...(['lookup', 'batch', 'scan', 'compare', 'verdict', 'sweep', 'ban', 'lift', 'steam', 'database'] as const),
    ...(['restart', 'flush', 'pass', 'pass', 'sweep', 'lookup'] as const),
  ),
  who: fc.nat({ max: 1 }),
  account: fc.constantFrom(ALICE, BOB),
})

test('no answer of two processes shows bans that a newer committed record contradicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { world, start } = await openWorld()
      const disks = [fakeDisk(), fakeDisk()]
      const processes = [await start(disks[0]), await start(disks[1])]
      for (const { what, who, account } of steps) {
        const process = processes[who]
        if (!process) throw new Error('there are two processes')
        const shown = await takeStep(world, process, what, account)
        if (what === 'restart' && world.isDatabaseUp) processes[who] = await start(disks[who])
        await process.settled()
        // Within two seconds each process has read what is committed.
        if (what === 'pass') for (const each of processes) await each.follow()
        for (const [steamId, bans, fetchedAt] of shown) {
          const known = processes[who]?.news.filter((news) => news.steamId === steamId) ?? []
          const newest = known.toSorted((a, b) => b.seenAt - a.seenAt)[0]
          if (newest && newest.seenAt > fetchedAt)
            expect(bans).toMatchObject({ NumberOfGameBans: newest.record.NumberOfGameBans })
        }
      }
    }),
    { numRuns: 12 },
  )
}, 60_000)

type Shown = [steamId: SteamId, bans: Bans, fetchedAt: number][]

async function takeStep(world: SharedWorld, process: Process, what: string, account: SteamId): Promise<Shown> {
  const { context } = process
  switch (what) {
    case 'ban':
      world.bans.set(account, BANNED)
      return []
    case 'lift':
      world.bans.delete(account)
      return []
    case 'steam':
      world.isSteamUp = !world.isSteamUp
      return []
    case 'database':
      world.isDatabaseUp = !world.isDatabaseUp
      return []
    case 'pass':
      world.now += 20
      return []
    case 'flush':
      await process.flush()
      return []
    case 'sweep':
      await process.sweep(WATCHED).catch(() => {})
      return []
    default:
      return show(world, context, what, account).catch((error: unknown) => {
        if (world.isSteamUp) throw error
        return []
      })
  }
}

/** The bans that one answer shows, with their times; none for a failure. */
async function show(world: SharedWorld, context: Process['context'], what: string, account: SteamId): Promise<Shown> {
  switch (what) {
    case 'lookup': {
      const { steamId, bans, partsFetchedAt } = await lookup(context, account, anyCall())
      return [[steamId, bans, partsFetchedAt.bans]]
    }
    case 'batch': {
      const { results } = await lookupBatch(context, WATCHED, anyCall())
      if (world.isSteamUp) expect(results.map(({ steamId }) => steamId)).toEqual(WATCHED)
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
      if (!result || !('friends' in result)) return []
      // A scan has one time for all friends; what Steam says now needs none.
      return result.friends.map(({ steamId, banDetails }) => {
        const isCurrent = banDetails.NumberOfGameBans === (world.bans.get(steamId) ?? CLEAN).NumberOfGameBans
        return [steamId, banDetails, isCurrent ? world.now : result.fetchedAt]
      })
    }
    case 'verdict': {
      const { facts } = await getVerdict(context, policyOf({ maxGameBans: 0 }), account, anyCall())
      if (world.isSteamUp) expect(facts.bans.kind).toBe('known')
      return facts.bans.kind === 'known' ? [[account, facts.bans.value, facts.bans.fetchedAt]] : []
    }
    default:
      return []
  }
}
