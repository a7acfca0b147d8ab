import { describe, expect, test } from 'vitest'
import { forgetAccount } from '../../src/app/forget-account.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { addWatch, expireWatches, removeWatch } from '../../src/watch/entries.ts'
import { setAlertChannel } from '../../src/watch/server-settings.ts'
import type { WatchContext } from '../../src/watch/watch-context.ts'
import { anyCall } from '../support/callers.ts'
import { CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { toldEvents } from '../support/told-events.ts'
import { storeAlert } from '../support/watch-records.ts'
import { ALICE, BOB, CAROL, MODERATOR, openWatchTest, OTHER_SERVER, storedOf } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const CHANNEL = { channelId: '400000000000000001', roleId: null }

/** Two servers that both watch Alice and Bob, since NOW. */
async function openLists() {
  const opened = await openWatchTest()
  for (const actor of [MODERATOR, OTHER_SERVER])
    await importWatches(opened.context, { ...actor, steamIds: [ALICE, BOB], reason: 'aimbot' })
  opened.time.now += 60
  return opened
}

const otherServer = ({ database }: WatchContext) => storedOf(database, OTHER_SERVER.guildId)

describe('removing an account', () => {
  test('returns its entry, and logs who removed it and the reason that it had', async () => {
    const { context, database } = await openLists()
    const before = await otherServer(context)
    const removed = await removeWatch(context, { ...MODERATOR, userId: '300000000000000003', steamId: ALICE })
    expect(removed.watch).toMatchObject({ steamId: ALICE, addedBy: MODERATOR.userId, addedAt: NOW, reason: 'aimbot' })
    const { list, log, guild } = await storedOf(database, guildId)
    expect(guild?.lastInteractionAt).toBe(NOW + 60)
    expect(list.map(({ steamId }) => steamId)).toEqual([BOB])
    expect(log[0]).toEqual({
      guildId,
      at: NOW + 60,
      userId: '300000000000000003',
      action: 'removed',
      steamId: ALICE,
      detail: 'aimbot',
    })
    expect(await otherServer(context)).toEqual(before)
  })
})

test('each entry that is added, imported, removed or has expired is an event of its server alone, with its author', async () => {
  const { context, database, time } = await openWatchTest({
    getBanRecords: async (steamIds) => new Map(steamIds.map((steamId) => [steamId, CLEAN_RECORD])),
  })
  const { userId } = MODERATOR
  const by = '300000000000000003'
  await addWatch(context, { ...MODERATOR, steamId: ALICE, reason: 'aimbot', until: '1h' }, anyCall())
  time.now = NOW + 60
  await importWatches(context, { ...MODERATOR, steamIds: [ALICE, BOB, CAROL], reason: 'a list' })
  await importWatches(context, { ...OTHER_SERVER, steamIds: [ALICE], reason: 'theirs' })
  time.now = NOW + 120
  await removeWatch(context, { ...MODERATOR, userId: by, steamId: BOB })
  await expireWatches(context, NOW + 3_599)
  await expireWatches(context, NOW + 3_600)
  const alice = { steamId: ALICE, reason: 'aimbot', until: NOW + 3_600, addedBy: userId, addedAt: NOW }
  const bob = { steamId: BOB, reason: 'a list', until: null, addedBy: userId, addedAt: NOW + 60 }
  expect(await database.read((all) => toldEvents(all, guildId))).toEqual([
    { type: 'watch.added', at: NOW, by: userId, object: alice },
    { type: 'watch.added', at: NOW + 60, by: userId, object: bob },
    { type: 'watch.added', at: NOW + 60, by: userId, object: { ...bob, steamId: CAROL } },
    { type: 'watch.removed', at: NOW + 120, by, object: bob },
    { type: 'watch.removed', at: NOW + 3_600, by: null, object: alice },
  ])
  expect(await database.read((all) => toldEvents(all, OTHER_SERVER.guildId))).toMatchObject([
    { type: 'watch.added', by: OTHER_SERVER.userId, object: { steamId: ALICE, reason: 'theirs' } },
  ])
})

describe('setting the channel of alerts', () => {
  test('clears the block, and says how many alerts wait', async () => {
    const { context, database } = await openLists()
    await setAlertChannel(context, { ...MODERATOR, ...CHANNEL, roleId: '500000000000000001' })
    await storeAlert(database, { ...MODERATOR, steamId: ALICE })
    await storeAlert(database, { ...MODERATOR, steamId: BOB })
    await database.transaction(({ guilds }) => guilds.set(guildId, { alertBlock: 'channel_gone' }))
    expect(await setAlertChannel(context, { ...MODERATOR, ...CHANNEL })).toEqual({
      waiting: 2,
      reportsJoins: true,
      roleId: null,
    })
    const { guild, alerts, log } = await storedOf(database, guildId)
    expect(alerts).toEqual(2)
    expect(guild).toMatchObject({ alertChannelId: CHANNEL.channelId, alertRoleId: null, alertBlock: null })
    expect(log[0]?.detail).toBe(CHANNEL.channelId)
  })

  test('stores and logs the choice about joins, which stays when only the channel changes', async () => {
    const { context, database } = await openWatchTest()
    const choose = (choice: object) => setAlertChannel(context, { ...MODERATOR, ...CHANNEL, ...choice })
    expect(await choose({ reportsJoins: false, roleId: '5' })).toMatchObject({ reportsJoins: false })
    expect(await choose({})).toMatchObject({ reportsJoins: false })
    expect(await choose({ reportsJoins: true })).toMatchObject({ reportsJoins: true })
    const { log } = await storedOf(database, guildId)
    const { channelId } = CHANNEL
    expect(log.map(({ detail }) => detail)).toEqual([`${channelId} joins:on`, channelId, `${channelId} 5 joins:off`])
  })
})

describe('forgetting an account', () => {
  test('takes it off the list, the log and the waiting alerts of this server alone', async () => {
    const { context, database } = await openLists()
    for (const actor of [MODERATOR, OTHER_SERVER]) {
      await storeAlert(database, { ...actor, steamId: ALICE })
      await storeAlert(database, { ...actor, steamId: BOB })
    }
    await removeWatch(context, { ...MODERATOR, steamId: ALICE })
    await importWatches(context, { ...MODERATOR, steamIds: [ALICE], reason: 'again' })
    const before = await otherServer(context)

    expect(await forgetAccount(context, { ...MODERATOR, steamId: ALICE })).toEqual({
      wasWatched: true,
      hadException: false,
      ban: 'none',
    })
    const { list, log, alerts } = await storedOf(database, guildId)
    expect(list.map(({ steamId }) => steamId)).toEqual([BOB])
    expect(log.filter(({ steamId }) => steamId === ALICE)).toEqual([])
    expect(log[0]).toEqual({
      guildId,
      at: NOW + 60,
      userId: MODERATOR.userId,
      action: 'forgotten',
      steamId: null,
      detail: '',
    })
    expect(alerts).toEqual(1)
    expect(await otherServer(context)).toEqual(before)
  })
})
