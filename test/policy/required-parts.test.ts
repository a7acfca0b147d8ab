import { expect, test } from 'vitest'
import type { Rules } from '../../src/model/policy.ts'
import type { FactPart } from '../../src/model/verdict.ts'
import { notifyingRules, partsOf, refusingRules } from '../../src/policy/judge-rules.ts'

test.each<[Rules, FactPart[]]>([
  [{}, []],
  [{ maxVacBans: 0 }, ['bans']],
  [{ maxGameBans: 3, banForgottenAfterDays: 10 }, ['bans']],
  [{ banForgottenAfterDays: 10 }, []],
  [{ denyCommunityBan: true, denyTradeBan: true }, ['bans']],
  [{ denyTradeProbation: true }, ['bans']],
  [{ minAccountAgeDays: 30 }, ['profile']],
  [{ denyPrivateProfile: true }, ['profile']],
  [{ denyUnconfigured: true }, ['profile']],
  [{ minRustHours: 10 }, ['rustHours']],
  [{ denyHiddenHours: true }, ['rustHours']],
  [{ denyCommunityBan: false, denyPrivateProfile: false, denyHiddenHours: false }, []],
  [{ minRustHours: 10, minAccountAgeDays: 30, maxVacBans: 0 }, ['bans', 'profile', 'rustHours']],
])('%j needs %j', (rules, parts) => {
  expect(partsOf(refusingRules({ rules, actions: {} }))).toEqual(parts)
})

test('rules that notify need no part for the answer', () => {
  const terms = {
    rules: { maxVacBans: 0, minRustHours: 10, denyHiddenHours: true, minAccountAgeDays: 30, denyUnconfigured: false },
    actions: { minRustHours: 'notify', minAccountAgeDays: 'notify', denyUnconfigured: 'notify' },
  } as const
  expect(partsOf(refusingRules(terms))).toEqual(['bans', 'rustHours'])
  expect(partsOf(notifyingRules(terms))).toEqual(['profile', 'rustHours'])
})
