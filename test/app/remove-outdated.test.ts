import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { addWatch, removeWatch } from '../../src/watch/entries.ts'
import { removeOutdated } from '../../src/app/keep-house.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { recordGuildListing } from '../../src/outbox/record-guild-listing.ts'
import { anyCall } from '../support/callers.ts'
import { NOW } from '../support/fake-context.ts'
import { captureLog } from '../support/log.ts'
import { storeObservation } from '../support/watch-records.ts'
import { ALICE, BOB, CAROL, MODERATOR, openWatchTest, OTHER_SERVER, storedOf } from '../support/watch-tests.ts'

const DAY = 86_400
const HOUR = 3_600
const { guildId } = MODERATOR

async function open() {
  const opened = await openWatchTest()
  const { context } = opened
  const { lines, logger } = captureLog()
  const add = (steamIds: SteamId[], actor = MODERATOR) =>
    importWatches(context, { ...actor, steamIds, reason: 'aimbot' })
  /** Removes what is outdated; resolves to what was logged. */
  const tidy = async () => {
    await removeOutdated(context, logger, new AbortController().signal)
    return lines.splice(0)
  }
  return { ...opened, add, tidy }
}

const watchedIds = async (database: Database, server = guildId) =>
  (await storedOf(database, server)).list.map(({ steamId }) => steamId).toSorted()

describe('an entry with an end', () => {
  async function openWithEnd() {
    const opened = await open()
    await addWatch(opened.context, { ...MODERATOR, steamId: ALICE, reason: 'aimbot', until: '2d' }, anyCall())
    await opened.add([BOB])
    return opened
  }

  test('leaves the list at that time, and the log says so', async () => {
    const { database, time, tidy } = await openWithEnd()
    time.now += 2 * DAY - 1
    expect(await tidy()).toEqual([])
    expect(await watchedIds(database)).toEqual([ALICE, BOB])
    time.now += 1
    expect(await tidy()).toMatchObject([{ expired: 1 }])
    const { log } = await storedOf(database, guildId)
    expect(await watchedIds(database)).toEqual([BOB])
    expect(log[0]).toEqual({ guildId, at: time.now, userId: null, action: 'expired', steamId: ALICE, detail: 'aimbot' })
  })
})

test('ends between two transactions when the work has to end', async () => {
  const { context, database } = await open()
  const stop = new AbortController()
  let transactions = 0
  const stopping: Database = {
    ...database,
    transaction(work) {
      transactions++
      if (transactions === 5) stop.abort(new Error('the work has to end'))
      return database.transaction(work)
    },
  }
  await expect(removeOutdated({ ...context, database: stopping }, captureLog().logger, stop.signal)).rejects.toThrow(
    'has to end',
  )
  expect(transactions).toBe(5)
})

describe('what was seen', () => {
  const history = (database: Database, steamId: SteamId) => database.read(({ accounts }) => accounts.history(steamId))

  test('is kept for 400 days, and the newest of a watched account for ever', async () => {
    const { database, time, add, tidy } = await open()
    await add([ALICE])
    const first = await storeObservation(database, ALICE, { at: NOW })
    const second = await storeObservation(database, ALICE, { at: NOW + DAY })
    time.now += 400 * DAY
    await tidy()
    expect((await history(database, ALICE)).map(({ id }) => id)).toEqual([second, first])
    time.now += 1
    await tidy()
    expect((await history(database, ALICE)).map(({ id }) => id)).toEqual([second])
    time.now += 4_000 * DAY
    await tidy()
    expect((await history(database, ALICE)).map(({ id }) => id)).toEqual([second])
  })

  test('is gone, with the log about it, 30 days after the last list has let go of the account', async () => {
    const { context, database, time, add, tidy } = await open()
    await add([ALICE, BOB])
    await add([ALICE], OTHER_SERVER)
    await storeObservation(database, ALICE)
    await removeWatch(context, { ...MODERATOR, steamId: ALICE })
    await tidy()
    time.now += 60 * DAY
    await tidy()
    expect(await history(database, ALICE)).toHaveLength(1)

    await removeWatch(context, { ...OTHER_SERVER, steamId: ALICE })
    await tidy()
    time.now += 30 * DAY - 1
    await tidy()
    expect(await history(database, ALICE)).toHaveLength(1)
    time.now += 1
    await tidy()
    expect(await history(database, ALICE)).toEqual([])
    const logs = [await storedOf(database, guildId), await storedOf(database, OTHER_SERVER.guildId)]
    expect(logs.flatMap(({ log }) => log).filter(({ steamId }) => steamId === ALICE)).toEqual([])
    expect(await watchedIds(database)).toEqual([BOB])
  })

  test('stays when the account comes back to a list in time', async () => {
    const { context, database, time, add, tidy } = await open()
    await add([ALICE])
    await storeObservation(database, ALICE)
    await removeWatch(context, { ...MODERATOR, steamId: ALICE })
    await tidy()
    time.now += 20 * DAY
    await add([ALICE])
    await tidy()
    time.now += 20 * DAY
    await removeWatch(context, { ...MODERATOR, steamId: ALICE })
    await tidy()
    time.now += 20 * DAY
    await tidy()
    expect(await history(database, ALICE)).toHaveLength(1)
  })
})

