import { expect, test } from 'vitest'
import type { BanChange } from '../../src/model/ban-record.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { readHistory } from '../../src/watch/read-history.ts'
import { removeWatch } from '../../src/watch/remove-watch.ts'
import { CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { storeObservation } from '../support/watch-records.ts'
import { ALICE, BOB, MODERATOR, openWatchTest, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const VAC: BanChange = { kind: 'vac', from: 0, to: 1, isLifted: false, when: { after: NOW, before: NOW + 600 } }

test('the history of an account has its newest observation first, and says since when there are any', async () => {
  const { context, database } = await openWatchTest()
  await importWatches(context, { ...MODERATOR, steamIds: [ALICE, BOB], reason: 'aimbot' })
  const banned = { ...CLEAN_RECORD, NumberOfVACBans: 1 }
  await storeObservation(database, ALICE, { at: NOW })
  await storeObservation(database, BOB, { at: NOW - 900 })
  await storeObservation(database, ALICE, { at: NOW + 600, record: banned, changes: [VAC] })
  expect(await readHistory(context, guildId, ALICE)).toEqual({
    steamId: ALICE,
    bans: { status: 'banned', record: banned, lastBan: VAC.when, checkedAt: NOW + 600, hasNoRecord: false },
    observations: [
      expect.objectContaining({ firstSeenAt: NOW + 600, record: banned, changes: [VAC] }),
      expect.objectContaining({ firstSeenAt: NOW, record: CLEAN_RECORD, changes: [] }),
    ],
    since: NOW,
    isWatchedHere: true,
  })
})

test('an account that was never watched has no history, and is not clean', async () => {
  const { context } = await openWatchTest()
  expect(await readHistory(context, guildId, ALICE)).toEqual({
    steamId: ALICE,
    bans: { status: 'unknown', record: null, lastBan: null, checkedAt: null, hasNoRecord: false },
    observations: [],
    since: null,
    isWatchedHere: false,
  })
})

test('the history is kept when the account leaves the list, and is there for other servers', async () => {
  const { context, database } = await openWatchTest()
  await importWatches(context, { ...MODERATOR, steamIds: [ALICE], reason: 'aimbot' })
  await storeObservation(database, ALICE)
  await removeWatch(context, { ...MODERATOR, steamId: ALICE })
  for (const server of [guildId, OTHER_SERVER.guildId]) {
    expect(await readHistory(context, server, ALICE)).toMatchObject({ since: NOW, isWatchedHere: false })
  }
})
