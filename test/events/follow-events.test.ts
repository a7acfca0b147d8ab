import { expect, test } from 'vitest'
import type { Repositories } from '../../src/app/database.ts'
import { importBans } from '../../src/bans/import-bans.ts'
import { createEventFollowers, type Followed, MAX_FOLLOWERS } from '../../src/events/follow-events.ts'
import { findStart } from '../../src/events/read-events.ts'
import { EVENT_TYPES, type EventType } from '../../src/model/event.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { banOf, listed, openBansTest } from '../support/bans-test.ts'
import { ALICE, BOB, CAROL, manySteamIds } from '../support/community.ts'
import { deferred } from '../support/deferred.ts'
import { MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId } = MODERATOR

/** A process whose followers read the events of one database. */
async function openFollowers(url?: string) {
  const opened = await openBansTest(url)
  const { database, clock, fakeClock } = opened
  const errors: unknown[] = []
  const reads = { count: 0 }
  const counted = {
    read: <T>(work: (repositories: Repositories) => Promise<T>) => {
      reads.count++
      return database.read(work)
    },
  }
  const followers = createEventFollowers({
    database: counted,
    clock,
    onError: (error) => errors.push(error),
  })
  /** Follows a server, and collects what arrives. */
  const follow = async (options: { guild?: string; types?: readonly EventType[]; check?: () => void } = {}) => {
    const { guild = guildId, types = EVENT_TYPES, check = () => {} } = options
    const controller = new AbortController()
    const from = await database.read((repositories) =>
      findStart(repositories, undefined, { guildId: guild, types, now: clock.unixSeconds() }),
    )
    const followed = await followers.follow({ guildId: guild, types, from, signal: controller.signal, check })
    if (!followed) return undefined
    const seen: Followed[] = []
    const collect = async () => {
      for await (const entry of followed) seen.push(entry)
    }
    const ended = collect().catch((error: unknown) => error)
    const steamIds = () =>
      seen.flatMap(({ event }) => (event && 'steamId' in event.object ? [event.object.steamId] : []))
    return { seen, steamIds, ended, leave: () => controller.abort(new Error('left')) }
  }
  /** Lets the process look for new events once. */
  const look = async () => {
    await expect.poll(() => fakeClock.pending()).toBe(1)
    await fakeClock.advance(250)
  }
  return { ...opened, followers, follow, look, errors, reads }
}

const required = <T>(value: T | undefined): T => value ?? expect.fail('too many followers')

test('a follower gets what is stored, then what any process stores, once each and in order', async () => {
  const { url, context, follow, look, followers } = await openFollowers()
  const other = await openBansTest(url)
  await banAccounts(context, banOf([ALICE]))
  const follower = required(await follow())
  await expect.poll(follower.steamIds).toEqual([ALICE])
  await look()
  await banAccounts(other.context, banOf([BOB]))
  await look()
  await expect.poll(follower.steamIds).toEqual([ALICE, BOB])
  const imported = manySteamIds(230)
  await importBans(other.context, MODERATOR, listed(imported))
  await banAccounts(context, banOf([CAROL]))
  await look()
  await expect.poll(follower.steamIds).toEqual([ALICE, BOB, ...imported, CAROL])
  const ids = follower.seen.flatMap(({ id, event }) => (event ? [id] : []))
  expect(new Set(ids).size).toBe(ids.length)
  follower.leave()
  expect(await follower.ended).toMatchObject({ message: 'left' })
  expect(followers.count()).toBe(0)
})

test('followers are told about their own server and their own types only', async () => {
  const { context, follow, look } = await openFollowers()
  const [own, other, joins] = [
    required(await follow()),
    required(await follow({ guild: OTHER_SERVER.guildId })),
    required(await follow({ types: ['account.joined'] })),
  ]
  await banAccounts(context, banOf([ALICE]))
  await look()
  await expect.poll(own.steamIds).toEqual([ALICE])
  await banAccounts(context, { ...banOf([BOB]), ...OTHER_SERVER })
  await look()
  await expect.poll(other.steamIds).toEqual([BOB])
  expect([own.steamIds(), joins.steamIds()]).toEqual([[ALICE], []])
  for (const { leave } of [own, other, joins]) leave()
})

test('a follower is told once that it has caught up, after the events until then', async () => {
  const { context, follow, look } = await openFollowers()
  await importBans(context, MODERATOR, listed(manySteamIds(230)))
  const follower = required(await follow({ types: ['ban.added'] }))
  await expect.poll(() => follower.seen.length).toBe(231)
  await look()
  await banAccounts(context, banOf([ALICE]))
  await look()
  await expect.poll(() => follower.seen.length).toBe(232)
  const marked = follower.seen.flatMap(({ isCurrent, event }, index) => (isCurrent ? [[index, event]] : []))
  expect(marked).toEqual([[230, null]])
  follower.leave()
})

