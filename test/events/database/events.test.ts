import { describe, expect, test } from 'vitest'
import { eraseStored, type Database } from '../../../src/app/database.ts'
import { forgetAccount } from '../../../src/app/forget-account.ts'
import { importBans } from '../../../src/bans/import-bans.ts'
import { liftBan } from '../../../src/bans/lift-ban.ts'
import { findStart, endOfEvents, readEvents, type ToolEvent } from '../../../src/events/read-events.ts'
import { writeCursor } from '../../../src/lib/cursor.ts'
import { removeOldEvents } from '../../../src/events/retention.ts'
import { EVENT_TYPES, type EventType } from '../../../src/model/event.ts'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { banOf, listed, openBansTest, undoNewest } from '../../support/bans-test.ts'
import { ALICE, BOB, CAROL, manySteamIds, watch } from '../../support/community.ts'
import { connectionTo } from '../../support/database.ts'
import { NOW } from '../../support/fake-context.ts'
import { expectDocumented } from '../../support/told-events.ts'
import { MODERATOR, OTHER_SERVER } from '../../support/watch-tests.ts'

const { guildId, userId } = MODERATOR
const DAY = 86_400

interface Reading {
  guild?: string
  after?: string | undefined
  types?: readonly EventType[]
  limit?: number
  now?: number
}

/** One page of the events of a server. */
const readPage = (
  database: Database,
  { guild = guildId, after, types = EVENT_TYPES, limit = 100, now = NOW }: Reading,
) =>
  database.read(async (repositories) => {
    const from = await findStart(repositories, after, { guildId: guild, types, now })
    return readEvents(repositories, { guildId: guild, types, from, limit, now })
  })

/** All events of a server, read in pages of `limit`, each from the id of the last event of the one before. */
async function readAll(database: Database, reading: Reading = {}): Promise<ToolEvent[]> {
  const all: ToolEvent[] = []
  for (let after = reading.after; ;) {
    const { events, hasMore, cursor } = await readPage(database, { ...reading, after })
    expectDocumented(events)
    all.push(...events)
    after = events.at(-1)?.id ?? cursor
    if (!hasMore) return all
  }
}

const endOf = (database: Database, now = NOW) =>
  database.read((repositories) => endOfEvents(repositories, guildId, now))

const inShort = ({ type, by, object }: ToolEvent) => [
  type,
  'steamId' in object && object.steamId,
  'reason' in object && object.reason,
  by,
]

test('each change of a ban is one event with the ban and its author, in the order of the changes', async () => {
  const { context, database } = await openBansTest()
  await banAccounts(context, banOf([ALICE, BOB]))
  await banAccounts(context, { ...banOf([BOB, CAROL], { reason: 'again' }), replaces: true })
  await liftBan(context, { ...MODERATOR, userId: 'token:panel', steamId: ALICE })
  const events = await readAll(database)
  expect(events.map(inShort)).toEqual([
    ['ban.added', ALICE, 'aimbot', userId],
    ['ban.added', BOB, 'aimbot', userId],
    ['ban.changed', BOB, 'again', userId],
    ['ban.added', CAROL, 'again', userId],
    ['ban.removed', ALICE, 'aimbot', 'token:panel'],
  ])
  expect(events[0]).toEqual({
    id: expect.any(String),
    type: 'ban.added',
    at: NOW,
    by: userId,
    object: {
      steamId: ALICE,
      name: 'Name',
      reason: 'aimbot',
      note: 'ticket 7',
      until: null,
      addedBy: userId,
      addedAt: NOW,
      importNumber: null,
    },
  })
  expect(await readAll(database, { guild: OTHER_SERVER.guildId })).toEqual([])
})

