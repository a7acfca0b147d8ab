import { expect, test } from 'vitest'
import { addWatch } from '../../src/watch/entries.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { keepHouse } from '../../src/app/keep-house.ts'
import { anyCall } from '../support/callers.ts'
import { NOW } from '../support/fake-context.ts'
import { alwaysHeld } from '../support/fenced-database.ts'
import { captureLog } from '../support/log.ts'
import { ALICE, BOB, MODERATOR, openWatchTest, storedOf } from '../support/watch-tests.ts'

const DAY = 86_400
const { guildId } = MODERATOR
const MANY = Array.from({ length: 20 }, (_, index) => `60000000000000${1_000 + index}`)

async function open(skewSeconds?: number) {
  const steamClock = () => (skewSeconds === undefined ? undefined : { skewSeconds, seenAt: NOW })
  const opened = await openWatchTest({}, { steamClock })
  const { lines, logger } = captureLog()
  const listing: { guildIds: string[] | Error } = { guildIds: [guildId, ...MANY] }
  const list = async () => {
    if (listing.guildIds instanceof Error) throw listing.guildIds
    return listing.guildIds.map((id) => ({ id, name: `Server ${id}` }))
  }
  const context = { ...opened.context, database: alwaysHeld(opened.database) }
  const keep = (signal = new AbortController().signal) => keepHouse(context, list, logger, signal)
  return { ...opened, listing, keep, logged: () => lines.splice(0).map(({ level, msg }) => `${level} ${msg}`) }
}

test('what is done is logged, and a quiet hour is not', async () => {
  const { context, database, time, listing, keep, logged } = await open(0)
  await addWatch(context, { ...MODERATOR, steamId: ALICE, reason: 'aimbot', until: '1d' }, anyCall())
  await importWatches(context, { ...MODERATOR, steamIds: [BOB], reason: 'aimbot' })
  expect(await keep()).toBe(true)
  expect(logged()).toEqual([])
  time.now += DAY
  listing.guildIds = MANY
  expect(await keep()).toBe(true)
  expect(logged()).toEqual(['30 entries left their watch lists because their time has come'])
  time.now += 31 * DAY
  expect(await keep()).toBe(true)
  expect(logged()).toEqual(['30 the data of a server that has removed the bot were deleted'])
  expect((await storedOf(database, guildId)).list).toEqual([])
})

test.each([
  ['differs by more than an hour, which is a warning', 4_000, true, ['40 the clock of this machine ']],
  ['is not known yet, which is to be tried again soon', undefined, false, []],
])('nothing is done while Steam’s clock %s', async (_, skewSeconds, isDone, warnings) => {
  const { context, database, time, listing, keep, logged } = await open(skewSeconds)
  await addWatch(context, { ...MODERATOR, steamId: ALICE, reason: 'aimbot', until: '1d' }, anyCall())
  time.now += DAY
  listing.guildIds = new Error('the servers were listed')
  expect(await keep()).toBe(isDone)
  expect((await storedOf(database, guildId)).list).toHaveLength(1)
  expect(logged().map((line) => line.slice(0, 29))).toEqual(warnings)
})

test('a listing that fails or shrinks is a warning, and the rest is done', async () => {
  const { context, time, listing, keep, logged } = await open(0)
  await addWatch(context, { ...MODERATOR, steamId: ALICE, reason: 'aimbot', until: '1d' }, anyCall())
  await keep()
  time.now += DAY
  listing.guildIds = new Error('Discord is down')
  expect(await keep()).toBe(true)
  expect(logged()).toEqual([
    expect.stringMatching(/^40 the servers of the bot could not be listed/),
    expect.stringMatching(/^30 entries left/),
  ])
  listing.guildIds = MANY.slice(3)
  expect(await keep()).toBe(true)
  expect(logged()).toEqual([expect.stringMatching(/^40 Discord lists far fewer servers/)])
})
