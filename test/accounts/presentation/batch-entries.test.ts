import { expect, test } from 'vitest'
import type { Bans } from '../../../src/model/account.ts'
import {
  countEntries,
  sortEntries,
  toneOfBatch,
  type EntryFacts,
} from '../../../src/accounts/presentation/batch-entries.ts'
import { CLEAN } from '../../support/fake-context.ts'

const found = (bans: Partial<Bans>, timecreated: number | null = 1_500_000_000): EntryFacts => ({
  bans: { ...CLEAN, ...bans },
  timecreated,
})
const failed = (code: string, bans: Partial<Bans> | null = null): EntryFacts => ({
  code,
  bans: bans === null ? null : { ...CLEAN, ...bans },
})

const bannedToday = found({ NumberOfGameBans: 1 })
const bannedLongAgo = found({ NumberOfGameBans: 1, DaysSinceLastBan: 3_000 })
const bannedWithoutProfile = failed('account_not_found', { NumberOfGameBans: 1, DaysSinceLastBan: 10 })
const withoutProfile = failed('account_not_found', {})
const bannedUnconfirmed = failed('platform_unavailable', { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 11 })
const unconfirmed = failed('platform_unavailable', {})
const notFound = failed('account_not_found')
const unavailable = failed('platform_unavailable')
const restricted = found({ EconomyBan: 'probation' })
const clean = found({})
const hidden = found({}, null)
const noLonger = { ...clean, earlierBans: { vac: 0, game: 1, community: false, seenUntil: 1_700_000_000 } }

const unread = { ...clean, earlierBans: 'unreadable' as const }

test('banned entries come first, the newest ban at the top, then trade restrictions, earlier bans, what is not known, private, and no bans', () => {
  const mixed = [
    clean,
    hidden,
    unavailable,
    noLonger,
    restricted,
    bannedLongAgo,
    withoutProfile,
    unconfirmed,
    bannedUnconfirmed,
    bannedWithoutProfile,
    bannedToday,
  ]
  expect(sortEntries(mixed)).toEqual([
    bannedToday,
    bannedWithoutProfile,
    bannedUnconfirmed,
    bannedLongAgo,
    restricted,
    noLonger,
    unavailable,
    withoutProfile,
    unconfirmed,
    hidden,
    clean,
  ])
})

test('the counts tell what is not known apart from what is not found', () => {
  const known = [bannedToday, bannedWithoutProfile, withoutProfile, bannedUnconfirmed, unconfirmed]
  const all = [...known, notFound, unavailable, restricted, clean, hidden, noLonger, unread]
  expect(countEntries(all)).toEqual({
    known: 10,
    banned: 3,
    restricted: 1,
    withEarlierBans: 1,
    withUnreadableHistory: 1,
    withoutProfile: 2,
    profileNotReturned: 2,
    notFound: 1,
    unavailable: 1,
  })
})

test.each([
  ['banned', [clean, unavailable, bannedWithoutProfile]],
  ['incomplete', [clean, restricted, notFound]],
  ['incomplete', [clean, withoutProfile]],
  ['incomplete', [clean, unconfirmed]],
  ['incomplete', [clean, noLonger, unread]],
  ['banned', [clean, unavailable, bannedUnconfirmed]],
  ['restricted', [clean, hidden, restricted]],
  ['neutral', [clean, hidden, noLonger]],
  ['private', [clean, hidden]],
  ['clean', [clean]],
])('a batch is %s for its most severe entry', (tone, entries) => {
  expect(toneOfBatch(entries)).toBe(tone)
})

test('a trade restriction of an account without a profile is one like any other', () => {
  const restrictedWithoutProfile = failed('account_not_found', { EconomyBan: 'banned' })
  expect(toneOfBatch([restrictedWithoutProfile])).toBe('restricted')
  expect(countEntries([restrictedWithoutProfile])).toMatchObject({ restricted: 1, withoutProfile: 1 })
})