test('names are kept for 400 days after they were last seen, and until 30 days after the last list let go', async () => {
  const { context, database, time, add, tidy } = await open()
  const names = (steamId: SteamId) => database.read(({ accountNames }) => accountNames.list(steamId))
  await add([ALICE, BOB])
  for (const steamId of [ALICE, BOB])
    await database.transaction(({ accountNames }) => accountNames.note(steamId, 'x', time.now))
  await removeWatch(context, { ...MODERATOR, steamId: BOB })
  await tidy()
  time.now += 31 * DAY
  await tidy()
  expect([await names(ALICE), await names(BOB)]).toEqual([[expect.anything()], []])
  time.now += 369 * DAY
  await tidy()
  expect(await names(ALICE)).toHaveLength(1)
  time.now += DAY
  await tidy()
  expect(await names(ALICE)).toEqual([])
})

test('the log is kept for 400 days', async () => {
  const { database, time, add, tidy } = await open()
  await add([ALICE])
  time.now += 400 * DAY
  await tidy()
  expect((await storedOf(database, guildId)).log).toHaveLength(1)
  time.now += 1
  await tidy()
  expect((await storedOf(database, guildId)).log).toEqual([])
  expect(await watchedIds(database)).toEqual([ALICE])
})

/** Records a listing of the servers with these ids. */
const record = (context: Parameters<typeof recordGuildListing>[0], guildIds: readonly string[]) =>
  recordGuildListing(
    context,
    guildIds.map((id) => ({ id, name: `Server ${id}` })),
  )

test('the names of the listed servers with data are kept, until a later listing lacks the server', async () => {
  const { context, database, add } = await open()
  await add([ALICE])
  await add([ALICE], OTHER_SERVER)
  const names = async () => JSON.parse((await database.read(({ meta }) => meta.get('guild_names'))) ?? '')
  await record(context, [guildId, OTHER_SERVER.guildId, '7'])
  const named = (id: string) => ({ [id]: `Server ${id}` })
  expect(await names()).toEqual({ ...named(guildId), ...named(OTHER_SERVER.guildId) })
  // A listing that shrank may be a fault of Discord.
  await record(context, [guildId])
  expect(await names()).toEqual({ ...named(guildId), ...named(OTHER_SERVER.guildId) })
  await record(context, [guildId, '7', '8'])
  expect(await names()).toEqual(named(guildId))
})

