import { describe, expect, test } from 'vitest'
import { importWatches } from '../../src/watch/import-watches.ts'
import { setAlertChannel } from '../../src/watch/server-settings.ts'
import { watchStatus } from '../../src/watch/list-watches.ts'
import { NOW } from '../support/fake-context.ts'
import { storeAlert, storeObservation } from '../support/watch-records.ts'
import { ALICE, BOB, CAROL, MODERATOR, openWatchTest, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const NOTHING_YET = {
  count: 0,
  limit: 1_000,
  alertChannelId: null,
  alertRoleId: null,
  reportsJoins: true,
  alertBlock: null,
  refusedLog: null,
  waiting: 0,
  intervalSeconds: 3_600,
  isStretched: false,
  lastSweepAt: null,
  neverChecked: 0,
  noRecord: 0,
  overdue: 0,
}

/** A server that watches Alice and Bob. */
async function open() {
  const opened = await openWatchTest()
  await importWatches(opened.context, { ...MODERATOR, steamIds: [ALICE, BOB], reason: 'aimbot' })
  await importWatches(opened.context, { ...OTHER_SERVER, steamIds: [CAROL], reason: 'aimbot' })
  return { ...opened, status: () => watchStatus(opened.context, guildId) }
}

test('the status counts the entries that were never checked, and those that are overdue by two intervals', async () => {
  const { database, time, status } = await open()
  expect(await status()).toEqual({ ...NOTHING_YET, count: 2, neverChecked: 2 })
  await storeObservation(database, ALICE, { at: NOW })
  expect(await status()).toMatchObject({ neverChecked: 1, overdue: 0 })
  time.now += 7_200
  expect(await status()).toMatchObject({ neverChecked: 1, overdue: 0 })
  time.now += 1
  expect(await status()).toMatchObject({ neverChecked: 1, overdue: 1 })
})

test('an entry of which Steam has no record is counted as such, not as one that was not checked yet', async () => {
  const { database, status } = await open()
  await database.transaction(async ({ sweeps }) => {
    const { id } = await sweeps.start(NOW, 3_600)
    for (let turn = 0; turn < 3; turn++) await sweeps.recordFailed(id, [ALICE], 3)
  })
  expect(await status()).toMatchObject({ neverChecked: 1, noRecord: 1, overdue: 0 })
})

test('the status names the interval of the newest sweep when it is longer, and the end of the last whole sweep', async () => {
  const { database, status } = await open()
  const first = await database.transaction(({ sweeps }) => sweeps.start(NOW - 5_000, 3_600))
  await database.transaction(({ sweeps }) => sweeps.finish(first.id, NOW - 900))
  expect(await status()).toMatchObject({ intervalSeconds: 3_600, isStretched: false, lastSweepAt: NOW - 900 })
  await database.transaction(({ sweeps }) => sweeps.start(NOW, 5_400))
  expect(await status()).toMatchObject({ intervalSeconds: 5_400, isStretched: true, lastSweepAt: NOW - 900 })
})

describe('the status of alerts', () => {
  test('counts those that wait, also without a usable channel', async () => {
    const { context, database, status } = await open()
    await setAlertChannel(context, { ...MODERATOR, channelId: '400000000000000001', roleId: '500000000000000001' })
    await storeAlert(database, { ...MODERATOR, steamId: ALICE })
    const channel = { alertChannelId: '400000000000000001', alertRoleId: '500000000000000001', alertBlock: null }
    expect(await status()).toMatchObject({ ...channel, waiting: 1 })
    await database.transaction(({ guilds }) => guilds.set(guildId, { alertBlock: 'forbidden' }))
    expect(await status()).toMatchObject({ ...channel, alertBlock: 'forbidden', waiting: 1 })
  })
})
