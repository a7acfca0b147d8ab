import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../sim/steam/world.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { getBanRecords } from '../../../src/steam/methods/get-player-bans.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { CLEAN, CLEAN_RECORD } from '../../support/fake-context.ts'
import { DOUBLED_RECORDS } from '../../support/doubled-records.ts'
import { failureOf } from '../../support/failure.ts'
import { answering } from '../../support/odd-platform.ts'
import { useSteam } from '../../support/simulated-steam.ts'

const world = createWorld({ accounts: 200 })
const { cast } = world
const steam = await useSteam(world)

const ALICE = '76561197960287930'
const BOB = '76561197972494985'
const wire = (SteamId: string, rest: object = {}) => ({ SteamId, ...CLEAN, ...rest })

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
] as const)('reads the record of %s, and leaves unknown fields out', async (who, record) => {
  const records = await getBanRecords(connect(steam).call, [cast[who]], anyCall())
  expect(records).toEqual(new Map([[cast[who], record]]))
})

test('leaves out accounts without a record or with null, and reads the others', async () => {
  const asked = [cast.deletedBans, cast.raider, cast.nullBans, cast.gone, cast.clean]
  const records = await getBanRecords(connect(steam).call, asked, anyCall())
  expect([...records.keys()].toSorted()).toEqual([cast.raider, cast.clean].toSorted())
})

test('asks for 100 accounts in one call', async () => {
  const asked = world.ids.slice(0, 100)
  const records = await getBanRecords(connect(steam).call, asked, anyCall())
  expect([steam.calls.count('bans'), steam.calls.ids('bans')]).toEqual([1, 100])
  expect(records.size).toBeGreaterThan(90)
})

test.each(['429', '503', 'html-200', 'null-200', 'wrong-ids', 'duplicated-ids', 'cut-json'] as const)(
  'rejects when the call ends with %s',
  async (fault) => {
    steam.dial.set('bans', { next: [fault] })
    const error = await failureOf(getBanRecords(connect(steam).call, [cast.clean, cast.raider], anyCall()))
    expect(error.code).toBe('platform_unavailable')
  },
)

describe('a record', () => {
  test.each([
    ['VAC flag', 'VACBanned', CLEAN_RECORD],
    ['count of VAC bans', 'NumberOfVACBans', { ...CLEAN_RECORD, NumberOfVACBans: undefined }],
    ['count of game bans', 'NumberOfGameBans', { ...CLEAN_RECORD, NumberOfGameBans: undefined }],
    ['number of days', 'DaysSinceLastBan', { ...CLEAN_RECORD, DaysSinceLastBan: undefined }],
    ['community flag', 'CommunityBanned', { ...CLEAN_RECORD, CommunityBanned: undefined }],
    ['trade standing', 'EconomyBan', { ...CLEAN_RECORD, EconomyBan: undefined }],
  ] as const)('without a %s, or with null, does not know it', async (_name, field, record) => {
    for (const nothing of [undefined, null]) {
      const { call } = await answering({ players: [wire(ALICE, { [field]: nothing })] })
      const found = (await getBanRecords(call, [ALICE], anyCall())).get(ALICE)
      expect(found).toEqual(record)
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
    const { call } = await answering({ players: [wire(BOB, odd), wire(ALICE)] })
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect(records.get(ALICE)).toEqual(CLEAN_RECORD)
    expect(records.get(BOB)).toBeInstanceOf(RapsheetError)
    expect(records.get(BOB)).toMatchObject({ code: 'platform_unavailable', isUnusableRecord: true })
  })

  test.each(DOUBLED_RECORDS)('with %s is an error for that account only', async (_name, odd) => {
    const { call } = await answering(`{"players":[${odd(BOB)},${JSON.stringify(wire(ALICE))}]}`)
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect(records.get(ALICE)).toEqual(CLEAN_RECORD)
    expect(records.get(BOB)).toMatchObject({ code: 'platform_unavailable', isUnusableRecord: true })
  })

  test('with days since a ban, but without a count of game bans, is usable', async () => {
    const { call } = await answering({ players: [wire(ALICE, { NumberOfGameBans: null, DaysSinceLastBan: 5 })] })
    expect((await getBanRecords(call, [ALICE], anyCall())).get(ALICE)).toEqual({
      ...WITHOUT_GAME_BANS,
      DaysSinceLastBan: 5,
    })
  })

  test('that says nothing is an error', async () => {
    const { call } = await answering({ players: [{ SteamId: ALICE }, { SteamId: BOB, NumberOfVACBans: null }] })
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect([...records.values()].map((record) => record instanceof RapsheetError)).toEqual([true, true])
  })

  test('without an id makes the accounts without a record errors instead of missing', async () => {
    const { call } = await answering({ players: [wire(ALICE), { ...CLEAN, NumberOfVACBans: 1 }] })
    const records = await getBanRecords(call, [ALICE, BOB], anyCall())
    expect(records.get(ALICE)).toEqual(CLEAN_RECORD)
    expect(records.get(BOB)).toBeInstanceOf(RapsheetError)
  })

  test('of an account that was not asked for makes the whole answer unusable', async () => {
    const { call } = await answering({ players: [wire(ALICE), wire(BOB, { CommunityBanned: true })] })
    expect((await failureOf(getBanRecords(call, [ALICE], anyCall()))).code).toBe('platform_unavailable')
  })
})
