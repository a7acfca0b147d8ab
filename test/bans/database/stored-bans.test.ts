import { describe, expect, test } from 'vitest'
import { createStoredBans } from '../../../src/bans/stored-bans.ts'
import { importBans, newestImport, undoImport } from '../../../src/bans/import-bans.ts'
import { liftBan, takeBansBack } from '../../../src/bans/lift-ban.ts'
import { removeOldBans } from '../../../src/bans/retention.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { banOf, listed, openBansTest } from '../../support/bans-test.ts'
import { connectionTo } from '../../support/database.ts'
import { ALICE, BOB, CAROL, manySteamIds, SEVERAL_STATEMENTS } from '../../support/community.ts'
import { NOW } from '../../support/fake-context.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { noDatabase } from '../../support/fake-watch-context.ts'
import { MODERATOR, OTHER_SERVER } from '../../support/watch-tests.ts'

const { guildId } = MODERATOR
const DAY = 86_400

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
  expect(stored.find(guildId, BOB, NOW)).toBeDefined()
})

test('bans that a user added by hand at once are taken back at once, and others stay', async () => {
  const { context, database, time, find } = await openBansTest()
  const { userId } = OTHER_SERVER
  const [imported = ''] = manySteamIds(1)
  await importBans(context, MODERATOR, listed([imported]))
  await banAccounts(context, { ...banOf([CAROL]), userId })
  const { added } = await banAccounts(context, banOf([ALICE, BOB]))
  const addedAt = added[0]?.addedAt ?? 0
  time.now += 1
  await banAccounts(context, { ...banOf([BOB]), replaces: true })
  expect((await takeBansBack(context, { ...MODERATOR, addedAt })).map(({ steamId }) => steamId)).toEqual([ALICE])
  expect([ALICE, BOB, CAROL, imported].map((steamId) => find(steamId) !== undefined)).toEqual([false, true, true, true])
  await expect(takeBansBack(context, { ...MODERATOR, addedAt })).rejects.toMatchObject({
    problem: { code: 'nothing_to_take_back' },
  })
  const searched = async (search: string) => {
    const filter = { search, state: 'active' } as const
    const bans = await database.read((all) => all.bans.list(guildId, filter, time.now, { limit: 9, offset: 0 }))
    return bans.map(({ steamId }) => steamId)
  }
  for (const search of [userId, `<@${userId}>`]) expect(await searched(search)).toEqual([CAROL])
  expect(await searched('AIMBOT')).toEqual([BOB, CAROL])
})

test('a ban ends at its time, and a process that starts later does not load it', async () => {
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
  expect([failing.isKnown(guildId), failing.hasBans(guildId, NOW)]).toEqual([false, true])
  await expect(failing.load()).rejects.toMatchObject({ problem: 'unavailable' })
  expect(failing.isKnown(guildId)).toBe(false)
  await banAccounts(opened.context, banOf([ALICE]))
  expect(opened.bans.isKnown(guildId)).toBe(true)
  await opened.database.close()
  await opened.bans.reload()
  expect(opened.find(ALICE)).toBeDefined()
  expect(opened.bans.isKnown(guildId)).toBe(true)
  expect(opened.errors).toHaveLength(1)
})

test('an import is known everywhere when it is complete; undone, none of its bans is left, and others are', async () => {
  const first = await openBansTest()
  const second = await openBansTest(first.url)
  const steamIds = manySteamIds(SEVERAL_STATEMENTS)
  const [kept = '', liftedLater = '', bannedLater = ''] = steamIds
  await banAccounts(first.context, banOf([kept]))
  const { added, number, id } = await importBans(first.context, MODERATOR, listed(steamIds))
  expect({ added, number }).toEqual({ added: SEVERAL_STATEMENTS - 1, number: 1 })
  await second.bans.reloadImports()
  for (const { find } of [first, second]) {
    expect(steamIds.filter((steamId) => find(steamId)?.reason === 'imported')).toHaveLength(SEVERAL_STATEMENTS - 1)
    expect(find(kept)).toMatchObject({ reason: 'aimbot' })
  }
  for (const steamId of [liftedLater, bannedLater]) await liftBan(first.context, { ...MODERATOR, steamId })
  await banAccounts(first.context, banOf([bannedLater], { reason: 'again' }))
  expect(await newestImport(first.context, guildId)).toMatchObject({ number: 1, count: SEVERAL_STATEMENTS - 3 })
  await undoImport(first.context, { ...MODERATOR, importId: id })
  await second.bans.reloadImports()
  for (const { find } of [first, second]) {
    expect(steamIds.filter((steamId) => find(steamId)).toSorted()).toEqual([kept, bannedLater].toSorted())
  }
  await expect(undoImport(first.context, { ...MODERATOR, importId: id })).rejects.toMatchObject({
    problem: { code: 'nothing_to_undo' },
  })
})

