import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bans } from '../../../src/model/account.ts'
import { banStatusOf, byBanStatus, formatBans, hasBanDate } from '../../../src/accounts/presentation/ban-status.ts'
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
    [{ ...withVac, DaysSinceLastBan: 0 }, '1 VAC ban, last ban today', '1 VAC-Ban, letzter Ban heute'],
    [{ ...withVac, DaysSinceLastBan: 1 }, '1 VAC ban, last ban 1 day ago', '1 VAC-Ban, letzter Ban vor 1 Tag'],
    [
      { NumberOfGameBans: 3, DaysSinceLastBan: 1_234 },
      '3 game bans, last ban 1,234 days ago',
      '3 Game-Bans, letzter Ban vor 1.234 Tagen',
    ],
    [
      { ...withVac, NumberOfVACBans: 2, NumberOfGameBans: 1, DaysSinceLastBan: 5 },
      '2 VAC bans, 1 game ban, last ban 5 days ago (VAC or game)',
      '2 VAC-Bans, 1 Game-Ban, letzter VAC- oder Game-Ban vor 5 Tagen',
    ],
    [{ CommunityBanned: true, DaysSinceLastBan: 5 }, 'Steam Community ban', 'Steam-Community-Ban'],
    [{ EconomyBan: 'banned' }, 'trade ban', 'Trade-Ban'],
    [{ EconomyBan: '*frozen*' }, String.raw`trade: \*frozen\*`, String.raw`Handel: \*frozen\*`],
  ])('%j', (bans, inEnglish, inGerman) => {
    expect(formatBans({ ...CLEAN, ...bans }, english, escape)).toBe(inEnglish)
    expect(formatBans({ ...CLEAN, ...bans }, german, escape)).toBe(inGerman)
  })

  test('shows a date only for VAC and game bans, and marks it as shared only when there are both', () => {
    const records: fc.Arbitrary<Bans> = fc
      .record({
        NumberOfVACBans: fc.nat({ max: 2 }),
        NumberOfGameBans: fc.nat({ max: 2 }),
        DaysSinceLastBan: fc.nat({ max: 3 }),
        CommunityBanned: fc.boolean(),
        EconomyBan: fc.constantFrom('none', 'banned'),
      })
      .map((record) => ({ ...record, VACBanned: record.NumberOfVACBans > 0 }))
    fc.assert(
      fc.property(records, (bans) => {
        const shown = formatBans(bans, english, escape)
        const hasVac = bans.VACBanned
        const hasGame = bans.NumberOfGameBans > 0
        expect(shown.includes('(VAC or game)')).toBe(hasVac && hasGame)
        expect(shown.includes('last ban')).toBe(hasVac || hasGame)
        expect(hasBanDate(bans)).toBe(hasVac || hasGame)
        expect(shown === 'no bans').toBe(banStatusOf(bans) === 'clean')
      }),
    )
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
