import { describe, expect, test } from 'vitest'
import type { Bans } from '../../src/model/account.ts'
import type { Facts, HoursFacts, ProfileFacts } from '../../src/model/facts.ts'
import { selectWorthKnowing, type KnownOfAccount } from '../../src/accounts/select-worth-knowing.ts'
import { CLEAN, NOW } from '../support/fake-context.ts'

const DAY = 86_400
const known = <T>(value: T) => ({ kind: 'known' as const, value, fetchedAt: NOW, isStale: false })
const UNREMARKABLE: ProfileFacts = { isPrivate: false, isConfigured: true, createdAt: NOW - 1_000 * DAY }
const SCAN = { banned: 3, checked: 97, at: NOW - 60 }

interface Given extends Partial<Omit<KnownOfAccount, 'facts'>> {
  bans?: Partial<Bans>
  profile?: Partial<ProfileFacts>
  hours?: HoursFacts
  facts?: Partial<Facts>
}

const select = ({ bans, profile, hours = { kind: 'hours', hours: 400 }, facts, ...rest }: Given) =>
  selectWorthKnowing(
    {
      facts: {
        steamId: '76561197960287930',
        bans: known({ ...CLEAN, ...bans }),
        profile: known({ ...UNREMARKABLE, ...profile }),
        rustHours: known(hours),
        ...facts,
      },
      scan: undefined,
      ...rest,
    },
    NOW,
  )

const vac = (count: number, days: number) => ({ VACBanned: true, NumberOfVACBans: count, DaysSinceLastBan: days })

describe('worth knowing is', () => {
  test.each<[string, Given, unknown[]]>([
    ['nothing of an ordinary account', {}, []],
    ['an account of 29 days', { profile: { createdAt: NOW - 29 * DAY } }, [{ kind: 'young', days: 29 }]],
    ['not an account of 30 days', { profile: { createdAt: NOW - 30 * DAY } }, []],
    ['not a hidden age', { profile: { createdAt: null } }, []],
    ['49.9 hours', { hours: { kind: 'hours', hours: 49.9 } }, [{ kind: 'fewHours', hours: 49.9 }]],
    ['2,999 minutes', { hours: { kind: 'hours', hours: 2_999 / 60 } }, [{ kind: 'fewHours', hours: 49.9 }]],
    ['no time played', { hours: { kind: 'hours', hours: 0 } }, [{ kind: 'fewHours', hours: 0 }]],
    ['not 50 hours', { hours: { kind: 'hours', hours: 50 } }, []],
    ['that Rust is not owned', { hours: { kind: 'not_owned' } }, [{ kind: 'rustNotOwned' }]],
    ['a ban of 90 days', { bans: vac(1, 90) }, [{ kind: 'recentBan', days: 90 }]],
    ['a ban of today', { bans: vac(1, 0) }, [{ kind: 'recentBan', days: 0 }]],
    ['not a ban of 91 days', { bans: vac(1, 91) }, []],
    ['not a community ban, which has no date', { bans: { CommunityBanned: true } }, []],
    ['two bans of both kinds', { bans: { ...vac(1, 900), NumberOfGameBans: 1 } }, [{ kind: 'severalBans', count: 2 }]],
    ['two game bans', { bans: { NumberOfGameBans: 2, DaysSinceLastBan: 900 } }, [{ kind: 'severalBans', count: 2 }]],
    ['a profile that was never set up', { profile: { isConfigured: false } }, [{ kind: 'neverSetUp' }]],
    ['not a profile of which Steam did not say that', { profile: { isConfigured: null } }, []],
    ['hidden hours of a public profile', { hours: { kind: 'hidden' } }, [{ kind: 'hoursHidden' }]],
    ['banned friends in a remembered scan', { scan: SCAN }, [{ kind: 'bannedFriends', scan: SCAN }]],
    ['not a scan without a banned friend', { scan: { ...SCAN, banned: 0 } }, []],
  ])('%s', (_, given, expected) => {
    expect(select(given)).toEqual(expected)
  })

  test('nothing of a private account, whose age and hours are hidden with the rest', () => {
    expect(select({ profile: { isPrivate: true, createdAt: null }, hours: { kind: 'hidden' } })).toEqual([])
    expect(select({ profile: { isPrivate: null, createdAt: null }, hours: { kind: 'hidden' } })).toEqual([])
  })

  test('nothing of parts that could not be checked', () => {
    const unavailable = { kind: 'unavailable' } as const
    expect(select({ facts: { bans: unavailable, profile: unavailable, rustHours: unavailable } })).toEqual([])
  })
})