describe('the data of a server', () => {
  const OTHERS = Array.from({ length: 20 }, (_, index) => `60000000000000${1_000 + index}`)
  const BOTH = [guildId, OTHER_SERVER.guildId, ...OTHERS]
  const WITHOUT = BOTH.filter((id) => id !== guildId)

  /** Two servers with lists; `passDays` lets days pass with listings, if one is given, and housekeeping. */
  async function openServers() {
    const opened = await open()
    const { context, time, add, tidy } = opened
    await add([ALICE])
    await add([ALICE, CAROL], OTHER_SERVER)
    const removed: string[] = []
    const passDays = async (days: number, listing?: string[]) => {
      // The first day, then at most ten at once.
      for (let left = days, step = 1; left > 0; left -= step, step = Math.min(10, left)) {
        time.now += step * DAY
        if (listing) await record(context, listing)
        removed.push(...(await tidy()).flatMap(({ guildId: id }) => (typeof id === 'string' ? [id] : [])))
      }
    }
    return { ...opened, removed, passDays }
  }

  const SOME = BOTH.slice(5)
  const EACH = [guildId, OTHER_SERVER.guildId]

  // Each step is a number of days with a listing of both servers or of some, or without one; the first server is deleted, or both are, or none.
  test.each<[title: string, deleted: string[], ...steps: [days: number, listing?: string[]][]]>([
    ['stay for 30 days after it was found to be missing', [], [10, BOTH], [30, WITHOUT]],
    ['are deleted a day later', [guildId], [10, BOTH], [31, WITHOUT]],
    ['stay when it was never listed', [], [100, WITHOUT]],
    ['stay when it comes back in time', [], [1, BOTH], [29, WITHOUT], [1, BOTH], [29, WITHOUT]],
    ['stay while there is no listing, and for 30 days after it', [], [1, BOTH], [100], [30, WITHOUT]],
    ['are deleted a day after that', [guildId], [1, BOTH], [100], [31, WITHOUT]],
    ['stay when the only recent listing shrank', [], [1, BOTH], [1, WITHOUT], [40], [1, []]],
    [
      'stay when a short listing becomes much shorter: the day starts again',
      [],
      [1, BOTH],
      [1, SOME],
      [31, BOTH.slice(12)],
    ],
    ['stay when it may have come back during a long stop', [], [1, BOTH], [1, WITHOUT], [100], [1, BOTH]],
    ['stay for 30 days after a shorter listing has repeated for a day', [], [5, BOTH], [0, SOME], [30, SOME]],
    ['are deleted a day after that listing, too', EACH, [5, BOTH], [0, SOME], [31, SOME]],
    ['of the only server stay for a day longer', [], [1, [guildId]], [0, []], [30, []]],
    ['of the only server are deleted then', [guildId], [1, [guildId]], [0, []], [31, []]],
    [
      'of a listing that shrinks by a tenth are not protected',
      EACH,
      [0, BOTH.slice(0, 20)],
      [0, BOTH.slice(2, 20)],
      [31, BOTH.slice(2, 20)],
    ],
  ])('%s', async (_, deleted, ...steps) => {
    const { context, database, removed, passDays } = await openServers()
    for (const [days, listing] of steps) {
      if (days === 0 && listing) await record(context, listing)
      await passDays(days, listing)
    }
    expect(removed.toSorted()).toEqual(deleted)
    const nothing = { guild: undefined, list: [], log: [], alerts: 0 }
    for (const id of deleted) expect(await storedOf(database, id)).toEqual(nothing)
    if (!deleted.includes(OTHER_SERVER.guildId))
      expect(await watchedIds(database, OTHER_SERVER.guildId)).toEqual([ALICE, CAROL])
  })

  test('stay while it is used', async () => {
    const { context, time, removed, passDays } = await openServers()
    await passDays(1, BOTH)
    await passDays(28, WITHOUT)
    await importWatches(context, { ...MODERATOR, steamIds: [BOB], reason: 'aimbot' })
    const usedAt = time.now
    await passDays(30, WITHOUT)
    expect(removed).toEqual([])
    await passDays(1, WITHOUT)
    expect([removed, time.now]).toEqual([[guildId], usedAt + 31 * DAY])
  })

  test('stay when the listing shrinks by more than a tenth, which is reported each time', async () => {
    const { context, time, removed, passDays } = await openServers()
    const some = BOTH.slice(0, 19).filter((id) => id !== guildId)
    expect(await record(context, BOTH)).toEqual({
      count: 22,
      previous: null,
      isShrunk: false,
      isSuspect: false,
    })
    const shrunk = { previous: 22, isShrunk: true, isSuspect: true }
    expect(await record(context, some)).toEqual({ count: 18, ...shrunk })
    time.now += HOUR
    expect(await record(context, some)).toEqual({ count: 18, ...shrunk })
    time.now += HOUR
    expect(await record(context, [])).toEqual({ count: 0, ...shrunk })
    await passDays(40)
    expect(removed).toEqual([])
  })

  test('a listing that lacks the only server is shrunk, and not suspect', async () => {
    const { context } = await openServers()
    await record(context, [guildId])
    expect(await record(context, [])).toEqual({ count: 0, previous: 1, isShrunk: true, isSuspect: false })
  })

  test('stay when a partial listing repeats for less than a day, and then for the time of a whole one', async () => {
    const { context, time, removed, passDays } = await openServers()
    await passDays(1, BOTH)
    const some = BOTH.slice(5)
    const listEveryHour = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        expect(await record(context, some)).toMatchObject({ count: 17, previous: 22, isShrunk: true })
        time.now += HOUR
      }
    }
    await listEveryHour(24)
    // A whole one in between starts the day again.
    expect(await record(context, BOTH)).toMatchObject({ previous: 22, isShrunk: false })
    await listEveryHour(24)
    expect(await record(context, some)).toMatchObject({ previous: 22, isShrunk: false })
    expect(await record(context, some)).toMatchObject({ previous: 17, isShrunk: false })
    await passDays(29, some)
    expect(removed).toEqual([])
  })
})
