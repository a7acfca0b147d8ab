import { describe, expect, test } from 'vitest'
import { PRIORITY } from '../../src/lib/call-context.ts'
import { readAccountList } from '../../src/text/account-list.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { importWatches, previewImport } from '../../src/watch/import-watches.ts'
import type { WatchContext } from '../../src/watch/watch-context.ts'
import { anyCall } from '../support/callers.ts'
import { cached, NOW } from '../support/fake-context.ts'
import { ALICE, BOB, CAROL, MODERATOR, nth, openWatchTest, OTHER_SERVER, storedOf } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const preview = (context: WatchContext, text: string) =>
  previewImport(context, guildId, readAccountList(text), anyCall())
const add = (context: WatchContext, steamIds: string[], actor = MODERATOR) =>
  importWatches(context, { ...actor, steamIds, reason: 'ban evasion' })

const NOTHING = {
  fitting: [],
  alreadyWatched: [],
  overLimit: [],
  limit: null,
  notRecognized: [],
  notFound: [],
  overNames: [],
  unresolved: [],
}

describe('the preview of an import', () => {
  test('sorts accounts into new, already there, not understood and over the limit, and writes nothing', async () => {
    const { context, database } = await openWatchTest({}, { limits: { maxPerGuild: 3, maxTotal: 100 } })
    await add(context, [ALICE])
    const before = await storedOf(database, guildId)
    const text = [nth(1), ALICE, `https://steamcommunity.com/profiles/${nth(2)}`, 'what is this?', nth(3), nth(1)].join(
      '\n',
    )
    expect(await preview(context, text)).toEqual({
      ...NOTHING,
      fitting: [nth(1), nth(2)],
      alreadyWatched: [ALICE],
      overLimit: [nth(3)],
      limit: { code: 'list_full', limit: 3 },
      notRecognized: ['what is this?'],
    })
    expect(await storedOf(database, guildId)).toEqual(before)
  })

  test('names the limit of all lists when that one is nearer', async () => {
    const { context } = await openWatchTest({}, { limits: { maxPerGuild: 100, maxTotal: 2 } })
    await add(context, [ALICE], OTHER_SERVER)
    expect(await preview(context, `${BOB}\n${CAROL}`)).toEqual({
      ...NOTHING,
      fitting: [BOB],
      overLimit: [CAROL],
      limit: { code: 'total_full', limit: 2 },
    })
  })

  test('of 20,000 lines says how many do not fit, without a call to Steam', async () => {
    const { context } = await openWatchTest(
      { resolveVanityName: () => Promise.reject(new Error('asked')) },
      { limits: { maxPerGuild: 5_000, maxTotal: 100_000 } },
    )
    const lines = Array.from({ length: 20_000 }, (_, index) => nth(index))
    const result = await preview(context, lines.join('\n'))
    expect([result.fitting.length, result.overLimit.length, result.limit]).toEqual([
      1_000,
      19_000,
      { code: 'import_full', limit: 1_000 },
    ])
    expect(result.fitting).toEqual(lines.slice(0, 1_000))
  })

  test('resolves custom URLs, and an account that is named twice counts once', async () => {
    const { context } = await openWatchTest({
      resolveVanityName: async (name) => cached(name === 'bobby' ? BOB : null),
    })
    const text = `${BOB}\nhttps://steamcommunity.com/id/bobby\nhttps://steamcommunity.com/id/nobody_has_this`
    expect(await preview(context, text)).toEqual({ ...NOTHING, fitting: [BOB], notFound: ['nobody_has_this'] })
  })

  test('resolves 50 custom URLs at most', async () => {
    const asked: string[] = []
    const priorities = new Set<number>()
    const { context } = await openWatchTest({
      async resolveVanityName(name, { priority }) {
        asked.push(name)
        priorities.add(priority)
        return cached(nth(asked.length))
      },
    })
    const names = Array.from({ length: 60 }, (_, index) => `name_${index}`)
    const result = await preview(context, names.map((name) => `https://steamcommunity.com/id/${name}`).join('\n'))
    expect([asked.length, result.fitting.length]).toEqual([50, 50])
    expect([result.overNames, result.unresolved]).toEqual([names.slice(50), []])
    expect([...priorities]).toEqual([PRIORITY.lookup])
  })

  test('resolves no custom URL when the day’s budget is reserved, and still takes ids', async () => {
    const refuseWhenReserved = () => {
      throw new RapsheetError('budget_spent', 'reserved')
    }
    const { context } = await openWatchTest(
      { resolveVanityName: () => Promise.reject(new Error('asked')) },
      { refuseWhenReserved },
    )
    expect(await preview(context, `${ALICE}\nhttps://steamcommunity.com/id/bobby`)).toEqual({
      ...NOTHING,
      fitting: [ALICE],
      unresolved: ['bobby'],
    })
  })
})

describe('an import', () => {
  test('adds the new accounts, and logs each of them', async () => {
    const { context, database } = await openWatchTest()
    await add(context, [ALICE])
    const result = await add(context, [BOB, ALICE, CAROL, BOB])
    expect(result).toMatchObject({
      added: [BOB, CAROL],
      alreadyWatched: [ALICE],
      overLimit: [],
      limit: null,
      count: 3,
      hasAlertChannel: false,
    })
    const { list, log } = await storedOf(database, guildId)
    expect(list.map(({ steamId }) => steamId).toSorted()).toEqual([ALICE, BOB, CAROL])
    expect(list.find(({ steamId }) => steamId === CAROL)).toMatchObject({
      addedBy: MODERATOR.userId,
      addedAt: NOW,
      reason: 'ban evasion',
      until: null,
      baselineAt: null,
      account: { current: null, checkedAt: null },
    })
    const entry = { guildId, at: NOW, userId: MODERATOR.userId, action: 'imported', detail: 'ban evasion' }
    expect(log).toEqual([CAROL, BOB, ALICE].map((steamId) => ({ ...entry, steamId })))
    expect([BOB, CAROL].every((steamId) => context.watched.has(steamId))).toBe(true)
  })

  test('adds 1,000 accounts at once, even if the list may have more', async () => {
    const { context } = await openWatchTest({}, { limits: { maxPerGuild: 5_000, maxTotal: 100_000 } })
    const steamIds = Array.from({ length: 1_001 }, (_, index) => nth(index))
    expect((await add(context, steamIds)).added).toEqual(steamIds.slice(0, 1_000))
  })

  test('adds what fits when the list has grown since the preview', async () => {
    const { context } = await openWatchTest({}, { limits: { maxPerGuild: 3, maxTotal: 100 } })
    const { fitting } = await preview(context, `${ALICE}\n${BOB}\n${CAROL}`)
    expect(fitting).toEqual([ALICE, BOB, CAROL])
    await add(context, [CAROL, nth(1)])
    expect(await add(context, fitting)).toMatchObject({
      added: [ALICE],
      alreadyWatched: [CAROL],
      overLimit: [BOB],
      limit: { code: 'list_full', limit: 3 },
      count: 3,
    })
  })

  test('at the same time as others never exceeds the limits', async () => {
    const { context, database } = await openWatchTest({}, { limits: { maxPerGuild: 50, maxTotal: 70 } })
    const part = (from: number) => Array.from({ length: 20 }, (_, index) => nth(from + index))
    await Promise.allSettled([
      ...[0, 100, 200].map((from) => add(context, part(from))),
      ...[0, 300].map((from) => add(context, part(from), OTHER_SERVER)),
    ])
    const counts = await database.read(async ({ watches }) => [await watches.count(guildId), await watches.countAll()])
    expect(counts).toEqual([50, 70])
  })
})
