import { describe, expect, test } from 'vitest'
import type { Bans } from '../../../src/model/account.ts'
import { banStatusOf, byBanStatus, formatBans } from '../../../src/accounts/presentation/ban-status.ts'
import { de as german, en as english } from '../../support/texts.ts'
import { CLEAN } from '../../support/fake-context.ts'

const escape = (word: string) => word.replaceAll('*', String.raw`\*`)

const withVac: Partial<Bans> = { VACBanned: true, NumberOfVACBans: 1 }

describe('the status of a ban record', () => {
  test.each<[string, Partial<Bans>]>([
    ['banned', withVac],
    ['banned', { NumberOfGameBans: 1 }],
    ['banned', { CommunityBanned: true }],
    ['banned', { CommunityBanned: true, EconomyBan: 'banned' }],
    ['restricted', { EconomyBan: 'banned' }],
    ['restricted', { EconomyBan: 'probation' }],
    ['restricted', { EconomyBan: 'something new' }],
    ['clean', {}],
  ])('is %s for %j', (standing, bans) => {
    expect(banStatusOf({ ...CLEAN, ...bans })).toBe(standing)
  })
})

describe('formatBans', () => {
  test.each<[Partial<Bans>, string, string]>([
    [{}, 'no bans', 'keine Bans'],
    [{ ...withVac, DaysSinceLastBan: 0 }, '1 VAC ban, today', '1 VAC-Ban, heute'],
    [{ ...withVac, DaysSinceLastBan: 1 }, '1 VAC ban, 1 day ago', '1 VAC-Ban, vor 1 Tag'],
    [
      { NumberOfGameBans: 3, DaysSinceLastBan: 1_234 },
      '3 game bans, newest 1,234 days ago',
      '3 Game-Bans, neuester vor 1.234 Tagen',
    ],
    [
      { ...withVac, NumberOfVACBans: 2, NumberOfGameBans: 1, DaysSinceLastBan: 5 },
      '2 VAC bans, 1 game ban, newest 5 days ago',
      '2 VAC-Bans, 1 Game-Ban, neuester vor 5 Tagen',
    ],
    [{ CommunityBanned: true, DaysSinceLastBan: 5 }, 'Steam Community ban', 'Steam-Community-Ban'],
    [{ EconomyBan: 'banned' }, 'trade ban', 'Trade-Ban'],
    [{ EconomyBan: '*frozen*' }, String.raw`trade: \*frozen\*`, String.raw`Handel: \*frozen\*`],
  ])('%j', (bans, inEnglish, inGerman) => {
    expect(formatBans({ ...CLEAN, ...bans }, english, escape)).toBe(inEnglish)
    expect(formatBans({ ...CLEAN, ...bans }, german, escape)).toBe(inGerman)
  })
})

test('byBanStatus sorts banned before restricted before clean, the newest ban first and undated bans last', () => {
  const today = { ...CLEAN, NumberOfGameBans: 1 }
  const old = { ...CLEAN, ...withVac, DaysSinceLastBan: 3_000 }
  const community = { ...CLEAN, CommunityBanned: true }
  const restricted = { ...CLEAN, EconomyBan: 'banned' }
  const clean = { ...CLEAN }
  expect([clean, community, restricted, old, today].toSorted(byBanStatus)).toEqual([
    today,
    old,
    community,
    restricted,
    clean,
  ])
})