/** A database in which `work` happens after the first transaction. */
function interruptedBy<T extends { transaction: (...args: never[]) => Promise<unknown> }>(
  database: T,
  work: () => Promise<void>,
): T {
  const inBetween = { done: false }
  return {
    ...database,
    transaction: async (...args: Parameters<T['transaction']>) => {
      const result = await database.transaction(...args)
      if (inBetween.done) return result
      inBetween.done = true
      await work()
      return result
    },
  }
}

test('a ban by hand is known before an import that is being read has been read to its end', async () => {
  const { context, database, clock, errors } = await openBansTest()
  const steamIds = manySteamIds(SEVERAL_STATEMENTS)
  const known: string[] = []
  let byHand: Promise<unknown> | undefined
  // Takes over changes by hand while it reads the first part of the import.
  const interrupted: typeof database = {
    ...database,
    read: (work) =>
      database.read((repositories) => {
        const { enforcedBans } = repositories
        const part: typeof enforcedBans.part = (query) => {
          if (query.importId !== undefined) byHand ??= bans.reload().then(() => known.push('by hand'))
          return enforcedBans.part(query)
        }
        return work({ ...repositories, enforcedBans: { ...enforcedBans, part } })
      }),
  }
  const bans = createStoredBans({ database: interrupted, clock, onError: (error) => errors.push(error) })
  await bans.load()
  await importBans(context, MODERATOR, listed(steamIds))
  await bans.reloadImports()
  known.push('import')
  await byHand
  expect(known).toEqual(['by hand', 'import'])
  expect(steamIds.filter((steamId) => bans.find(guildId, steamId, NOW))).toHaveLength(SEVERAL_STATEMENTS)
  expect(errors).toEqual([])
})

test('bans that are added while an import is stored stay as they are', async () => {
  const { context, database, find } = await openBansTest()
  const interrupted = interruptedBy(database, async () => {
    await banAccounts(context, banOf([ALICE], { reason: 'by hand' }))
    await importBans(context, OTHER_SERVER, listed([BOB]))
    await importBans(context, MODERATOR, listed([CAROL], { reason: 'other import' }))
  })
  const { added } = await importBans({ ...context, database: interrupted }, MODERATOR, listed([ALICE, BOB, CAROL]))
  expect(added).toBe(1)
  expect(find(ALICE)).toMatchObject({ reason: 'by hand' })
  expect(find(BOB)).toMatchObject({ reason: 'imported' })
  expect(find(CAROL)).toMatchObject({ reason: 'other import' })
  const all = await database.read(({ bans }) => bans.activeOf(guildId, [ALICE, BOB, CAROL], NOW))
  expect(all).toHaveLength(3)
})

test('a ban that is added while an import is stored stays as it is also if its event is erased', async () => {
  const { context, database, find } = await openBansTest()
  const interrupted = interruptedBy(database, async () => {
    await banAccounts(context, banOf([ALICE], { reason: 'by hand' }))
    await database.transaction(async ({ events }) => {
      await events.forget(guildId, ALICE)
      await events.reset([guildId], NOW)
    })
  })
  const { added } = await importBans({ ...context, database: interrupted }, MODERATOR, listed([ALICE, BOB]))
  expect(added).toBe(1)
  expect(find(ALICE)).toMatchObject({ reason: 'by hand' })
  expect(await database.read(({ bans }) => bans.activeOf(guildId, [ALICE, BOB], NOW))).toHaveLength(2)
})

test('an account that gets an exception while an import is stored is not banned', async () => {
  const { context, database, find } = await openBansTest()
  const interrupted = interruptedBy(database, async () => {
    await addException(context, { ...MODERATOR, steamId: ALICE, reason: 'friend', until: null })
  })
  const imported = await importBans({ ...context, database: interrupted }, MODERATOR, listed([ALICE, BOB]))
  expect(imported.added).toBe(1)
  expect([ALICE, BOB].map((steamId) => find(steamId) !== undefined)).toEqual([false, true])
})

