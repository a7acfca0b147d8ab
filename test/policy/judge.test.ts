import { describe, expect, test } from 'vitest'
import type { Rules } from '../../src/model/policy.ts'
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
  const BANNED = { NumberOfVACBans: 1 }

  test.each<[string, after: number, Partial<Facts>, 'allow' | 'deny']>([
    ['0 days is today, the newest possible ban', 1, bans({ ...BANNED, DaysSinceLastBan: 0 }), 'deny'],
    ['a day too early', 365, bans({ ...BANNED, DaysSinceLastBan: 364 }), 'deny'],
    ['just old enough', 365, bans({ ...BANNED, DaysSinceLastBan: 365 }), 'allow'],
    ['one second less than a day after the answer', 9, bans({ ...BANNED, DaysSinceLastBan: 8 }, NOW - DAY + 1), 'deny'],
    ['a whole day after the answer', 9, bans({ ...BANNED, DaysSinceLastBan: 8 }, NOW - DAY), 'allow'],
    ['an answer of the future', 10, bans({ ...BANNED, DaysSinceLastBan: 10 }, NOW + 2 * DAY), 'allow'],
  ])('%s', (_, banForgottenAfterDays, facts, verdict) => {
    expect(judged({ maxVacBans: 0, banForgottenAfterDays }, facts)[0]).toBe(verdict)
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

  test.each([
    [94 / 60, 1.6],
    [119 / 60, 1.9],
  ])('round %f hours as a look-up does, but not up to the limit', (played, value) => {
    expect(judge(policyOf({ minRustHours: 2 }), factsOf(hours(played)), NOW).reasons).toEqual([
      { code: 'minRustHours', value, limit: 2 },
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

test.each<['allow' | 'deny', Partial<Facts>]>([
  ['allow', bans({ NumberOfVACBans: 1 })],
  ['deny', NOTHING],
])('an exception that says %s decides, whatever is known', (decision, facts) => {
  expect(judge(policyOf({ maxVacBans: 0 }, { exceptions: exceptionOf(decision) }), factsOf(facts), NOW)).toEqual({
    verdict: decision,
    reasons: [{ code: 'exception', value: decision, limit: null }],
    unknown: [],
    until: null,
  })
})

test('a verdict by an exception ends with it even without facts, as the verdict is unknown then', () => {
  const policy = policyOf({ maxVacBans: 0 }, { exceptions: exceptionOf('deny', NOW + 5) })
  expect(judge(policy, factsOf({ bans: UNASKED }), NOW)).toMatchObject({ verdict: 'deny', until: NOW + 5 })
})

test('a rule that notifies reports no account that the own list refuses, also in observe', () => {
  const policy = policyOf({ minRustHours: 100 }, { actions: { minRustHours: 'notify' }, mode: 'observe' })
  const answered = { verdict: 'deny', mode: 'enforce', reasons: [{ code: 'banned_here' }] } as const
  expect(judgeNotices(policy, answered, factsOf(hours(5)), NOW)).toEqual([])
})
