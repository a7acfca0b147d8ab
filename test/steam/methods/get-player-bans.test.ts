import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { getBanRecords, getPlayerBans } from '../../../src/steam/methods/get-player-bans.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { CLEAN, CLEAN_RECORD } from '../../support/fake-context.ts'
import { failureOf } from '../../support/failure.ts'
import { answering, expectWrongShape } from '../../support/odd-platform.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'

/** The text of a clean record that continues with further fields. */
const continued = (further: string) => (steamId: string) =>
  `${JSON.stringify({ SteamId: steamId, ...CLEAN }).slice(0, -1)},${further}}`

/** Ban records of which `JSON.parse` would hide a part: two keys have the same name. */
const DOUBLED_RECORDS: [string, (steamId: string) => string][] = [
  ['two VAC flags', continued('"VACBanned":true')],
  ['two equal VAC flags', continued('"VACBanned":false')],
  [
    'two counts of game bans',
    (steamId) => continued('"NumberOfGameBans":0')(steamId).replace('"NumberOfGameBans":0', '"NumberOfGameBans":1'),
  ],
  ['a second count, written with an escape', continued(String.raw`"\u004eumberOfGameBans":2`)],
  [
    'a second flag after an object and a text with braces',
    continued('"x":{"y":["}",{}]},"z":"}\\"{","VACBanned":true'),
  ],
  ['three flags', continued('"CommunityBanned":true,"CommunityBanned":false')],
]

const { cast, steam } = await useWorld(200)

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
] as const)('returns the record of %s as Steam reports it', async (who, different) => {
  expect(await getPlayerBans(connect(steam).call, [cast[who]], anyCall())).toEqual({
    [cast[who]]: { value: { ...CLEAN, ...different } },
  })
})

test('leaves out accounts without a record or with null, and still returns the others', async () => {
  const asked = [cast.deletedBans, cast.raider, cast.nullBans, cast.gone, cast.clean]
  const answer = await getPlayerBans(connect(steam).call, asked, anyCall())
  expect(Object.keys(answer).toSorted()).toEqual([cast.raider, cast.clean].toSorted())
  expect(await getPlayerBans(connect(steam).call, [cast.nullBans], anyCall())).toEqual({})
})

