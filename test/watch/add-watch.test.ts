import { describe, expect, test } from 'vitest'
import { unplannedAlerts } from '../support/outbox.ts'
import { PRIORITY } from '../../src/lib/call-context.ts'
import { addWatch, type NewWatch } from '../../src/watch/entries.ts'
import type { WatchContext } from '../../src/watch/watch-context.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { failureOf, steamIsDown } from '../support/failure.ts'
import { cached, CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { until } from '../support/until.ts'
import { ALICE, MODERATOR, nth, openWatchTest, OTHER_SERVER, problemOf, storedOf } from '../support/watch-tests.ts'

const ADD: NewWatch = { ...MODERATOR, steamId: ALICE, reason: 'aimbot', until: null }
const add = (context: WatchContext, change: Partial<NewWatch> = {}) =>
  addWatch(context, { ...ADD, ...change }, anyCall())

const askedSteam = () => Promise.reject(new Error('asked Steam'))

test('adding an account answers what is known of it, and stores its baseline', async () => {
  const record = { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 3 }
  const asked: unknown[] = []
  const { context, database } = await openWatchTest({
    getBanRecords: async (steamIds, { priority }) => (asked.push([steamIds, priority]), new Map([[ALICE, record]])),
  })
  const added = await add(context, { reason: ' aimbot\nand walls ', until: '30d' })
  expect(asked).toEqual([[[ALICE], PRIORITY.lookup]])
  expect(added).toMatchObject({
    watch: {
      guildId: MODERATOR.guildId,
      steamId: ALICE,
      addedBy: MODERATOR.userId,
      addedAt: NOW,
      reason: 'aimbot and walls',
      until: NOW + 30 * 86_400,
      baselineAt: NOW,
    },
    bans: {
      status: 'banned',
      record,
      lastBan: { after: expect.any(Number), before: NOW - 2 * 86_400 },
      checkedAt: NOW,
      hasNoRecord: false,
    },
    isChecked: true,
    count: 1,
    hasAlertChannel: false,
  })
  const { list, log, guild, alerts } = await storedOf(database, MODERATOR.guildId)
  expect(list).toEqual([expect.objectContaining(added.watch)])
  expect(log).toEqual([
    {
      guildId: MODERATOR.guildId,
      at: NOW,
      userId: MODERATOR.userId,
      action: 'added',
      steamId: ALICE,
      detail: `aimbot and walls\n\n${NOW + 30 * 86_400}`,
    },
  ])
  expect(guild).toMatchObject({ locale: 'en-US', lastInteractionAt: NOW, alertChannelId: null })
  expect(alerts).toEqual(0)
  expect(context.watched.has(ALICE)).toBe(true)
})

describe('an account is refused, without a call to Steam and with nothing written,', () => {
  const refused = async (context: WatchContext, change: Partial<NewWatch> = {}) => {
    const before = await storedOf(context.database, MODERATOR.guildId)
    const problem = await problemOf(add({ ...context, steam: { ...context.steam, getBanRecords: askedSteam } }, change))
    expect(await storedOf(context.database, MODERATOR.guildId)).toEqual(before)
    return problem
  }

  test('when it is on the list: who added it, when and why', async () => {
    const { context, time } = await openWatchTest()
    const { watch } = await add(context)
    time.now += 60
    expect(await refused(context, { userId: '300000000000000003', reason: 'other' })).toEqual({
      code: 'already_watched',
      watch,
    })
  })

  test('when the list is full', async () => {
    const { context } = await openWatchTest({}, { limits: { maxPerGuild: 2, maxTotal: 10 } })
    await add(context, { steamId: nth(1) })
    await add(context, { steamId: nth(2) })
    expect(await refused(context)).toEqual({ code: 'list_full', limit: 2 })
    expect(await add(context, OTHER_SERVER)).toMatchObject({ count: 1 })
  })
})

describe('without a record', () => {
  const UNCHECKED = { isChecked: false, bans: { status: 'unknown', record: null, checkedAt: null }, count: 1 }

  test.each([
    ['Steam does not answer', { getBanRecords: () => Promise.reject(steamIsDown()) }],
    ['the record is unusable', { getBanRecords: async () => new Map([[ALICE, steamIsDown()]]) }],
    ['the record is missing, but there is a profile', { getBanRecords: async () => new Map() }],
    [
      'the record is missing and Steam does not answer for the profile',
      { getBanRecords: async () => new Map(), getSummary: () => Promise.reject(steamIsDown()) },
    ],
  ])('an account is added without a baseline: %s', async (_, steam) => {
    const { context } = await openWatchTest(steam)
    const added = await add(context)
    expect(added).toMatchObject(UNCHECKED)
    expect(added.watch.baselineAt).toBeNull()
    expect(context.watched.has(ALICE)).toBe(true)
  })

  test('an account is added without a baseline three seconds after Steam was asked, if Steam hangs', async () => {
    const signals: AbortSignal[] = []
    const { context } = await openWatchTest({
      getBanRecords: (_, { signal }) => (signals.push(signal), new Promise(() => {})),
    })
    const clock = { ...createFakeClock(), unixSeconds: () => NOW }
    const added = add({ ...context, clock })
    await until(() => signals.length > 0)
    await clock.advance(2_999)
    expect(signals[0]?.aborted).toBe(false)
    await clock.advance(1)
    expect(signals[0]?.aborted).toBe(true)
    expect(await added).toMatchObject(UNCHECKED)
  })

  test('an account that has neither record nor profile is unknown to Steam, and not added', async () => {
    const { context, database } = await openWatchTest({
      getBanRecords: async () => new Map(),
      getSummary: async () => cached(null),
    })
    const failure = await failureOf(add(context))
    expect([failure.code, failure.message]).toEqual(['account_not_found', expect.stringContaining(ALICE)])
    expect(await storedOf(database, MODERATOR.guildId)).toMatchObject({ guild: undefined, list: [], log: [] })
    expect(context.watched.has(ALICE)).toBe(false)
  })

  test('a call that is cancelled rejects with its reason, and nothing is written', async () => {
    const { callContext, leave } = cancellableCall()
    const { context, database } = await openWatchTest({
      getBanRecords: (_, { signal }) => (leave(new Error('left')), Promise.reject(signal.reason)),
    })
    await expect(addWatch(context, ADD, callContext)).rejects.toThrow('left')
    expect(await storedOf(database, MODERATOR.guildId)).toMatchObject({ guild: undefined, list: [], log: [] })
  })
})

test('a change that the check finds is reported to the other server, and is the baseline of this one', async () => {
  const records = new Map([[ALICE, CLEAN_RECORD]])
  const { context, database, time } = await openWatchTest({ getBanRecords: async () => records })
  await add(context, OTHER_SERVER)
  time.now += 600
  const banned = { ...CLEAN_RECORD, NumberOfGameBans: 1 }
  records.set(ALICE, banned)
  const added = await add(context)
  expect(added).toMatchObject({ bans: { status: 'banned', record: banned }, watch: { baselineAt: NOW + 600 } })
  const alerts = await database.read((repositories) => unplannedAlerts(repositories, OTHER_SERVER.guildId))
  expect(alerts).toEqual([
    expect.objectContaining({
      steamId: ALICE,
      addedBy: OTHER_SERVER.userId,
      changes: [expect.objectContaining({ kind: 'game', from: 0, to: 1, isLifted: false })],
    }),
  ])
  expect(await database.read((repositories) => unplannedAlerts(repositories, MODERATOR.guildId))).toEqual([])
})

test('accounts added at the same time never exceed the limits', async () => {
  const { context, database } = await openWatchTest({}, { limits: { maxPerGuild: 3, maxTotal: 5 } })
  const servers = [MODERATOR, OTHER_SERVER]
  const adds = Array.from({ length: 20 }, (_, index) => add(context, { ...servers[index % 2], steamId: nth(index) }))
  const results = await Promise.allSettled(adds)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const counts = await database.read(async ({ watches }) => [
    await watches.count(MODERATOR.guildId),
    await watches.count(OTHER_SERVER.guildId),
    await watches.countAll(),
  ])
  expect(counts.toSorted((a, b) => a - b)).toEqual([2, 3, 5])
})
