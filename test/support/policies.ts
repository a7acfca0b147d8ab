import type { Bans } from '../../src/model/account.ts'
import type { Policy, PolicyException } from '../../src/model/policy.ts'
import type { Facts, HoursFacts, ProfileFacts } from '../../src/model/facts.ts'

export const DAY = 86_400
/** The time of the tests, Unix seconds. */
export const NOW = 1_800_000_000
export const PLAYER = '76561197960287930'

/** A policy that enforces some rules, without exceptions. */
export function policyOf(rules: Policy['rules'], rest: Partial<Policy> = {}): Policy {
  return {
    name: 'main',
    version: 1,
    language: 'en',
    mode: 'enforce',
    rules,
    onUnknown: {},
    actions: {},
    appeal: '',
    exceptions: new Map(),
    ...rest,
  }
}

/** An exception for the player of the tests, without end. */
export function exceptionOf(decision: PolicyException['decision'], until: number | null = null) {
  return new Map([[PLAYER, { steamId: PLAYER, decision, reason: 'A note of a moderator', until }]])
}

export const known = <T>(value: T, fetchedAt = NOW) => ({ kind: 'known', value, fetchedAt, isStale: false }) as const
export const UNAVAILABLE = { kind: 'unavailable' } as const
export const UNASKED = { kind: 'unasked' } as const

/** The ban record of a clean account, with changes. */
export function bansOf(changes: Partial<Bans> = {}): Bans {
  const bans = { NumberOfVACBans: 0, NumberOfGameBans: 0, DaysSinceLastBan: 0, CommunityBanned: false }
  return { ...bans, EconomyBan: 'none', VACBanned: (changes.NumberOfVACBans ?? 0) > 0, ...changes }
}

/** A public profile, four years old, with changes. */
export function profileOf(changes: Partial<ProfileFacts> = {}): ProfileFacts {
  return { isPrivate: false, isConfigured: true, createdAt: NOW - 1_500 * DAY, ...changes }
}

export const hoursOf = (hours: number): HoursFacts => ({ kind: 'hours', hours })

/** All facts of a clean account, fetched now, with changes. */
export function factsOf(changes: Partial<Facts> = {}): Facts {
  return {
    steamId: PLAYER,
    bans: known(bansOf()),
    profile: known(profileOf()),
    rustHours: known(hoursOf(500)),
    ...changes,
  }
}
