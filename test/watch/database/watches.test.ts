import { expect, test } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { databaseForTest } from '../../support/database.ts'
import {
  ALICE,
  BOB,
  CAROL,
  GUILD,
  inDatabase,
  manySteamIds,
  observationOf,
  OTHER_GUILD,
  SEVERAL_STATEMENTS,
  watch,
  watchOf,
} from '../../support/community.ts'

test('an account is on a list once, and nothing is added when one of the accounts is on it', async () => {
  const database = await databaseForTest()
  await database.transaction((repositories) => watch(repositories, GUILD, [ALICE], { reason: 'first' }))
  const again = database.transaction((repositories) => watch(repositories, GUILD, [BOB, ALICE], { reason: 'second' }))
  await expect(again).rejects.toThrow(DatabaseError)
  await database.read(async ({ watches }) => {
    expect(await watches.list(GUILD)).toEqual([expect.objectContaining({ steamId: ALICE, reason: 'first' })])
  })
})

test('the list has the newest entry first, with what is known of each account', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE], { addedAt: 100 })
    await watch(repositories, GUILD, [BOB], { addedAt: 300 })
    await watch(repositories, GUILD, [CAROL], { addedAt: 200 })
    await watch(repositories, OTHER_GUILD, [ALICE], { reason: 'theirs' })
    const { accounts, watches } = repositories
    const record = { NumberOfVACBans: 2 }
    const lastBan = { after: 50, before: 90 }
    const observationId = await accounts.addObservation(observationOf(CAROL, 400, { record, lastBan }))
    const unknown = { current: null, dips: [], checkedAt: null, failedTurns: 0 }
    expect(await watches.list(GUILD)).toEqual([
      { ...watchOf(GUILD, BOB, { addedAt: 300 }), account: { steamId: BOB, ...unknown } },
      {
        ...watchOf(GUILD, CAROL, { addedAt: 200 }),
        account: {
          steamId: CAROL,
          current: { record, lastBan, firstSeenAt: 400, observationId },
          dips: [],
          checkedAt: 400,
          failedTurns: 0,
        },
      },
      { ...watchOf(GUILD, ALICE), account: { steamId: ALICE, ...unknown } },
    ])
  }))

test('removing returns the entry, and leaves those of other servers', () =>
  inDatabase(async (repositories) => {
    const { watches } = repositories
    await watch(repositories, GUILD, [ALICE], { reason: 'ours' })
    await watch(repositories, OTHER_GUILD, [ALICE], { reason: 'theirs' })
    expect(await watches.remove(GUILD, ALICE, undefined)).toEqual(watchOf(GUILD, ALICE, { reason: 'ours' }))
    expect(await watches.remove(GUILD, ALICE, undefined)).toBeUndefined()
    expect(await watches.of([ALICE])).toEqual([watchOf(OTHER_GUILD, ALICE, { reason: 'theirs' })])
    expect(await watches.watchedSteamIds(10)).toEqual([ALICE])
    await watches.remove(OTHER_GUILD, ALICE, undefined)
    expect(await watches.watchedSteamIds(10)).toEqual([])
  }))

test('lists that take several statements are added and read as a whole', () =>
  inDatabase(async (repositories) => {
    const { watches } = repositories
    const steamIds = manySteamIds(SEVERAL_STATEMENTS)
    await watch(repositories, GUILD, steamIds)
    const known = await watches.existing(GUILD, [...steamIds, ALICE])
    expect(known.size).toBe(SEVERAL_STATEMENTS)
    expect(known.has(ALICE)).toBe(false)
    expect(await watches.existing(OTHER_GUILD, steamIds)).toEqual(new Set())
    expect(await watches.of(steamIds)).toHaveLength(SEVERAL_STATEMENTS)
    expect(await watches.list(GUILD)).toHaveLength(SEVERAL_STATEMENTS)
    await watches.setBaseline(steamIds, 700)
    expect((await watches.of(steamIds)).filter(({ baselineAt }) => baselineAt === 700)).toHaveLength(SEVERAL_STATEMENTS)
  }))

test('a baseline is set once for each entry', () =>
  inDatabase(async (repositories) => {
    const { watches } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await watches.setBaseline([ALICE], 500)
    await watch(repositories, OTHER_GUILD, [ALICE])
    await watches.setBaseline([ALICE], 600)
    const baselines = (await watches.of([ALICE, BOB])).map(({ guildId, steamId, baselineAt }) => [
      guildId,
      steamId,
      baselineAt,
    ])
    expect(baselines).toHaveLength(3)
    expect(baselines).toEqual(
      expect.arrayContaining([
        [GUILD, ALICE, 500],
        [OTHER_GUILD, ALICE, 600],
        [GUILD, BOB, null],
      ]),
    )
  }))

test('an entry expires at its time, and one without a time never', () =>
  inDatabase(async (repositories) => {
    const { watches } = repositories
    await watch(repositories, GUILD, [ALICE], { until: 1_000 })
    await watch(repositories, GUILD, [BOB], { until: null })
    await watch(repositories, OTHER_GUILD, [ALICE], { until: 1_001 })
    expect(await watches.expired(999)).toEqual([])
    expect(await watches.expired(1_000)).toEqual([watchOf(GUILD, ALICE, { until: 1_000 })])
    expect(await watches.expired(4_000_000_000)).toHaveLength(2)
  }))