test('imports that were undone or have failed leave room for those of other servers', async () => {
  const { context, database } = await openBansTest()
  const small = { ...context, banLimits: { maxPerGuild: 50_000, maxTotal: 2 } }
  const { id } = await importBans(small, MODERATOR, listed([ALICE, BOB]))
  await expect(importBans(small, OTHER_SERVER, listed([ALICE]))).rejects.toMatchObject({
    problem: { code: 'all_bans_full' },
  })
  await undoImport(small, { ...MODERATOR, importId: id })
  const full = interruptedBy(database, async () => {
    await importBans({ ...small, banLimits: { maxPerGuild: 2, maxTotal: 9 } }, MODERATOR, listed([ALICE, BOB]))
  })
  const failing = importBans(
    { ...small, database: full, banLimits: { maxPerGuild: 2, maxTotal: 9 } },
    MODERATOR,
    listed([CAROL]),
  )
  await expect(failing).rejects.toMatchObject({ problem: { code: 'ban_list_full' } })
  const next = { ...small, banLimits: { maxPerGuild: 2, maxTotal: 3 } }
  expect(await importBans(next, OTHER_SERVER, listed([ALICE]))).toMatchObject({ added: 1 })
})

test('two imports at once cannot exceed the limit of a server together', async () => {
  const { context, database, find } = await openBansTest()
  const banLimits = { maxPerGuild: 2, maxTotal: 500_000 }
  const interrupted = interruptedBy(database, async () => {
    await importBans(context, MODERATOR, listed([ALICE]))
  })
  const second = importBans({ ...context, banLimits, database: interrupted }, MODERATOR, listed([BOB, CAROL]))
  await expect(second).rejects.toMatchObject({ problem: { code: 'ban_list_full', limit: 2 } })
  expect([ALICE, BOB, CAROL].map((steamId) => find(steamId) !== undefined)).toEqual([true, false, false])
})

test('the stored bans are counted only where a limit can be reached', async () => {
  const { context, database } = await openBansTest()
  let counted = 0
  const watched = {
    ...database,
    transaction: (work: Parameters<typeof database.transaction>[0]) =>
      database.transaction(async ({ bans, ...others }) => {
        const countRows = (of?: string) => {
          counted++
          return bans.countRows(of)
        }
        return work({ ...others, bans: { ...bans, countRows } })
      }),
  } as typeof database
  const banLimits = { maxPerGuild: 2, maxTotal: 500_000 }
  const ban = (steamId: SteamId) => banAccounts({ ...context, database: watched, banLimits }, banOf([steamId]))
  await ban(ALICE)
  await ban(BOB)
  expect(counted).toBe(0)
  await expect(ban(CAROL)).rejects.toMatchObject({ problem: { code: 'ban_list_full' } })
  expect(counted).toBe(1)
  await liftBan(context, { ...MODERATOR, steamId: ALICE })
  await ban(CAROL)
  expect(await database.read(({ bans }) => Promise.all([bans.idSpan(), bans.countRows()]))).toEqual([2, 2])
})

test('an import whose process ended counts nowhere, and its remains are deleted after a day', async () => {
  const { url, context, database } = await openBansTest()
  const killed = () => Promise.reject(new Error('killed'))
  const failing = {
    ...database,
    transaction: (work: Parameters<typeof database.transaction>[0]) =>
      database.transaction(async (repositories) =>
        work({
          ...repositories,
          banImports: { ...repositories.banImports, complete: killed, discard: killed },
        }),
      ),
  } as typeof database
  await expect(importBans({ ...context, database: failing }, MODERATOR, listed([ALICE]))).rejects.toThrow('killed')
  const restarted = await openBansTest(url)
  expect(restarted.find(ALICE)).toBeUndefined()
  expect(await newestImport(context, guildId)).toBeUndefined()
  const { signal } = new AbortController()
  const stored = () => database.read(({ bans }) => bans.countAll())
  await removeOldBans({ database }, NOW + DAY, signal)
  expect(await stored()).toBe(1)
  await removeOldBans({ database }, NOW + DAY + 1, signal)
  expect(await stored()).toBe(0)
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
  const { signal } = new AbortController()
  await removeOldBans({ database }, NOW + 3_600 + 90 * DAY, signal)
  expect(await states('all')).toEqual(['again', 'aimbot'])
  await removeOldBans({ database }, NOW + 3_601 + 90 * DAY, signal)
  expect(await states('all')).toEqual(['again'])
})

