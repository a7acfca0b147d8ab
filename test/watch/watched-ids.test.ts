import { expect, test } from 'vitest'
import { importWatches } from '../../src/watch/import-watches.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import { removeWatch } from '../../src/watch/entries.ts'
import { deferred } from '../support/deferred.ts'
import { ALICE, BOB, CAROL, MODERATOR, openWatchTest, OTHER_SERVER } from '../support/watch-tests.ts'

test('the watched accounts are those on any list when they were loaded, and those added since', async () => {
  const { context, database } = await openWatchTest()
  await importWatches(context, { ...MODERATOR, steamIds: [ALICE, BOB], reason: 'aimbot' })
  await importWatches(context, { ...OTHER_SERVER, steamIds: [BOB], reason: 'aimbot' })
  for (const steamId of [ALICE, BOB]) await removeWatch(context, { ...MODERATOR, steamId })

  const watched = createWatchedIds()
  expect(watched.has(BOB)).toBe(false)
  await watched.load(database)
  expect([ALICE, BOB, CAROL].map(watched.has)).toEqual([false, true, false])
  watched.add([CAROL])
  expect([watched.has(CAROL), watched.size]).toEqual([true, 2])
  await watched.load(database)
  expect([watched.has(CAROL), watched.size]).toEqual([false, 1])
})

test('more accounts than are read at once are all loaded', async () => {
  const { context, database } = await openWatchTest({}, { limits: { maxPerGuild: 10_000, maxTotal: 10_000 } })
  const steamIds = Array.from({ length: 5_000 }, (_, index) => String(76561197960300000n + BigInt(index)))
  for (let first = 0; first < steamIds.length; first += 1_000) {
    await importWatches(context, { ...MODERATOR, steamIds: steamIds.slice(first), reason: 'aimbot' })
  }
  const watched = createWatchedIds()
  await watched.load(database)
  expect([watched.size, steamIds.every(watched.has)]).toEqual([5_000, true])
})

test('an account that is added while the others are loaded is watched', async () => {
  const { database } = await openWatchTest()
  const read = deferred<void>()
  const watched = createWatchedIds()
  const loading = watched.load({
    ...database,
    read: async (work) => {
      const result = await database.read(work)
      await read.promise
      return result
    },
  })
  watched.add([ALICE])
  read.resolve()
  await loading
  expect(watched.has(ALICE)).toBe(true)
})

test('the accounts stay when the database fails', async () => {
  const { database } = await openWatchTest()
  const watched = createWatchedIds()
  watched.add([ALICE])
  await expect(watched.load({ ...database, read: () => Promise.reject(new Error('full')) })).rejects.toThrow('full')
  expect(watched.has(ALICE)).toBe(true)
})
