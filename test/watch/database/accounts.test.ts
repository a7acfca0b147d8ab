import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { alertCounts, dueAlerts, planAlerts, unplannedAlerts } from '../../support/outbox.ts'
import { eraseStored } from '../../../src/app/database.ts'
import type { Dip } from '../../../src/watch/database/accounts.ts'
import {
  ALICE,
  alertOf,
  BOB,
  CAROL,
  GUILD,
  inDatabase,
  manySteamIds,
  observationOf,
  OTHER_GUILD,
  vacBan,
  watch,
} from '../../support/community.ts'
import { connectionForTest, repositoriesOn, tablesIn } from '../../support/database.ts'

const unknown = { current: null, dips: [], checkedAt: null, failedTurns: 0 }
const DAY = 86_400
const DIP: Dip = { field: 'NumberOfVACBans', to: 0, sweepId: 7, when: { after: 500, before: 600 } }

test('1,000 accounts get their first observations at once', () =>
  inDatabase(async ({ accounts }) => {
    const steamIds = manySteamIds(1_000)
    await accounts.ensure([...steamIds, ALICE])
    // The dip of an account whose observations were deleted after it had left its last list.
    await accounts.setDips(steamIds[3] ?? '', [DIP])
    const lastBan = { after: 50, before: 90 }
    const baselines = steamIds.map((steamId, index) => ({ steamId, record: { NumberOfVACBans: index }, lastBan }))
    await accounts.addBaselines(baselines, 500)
    const states = await accounts.get(steamIds)
    expect(states).toHaveLength(1_000)
    for (const { steamId, current, checkedAt, dips } of states) {
      const record = { NumberOfVACBans: steamIds.indexOf(steamId) }
      expect(current).toEqual({ record, lastBan, firstSeenAt: 500, observationId: expect.any(Number) })
      expect([checkedAt, dips]).toEqual([500, []])
    }
    expect(await accounts.history(steamIds[7] ?? '')).toEqual([
      expect.objectContaining({ firstSeenAt: 500, lastSeenAt: 500, changes: [] }),
    ])
    expect(await accounts.get([ALICE])).toEqual([{ steamId: ALICE, ...unknown }])
    await accounts.addBaselines([], 600)
  }))

test('a record keeps its unknown fields unknown', () =>
  inDatabase(async ({ accounts }) => {
    await accounts.ensure([ALICE])
    const record = { NumberOfVACBans: 1, EconomyBan: 'a new word' }
    const observationId = await accounts.addObservation(observationOf(ALICE, 500, { record }))
    expect(await accounts.get([ALICE])).toEqual([
      {
        steamId: ALICE,
        current: { record, lastBan: null, firstSeenAt: 500, observationId },
        dips: [],
        checkedAt: 500,
        failedTurns: 0,
      },
    ])
  }))

test('the history has the newest observation first, with when each was last seen', () =>
  inDatabase(async ({ accounts }) => {
    await accounts.ensure([ALICE, BOB])
    const first = await accounts.addObservation(observationOf(ALICE, 500))
    await accounts.addObservation(observationOf(BOB, 500))
    await accounts.recordChecked([ALICE], 700)
    const banned = observationOf(ALICE, 1_000, {
      record: { NumberOfVACBans: 1 },
      lastBan: { after: 900, before: 1_000 },
      changes: [vacBan],
    })
    const second = await accounts.addObservation(banned)
    expect(await accounts.history(ALICE)).toEqual([
      { ...banned, id: second, lastSeenAt: 1_000 },
      { ...observationOf(ALICE, 500), id: first, lastSeenAt: 700 },
    ])
    await accounts.recordChecked([ALICE], 1_300)
    expect((await accounts.history(ALICE)).map(({ lastSeenAt }) => lastSeenAt)).toEqual([1_300, 700])
    expect(await accounts.history(CAROL)).toEqual([])
  }))

test('refining changes what is known, not when it was first seen', () =>
  inDatabase(async ({ accounts }) => {
    await accounts.ensure([ALICE])
    const id = await accounts.addObservation(observationOf(ALICE, 500, { record: {}, changes: [vacBan] }))
    const state = { record: { NumberOfGameBans: 3 }, lastBan: { after: 100, before: 200 } }
    await accounts.refine(id, state)
    expect(await accounts.history(ALICE)).toEqual([
      { ...observationOf(ALICE, 500), ...state, changes: [vacBan], id, lastSeenAt: 500 },
    ])
  }))

test.each([
  ['not JSON', '{'],
  ['a negative count', '{"NumberOfVACBans":-1}'],
  ['a count as text', '{"NumberOfVACBans":"1"}'],
  ['another kind of value', '[]'],
])('a record that is %s is damage, not a record without bans', async (_, record) => {
  const db = await connectionForTest()
  const { accounts } = repositoriesOn(db)
  await accounts.ensure([ALICE])
  await accounts.addObservation(observationOf(ALICE, 500))
  await db('observations').update({ record })
  const damage = { problem: 'damaged', message: expect.stringMatching(/table \w+, record.*npm run restore/s) }
  await expect(accounts.get([ALICE])).rejects.toMatchObject(damage)
  await expect(accounts.history(ALICE)).rejects.toMatchObject(damage)
})

