import { describe, expect, test } from 'vitest'
import type { ListedRecord } from '../../src/accounts/shown-record.ts'
import { judgeKnownFacts, isRefused } from '../../src/policy/judge.ts'
import {
  bansOf,
  DAY,
  exceptionOf,
  factsOf,
  known,
  NOW,
  PLAYER,
  policyOf,
  profileOf,
  UNAVAILABLE,
} from '../support/policies.ts'

const record = (more: Partial<ListedRecord> = {}): ListedRecord => ({
  steamId: PLAYER,
  bans: bansOf(),
  fetchedAt: NOW,
  profile: null,
  hours: null,
  ...more,
})
const refusal = (policy: ReturnType<typeof policyOf>, more: Partial<ListedRecord> = {}) =>
  isRefused({ policy, now: NOW }, record(more))

describe('the expected verdict of a look-up', () => {
  test('is that of the policy on all its facts', () => {
    const policy = policyOf({ maxVacBans: 0, minRustHours: 50 })
    expect(judgeKnownFacts({ policy, now: NOW }, factsOf())?.verdict).toBe('allow')
    expect(judgeKnownFacts({ policy, now: NOW }, factsOf({ rustHours: UNAVAILABLE }))?.verdict).toBe('unknown')
    const banned = factsOf({ bans: known(bansOf({ NumberOfVACBans: 1, DaysSinceLastBan: 120 })) })
    expect(judgeKnownFacts({ policy, now: NOW }, banned)).toMatchObject({
      verdict: 'deny',
      reasons: [{ value: 1, lastBanDays: 120 }],
    })
  })

  test('is missing for a policy without rules, unless an exception is about the account', () => {
    expect(judgeKnownFacts({ policy: policyOf({}), now: NOW }, factsOf())).toBeNull()
    expect(judgeKnownFacts({ policy: policyOf({ denyTradeBan: false }), now: NOW }, factsOf())).toBeNull()
    const policy = policyOf({}, { exceptions: exceptionOf('deny') })
    expect(judgeKnownFacts({ policy, now: NOW }, factsOf())?.verdict).toBe('deny')
  })
})

describe('the refusal of an account of a list', () => {
  test('rests on its bans, and on the profile and the hours where the list has them', () => {
    const policy = policyOf({ maxGameBans: 0, minAccountAgeDays: 30, minRustHours: 50 })
    expect(refusal(policy, { bans: bansOf({ NumberOfGameBans: 1 }) })).toBe(true)
    expect(refusal(policy, { profile: profileOf({ createdAt: NOW - 3 * DAY }) })).toBe(true)
    const hidden = { profile: profileOf({ createdAt: null, isPrivate: true }) }
    expect(refusal(policyOf({ denyPrivateProfile: true }), hidden)).toBe(true)
    expect(refusal(policy, { hours: 12 })).toBe(true)
    expect(refusal(policy, { profile: profileOf({ createdAt: NOW - 300 * DAY }), hours: 80 })).toBe(false)
  })

  test('is never a guess about what the list does not say', () => {
    const hidden = { minAccountAgeDays: 'deny', minRustHours: 'deny' } as const
    const rules = {
      minAccountAgeDays: 30,
      minRustHours: 50,
      denyPrivateProfile: true,
      denyHiddenHours: true,
      denyUnconfigured: true,
    }
    const unsaid = profileOf({ createdAt: null, isPrivate: null, isConfigured: null })
    expect(refusal(policyOf(rules, { onUnknown: hidden }))).toBe(false)
    expect(refusal(policyOf(rules, { onUnknown: hidden }), { profile: unsaid })).toBe(false)
    // 0 hours can be those of an account that owns no Rust, which this policy accepts.
    expect(refusal(policyOf({ minRustHours: 50 }, { onUnknown: { minRustHours: 'allow' } }), { hours: 0 })).toBe(false)
  })

  test('knows exceptions, and how old the record has become', () => {
    const bans = bansOf({ NumberOfVACBans: 1, DaysSinceLastBan: 364 })
    const policy = policyOf({ maxVacBans: 0, banForgottenAfterDays: 365 })
    expect(refusal(policy, { bans })).toBe(true)
    expect(refusal(policy, { bans, fetchedAt: NOW - DAY })).toBe(false)
    expect(refusal({ ...policy, exceptions: exceptionOf('allow') }, { bans })).toBe(false)
    expect(refusal(policyOf({}, { exceptions: exceptionOf('deny') }))).toBe(true)
  })
})
