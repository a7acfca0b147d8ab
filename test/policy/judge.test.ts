import { describe, expect, test } from 'vitest'
import type { Policy, Rules } from '../../src/model/policy.ts'
import type { Facts } from '../../src/model/facts.ts'
import { judge, judgeNotices } from '../../src/policy/judge.ts'
import {
  bansOf,
  DAY,
  exceptionOf,
  factsOf,
  hoursOf,
  known,
  NOW,
  policyOf,
  profileOf,
  UNASKED,
  UNAVAILABLE,
} from '../support/policies.ts'

const bans = (changes: Parameters<typeof bansOf>[0], fetchedAt = NOW) => ({ bans: known(bansOf(changes), fetchedAt) })
const profile = (changes: Parameters<typeof profileOf>[0]) => ({ profile: known(profileOf(changes)) })
const aged = (seconds: number) => profile({ createdAt: NOW - seconds })
const hours = (count: number) => ({ rustHours: known(hoursOf(count)) })
const HIDDEN_HOURS = { rustHours: known({ kind: 'hidden' } as const) }
const NOT_OWNED = { rustHours: known({ kind: 'not_owned' } as const) }
const HIDDEN_AGE = profile({ isPrivate: true, createdAt: null })
const NOTHING = { bans: UNAVAILABLE, profile: UNAVAILABLE, rustHours: UNAVAILABLE }

/** The rules that deny, and those that are undecided with their cause. */
function judged(rules: Rules, changes: Partial<Facts>, rest: Parameters<typeof policyOf>[1] = {}) {
  const { verdict, reasons, unknown } = judge(policyOf(rules, rest), factsOf(changes), NOW)
  return [verdict, ...reasons.map(({ code }) => code), ...unknown.map(({ code, cause }) => `${code} ${cause}`)]
}

describe('each rule at its limit', () => {
  test.each<[string, Rules, Partial<Facts>, 'allow' | 'deny']>([
    ['as many VAC bans', { maxVacBans: 1 }, bans({ NumberOfVACBans: 1 }), 'allow'],
    ['one VAC ban more', { maxVacBans: 1 }, bans({ NumberOfVACBans: 2 }), 'deny'],
    ['game bans are not VAC bans', { maxVacBans: 0 }, bans({ NumberOfGameBans: 5 }), 'allow'],
    ['as many game bans', { maxGameBans: 1 }, bans({ NumberOfGameBans: 1 }), 'allow'],
    ['one game ban more', { maxGameBans: 1 }, bans({ NumberOfGameBans: 2 }), 'deny'],
    ['VAC bans are not game bans', { maxGameBans: 0 }, bans({ NumberOfVACBans: 5 }), 'allow'],
    ['a community ban', { denyCommunityBan: true }, bans({ CommunityBanned: true }), 'deny'],
    ['no community ban', { denyCommunityBan: true }, bans({}), 'allow'],
    ['a trade ban', { denyTradeBan: true }, bans({ EconomyBan: 'banned' }), 'deny'],
    ['probation is no trade ban', { denyTradeBan: true }, bans({ EconomyBan: 'probation' }), 'allow'],
    ['probation', { denyTradeProbation: true }, bans({ EconomyBan: 'probation' }), 'deny'],
    ['a trade ban is no probation', { denyTradeProbation: true }, bans({ EconomyBan: 'banned' }), 'allow'],
    ['no trade restriction', { denyTradeBan: true, denyTradeProbation: true }, bans({}), 'allow'],
    ['just old enough', { minAccountAgeDays: 30 }, aged(30 * DAY), 'allow'],
    ['one second too young', { minAccountAgeDays: 30 }, aged(30 * DAY - 1), 'deny'],
    ['just enough hours', { minRustHours: 10.5 }, hours(10.5), 'allow'],
    ['too few hours', { minRustHours: 10.5 }, hours(10.4), 'deny'],
    ['a private profile', { denyPrivateProfile: true }, profile({ isPrivate: true }), 'deny'],
    ['a public profile', { denyPrivateProfile: true }, profile({}), 'allow'],
    ['hidden hours', { denyHiddenHours: true }, HIDDEN_HOURS, 'deny'],
    ['not owned', { denyHiddenHours: true }, NOT_OWNED, 'deny'],
    ['hours shown', { denyHiddenHours: true }, hours(0), 'allow'],
    ['never set up', { denyUnconfigured: true }, profile({ isConfigured: false }), 'deny'],
    ['set up', { denyUnconfigured: true }, profile({}), 'allow'],
  ])('%s', (_, rules, changes, verdict) => {
    expect(judged(rules, changes)).toEqual(verdict === 'deny' ? ['deny', Object.keys(rules)[0]] : ['allow'])
  })
})

