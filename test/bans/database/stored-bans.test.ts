import { expect, test } from 'vitest'
import { createStoredBans, type StoredBans } from '../../../src/bans/stored-bans.ts'
import { importBans, importNewBans, newestImport, undoImport } from '../../../src/bans/import-bans.ts'
import { isBan } from '../../../src/model/ban.ts'
import { liftBan } from '../../../src/bans/lift-ban.ts'
import { BAN_RETENTION } from '../../../src/bans/retention.ts'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { banOf, listed, openBansTest, undoNewest } from '../../support/bans-test.ts'
import { connectionTo } from '../../support/database.ts'
import { ALICE, BOB, CAROL, manySteamIds, SEVERAL_STATEMENTS } from '../../support/community.ts'
import { NOW } from '../../support/fake-context.ts'
import { noDatabase } from '../../support/fake-watch-context.ts'
import { MODERATOR, OTHER_SERVER } from '../../support/watch-tests.ts'

const { guildId } = MODERATOR
const DAY = 86_400
const isKnown = (bans: Pick<StoredBans, 'find'>, guild: string) => bans.find(guild, NOBODY) !== 'unknown'
/** An account without a ban. */
const NOBODY = '76561198000000999'

test('a ban is known to its process at once, and to another one within a second', async () => {
  const first = await openBansTest()
  const second = await openBansTest(first.url)
  const stop = new AbortController()
  const running = second.bans.run(stop.signal)
  await expect.poll(() => second.fakeClock.pending()).toBe(1)
  await banAccounts(first.context, banOf([ALICE], { until: '2d' }))
  expect(first.find(ALICE)).toEqual({ reason: 'aimbot', until: NOW + 2 * DAY })
  expect(first.find(ALICE, OTHER_SERVER.guildId)).toBeUndefined()
  expect(second.find(ALICE)).toBeUndefined()
  await second.fakeClock.advance(1_000)
  await expect.poll(() => second.find(ALICE)).toEqual({ reason: 'aimbot', until: NOW + 2 * DAY })
  await liftBan(first.context, { ...MODERATOR, steamId: ALICE })
  expect(first.find(ALICE)).toBeUndefined()
  await expect.poll(() => second.fakeClock.pending()).toBe(1)
  await second.fakeClock.advance(1_000)
  await expect.poll(() => second.find(ALICE)).toBeUndefined()
  stop.abort()
  await running
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('events of other kinds are searched once', async () => {
  const { database, context } = await openBansTest()
  const searchedFrom: number[] = []
  const recording: typeof database = {
    ...database,
    read: (work) =>
      database.read((all) => {
        const banChanges: typeof all.events.banChanges = (after, limit) => {
          searchedFrom.push(after)
          return all.events.banChanges(after, limit)
        }
        return work({ ...all, events: { ...all.events, banChanges } })
      }),
  }
  const onError = (error: unknown) => {
    throw error
  }
  const stored = createStoredBans({ database: recording, clock: context.clock, onError })
  await stored.load()
  const object = { steamId: ALICE }
  const other = { guildId, at: NOW, type: 'watch.added', steamId: ALICE, author: null, object } as const
  await database.transaction(({ events }) => events.add([other, other]))
  await stored.reload()
  await stored.reload()
  const newestId = await database.read(({ events }) => events.newestId())
  expect(searchedFrom.at(-1)).toBe(newestId)
  expect(searchedFrom.at(-2)).toBeLessThan(newestId)
  await banAccounts(context, banOf([BOB]))
  await stored.reload()
  expect(stored.find(guildId, BOB)).not.toBeNull()
})

test('bans are found by who added them, and by their texts', async () => {
  const { context, database, time } = await openBansTest()
  const { userId } = OTHER_SERVER
  const [imported = ''] = manySteamIds(1)
  await importBans(context, MODERATOR, listed([imported]))
  await banAccounts(context, { ...banOf([CAROL]), userId })
  await banAccounts(context, banOf([BOB]))
  const searched = async (search: string) => {
    const filter = { search, state: 'active' } as const
    const bans = await database.read((all) => all.bans.list(guildId, filter, time.now, { limit: 9, offset: 0 }))
    return bans.map(({ steamId }) => steamId)
  }
  for (const search of [userId, `<@${userId}>`]) expect(await searched(search)).toEqual([CAROL])
  expect(await searched('AIMBOT')).toEqual([BOB, CAROL])
})

test('a ban ends at its time', async () => {
  const { url, context, find, time, bans } = await openBansTest()
  await banAccounts(context, banOf([ALICE], { until: '1h' }))
  time.now = NOW + 3_599
  expect(find(ALICE)).toBeDefined()
  time.now = NOW + 3_600
  expect(find(ALICE)).toBeUndefined()
  expect([bans.hasBans(guildId, NOW), bans.hasBans(guildId, time.now)]).toEqual([true, false])
  const restarted = await openBansTest(url, { now: NOW + 3_599 })
  expect(restarted.find(ALICE)).toEqual({ reason: 'aimbot', until: NOW + 3_600 })
})

test('nothing is known before the lists are loaded, and the lists in memory stay in use without a database', async () => {
  const opened = await openBansTest()
  const failing = createStoredBans({ ...opened, database: noDatabase, onError: () => {} })
  expect([isKnown(failing, guildId), failing.hasBans(guildId, NOW)]).toEqual([false, true])
  await expect(failing.load()).rejects.toMatchObject({ problem: 'unavailable' })
  expect(isKnown(failing, guildId)).toBe(false)
  await banAccounts(opened.context, banOf([ALICE]))
  expect(isKnown(opened.bans, guildId)).toBe(true)
  await opened.database.close()
  await opened.bans.reload()
  expect(opened.find(ALICE)).toBeDefined()
  expect(isKnown(opened.bans, guildId)).toBe(true)
  expect(opened.errors).toHaveLength(1)
})

test('an import is known everywhere at once; undone, none of its bans is left, and others are', async () => {
  const first = await openBansTest()
  const second = await openBansTest(first.url)
  const steamIds = manySteamIds(SEVERAL_STATEMENTS)
  const [kept = '', liftedLater = '', bannedLater = ''] = steamIds
  await banAccounts(first.context, banOf([kept]))
  const imported = await importBans(first.context, MODERATOR, listed(steamIds))
  expect(imported).toMatchObject({ number: 1, count: SEVERAL_STATEMENTS - 1 })
  await second.bans.reload()
  for (const { find } of [first, second]) {
    expect(steamIds.filter((steamId) => find(steamId)?.reason === 'imported')).toHaveLength(SEVERAL_STATEMENTS - 1)
    expect(find(kept)).toMatchObject({ reason: 'aimbot' })
  }
  for (const steamId of [liftedLater, bannedLater]) await liftBan(first.context, { ...MODERATOR, steamId })
  await banAccounts(first.context, banOf([bannedLater], { reason: 'again' }))
  const { userId } = MODERATOR
  const newest = { number: 1, userId, at: NOW, count: SEVERAL_STATEMENTS - 3 }
  expect(await newestImport(first.context, guildId)).toEqual(newest)
  expect(await undoNewest(first.context)).toEqual({ number: newest.number, count: newest.count })
  await second.bans.reload()
  for (const { find } of [first, second]) {
    expect(steamIds.filter((steamId) => find(steamId)).toSorted()).toEqual([kept, bannedLater].toSorted())
  }
  await expect(undoNewest(first.context)).rejects.toMatchObject({ problem: { code: 'nothing_to_undo' } })
  expect(await importBans(first.context, MODERATOR, listed([liftedLater]))).toMatchObject({ number: 2, count: 1 })
})

test('a ban that has ended since its list was read is not imported', async () => {
  const { context, find } = await openBansTest()
  const bans = [...listed([ALICE], { until: NOW }), ...listed([BOB], { until: NOW + 1 })]
  expect(await importBans(context, MODERATOR, bans)).toMatchObject({ number: 1, count: 1 })
  expect([ALICE, BOB].map((steamId) => find(steamId) !== undefined)).toEqual([false, true])
})

test('the import before the newest one is not undone', async () => {
  const { context, find } = await openBansTest()
  await importBans(context, MODERATOR, listed([ALICE]))
  const asked = await newestImport(context, guildId)
  await importBans(context, MODERATOR, listed([BOB]))
  const undone = undoImport(context, { ...MODERATOR, number: asked?.number ?? 0, at: asked?.at ?? 0 })
  await expect(undone).rejects.toMatchObject({ problem: { code: 'nothing_to_undo' } })
  // After a restore, another import may have the number.
  await expect(undoImport(context, { ...MODERATOR, number: 2, at: NOW - 1 })).rejects.toMatchObject({
    problem: { code: 'nothing_to_undo' },
  })
  expect([ALICE, BOB].map((steamId) => find(steamId) !== undefined)).toEqual([true, true])
})

test('two imports at once cannot exceed the limit of a server together, and bans of the first stay as they are', async () => {
  const { context, database, find } = await openBansTest()
  const limited = { ...context, banLimits: { maxPerGuild: 3, maxTotal: 500_000 } }
  const [first, second, third] = await Promise.allSettled([
    importBans(limited, MODERATOR, listed([ALICE], { reason: 'first' })),
    importBans(limited, MODERATOR, listed([ALICE, BOB])),
    importBans(limited, MODERATOR, listed(manySteamIds(2))),
  ])
  expect([first, second]).toMatchObject([{ value: { count: 1 } }, { value: { count: 1 } }])
  expect(third).toMatchObject({ reason: { problem: { code: 'ban_list_full', limit: 3 } } })
  expect([ALICE, BOB].map((steamId) => find(steamId)?.reason)).toEqual(['first', 'imported'])
  expect(await database.read(({ bans }) => bans.countRows())).toBe(2)
})

test('all lists together have a limit, up to which an import that was undone makes room', async () => {
  const { context } = await openBansTest()
  const small = { ...context, banLimits: { maxPerGuild: 50_000, maxTotal: 2 } }
  await importBans(small, MODERATOR, listed([ALICE, BOB]))
  await expect(importBans(small, OTHER_SERVER, listed([ALICE]))).rejects.toMatchObject({
    problem: { code: 'all_bans_full', limit: 2 },
  })
  await undoNewest(small)
  expect(await importBans(small, OTHER_SERVER, listed([ALICE]))).toMatchObject({ count: 1 })
})

test('an import that is aborted stores nothing', async () => {
  const { context, database } = await openBansTest()
  const reason = new Error('left')
  await expect(importNewBans(context, MODERATOR, listed([ALICE]), AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(await database.read(({ bans }) => bans.countRows())).toBe(0)
})

test('an expired ban stays for 90 days, and the account can be banned again meanwhile', async () => {
  const { context, database, time, find } = await openBansTest()
  await banAccounts(context, banOf([ALICE], { until: '1h' }))
  time.now = NOW + 3_600
  expect((await banAccounts(context, banOf([ALICE], { reason: 'again' }))).alreadyBanned).toEqual([])
  expect(find(ALICE)).toMatchObject({ reason: 'again' })
  const states = async (state: 'active' | 'expired' | 'all') =>
    (
      await database.read(({ bans }) => bans.list(guildId, { search: '', state }, time.now, { limit: 9, offset: 0 }))
    ).map(({ reason }) => reason)
  expect([await states('active'), await states('expired'), await states('all')]).toEqual([
    ['again'],
    ['aimbot'],
    ['again', 'aimbot'],
  ])
  const deleteOld = (now: number) =>
    database.transaction(async (repositories) => {
      for (const step of BAN_RETENTION) await step(repositories, now)
    })
  await deleteOld(NOW + 3_600 + 90 * DAY)
  expect(await states('all')).toEqual(['again', 'aimbot'])
  await deleteOld(NOW + 3_601 + 90 * DAY)
  expect(await states('all')).toEqual(['again'])
})

test('a row that cannot be read closes the list of its server, which the operator is told each minute until it is repaired', async () => {
  const { url, context, fakeClock, bans, errors, damaged, find } = await openBansTest()
  await banAccounts(context, banOf([ALICE, BOB]))
  await banAccounts(context, { ...banOf([ALICE]), ...OTHER_SERVER })
  const db = await connectionTo(url)
  await db('bans').where({ guild_id: guildId, steam_id: BOB }).update({ steam_id: 'damaged' })
  await context.database.transaction(({ events }) => events.reset([guildId], NOW))
  await bans.reload()
  const restarted = await openBansTest(url)
  const message = new RegExp(
    `^The ban list of the Discord server ${guildId} is damaged: .*steamId of the row with the id 2 is not valid`,
  )
  for (const each of [{ bans, errors, damaged }, restarted]) {
    expect([isKnown(each.bans, guildId), isKnown(each.bans, OTHER_SERVER.guildId)]).toEqual([false, true])
    expect(each.errors).toMatchObject([{ problem: 'damaged', message: expect.stringMatching(message) }])
    expect(each.damaged).toEqual([guildId])
  }
  await fakeClock.advance(60_000)
  await bans.reload()
  expect(damaged).toEqual([guildId, guildId])
  await db('bans').where({ steam_id: 'damaged' }).update({ steam_id: BOB })
  await fakeClock.advance(60_000)
  await bans.reload()
  expect(isKnown(bans, guildId)).toBe(true)
  expect(find(BOB)).toBeDefined()
})

test('a closed list is read again as soon as it changes', async () => {
  const { url, context, bans } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  const db = await connectionTo(url)
  await db('bans').update({ until: 10 ** 15 })
  const restarted = await openBansTest(url)
  expect(isKnown(restarted.bans, guildId)).toBe(false)
  await db('bans').update({ until: null })
  await banAccounts(context, banOf([BOB]))
  await restarted.bans.reload()
  expect(isKnown(restarted.bans, guildId)).toBe(true)
  expect([restarted.find(ALICE), restarted.find(BOB)]).not.toContain(undefined)
  expect(isKnown(bans, guildId)).toBe(true)
})

test('a list that was read whole is not set back by a change from before', async () => {
  const { context, database, clock } = await openBansTest()
  const isBanned: boolean[] = []
  const watched: typeof database = {
    ...database,
    read: (work) => {
      isBanned.push(isBan(bans.find(guildId, ALICE)))
      return database.read(work)
    },
  }
  const bans = createStoredBans({ database: watched, clock, onError: () => {} })
  await bans.load()
  await database.transaction(({ events }) => events.reset([guildId], NOW))
  await banAccounts(context, banOf([ALICE]))
  await database.transaction(({ events }) => events.reset([OTHER_SERVER.guildId], NOW))
  await liftBan(context, { ...MODERATOR, steamId: ALICE })
  await bans.reload()
  expect(isBanned).not.toContain(true)
})

test('the list of a server whose data were deleted is empty', async () => {
  const { context, database, bans, find } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  await database.transaction(async ({ guilds, events }) => {
    await guilds.remove(guildId)
    await events.removeAll(guildId, NOW)
  })
  await bans.reload()
  expect(find(ALICE)).toBeUndefined()
})

test('a process that has followed no change for so long that changes may have been deleted reads all lists again', async () => {
  const { url, context, time, bans, find } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  const db = await connectionTo(url)
  await db('bans').delete()
  await bans.reload()
  expect(find(ALICE)).toBeDefined()
  time.now += 29 * DAY
  await bans.reload()
  expect(find(ALICE)).toBeUndefined()
})
