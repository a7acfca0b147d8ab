import { expect, test } from 'vitest'
import { z } from 'zod'
import { eraseStored } from '../../src/app/database.ts'
import { createPending, KEEP_RESULT_SECONDS, type Pending, type PendingKind } from '../../src/discord/pending.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { toSteam2 } from '../../src/model/steam-id.ts'
import { databaseForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { noDatabase } from '../support/fake-watch-context.ts'
import { ALICE, BOB } from '../support/watch-tests.ts'

const DAY = 86_400
const OWNER = { guildId: '110000000000000001', userId: '220000000000000001' }
const NOTE: PendingKind<string> = { name: 'note', schema: z.string() }
const RESULT: PendingKind<string> = { ...NOTE, name: 'result', keepSeconds: KEEP_RESULT_SECONDS }
const OUTDATED = { code: 'outdated_button' }

/** A database, and what two processes keep in it; the first one can lose the database. */
async function open() {
  const database = await databaseForTest()
  const clock = createFakeClock()
  const link = { isUp: true }
  const reached = () => (link.isUp ? database : noDatabase)
  const first = createPending({
    database: {
      ...database,
      read: (work, guildId) => reached().read(work, guildId),
      transaction: (work) => reached().transaction(work),
    },
    clock,
  })
  const deleteOld = () => database.transaction(({ pending }) => pending.deleteOld(clock.unixSeconds()))
  return { database, clock, link, first, second: createPending({ database, clock }), deleteOld }
}

const load = (pending: Pending, id: string, kind = NOTE) => pending.load(kind, id, OWNER)

test('another process finds what was kept, in the same server and of the same kind only', async () => {
  const { first, second } = await open()
  const id = await first.save(NOTE, 'aimbot', OWNER)
  expect(await load(second, id)).toBe('aimbot')
  await expect(load(second, id, RESULT)).rejects.toMatchObject(OUTDATED)
  await expect(second.load(NOTE, id, { guildId: '110000000000000002' })).rejects.toMatchObject(OUTDATED)
  await expect(second.load(NOTE, id, { guildId: null })).rejects.toMatchObject(OUTDATED)
  await expect(load(second, 'A'.repeat(16))).rejects.toMatchObject(OUTDATED)
  await expect(second.load({ name: 'note', schema: z.int() }, id, OWNER)).rejects.toMatchObject(OUTDATED)
})

test('actions are kept for a day, results for 30 days', async () => {
  const { clock, first, database, deleteOld } = await open()
  const [note, result] = [await first.save(NOTE, 'note', OWNER), await first.save(RESULT, 'result', OWNER)]
  const isStored = (id: string) => database.read(async ({ pending }) => (await pending.get(id, 0)) !== undefined)
  await clock.advance((DAY - 1) * 1_000)
  await deleteOld()
  expect(await load(first, note)).toBe('note')
  await clock.advance(1_000)
  await expect(load(first, note)).rejects.toMatchObject(OUTDATED)
  await deleteOld()
  expect(await isStored(note)).toBe(false)
  expect(await load(first, result, RESULT)).toBe('result')
  await clock.advance(29 * DAY * 1_000)
  await expect(load(first, result, RESULT)).rejects.toMatchObject(OUTDATED)
})

test('a process without its database knows what it has kept or read', async () => {
  const { first, second, link } = await open()
  const [own, read, unknown] = [
    await first.save(NOTE, 'own', OWNER),
    await second.save(NOTE, 'read', OWNER),
    await second.save(NOTE, 'unknown', OWNER),
  ]
  expect(await load(first, read)).toBe('read')
  link.isUp = false
  const later = await first.save(NOTE, 'kept without a database', OWNER)
  expect([await load(first, own), await load(first, read)]).toEqual(['own', 'read'])
  await expect(load(first, unknown)).rejects.toThrow(DatabaseError)
  link.isUp = true
  expect(await load(first, later)).toBe('kept without a database')
  await expect(load(second, later)).rejects.toMatchObject(OUTDATED)
})

test('what names an erased account is gone, also for a process that remembers it', async () => {
  const { first, database } = await open()
  const ids = [
    await first.save(NOTE, `about ${ALICE}`, OWNER),
    await first.save(NOTE, `about ${toSteam2(ALICE)}`, { ...OWNER, guildId: '110000000000000002' }),
    await first.save(NOTE, `about ${BOB}`, OWNER),
  ]
  await database.transaction(({ pending }) => pending.forget(OWNER.guildId, ALICE))
  await expect(load(first, ids[0] ?? '')).rejects.toMatchObject(OUTDATED)
  const elsewhere = () => first.load(NOTE, ids[1] ?? '', { guildId: '110000000000000002' })
  expect(await elsewhere()).toContain('STEAM_')
  const erased = await database.transaction((all) => eraseStored(all, ALICE, { liftsBans: false, now: 1 }))
  expect(erased).toBe(true)
  await expect(elsewhere()).rejects.toMatchObject(OUTDATED)
  expect(await load(first, ids[2] ?? '')).toContain(BOB)
})

test('the results of a user are kept up to four million characters, whatever else is kept', async () => {
  const { first, clock } = await open()
  const save = async (kind: PendingKind<string>, size: number) => {
    await clock.advance(1_000)
    return first.save(kind, 'x'.repeat(size), OWNER)
  }
  const action = await save(NOTE, 3_000_000)
  const [oldest, newest] = [await save(RESULT, 3_000_000), await save(RESULT, 3_000_000)]
  await expect(load(first, oldest, RESULT)).rejects.toMatchObject(OUTDATED)
  expect(await load(first, newest, RESULT)).toHaveLength(3_000_000)
  expect(await load(first, action)).toHaveLength(3_000_000)
})

test('what a server has kept is deleted with its data, and the oldest rows of a user give way to new large ones', async () => {
  const { first, database, clock } = await open()
  const large = async (character: string, owner = OWNER) => {
    await clock.advance(1_000)
    return first.save(NOTE, character.repeat(15_000_000), owner)
  }
  const other = await large('o', { ...OWNER, userId: '220000000000000002' })
  const [oldest, old, newest] = [await large('a'), await large('b'), await large('c')]
  await expect(load(first, oldest)).rejects.toMatchObject(OUTDATED)
  for (const id of [other, old, newest]) expect(await load(first, id)).toHaveLength(15_000_000)
  await database.transaction(({ pending }) => pending.removeAll(OWNER.guildId))
  for (const id of [other, old, newest]) await expect(load(first, id)).rejects.toMatchObject(OUTDATED)
})
