import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../sim/steam/world.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { getPlayerBans } from '../../../src/steam/methods/get-player-bans.ts'
import { anybody } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { CLEAN } from '../../support/fake-context.ts'
import { failureOf } from '../../support/failure.ts'
import { answering } from '../../support/odd-platform.ts'
import { useSteam } from '../../support/simulated-steam.ts'

const world = createWorld({ accounts: 200 })
const { cast } = world
const steam = await useSteam(world)

const ALICE = '76561197960287930'
const BOB = '76561197972494985'
const record = (SteamId: string, rest: object = {}) => ({ SteamId, ...CLEAN, ...rest })

test.each([
  ['raider', { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }],
  ['gameBanned', { NumberOfGameBans: 2, DaysSinceLastBan: 3 }],
  [
    'bothBans',
    { VACBanned: true, NumberOfVACBans: 2, NumberOfGameBans: 1, CommunityBanned: true, EconomyBan: 'banned' },
  ],
  ['communityBanned', { CommunityBanned: true }],
  ['tradeBanned', { EconomyBan: 'banned' }],
  ['probation', { EconomyBan: 'probation' }],
  ['clean', {}],
  ['private', {}],
  ['neverBannedOldAnswer', {}],
] as const)('the record of %s is what Steam reports', async (who, different) => {
  expect(await getPlayerBans(connect(steam).call, [cast[who]], anybody())).toEqual({
    [cast[who]]: { value: { ...CLEAN, ...different } },
  })
})

test('accounts without a record, or with null in its place, are left out and cost the others nothing', async () => {
  const asked = [cast.deletedBans, cast.raider, cast.nullBans, cast.gone, cast.clean]
  const answer = await getPlayerBans(connect(steam).call, asked, anybody())
  expect(Object.keys(answer).toSorted()).toEqual([cast.raider, cast.clean].toSorted())
  expect(await getPlayerBans(connect(steam).call, [cast.nullBans], anybody())).toEqual({})
})

test('a hundred accounts are one call, and everybody gets their own whatever the order', async () => {
  const asked = world.ids.slice(0, 100)
  steam.dial.set('bans', { next: ['reordered'] })
  const answer = await getPlayerBans(connect(steam).call, asked, anybody())
  expect(steam.calls.count('bans')).toBe(1)
  const known = asked.filter((id) => typeof world.account(id)?.bans === 'object' && world.account(id)?.bans !== null)
  expect(Object.keys(answer).toSorted()).toEqual(known.toSorted())
  expect(known.length).toBeGreaterThan(90)
  for (const id of known) {
    const bans = world.account(id)?.bans
    if (bans === null || typeof bans !== 'object') throw new Error('no record')
    expect(answer[id]).toMatchObject({ value: { NumberOfVACBans: bans.vac, NumberOfGameBans: bans.game ?? 0 } })
  }
})

test.each(['wrong-ids', 'duplicated-ids'] as const)('records with %s are a failure, not somebody', async (fault) => {
  steam.dial.set('bans', { next: [fault] })
  const error = await failureOf(getPlayerBans(connect(steam).call, [cast.clean, cast.raider], anybody()))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', undefined])
})

test('the ids are asked for in one parameter', async () => {
  const { call, requests } = await answering({ players: [] })
  await getPlayerBans(call, [ALICE, BOB], anybody())
  expect(requests.map(({ url }) => url)).toEqual([
    '/ISteamUser/GetPlayerBans/v1/?steamids=76561197960287930%2C76561197972494985',
  ])
})

describe('a list with odd records in it', () => {
  test.each([
    ['no VAC flag', record(BOB, { VACBanned: undefined })],
    ['a VAC flag that is a number', record(BOB, { VACBanned: 1 })],
    ['no count of VAC bans', record(BOB, { NumberOfVACBans: undefined })],
    ['a count of game bans that is text', record(BOB, { NumberOfGameBans: '1' })],
    ['no days', record(BOB, { DaysSinceLastBan: undefined })],
    ['a negative count', record(BOB, { NumberOfVACBans: -1 })],
    ['a count that is a fraction', record(BOB, { NumberOfGameBans: 1.5 })],
    ['a count that is null', record(BOB, { NumberOfGameBans: null })],
    ['more bans than there can be', record(BOB, { NumberOfGameBans: 100_001 })],
    ['negative days', record(BOB, { DaysSinceLastBan: -1 })],
    ['days beyond all time', record(BOB, { DaysSinceLastBan: 1e308 })],
    ['a VAC ban that is not counted', record(BOB, { VACBanned: true })],
    ['counted VAC bans and no VAC ban', record(BOB, { NumberOfVACBans: 2, DaysSinceLastBan: 5 })],
    ['days since a ban that is not counted', record(BOB, { DaysSinceLastBan: 5 })],
    ['days since a ban in an old answer', record(BOB, { DaysSinceLastBan: 5, NumberOfGameBans: undefined })],
    ['no community flag', record(BOB, { CommunityBanned: undefined })],
    ['no trade standing', record(BOB, { EconomyBan: null })],
  ])('with %s fails for that account alone, which is not called clean', async (_, odd) => {
    const { call } = await answering({ players: [odd, record(ALICE)] })
    const answer = await getPlayerBans(call, [ALICE, BOB], anybody())
    expect(answer[ALICE]).toEqual({ value: CLEAN })
    expect(answer[BOB]).toEqual({ error: expect.any(RapsheetError) })
    expect(answer[BOB]).toMatchObject({
      error: { code: 'platform_unavailable', upstreamStatus: undefined, isUnusableRecord: true },
    })
  })

  test('with a trade standing never seen before passes it on', async () => {
    const { call } = await answering({ players: [record(ALICE, { EconomyBan: 'frozen', SomethingNew: true })] })
    expect(await getPlayerBans(call, [ALICE], anybody())).toEqual({
      [ALICE]: { value: { ...CLEAN, EconomyBan: 'frozen' } },
    })
  })

  test('with somebody who was not asked for is a failure, though all who were are there', async () => {
    const { call } = await answering({ players: [record(ALICE), record(BOB)] })
    const error = await failureOf(getPlayerBans(call, [ALICE], anybody()))
    expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', undefined])
  })
})

test.each([
  ['no players', {}],
  ['a wrapper this method does not have', { response: { players: [] } }],
  ['players that are no list', { players: {} }],
])('an answer with %s is a failure, not a missing record', async (_, body) => {
  const { call, records } = await answering(body)
  expect((await failureOf(getPlayerBans(call, [ALICE], anybody()))).code).toBe('platform_unavailable')
  expect(records.map(({ outcome }) => outcome)).toEqual(['wrong_shape'])
})
