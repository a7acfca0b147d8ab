import { expect, test } from 'vitest'
import type { BatchEntry, BatchFailure } from '../../../src/model/account.ts'
import { writeTable } from '../../../src/lib/csv-writer.ts'
import {
  BATCH_COLUMNS,
  batchRow,
  toBatchRowEntry,
  unrecognizedRow,
} from '../../../src/accounts/presentation/batch-rows.ts'
import { en } from '../../support/texts.ts'
import { CLEAN, NOW, summaryOf } from '../../support/fake-context.ts'

const STEAM_ID = '76561198000183892'
const FOUND: BatchEntry = {
  input: 'raider',
  steamId: STEAM_ID,
  resolvedFrom: 'raider',
  profile: { ...summaryOf(STEAM_ID), personaname: 'Rai\u202Eder', timecreated: 1_400_000_000 },
  bans: CLEAN,
  fetchedAt: NOW,
}

const rowOf = (entry: BatchEntry | BatchFailure) => batchRow(toBatchRowEntry(entry), en)

test('an account of the API is a row with its bans, its name without invisible characters', () => {
  const bans = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 12 }
  expect(rowOf({ ...FOUND, bans })).toEqual({
    input: 'raider',
    steamId: STEAM_ID,
    name: 'Raider',
    result: 'banned',
    vacBans: 1,
    gameBans: 0,
    daysSinceLastBan: 12,
    communityBan: 'no',
    tradeStatus: 'none',
    profile: `https://steamcommunity.com/profiles/${STEAM_ID}`,
    checkedAt: new Date(NOW * 1000).toISOString().replace('.000', ''),
  })
})

test('a private profile is not listed as one without bans', () => {
  expect(rowOf(FOUND)).toMatchObject({ result: 'no bans' })
  expect(rowOf({ ...FOUND, profile: { ...FOUND.profile, timecreated: null } })).toMatchObject({
    result: 'no bans, profile private',
  })
})

test.each([
  ['account_not_found', 'not found'],
  ['platform_unavailable', 'could not be checked'],
  ['budget_spent', 'could not be checked'],
  ['a_code_of_a_newer_server', 'could not be checked'],
])('a failure is a row without bans: %s is "%s"', (code, result) => {
  expect(rowOf({ input: STEAM_ID, code, error: 'A sentence.' })).toEqual({
    input: STEAM_ID,
    steamId: STEAM_ID,
    profile: `https://steamcommunity.com/profiles/${STEAM_ID}`,
    result,
  })
})

test('an account without a profile is listed by its id, with the bans it has', () => {
  const bans = { ...CLEAN, NumberOfGameBans: 2, DaysSinceLastBan: 5 }
  const failure = { input: 'raider', code: 'account_not_found', error: 'A sentence.' }
  const rowWith = (record: typeof CLEAN) =>
    rowOf({ ...failure, withoutProfile: { steamId: STEAM_ID, bans: record, fetchedAt: NOW } })
  expect(rowWith(bans)).toMatchObject({ steamId: STEAM_ID, result: 'banned', gameBans: 2, note: 'no profile' })
  expect(rowWith(bans)).toHaveProperty('checkedAt', rowOf(FOUND).checkedAt)
  expect(rowWith(CLEAN)).toMatchObject({ steamId: STEAM_ID, result: 'no profile' })
})

test('rows become a CSV text with the titles of the language', () => {
  const [header, row, end] = writeTable(BATCH_COLUMNS, [unrecognizedRow('=cmd', en)], en.csv).split('\n')
  expect(header).toBe(
    '\uFEFFinput,steam_id,name,result,vac_bans,game_bans,days_since_last_ban,community_ban,trade_standing,profile,note,checked_at',
  )
  expect(row).toBe("'=cmd,,,not recognized,,,,,,,,")
  expect(end).toBe('')
})