describe('a list of ban records', () => {
  test.each([
    ['no VAC flag', record(BOB, { VACBanned: undefined })],
    ['a VAC flag that is a number', record(BOB, { VACBanned: 1 })],
    ['no count of VAC bans', record(BOB, { NumberOfVACBans: undefined })],
    ['a count of game bans that is text', record(BOB, { NumberOfGameBans: '1' })],
    ['no days since the last ban', record(BOB, { DaysSinceLastBan: undefined })],
    ['a negative count', record(BOB, { NumberOfVACBans: -1 })],
    ['a count that is a fraction', record(BOB, { NumberOfGameBans: 1.5 })],
    ['a count that is null', record(BOB, { NumberOfGameBans: null })],
    ['an impossible number of bans', record(BOB, { NumberOfGameBans: 100_001 })],
    ['negative days', record(BOB, { DaysSinceLastBan: -1 })],
    ['an impossible number of days', record(BOB, { DaysSinceLastBan: 1e308 })],
    ['a VAC ban, but a count of 0', record(BOB, { VACBanned: true })],
    ['a count of VAC bans, but no VAC flag', record(BOB, { NumberOfVACBans: 2, DaysSinceLastBan: 5 })],
    ['days since the last ban, but no bans', record(BOB, { DaysSinceLastBan: 5 })],
    ['days since a ban in an old answer', record(BOB, { DaysSinceLastBan: 5, NumberOfGameBans: undefined })],
    ['no community flag', record(BOB, { CommunityBanned: undefined })],
    ['no trade ban state', record(BOB, { EconomyBan: null })],
  ])('with %s is an error for that account only, instead of a clean record', async (_, odd) => {
    const { call } = await answering({ players: [odd, record(ALICE)] })
    const answer = await getPlayerBans(call, [ALICE, BOB], anyCall())
    expect(answer[ALICE]).toEqual({ value: CLEAN })
    expect(answer[BOB]).toEqual({ error: expect.any(RapsheetError) })
    expect(answer[BOB]).toMatchObject({
      error: { code: 'platform_unavailable', upstreamStatus: undefined, isUnusableRecord: true },
    })
  })

  test.each(DOUBLED_RECORDS)('is an error for one account only with %s', async (_, odd) => {
    const { call } = await answering(`{"players":[${JSON.stringify(record(ALICE))},${odd(BOB)}]}`)
    const answer = await getPlayerBans(call, [ALICE, BOB], anyCall())
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect([answer[ALICE], records.get(ALICE)]).toEqual([{ value: CLEAN }, CLEAN_RECORD])
    const error = { code: 'platform_unavailable', isUnusableRecord: true }
    expect([answer[BOB], records.get(BOB)]).toMatchObject([{ error }, error])
  })

  test('with two ids in one record is an error for the accounts without a record', async () => {
    const { call } = await answering(`{"players":[{"SteamId":"${BOB}",${JSON.stringify(record(ALICE)).slice(1)}]}`)
    const answer = await getPlayerBans(call, [ALICE, BOB], anyCall())
    expect([answer[ALICE], answer[BOB]]).toEqual([
      { error: expect.any(RapsheetError) },
      { error: expect.any(RapsheetError) },
    ])
  })

  test('with two lists is rejected', async () => {
    const { call } = await answering(`{"players":[],"players":[${JSON.stringify(record(ALICE))}]}`)
    expect((await failureOf(getPlayerBans(call, [ALICE], anyCall()))).code).toBe('platform_unavailable')
  })

  test('may have keys of one name in different records, and in what is not a record', async () => {
    const rest = { EconomyBan: 'a {"VACBanned":true,"VACBanned":false}' }
    const odd = `{"later":{"a":1,"a":2},${JSON.stringify(record(BOB, rest)).slice(1)}`
    const { call } = await answering(`{"players":[${JSON.stringify(record(ALICE))},${odd}]}`)
    expect(await getPlayerBans(call, [ALICE, BOB], anyCall())).toEqual({
      [ALICE]: { value: CLEAN },
      [BOB]: { value: { ...CLEAN, ...rest } },
    })
  })

  test('with an unknown trade ban state returns it as it is', async () => {
    const { call } = await answering({ players: [record(ALICE, { EconomyBan: 'frozen', SomethingNew: true })] })
    expect(await getPlayerBans(call, [ALICE], anyCall())).toEqual({
      [ALICE]: { value: { ...CLEAN, EconomyBan: 'frozen' } },
    })
  })

  test.each<[string, object[], (...given: Parameters<typeof getPlayerBans>) => Promise<unknown>]>([
    ['an id that was not asked for', [record(ALICE), record(BOB)], getPlayerBans],
    ['an id twice', [record(ALICE), record(ALICE)], getPlayerBans],
    ['in a sweep, an id that was not asked for', [record(ALICE), record(BOB)], getBanRecords],
    ['in a sweep, an id twice', [record(ALICE), record(ALICE)], getBanRecords],
  ])('is rejected when it contains %s', async (_, players, get) => {
    const { call } = await answering({ players })
    const error = await failureOf(get(call, [ALICE], anyCall()))
    expect([error.code, error.upstreamStatus, error.message]).toEqual([
      'platform_unavailable',
      undefined,
      "Steam's answer does not match the request; try again in a minute.",
    ])
  })
})

test.each([
  ['no players', {}],
  ['a `response` around the list', { response: { players: [] } }],
  ['players that are not an array', { players: {} }],
])('rejects an answer with %s, instead of reading it as a missing record', (_, body) =>
  expectWrongShape(body, (call) => getPlayerBans(call, [ALICE], anyCall())),
)

const { NumberOfGameBans: _, ...WITHOUT_GAME_BANS } = CLEAN_RECORD

