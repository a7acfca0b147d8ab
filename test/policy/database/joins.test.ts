import { expect, test } from 'vitest'
import { ALICE, BOB, CAROL, GUILD, inDatabase, manySteamIds, OTHER_GUILD } from '../../support/community.ts'
import type { JoinsRepository } from '../../../src/policy/database/joins.ts'
import { joinOf, storePolicy, vacFactsOf } from '../../support/policy-records.ts'

const newest = async (joins: JoinsRepository, since = 0, guildId = GUILD) =>
  (await joins.newestOfEach(guildId, since, 0, 100_000)).map(({ steamId, at }) => [steamId, at])

test('the newest join of each account is read, page by page', () =>
  inDatabase(async (repositories) => {
    const { joins } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    const last = joinOf({ at: 300, verdict: 'allow', mode: 'enforce', reasons: [], facts: vacFactsOf(ALICE, 0) })
    await joins.add([joinOf({ at: 100 }), joinOf({ steamId: BOB, at: 200 }), last])
    await joins.add([joinOf({ guildId: OTHER_GUILD, steamId: CAROL, at: 250 })])
    expect(await newest(joins)).toEqual([
      [BOB, 200],
      [ALICE, 300],
    ])
    const [bob] = await joins.newestOfEach(GUILD, 0, 0, 1)
    expect(await joins.newestOfEach(GUILD, 0, bob?.id ?? 0, 1)).toEqual([{ id: expect.any(Number), ...last }])
    expect(await newest(joins, 201)).toEqual([[ALICE, 300]])
  }))

test('verdicts are counted by mode', () =>
  inDatabase(async (repositories) => {
    const { joins } = repositories
    await storePolicy(repositories)
    await joins.add([
      joinOf({ at: 99 }),
      joinOf({ at: 100 }),
      joinOf({ at: 101 }),
      joinOf({ at: 102, mode: 'enforce' }),
      joinOf({ at: 103, verdict: 'unknown' }),
    ])
    const counts = await joins.counts(GUILD, 100)
    expect(counts).toHaveLength(3)
    expect(counts).toEqual(
      expect.arrayContaining([
        { verdict: 'deny', mode: 'observe', count: 2 },
        { verdict: 'deny', mode: 'enforce', count: 1 },
        { verdict: 'unknown', mode: 'observe', count: 1 },
      ]),
    )
  }))

test('only the newest joins of a policy are kept when it is trimmed', () =>
  inDatabase(async (repositories) => {
    const { joins } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    const ids = manySteamIds(1_000)
    await joins.add(ids.map((steamId, index) => joinOf({ steamId, at: Math.floor(index / 10) })))
    await joins.add([joinOf({ guildId: OTHER_GUILD, at: 1 })])
    await joins.trim(GUILD, 1_000)
    expect(await newest(joins)).toHaveLength(1_000)
    await joins.trim(GUILD, 995)
    expect((await newest(joins)).map(([steamId]) => steamId)).toEqual(ids.slice(5))
    expect(await newest(joins, 0, OTHER_GUILD)).toHaveLength(1)
  }))

test('old joins, and those of a forgotten account, are deleted', () =>
  inDatabase(async (repositories) => {
    const { joins } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    await joins.add([
      joinOf({ at: 99 }),
      joinOf({ at: 100 }),
      joinOf({ steamId: BOB, at: 101 }),
      joinOf({ guildId: OTHER_GUILD, at: 102 }),
    ])
    await joins.deleteOlderThan(100)
    expect(await joins.counts(GUILD, 0)).toMatchObject([{ count: 2 }])
    await joins.forget(GUILD, ALICE)
    expect(await newest(joins)).toEqual([[BOB, 101]])
    expect(await newest(joins, 0, OTHER_GUILD)).toEqual([[ALICE, 102]])
  }))

test('tell with which tokens accounts were asked about or denied', () =>
  inDatabase(async (repositories) => {
    const { joins } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    await joins.add([
      joinOf({ at: 200, tokenName: 'US' }),
      joinOf({ at: 200, tokenName: 'EU' }),
      joinOf({ at: 300, tokenName: 'EU' }),
      joinOf({ at: 99, tokenName: 'Old' }),
      joinOf({ at: 200, tokenName: 'Other', guildId: OTHER_GUILD }),
      joinOf({ at: 200, steamId: BOB, verdict: 'unknown' }),
    ])
    expect(await joins.askingTokens(GUILD, [ALICE, BOB], 100, true)).toEqual(new Map([[ALICE, ['EU', 'US']]]))
    expect(await joins.askingTokens(GUILD, [ALICE, BOB], 100, false)).toEqual(
      new Map([
        [ALICE, ['EU', 'US']],
        [BOB, ['EU Main']],
      ]),
    )
  }))
