import { expect, test } from 'vitest'
import { addWatch, expireWatches, removeWatch } from '../../src/watch/entries.ts'
import { forgetAccount } from '../../src/app/forget-account.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { setServerLanguage, setAlertChannel } from '../../src/watch/server-settings.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import { anyCall } from '../support/callers.ts'
import { NOW } from '../support/fake-context.ts'
import { storeAlert } from '../support/watch-records.ts'
import {
  ALICE,
  BOB,
  CAROL,
  failingAt,
  MODERATOR,
  openWatchTest,
  OTHER_SERVER,
  storedOf,
} from '../support/watch-tests.ts'

const { guildId } = MODERATOR
/** More than any of them makes. */
const MOST_CALLS = 40

/** What fails in the middle of each change. */
const CHANGES: [name: string, change: (context: ServerContext) => Promise<unknown>][] = [
  [
    'addWatch',
    (context) => addWatch(context, { ...MODERATOR, steamId: CAROL, reason: 'walls', until: '30d' }, anyCall()),
  ],
  ['importWatches', (context) => importWatches(context, { ...MODERATOR, steamIds: [CAROL], reason: 'walls' })],
  ['removeWatch', (context) => removeWatch(context, { ...MODERATOR, steamId: ALICE })],
  ['forgetAccount', (context) => forgetAccount(context, { ...MODERATOR, steamId: ALICE })],
  [
    'setAlertChannel',
    (context) => setAlertChannel(context, { ...MODERATOR, channelId: '400000000000000009', roleId: null }),
  ],
  ['setServerLanguage', (context) => setServerLanguage(context, MODERATOR, 'pl')],
  ['expireWatches', (context) => expireWatches(context, NOW + 86_400 * 4)],
]

test.each(CHANGES)('%s writes nothing when the database fails, whenever that is', async (_, change) => {
  const { context, database, time } = await openWatchTest()
  const add = { reason: 'aimbot', until: '2d' }
  for (const steamId of [ALICE, BOB]) await addWatch(context, { ...MODERATOR, ...add, steamId }, anyCall())
  await addWatch(context, { ...OTHER_SERVER, ...add, steamId: CAROL }, anyCall())
  await storeAlert(database, { ...MODERATOR, steamId: ALICE })
  time.now += 60

  const stored = async () => [await storedOf(database, guildId), await storedOf(database, OTHER_SERVER.guildId)]
  const before = await stored()
  const watchedBefore = context.watched.size
  for (let n = 1; n <= MOST_CALLS; n++) {
    await expect(change({ ...context, database: failingAt(database, n) })).rejects.toThrow('The disk is full.')
    expect(await stored()).toEqual(before)
  }
  expect(context.watched.size).toBe(watchedBefore)
  await change(context)
  expect(await stored()).not.toEqual(before)
})
