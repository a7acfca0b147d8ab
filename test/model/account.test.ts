import { expect, test } from 'vitest'
import { bansSchema, steamIdSchema, type Bans } from '../../src/model/account.ts'
import { CLEAN } from '../support/fake-context.ts'
import { isBanned } from '../../src/model/is-banned.ts'

test.each<[string, boolean, Partial<Bans>]>([
  ['a clean record', false, {}],
  ['a VAC ban', true, { VACBanned: true, NumberOfVACBans: 1 }],
  ['a game ban', true, { NumberOfGameBans: 1 }],
  ['a community ban', true, { CommunityBanned: true }],
  ['a trade ban', false, { EconomyBan: 'banned' }],
  ['a trade probation', false, { EconomyBan: 'probation' }],
])('isBanned for %s is %j', (_, banned, bans) => {
  expect(isBanned({ ...CLEAN, ...bans })).toBe(banned)
})

test.each<[string, Partial<Bans>]>([
  ['a VAC flag without a count', { VACBanned: true }],
  ['a count of VAC bans without the flag', { NumberOfVACBans: 1 }],
  ['days since a ban that is not counted', { DaysSinceLastBan: 12 }],
])('the ban schema rejects %s', (_, bans) => {
  expect(bansSchema.safeParse({ ...CLEAN, ...bans }).success).toBe(false)
  expect(bansSchema.safeParse(CLEAN).success).toBe(true)
})

test.each([
  ['76561197960287930', true],
  ['7656119796028793', false],
  ['765611979602879300', false],
  [' 76561197960287930', false],
  ['76561197960287930\n', false],
  ['٧٦٥٦١١٩٧٩٦٠٢٨٧٩٣٠', false],
  ['gabelogannewell', false],
])('the steamId schema accepts %j: %j', (text, is) => {
  expect(steamIdSchema.safeParse(text).success).toBe(is)
})