describe('bans that are forgotten', () => {
  const forgotten = (days: number, after: number, rules: Rules = { maxVacBans: 0 }) =>
    judged({ ...rules, banForgottenAfterDays: after }, bans({ NumberOfVACBans: 1, DaysSinceLastBan: days }))

  test('0 days is today, the newest possible ban', () => expect(forgotten(0, 1)).toEqual(['deny', 'maxVacBans']))
  test('a day too early', () => expect(forgotten(364, 365)).toEqual(['deny', 'maxVacBans']))
  test('just old enough', () => expect(forgotten(365, 365)).toEqual(['allow']))

  test('the days since an answer count, whole ones only', () => {
    const rules = { maxVacBans: 0, banForgottenAfterDays: 10 }
    const banned = { NumberOfVACBans: 1, DaysSinceLastBan: 8 }
    expect(judged(rules, bans(banned, NOW - 2 * DAY + 1))).toEqual(['deny', 'maxVacBans'])
    expect(judged(rules, bans(banned, NOW - 2 * DAY))).toEqual(['allow'])
    expect(judged(rules, bans({ ...banned, DaysSinceLastBan: 10 }, NOW + 2 * DAY))).toEqual(['allow'])
  })
})

describe('facts that the player hides', () => {
  test.each<[string, Rules, Partial<Facts>]>([
    ['the age of a private profile', { minAccountAgeDays: 30 }, HIDDEN_AGE],
    ['hours', { minRustHours: 10 }, HIDDEN_HOURS],
    ['hours of a game that the account does not own', { minRustHours: 10 }, NOT_OWNED],
  ])('%s', (_, rules, changes) => {
    const [code = ''] = Object.keys(rules)
    expect(judged(rules, changes)).toEqual(['unknown', `${code} hidden`])
    expect(judged(rules, changes, { onUnknown: { [code]: 'unknown' } })).toEqual(['unknown', `${code} hidden`])
    expect(judged(rules, changes, { onUnknown: { [code]: 'deny' } })).toEqual(['deny', code])
    expect(judged(rules, changes, { onUnknown: { [code]: 'allow' } })).toEqual(['allow'])
  })
})

describe('what Steam did not answer', () => {
  const ALLOW_HIDDEN = { onUnknown: { minAccountAgeDays: 'allow', minRustHours: 'allow' } } as const
  const DENY_HIDDEN = { onUnknown: { minAccountAgeDays: 'deny', minRustHours: 'deny' } } as const
  const everyRule = {
    maxVacBans: 0,
    maxGameBans: 0,
    banForgottenAfterDays: 365,
    denyCommunityBan: true,
    denyTradeBan: true,
    denyTradeProbation: true,
    minAccountAgeDays: 30,
    minRustHours: 10,
    denyPrivateProfile: true,
    denyHiddenHours: true,
    denyUnconfigured: true,
  }

  test.each([
    ['unavailable', UNAVAILABLE],
    ['unasked', UNASKED],
  ])('leaves every rule undecided when it is %s, whatever hidden facts mean', (_, part) => {
    const nothing = { bans: part, profile: part, rustHours: part }
    const undecided = Object.keys(everyRule).filter((rule) => rule !== 'banForgottenAfterDays')
    const expected = ['unknown', ...undecided.map((rule) => `${rule} unavailable`)]
    for (const rest of [{}, ALLOW_HIDDEN, DENY_HIDDEN]) expect(judged(everyRule, nothing, rest)).toEqual(expected)
  })

  test.each<[string, Rules, Partial<Facts>]>([
    ['the visibility', { denyPrivateProfile: true }, profile({ isPrivate: null })],
    ['whether the profile is set up', { denyUnconfigured: true }, profile({ isConfigured: null })],
    ['the age of a public profile', { minAccountAgeDays: 30 }, profile({ createdAt: null })],
    ['age and visibility', { minAccountAgeDays: 30 }, profile({ createdAt: null, isPrivate: null })],
    ['a trade standing that is new to us', { denyTradeBan: true }, bans({ EconomyBan: 'locked' })],
    ['the same for probation', { denyTradeProbation: true }, bans({ EconomyBan: 'locked' })],
  ])('%s', (_, rules, changes) => {
    const expected = ['unknown', `${Object.keys(rules)[0]} unavailable`]
    for (const rest of [{}, ALLOW_HIDDEN, DENY_HIDDEN]) expect(judged(rules, changes, rest)).toEqual(expected)
  })

  test('each undecided rule names its part', () => {
    const { unknown } = judge(policyOf(everyRule), factsOf(NOTHING), NOW)
    expect(Object.fromEntries(unknown.map(({ code, part }) => [code, part]))).toEqual({
      maxVacBans: 'bans',
      maxGameBans: 'bans',
      denyCommunityBan: 'bans',
      denyTradeBan: 'bans',
      denyTradeProbation: 'bans',
      minAccountAgeDays: 'profile',
      denyPrivateProfile: 'profile',
      denyUnconfigured: 'profile',
      minRustHours: 'rustHours',
      denyHiddenHours: 'rustHours',
    })
  })

  test('a known denial wins, and both lists are whole', () => {
    const rules = { maxVacBans: 0, maxGameBans: 0, minAccountAgeDays: 30, minRustHours: 10, denyPrivateProfile: true }
    const changes = { ...bans({ NumberOfVACBans: 1, NumberOfGameBans: 2 }), ...HIDDEN_AGE, rustHours: UNAVAILABLE }
    expect(judged(rules, changes)).toEqual([
      'deny',
      'maxVacBans',
      'maxGameBans',
      'denyPrivateProfile',
      'minAccountAgeDays hidden',
      'minRustHours unavailable',
    ])
  })
})