describe('an import', () => {
  test('is told ban by ban, in pages of any size, once each, between the changes before and after it', async () => {
    const { context, database } = await openBansTest()
    const steamIds = manySteamIds(250)
    await banAccounts(context, banOf([ALICE]))
    await importBans(context, MODERATOR, listed(steamIds))
    await banAccounts(context, banOf([BOB]))
    const expected = [ALICE, ...steamIds, BOB].map((steamId) => expect.objectContaining({ steamId }))
    for (const limit of [7, 125, 251, 252]) {
      const events = await readAll(database, { limit })
      expect(events.map(({ object }) => object)).toEqual(expected)
      expect(new Set(events.map(({ id }) => id)).size).toBe(252)
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['ban.added']))
    }
    expect((await readAll(database))[1]?.object).toMatchObject({ importNumber: 1, reason: 'imported', addedBy: userId })
  })

  test('that is undone takes its bans away one by one, and none of another one', async () => {
    const { context, database } = await openBansTest()
    const [kept = '', ...gone] = manySteamIds(30)
    await importBans(context, MODERATOR, listed([kept]))
    await importBans(context, MODERATOR, listed(gone))
    const after = await endOf(database)
    await undoNewest(context, { ...MODERATOR, userId: '9' })
    const events = await readAll(database, { after, limit: 8 })
    expect(events.map(inShort)).toEqual(gone.map((steamId) => ['ban.removed', steamId, 'imported', '9']))
  })
})

describe('a cursor', () => {
  test('with an id that no row can have is refused', async () => {
    const { database } = await openBansTest()
    const after = writeCursor({ kind: 'events', guildId }, [NOW, 0, 2 ** 31, NOW])
    await expect(readPage(database, { after })).rejects.toMatchObject({ problem: 'invalid_cursor' })
  })

  test('expires when the events after it may be deleted, which depends on the types that are asked for', async () => {
    const { database } = await openBansTest()
    const after = await endOf(database)
    const isReadAt = (days: number, types: readonly EventType[]) =>
      readPage(database, { after, types, now: NOW + days * DAY }).then(
        () => true,
        () => false,
      )
    expect(await isReadAt(1.9, ['account.joined', 'ban.added'])).toBe(true)
    expect(await isReadAt(2, ['account.joined', 'ban.added'])).toBe(false)
    expect([await isReadAt(6.9, ['player.refused']), await isReadAt(7, ['player.refused'])]).toEqual([true, false])
    expect([await isReadAt(29.9, ['ban.added']), await isReadAt(30, ['ban.added'])]).toEqual([true, false])
  })

  test('from before a restore expires, because changes after the backup are gone', async () => {
    const { database } = await openBansTest()
    const after = await endOf(database)
    await readPage(database, { after })
    await database.transaction(({ meta }) => meta.set('restored_at', String(NOW)))
    await expect(readPage(database, { after })).rejects.toMatchObject({ problem: 'cursor_expired' })
    const renewed = await endOf(database)
    expect(await readPage(database, { after: renewed })).toMatchObject({ events: [] })
  })
})

test('without a cursor, old events are read as far as all types that are asked for are kept, page by page', async () => {
  const { context, database, time } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  time.now += DAY * 3
  await banAccounts(context, banOf([BOB]))
  await banAccounts(context, banOf([CAROL]))
  const bansOf = async (types: readonly EventType[]) =>
    (await readAll(database, { types, limit: 1, now: time.now })).map(
      ({ object }) => 'steamId' in object && object.steamId,
    )
  expect(await bansOf(['ban.added'])).toEqual([ALICE, BOB, CAROL])
  // Joins of three days ago are no longer kept.
  expect(await bansOf(EVENT_TYPES)).toEqual([BOB, CAROL])
})

test('events are deleted when their time is over, and no cursor that is still valid misses one', async () => {
  const { context, database } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  const deleteAt = (now: number) => removeOldEvents({ database }, now, new AbortController().signal)
  await deleteAt(NOW + 30 * DAY)
  expect(await readAll(database)).toHaveLength(1)
  await deleteAt(NOW + 31 * DAY)
  expect(await readAll(database, { now: NOW + 31 * DAY })).toEqual([])
})