test('old observations are deleted, but not the newest of an account that is watched', () =>
  inDatabase(async (repositories) => {
    const { accounts, watches } = repositories
    await watch(repositories, GUILD, [ALICE, BOB, CAROL])
    for (const steamId of [ALICE, BOB]) {
      await accounts.addObservation(observationOf(steamId, 100))
      await accounts.addObservation(observationOf(steamId, 200))
    }
    await accounts.addObservation(observationOf(CAROL, 300))
    await watches.remove(GUILD, BOB, undefined)
    await watches.remove(GUILD, CAROL, undefined)
    await accounts.deleteObservations(300)
    const seen = async (steamId: string) => (await accounts.history(steamId)).map(({ firstSeenAt }) => firstSeenAt)
    expect(await seen(ALICE)).toEqual([200])
    expect(await seen(BOB)).toEqual([])
    expect(await seen(CAROL)).toEqual([300])
    expect(await accounts.get([BOB])).toEqual([expect.objectContaining({ current: null })])
  }))

test('deleting an old observation deletes the alert about it, and a message that has no other', () =>
  inDatabase(async (repositories) => {
    const { accounts } = repositories
    await watch(repositories, GUILD, [ALICE])
    await alertOf(repositories, GUILD, ALICE, { createdAt: 100 })
    await planAlerts(repositories, GUILD)
    await accounts.addObservation(observationOf(ALICE, 200))
    await accounts.deleteObservations(150)
    expect(await dueAlerts(repositories)).toEqual([])
    expect(await alertCounts(repositories, GUILD)).toEqual(0)
  }))

test('an account is deleted with its logs 30 days after the last list has let go of it', () =>
  inDatabase(async (repositories) => {
    const { accounts, watches, audit } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await watch(repositories, OTHER_GUILD, [ALICE])
    await accounts.addObservation(observationOf(ALICE, 500))
    await audit.add([entryAbout(ALICE), entryAbout(BOB), { ...entryAbout(ALICE), action: 'imported' }])
    const known = async () => (await accounts.get([ALICE, BOB])).map(({ steamId }) => steamId).toSorted()
    const retain = (now: number) => accounts.deleteUnwatched(now, now - 30 * DAY)

    await watches.remove(GUILD, ALICE, undefined)
    await retain(100 * DAY)
    await retain(200 * DAY)
    expect(await known()).toEqual([ALICE, BOB])

    await watches.remove(OTHER_GUILD, ALICE, undefined)
    await retain(300 * DAY)
    await retain(330 * DAY - 1)
    expect(await known()).toEqual([ALICE, BOB])
    await retain(330 * DAY)
    expect(await known()).toEqual([BOB])
    expect(await accounts.history(ALICE)).toEqual([])
    expect((await audit.list(GUILD, 10)).map(({ steamId }) => steamId)).toEqual([BOB])
  }))

const entryAbout = (steamId: string, detail = 'a reason') =>
  ({ guildId: GUILD, at: 100, userId: null, action: 'added', steamId, detail }) as const

/** All text of a database. */
async function contentOf(db: Knex): Promise<string> {
  const tables = await tablesIn(db)
  return JSON.stringify(await Promise.all(tables.map((name) => db(name).select('*'))))
}

test('erasing leaves no trace of an account in any table', async () => {
  const db = await connectionForTest()
  const repositories = repositoriesOn(db)
  const { accounts, watches, audit } = repositories
  await watch(repositories, GUILD, [ALICE, BOB], { reason: `alt of ${ALICE}` })
  await watch(repositories, OTHER_GUILD, [ALICE])
  await alertOf(repositories, GUILD, ALICE)
  await planAlerts(repositories, GUILD)
  await alertOf(repositories, OTHER_GUILD, ALICE)
  await accounts.setDips(ALICE, [DIP])
  await alertOf(repositories, GUILD, BOB, { reason: 'friend of [U:1:39744703] and steam_0:1:19872351' })
  await audit.add([
    entryAbout(ALICE),
    { ...entryAbout(ALICE), action: 'imported' },
    entryAbout(BOB, `https://steamcommunity.com/profiles/${ALICE}/ and U:1:39744703, not [U:1:397447031]`),
    entryAbout(BOB, 'nothing of the kind: STEAM_0:1:198723510'),
  ])

  expect(await eraseStored(repositories, ALICE, { liftsBans: false, now: 0 })).toBe(true)

  const content = await contentOf(db)
  expect(content).toContain(BOB)
  for (const trace of [ALICE, 'U:1:39744703"', 'U:1:39744703 ', 'U:1:39744703,', 'U:1:39744703]', '19872351"'])
    expect(content).not.toContain(trace)
  expect(await watches.list(GUILD)).toEqual([expect.objectContaining({ steamId: BOB, reason: 'alt of [erased]' })])
  expect(await dueAlerts(repositories)).toEqual([])
  expect((await unplannedAlerts(repositories, GUILD)).map(({ steamId, reason }) => [steamId, reason])).toEqual([
    [BOB, 'friend of [erased] and [erased]'],
  ])
  expect((await audit.list(GUILD, 10)).map(({ detail }) => detail)).toEqual([
    'nothing of the kind: STEAM_0:1:198723510',
    'https://steamcommunity.com/profiles/[erased]/ and [erased], not [U:1:397447031]',
  ])
  expect(await eraseStored(repositories, ALICE, { liftsBans: false, now: 0 })).toBe(false)
})