describe('a damaged ban', () => {
  test('makes the list of its server unknown until it is repaired, and no other list', async () => {
    const { url, context, fakeClock, bans, errors, damaged, find } = await openBansTest()
    await banAccounts(context, banOf([ALICE, BOB]))
    await banAccounts(context, { ...banOf([ALICE]), ...OTHER_SERVER })
    const db = await connectionTo(url)
    const row = () => db('bans').where({ guild_id: guildId, steam_id: BOB })
    await row().update({ steam_id: 'damaged' })
    await db('events').insert({
      guild_id: guildId,
      steam_id: 'damaged',
      type: 'ban.changed',
      at: NOW,
      expires_at: NOW + DAY,
    })
    await bans.reload()
    expect([bans.isKnown(guildId), bans.isKnown(OTHER_SERVER.guildId)]).toEqual([false, true])
    expect(errors).toMatchObject([{ problem: 'damaged' }])
    const restarted = await openBansTest(url)
    expect(restarted.bans.isKnown(guildId)).toBe(false)
    // Each process tells the operator, at its start too, and again each minute.
    const message = new RegExp(
      `^The ban list of the Discord server ${guildId} is damaged: .*steamId of the row with the id 2`,
    )
    for (const told of [errors, restarted.errors])
      expect(told).toMatchObject([{ problem: 'damaged', message: expect.stringMatching(message) }])
    expect([...damaged, ...restarted.damaged]).toEqual([guildId, guildId])
    await fakeClock.advance(60_000)
    await bans.reload()
    expect(damaged).toEqual([guildId, guildId])
    expect(restarted.find(ALICE, OTHER_SERVER.guildId)).toBeDefined()
    await db('bans').where({ steam_id: 'damaged' }).update({ steam_id: BOB })
    await fakeClock.advance(60_000)
    await bans.reload()
    expect(bans.isKnown(guildId)).toBe(true)
    expect(find(BOB)).toBeDefined()
  })

  test('does not hide other changes that are read with it', async () => {
    const { url, context, find } = await openBansTest()
    await banAccounts(context, banOf([ALICE, BOB]))
    const other = await openBansTest(url)
    const db = await connectionTo(url)
    await db('bans').where({ steam_id: BOB }).update({ steam_id: 'damaged' })
    await db('events').insert({
      guild_id: guildId,
      steam_id: 'damaged',
      type: 'ban.changed',
      at: NOW,
      expires_at: NOW + DAY,
    })
    await liftBan(other.context, { ...MODERATOR, steamId: ALICE })
    await banAccounts(other.context, banOf([CAROL]))
    await context.bans.reload()
    expect([find(ALICE), find(CAROL)]).toEqual([undefined, { reason: 'aimbot', until: null }])
  })
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

test('a process that did not reach the database for half a day reads all lists again', async () => {
  const { url, context, fakeClock, bans, find } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  const db = await connectionTo(url)
  await db('bans').delete()
  await bans.reload()
  expect(find(ALICE)).toBeDefined()
  await fakeClock.advance(12 * 3_600_000)
  await bans.reload()
  expect(find(ALICE)).toBeUndefined()
})

test('a process that was suspended reads all lists again, because the changes may have been deleted', async () => {
  const { url, context, shift, bans, find } = await openBansTest()
  await banAccounts(context, banOf([ALICE]))
  const db = await connectionTo(url)
  await db('bans').delete()
  shift.ms = 59_000
  await bans.reload()
  expect(find(ALICE)).toBeDefined()
  shift.ms = 2 * DAY * 1_000
  await bans.reload()
  expect(find(ALICE)).toBeUndefined()
})

test('bans that had ended by a clock that was far ahead are read again when it was set right', async () => {
  const { url, context } = await openBansTest()
  await banAccounts(context, banOf([ALICE], { until: '30d' }))
  const ahead = { now: NOW + 365 * DAY }
  const { time, shift, bans, find } = await openBansTest(url, ahead)
  time.now = NOW
  await bans.reload()
  expect(find(ALICE)).toBeUndefined()
  shift.ms = -365 * DAY * 1_000
  await bans.reload()
  expect(find(ALICE)).toEqual({ reason: 'aimbot', until: NOW + 30 * DAY })
})