test('too many events of a server are cut off at the oldest, and who has not read these has to read the lists again', async () => {
  const { context, database } = await openBansTest()
  const start = await endOf(database)
  for (const steamId of [ALICE, BOB, CAROL]) await banAccounts(context, banOf([steamId]))
  const [first, second] = await readAll(database)
  await banAccounts(context, { ...banOf([ALICE]), ...OTHER_SERVER })
  const trim = () => database.transaction(({ events }) => events.trim(1, 1))
  expect([await trim(), await trim(), await trim()]).toEqual([true, false, false])
  await expect(readPage(database, { after: start })).rejects.toMatchObject({ problem: 'cursor_expired' })
  await expect(readPage(database, { after: first?.id })).rejects.toMatchObject({ problem: 'cursor_expired' })
  expect((await readAll(database, { after: second?.id })).map(inShort)).toEqual([
    ['ban.added', CAROL, 'aimbot', userId],
  ])
  expect(await readAll(database)).toHaveLength(1)
  expect(await readAll(database, { guild: OTHER_SERVER.guildId })).toHaveLength(1)
})

test('a page ends before what was not told one by one, and the next one says to read the lists again', async () => {
  const { context, database } = await openBansTest()
  const after = await endOf(database)
  await banAccounts(context, banOf([ALICE]))
  await database.transaction(({ events }) => events.reset([guildId], NOW))
  const { events, hasMore, cursor } = await readPage(database, { after })
  expect([events.map(inShort), hasMore]).toEqual([[['ban.added', ALICE, 'aimbot', userId]], true])
  await expect(readPage(database, { after: cursor })).rejects.toMatchObject({ problem: 'cursor_expired' })
})

describe('an account that is forgotten', () => {
  test('is in no event of that server, and who follows its lists has to read them again', async () => {
    const { url, context, database, bans } = await openBansTest()
    await banAccounts(context, banOf([ALICE, BOB]))
    await banAccounts(context, { ...banOf([ALICE]), ...OTHER_SERVER })
    const after = await endOf(database)
    const policies = { reload: async () => {} }
    const options = { database, clock: context.clock, policies, bans, dropJoins: async () => {} }
    await forgetAccount(options, { ...MODERATOR, steamId: ALICE, liftsBan: true })
    await expect(readPage(database, { after })).rejects.toMatchObject({ problem: 'cursor_expired' })
    expect(await readAll(database)).toEqual([])
    const db = await connectionTo(url)
    const rows = await db('events').where({ guild_id: guildId })
    expect(JSON.stringify(rows)).not.toContain(ALICE)
    expect(await readAll(database, { guild: OTHER_SERVER.guildId })).toHaveLength(1)
  })

  test('everywhere is in no event, neither as its object nor in a text', async () => {
    const { url, context, database } = await openBansTest()
    await banAccounts(context, banOf([ALICE]))
    await banAccounts(context, banOf([BOB], { note: `alt of ${ALICE}` }))
    await database.transaction((all) => eraseStored(all, ALICE, { liftsBans: true, now: NOW }))
    const db = await connectionTo(url)
    expect(JSON.stringify(await db('events'))).not.toContain(ALICE)
    const stored = await db('events').where({ steam_id: BOB }).pluck('object')
    expect(JSON.parse(String(stored[0]))).toMatchObject({ steamId: BOB, note: 'alt of [erased]' })
  })

  test('everywhere leaves each list that is followed, also where its events are no longer kept', async () => {
    const { context, database } = await openBansTest()
    await database.transaction((repositories) => watch(repositories, guildId, [ALICE], { addedAt: NOW }))
    await removeOldEvents({ database }, NOW + 40 * DAY, new AbortController().signal)
    const after = await endOf(database)
    await database.transaction((all) => eraseStored(all, CAROL, { liftsBans: true, now: NOW }))
    expect(await readPage(database, { after })).toMatchObject({ events: [] })
    await database.transaction((all) => eraseStored(all, ALICE, { liftsBans: true, now: NOW }))
    await expect(readPage(database, { after })).rejects.toMatchObject({ problem: 'cursor_expired' })
    expect(await context.database.read(({ watches }) => watches.count(guildId))).toBe(0)
  })
})
