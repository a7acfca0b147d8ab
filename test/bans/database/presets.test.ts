import { expect, test } from 'vitest'
import { eraseStored } from '../../../src/app/database.ts'
import { createPresets, setPresets, versionOf } from '../../../src/bans/presets.ts'
import { DatabaseError } from '../../../src/model/database-error.ts'
import type { Preset } from '../../../src/model/preset.ts'
import { ALICE } from '../../support/community.ts'
import { databaseAt, urlForTest } from '../../support/database.ts'
import { deferred } from '../../support/deferred.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { MODERATOR } from '../../support/watch-tests.ts'

const { guildId } = MODERATOR
const NONE = versionOf([])

/** A process on the database of an address, which knows usual reasons. */
async function openProcess(url: string) {
  const database = await databaseAt(url)
  const clock = createFakeClock()
  const presets = createPresets({ database, clock })
  return { database, clock, presets }
}

const set = (context: Awaited<ReturnType<typeof openProcess>>, text: string, version: string) =>
  setPresets(context, { ...MODERATOR, text, version })

test('usual reasons are stored in their order, logged, and known to the process at once and to another one in five seconds', async () => {
  const url = await urlForTest()
  const first = await openProcess(url)
  const second = await openProcess(url)
  expect(await first.presets.of(guildId)).toEqual([])
  expect(await second.presets.of(guildId)).toEqual([])
  const toxic: Preset[] = [
    { reason: 'toxic', end: '7d' },
    { reason: 'cheating', end: '' },
  ]
  expect(await set(first, 'toxic | 7 days\ncheating | for good', NONE)).toEqual(toxic)
  expect(await first.presets.of(guildId)).toEqual(toxic)
  expect(await second.presets.of(guildId)).toEqual([])
  await second.clock.advance(5_000)
  expect(await second.presets.of(guildId)).toEqual(toxic)
  expect(await second.database.read(({ audit }) => audit.list(guildId, 10))).toMatchObject([
    { action: 'reasons_set', userId: MODERATOR.userId, steamId: null, detail: 'toxic | 7d\ncheating' },
  ])
  expect(await second.database.read(({ guilds }) => guilds.presets('900000000000000099'))).toEqual([])
})

test('whoever opened the form before another change replaces nothing, and unchanged reasons are not logged', async () => {
  const context = await openProcess(await urlForTest())
  const toxic = await set(context, 'toxic', NONE)
  await expect(set(context, 'racism', NONE)).rejects.toMatchObject({ code: 'presets_changed' })
  expect(await set(context, ' toxic \n', versionOf(toxic))).toEqual(toxic)
  expect(await context.database.read(({ audit }) => audit.list(guildId, 10))).toHaveLength(1)
  expect(await set(context, '', versionOf(toxic))).toEqual([])
  expect(await context.database.read(({ guilds }) => guilds.presets(guildId))).toEqual([])
})

test('the last known reasons are used while the database fails', async () => {
  const { database, clock } = await openProcess(await urlForTest())
  let fails = false
  const read: typeof database.read = (work) =>
    fails ? Promise.reject(new DatabaseError('unavailable', 'away')) : database.read(work)
  const presets = createPresets({ database: { read }, clock })
  await setPresets({ database, clock, presets }, { ...MODERATOR, text: 'toxic', version: NONE })
  fails = true
  await clock.advance(5_000)
  expect(await presets.of(guildId)).toEqual([{ reason: 'toxic', end: '' }])
  expect(await presets.of('900000000000000099')).toEqual([])
  // Nobody is banned for good because the usual end of a reason is unknown.
  await expect(presets.endOf(guildId, 'toxic')).rejects.toThrow(DatabaseError)
  fails = false
  expect(await presets.endOf(guildId, 'toxic')).toBe('')
})

test('a read that began before a change does not bring the old reasons back', async () => {
  const { database, clock } = await openProcess(await urlForTest())
  const old = deferred<void>()
  const presets = createPresets({
    database: {
      async read(work) {
        const found = await database.read(work)
        await old.promise
        return found
      },
    },
    clock,
  })
  const reading = presets.of(guildId)
  // The read has ended, and its result is on the way.
  await database.read(({ guilds }) => guilds.presets(guildId))
  presets.learn(guildId, [{ reason: 'toxic', end: '' }])
  old.resolve()
  expect(await reading).toEqual([{ reason: 'toxic', end: '' }])
  expect(await presets.of(guildId)).toEqual([{ reason: 'toxic', end: '' }])
})

test('usual reasons lose the id of an erased account, and go with their server', async () => {
  const context = await openProcess(await urlForTest())
  const { database } = context
  await set(context, `friend of ${ALICE}\ntoxic`, NONE)
  await database.transaction((all) => eraseStored(all, ALICE, { liftsBans: false, now: 1 }))
  expect(await database.read(({ guilds }) => guilds.presets(guildId))).toEqual([
    { reason: 'friend of [erased]', end: '' },
    { reason: 'toxic', end: '' },
  ])
  await database.transaction(({ guilds }) => guilds.remove(guildId))
  expect(await database.read(({ guilds }) => guilds.presets(guildId))).toEqual([])
})
