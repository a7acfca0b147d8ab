import { expect, test } from 'vitest'
import { connectionForTest, repositoriesOn } from '../../support/database.ts'
import { CLEAN_RECORD } from '../../support/fake-context.ts'
import { ALICE, BOB, GUILD, inDatabase, watch } from '../../support/community.ts'

const BANNED = { ...CLEAN_RECORD, NumberOfGameBans: 1 }

test('a changed record takes the place of the earlier one, and comes after all that were stored before', () =>
  inDatabase(async (repositories) => {
    const { recordChanges } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await recordChanges.put([{ steamId: ALICE, record: CLEAN_RECORD, seenAt: 100 }])
    await recordChanges.put([{ steamId: BOB, record: CLEAN_RECORD, seenAt: 100 }])
    const [, ofBob] = await recordChanges.after(0, 10)
    await recordChanges.put([{ steamId: ALICE, record: BANNED, seenAt: 200 }])
    expect(await recordChanges.after(ofBob?.id ?? 0, 10)).toMatchObject([
      { steamId: ALICE, record: BANNED, seenAt: 200 },
    ])
    expect(await recordChanges.of([ALICE])).toHaveLength(1)
  }))

test('an id is not given again after its row was erased, so that no process misses a change', () =>
  inDatabase(async (repositories) => {
    const { recordChanges, accounts } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await recordChanges.put([{ steamId: ALICE, record: BANNED, seenAt: 100 }])
    const [before] = await recordChanges.of([ALICE])
    expect(await accounts.erase(ALICE)).toBe(true)
    await recordChanges.put([{ steamId: BOB, record: BANNED, seenAt: 100 }])
    const after = await recordChanges.after(0, 10)
    expect(after.map(({ steamId }) => steamId)).toEqual([BOB])
    expect(after[0]?.id).toBeGreaterThan(before?.id ?? 0)
  }))

test('old changes are deleted, and those of a clock that was far ahead', () =>
  inDatabase(async (repositories) => {
    const { recordChanges } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await recordChanges.put([
      { steamId: ALICE, record: BANNED, seenAt: 99 },
      { steamId: BOB, record: BANNED, seenAt: 9_000 },
    ])
    await recordChanges.deleteOlderThan(100, 1_000)
    expect(await recordChanges.after(0, 10)).toEqual([])
  }))

test('a change whose record cannot be read counts as an unknown one, which the next record replaces, and hides no other change', async () => {
  const db = await connectionForTest()
  const { accounts, recordChanges } = repositoriesOn(db)
  await accounts.ensure([ALICE, BOB])
  await recordChanges.put([
    { steamId: ALICE, record: BANNED, seenAt: 100 },
    { steamId: BOB, record: BANNED, seenAt: 100 },
  ])
  await db('record_changes').where({ steam_id: ALICE }).update({ record: '{' })
  expect(await recordChanges.after(0, 10)).toMatchObject([
    { steamId: ALICE, record: {}, seenAt: 100 },
    { steamId: BOB, record: BANNED, seenAt: 100 },
  ])
  await recordChanges.put([{ steamId: ALICE, record: BANNED, seenAt: 200 }])
  expect(await recordChanges.of([ALICE])).toMatchObject([{ record: BANNED }])
})