test.each([
  ['raider', { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 412 }],
  ['gameBanned', { ...CLEAN_RECORD, NumberOfGameBans: 2, DaysSinceLastBan: 3 }],
  [
    'bothBans',
    { ...CLEAN_RECORD, NumberOfVACBans: 2, NumberOfGameBans: 1, CommunityBanned: true, EconomyBan: 'banned' },
  ],
  ['probation', { ...CLEAN_RECORD, EconomyBan: 'probation' }],
  ['clean', CLEAN_RECORD],
  ['neverBannedOldAnswer', WITHOUT_GAME_BANS],
] as const)('a sweep reads the record of %s, and leaves unknown fields out', async (who, known) => {
  const records = await getBanRecords(connect(steam).call, [cast[who]], anyCall())
  expect(records).toEqual(new Map([[cast[who], known]]))
})

describe('a record of a sweep', () => {
  test.each([
    ['VAC flag', 'VACBanned', CLEAN_RECORD],
    ['count of VAC bans', 'NumberOfVACBans', { ...CLEAN_RECORD, NumberOfVACBans: undefined }],
    ['count of game bans', 'NumberOfGameBans', { ...CLEAN_RECORD, NumberOfGameBans: undefined }],
    ['number of days', 'DaysSinceLastBan', { ...CLEAN_RECORD, DaysSinceLastBan: undefined }],
    ['community flag', 'CommunityBanned', { ...CLEAN_RECORD, CommunityBanned: undefined }],
    ['trade standing', 'EconomyBan', { ...CLEAN_RECORD, EconomyBan: undefined }],
  ] as const)('without a %s, or with null, does not know it', async (_name, field, known) => {
    for (const nothing of [undefined, null]) {
      const { call } = await answering({ players: [record(ALICE, { [field]: nothing })] })
      const found = (await getBanRecords(call, [ALICE], anyCall())).get(ALICE)
      expect(found).toEqual(known)
      expect(Object.values(found ?? {})).not.toContain(null)
    }
  })

  test.each([
    ['a VAC ban, but a count of 0', { VACBanned: true }],
    ['a count of VAC bans, but no VAC flag', { NumberOfVACBans: 2, DaysSinceLastBan: 5 }],
    ['days since the last ban, but no bans', { DaysSinceLastBan: 5 }],
    ['days since the last ban, but neither VAC flag nor game bans', { DaysSinceLastBan: 5, NumberOfVACBans: null }],
    ['a count that is text', { NumberOfGameBans: '1' }],
    ['a count that is a fraction', { NumberOfGameBans: 1.5 }],
    ['a negative count', { NumberOfVACBans: -1, VACBanned: null }],
    ['an impossible number of days', { NumberOfGameBans: 1, DaysSinceLastBan: 1e308 }],
    ['a flag that is a number', { CommunityBanned: 1 }],
    ['an empty trade standing', { EconomyBan: '' }],
  ])('with %s is an error for that account only', async (_name, odd) => {
    const { call } = await answering({ players: [record(BOB, odd), record(ALICE)] })
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect(records.get(ALICE)).toEqual(CLEAN_RECORD)
    expect(records.get(BOB)).toBeInstanceOf(RapsheetError)
    expect(records.get(BOB)).toMatchObject({ code: 'platform_unavailable', isUnusableRecord: true })
  })

  test('with days since a ban, but without a count of game bans, is usable', async () => {
    const { call } = await answering({ players: [record(ALICE, { NumberOfGameBans: null, DaysSinceLastBan: 5 })] })
    expect((await getBanRecords(call, [ALICE], anyCall())).get(ALICE)).toEqual({
      ...WITHOUT_GAME_BANS,
      DaysSinceLastBan: 5,
    })
  })

  test('that says nothing is an error', async () => {
    const { call } = await answering({ players: [{ SteamId: ALICE }, { SteamId: BOB, NumberOfVACBans: null }] })
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect([...records.values()].map((each) => each instanceof RapsheetError)).toEqual([true, true])
  })
})