describe('reasons', () => {
  test('say what the account has and what the rule accepts', () => {
    const rules = {
      maxVacBans: 0,
      maxGameBans: 1,
      denyCommunityBan: true,
      denyTradeBan: true,
      minAccountAgeDays: 30,
      minRustHours: 10,
      denyPrivateProfile: true,
      denyUnconfigured: true,
    }
    const changes = {
      ...bans(
        { NumberOfVACBans: 1, NumberOfGameBans: 2, DaysSinceLastBan: 7, CommunityBanned: true, EconomyBan: 'banned' },
        NOW - 3 * DAY,
      ),
      ...profile({ isPrivate: true, isConfigured: false, createdAt: NOW - 12.5 * DAY }),
      ...hours(3.2),
    }
    expect(judge(policyOf(rules), factsOf(changes), NOW).reasons).toEqual([
      { code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 10 },
      { code: 'maxGameBans', value: 2, limit: 1, lastBanDays: 10 },
      { code: 'denyCommunityBan', value: true, limit: false },
      { code: 'denyTradeBan', value: 'banned', limit: false },
      { code: 'minAccountAgeDays', value: 12, limit: 30 },
      { code: 'minRustHours', value: 3.2, limit: 10 },
      { code: 'denyPrivateProfile', value: true, limit: false },
      { code: 'denyUnconfigured', value: true, limit: false },
    ])
  })

  test('tell hidden hours from a game that is not owned', () => {
    const policy = policyOf({ denyHiddenHours: true, minRustHours: 10 }, { onUnknown: { minRustHours: 'deny' } })
    for (const [value, changes] of Object.entries({ hidden: HIDDEN_HOURS, not_owned: NOT_OWNED })) {
      expect(judge(policy, factsOf(changes), NOW).reasons).toEqual([
        { code: 'minRustHours', value, limit: 10 },
        { code: 'denyHiddenHours', value, limit: false },
      ])
    }
  })
})

describe('exceptions', () => {
  const rules = { maxVacBans: 0 }
  const banned = bans({ NumberOfVACBans: 1 })

  test('let an account in that the rules refuse', () => {
    expect(judge(policyOf(rules, { exceptions: exceptionOf('allow') }), factsOf(banned), NOW)).toEqual({
      verdict: 'allow',
      reasons: [{ code: 'exception', value: 'allow', limit: null }],
      unknown: [],
      until: null,
    })
  })

  test('refuse an account without any fact', () => {
    expect(judge(policyOf(rules, { exceptions: exceptionOf('deny') }), factsOf(NOTHING), NOW)).toEqual({
      verdict: 'deny',
      reasons: [{ code: 'exception', value: 'deny', limit: null }],
      unknown: [],
      until: null,
    })
  })

  test('count until their end, and not at it', () => {
    const policy = policyOf(rules, { exceptions: exceptionOf('allow', NOW + 1) })
    expect(judge(policy, factsOf(banned), NOW)).toMatchObject({ verdict: 'allow', until: NOW + 1 })
    expect(judge(policy, factsOf(banned), NOW + 1)).toMatchObject({ verdict: 'deny', until: null })
  })

  test('of another account do not count', () => {
    const policy = policyOf(rules, { exceptions: exceptionOf('allow') })
    expect(judge(policy, factsOf({ ...banned, steamId: '76561197960287931' }), NOW).verdict).toBe('deny')
  })
})