test('many followers of one server cost no more queries than one', async () => {
  const { context, follow, look, reads } = await openFollowers()
  const followers = await Promise.all(Array.from({ length: 40 }, () => follow()))
  await look()
  await look()
  const before = reads.count
  await banAccounts(context, banOf([ALICE]))
  await look()
  for (const follower of followers) await expect.poll(required(follower).steamIds).toEqual([ALICE])
  expect(reads.count - before).toBeLessThanOrEqual(4)
  for (const follower of followers) follower?.leave()
})

test('a follower ends with the error of its check, and others go on', async () => {
  const { context, follow, look } = await openFollowers()
  const revoked = { is: false }
  const ended = required(
    await follow({
      check: () => {
        if (revoked.is) throw new Error('revoked')
      },
    }),
  )
  const other = required(await follow())
  await look()
  revoked.is = true
  await look()
  expect(await ended.ended).toMatchObject({ message: 'revoked' })
  await banAccounts(context, banOf([ALICE]))
  await look()
  await expect.poll(other.steamIds).toEqual([ALICE])
  expect(ended.steamIds()).toEqual([])
  other.leave()
})

test('a follower without events gets a newer cursor before its own expires', async () => {
  const { follow, look, time } = await openFollowers()
  const follower = required(await follow())
  await expect.poll(() => follower.seen.length).toBe(1)
  await look()
  await look()
  time.now += 600
  await look()
  await expect.poll(() => follower.seen.length).toBeGreaterThan(1)
  const [first, last] = [follower.seen[0], follower.seen.at(-1)]
  expect(last).toEqual({ id: expect.any(String), event: null, isCurrent: false })
  expect(last?.id).not.toBe(first?.id)
  follower.leave()
})

test('while the database is away nothing is lost, and the error is reported', async () => {
  const { context, database, follow, look, errors } = await openFollowers()
  const follower = required(await follow())
  await look()
  await look()
  const { read } = database
  database.read = () => Promise.reject(new Error('away'))
  await look()
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  database.read = read
  await banAccounts(context, banOf([ALICE]))
  await look()
  await expect.poll(follower.steamIds).toEqual([ALICE])
  follower.leave()
})

test('a follower that comes when the last one has left in the middle of a look gets what happens then', async () => {
  const { context, follow, look, database, fakeClock } = await openFollowers()
  const first = required(await follow())
  await look()
  await look()
  // The next look ends after the follower has left, and after the next one has come.
  const { read } = database
  const held = deferred<void>()
  database.read = async (work) => {
    await held.promise
    return read(work)
  }
  await expect.poll(() => fakeClock.pending()).toBe(1)
  await fakeClock.advance(250)
  first.leave()
  await first.ended
  database.read = read
  const second = required(await follow())
  held.resolve()
  await expect.poll(() => second.seen.length).toBe(1)
  await look()
  expect(fakeClock.pending()).toBeLessThanOrEqual(1)
  for (const steamId of [ALICE, BOB]) {
    await banAccounts(context, banOf([steamId]))
    await look()
    await expect.poll(second.steamIds).toContain(steamId)
  }
  second.leave()
})

test('a server has a limited number of followers, and the next one has room when one leaves', async () => {
  const { follow, followers } = await openFollowers()
  const burst = await Promise.all(Array.from({ length: MAX_FOLLOWERS + 20 }, () => follow()))
  const all = burst.filter((each) => each !== undefined)
  expect(all).toHaveLength(MAX_FOLLOWERS)
  await expect.poll(() => followers.count()).toBe(MAX_FOLLOWERS)
  expect(await follow()).toBeUndefined()
  const elsewhere = required(await follow({ guild: OTHER_SERVER.guildId }))
  all[0]?.leave()
  await all[0]?.ended
  const next = required(await follow())
  for (const each of [...all, elsewhere, next]) each?.leave()
})

test('when the service stops, all followers end with the error, and there are no new ones', async () => {
  const { follow, followers } = await openFollowers()
  const follower = required(await follow())
  await expect.poll(() => follower.seen.length).toBe(1)
  followers.stop(new Error('stopping'))
  expect(await follower.ended).toMatchObject({ message: 'stopping' })
  await expect(follow()).rejects.toThrow('stopping')
})
