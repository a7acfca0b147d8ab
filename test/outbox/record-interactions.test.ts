import { expect, test } from 'vitest'
import { importWatches } from '../../src/watch/import-watches.ts'
import { createInteractionRecorder } from '../../src/outbox/record-interactions.ts'
import { NOW } from '../support/fake-context.ts'
import { ALICE, diskIsFull, MODERATOR, openWatchTest, OTHER_SERVER, storedOf } from '../support/watch-tests.ts'

const { guildId } = MODERATOR

async function open() {
  const opened = await openWatchTest()
  await importWatches(opened.context, { ...MODERATOR, steamIds: [ALICE], reason: 'aimbot' })
  return { ...opened, lastInteraction: async () => (await storedOf(opened.database, guildId)).guild?.lastInteractionAt }
}

test('an interaction in a known server is noted, at most once an hour', async () => {
  const { context, time, lastInteraction } = await open()
  const note = createInteractionRecorder(context)
  time.now += 60
  await note(guildId, 'en-US')
  expect(await lastInteraction()).toBe(NOW + 60)
  time.now += 60
  await note(guildId, 'en-US')
  expect(await lastInteraction()).toBe(NOW + 60)
  time.now += 3_600
  await note(guildId, 'en-US')
  expect(await lastInteraction()).toBe(NOW + 3_720)
})

test('an interaction in another server stores nothing', async () => {
  const { context, database } = await open()
  await createInteractionRecorder(context)(OTHER_SERVER.guildId, 'de')
  expect((await storedOf(database, OTHER_SERVER.guildId)).guild).toBeUndefined()
})

test('a failure of the database is not an error, and the next interaction is noted', async () => {
  const { context, database, time, lastInteraction } = await open()
  const failing = { ...database }
  const note = createInteractionRecorder({ ...context, database: failing })
  time.now += 60
  failing.transaction = () => Promise.reject(diskIsFull())
  await note(guildId, 'en-US')
  failing.transaction = database.transaction
  await note(guildId, 'en-US')
  expect(await lastInteraction()).toBe(NOW + 60)
})