describe('until', () => {
  const forgetful = { maxVacBans: 0, banForgottenAfterDays: 365 }
  const banned = { NumberOfVACBans: 1, DaysSinceLastBan: 364 }
  const young = { minAccountAgeDays: 30 }
  const UNTIL_SOON = NOW + 5

  test.each<[string, Rules, Partial<Facts>, number | null]>([
    [
      'when a ban is forgotten',
      forgetful,
      bans({ ...banned, DaysSinceLastBan: 120 }, NOW - 100),
      NOW - 100 + 245 * DAY,
    ],
    ['when the account is old enough', young, aged(12 * DAY + 5), NOW + 18 * DAY - 5],
    ['the later of two denials', { ...forgetful, ...young }, { ...bans(banned), ...aged(0) }, NOW + 30 * DAY],
    [
      'when a denial becomes unknown',
      { ...young, minRustHours: 10 },
      { ...aged(0), rustHours: UNAVAILABLE },
      NOW + 30 * DAY,
    ],
    [
      'null while another denial stays',
      { ...forgetful, denyCommunityBan: true },
      bans({ ...banned, CommunityBanned: true }),
      null,
    ],
    ['beyond the time of 32 bits', { minAccountAgeDays: 36_500 }, aged(0), NOW + 36_500 * DAY],
  ])('is %s', (_, rules, changes, expected) => {
    expect(judge(policyOf(rules), factsOf(changes), NOW).until).toBe(expected)
  })

  test.each<[string, 'allow' | 'deny', Rules, Partial<Facts>, number | null]>([
    ['null where nothing changes then', 'allow', {}, {}, null],
    ['later where only the rules change then', 'deny', young, aged(0), NOW + 30 * DAY],
    ['its end without facts, as the verdict is unknown then', 'deny', { maxVacBans: 0 }, { bans: UNASKED }, UNTIL_SOON],
  ])('of an exception that ends is %s', (_, decision, rules, changes, expected) => {
    const policy = policyOf(rules, { exceptions: exceptionOf(decision, UNTIL_SOON) })
    expect(judge(policy, factsOf(changes), NOW).until).toBe(expected)
  })
})

const noticesBy = (policy: Policy, facts: Facts) =>
  judgeNotices(policy, { ...judge(policy, facts, NOW), mode: policy.mode }, facts, NOW).map(({ code }) => code)

describe('a rule that notifies', () => {
  const NOTIFY = { rules: { minRustHours: 100, maxVacBans: 0 }, actions: { minRustHours: 'notify' } } as const
  const FEW = hours(5)
  const noticesOf = (changes: Partial<Facts>, rest: Parameters<typeof policyOf>[1] = {}, rules: Rules = NOTIFY.rules) =>
    noticesBy(policyOf(rules, { ...NOTIFY, rules, ...rest }), factsOf(changes))

  test('neither denies nor makes a verdict unknown', () => {
    expect(judged(NOTIFY.rules, FEW, NOTIFY)).toEqual(['allow'])
    expect(judged(NOTIFY.rules, HIDDEN_HOURS, NOTIFY)).toEqual(['allow'])
    expect(judged(NOTIFY.rules, { rustHours: UNAVAILABLE }, NOTIFY)).toEqual(['allow'])
    expect(judged(NOTIFY.rules, { rustHours: UNASKED, bans: UNAVAILABLE }, NOTIFY)).toEqual([
      'unknown',
      'maxVacBans unavailable',
    ])
  })

  test('reports an account that violates it, in both modes and while another rule is undecided', () => {
    expect(noticesOf(FEW)).toEqual(['minRustHours'])
    expect(noticesOf(FEW, { mode: 'observe' })).toEqual(['minRustHours'])
    expect(noticesOf({ ...FEW, bans: UNAVAILABLE })).toEqual(['minRustHours'])
    expect(noticesOf({})).toEqual([])
  })

  test('reports nothing of an unknown fact, and a hidden one only if it counts as a violation', () => {
    expect(noticesOf({ rustHours: UNAVAILABLE })).toEqual([])
    expect(noticesOf(HIDDEN_HOURS)).toEqual([])
    expect(noticesOf(HIDDEN_HOURS, { onUnknown: { minRustHours: 'deny' } })).toEqual(['minRustHours'])
  })

  test('reports no account with an exception, until that ends', () => {
    expect(noticesOf(FEW, { exceptions: exceptionOf('allow') })).toEqual([])
    expect(noticesOf(FEW, { mode: 'observe', exceptions: exceptionOf('deny') })).toEqual([])
    expect(noticesOf(FEW, { exceptions: exceptionOf('allow', NOW) })).toEqual(['minRustHours'])
  })

  test('reports no account that the own list refuses, also in observe', () => {
    const policy = policyOf(NOTIFY.rules, { ...NOTIFY, mode: 'observe' })
    const reasons = [{ code: 'banned_here' as const }]
    const answered = { verdict: 'deny', mode: 'enforce', reasons } as const
    expect(judgeNotices(policy, answered, factsOf(FEW), NOW)).toEqual([])
  })
})
