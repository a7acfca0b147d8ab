import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../src/model/language.ts'
import type { OnUnknown, RuleActions, Rules } from '../../src/model/policy.ts'
import { findContradictions } from '../../src/model/check-terms.ts'
import { problemText } from '../../src/policy/rule-texts.ts'

const problems = (rules: Rules, onUnknown: OnUnknown = {}, actions: RuleActions = {}) =>
  findContradictions({ rules, onUnknown, actions })

test.each<[Rules, OnUnknown, ReturnType<typeof problems>]>([
  [{ banForgottenAfterDays: 30 }, {}, [{ code: 'forgotten_without_limit', rule: 'banForgottenAfterDays' }]],
  [
    { banForgottenAfterDays: 30, denyCommunityBan: true },
    {},
    [{ code: 'forgotten_without_limit', rule: 'banForgottenAfterDays' }],
  ],
  [
    { denyTradeProbation: true, denyTradeBan: false },
    {},
    [{ code: 'probation_without_ban', rule: 'denyTradeProbation', other: 'denyTradeBan' }],
  ],
  [{}, { minRustHours: 'deny' }, [{ code: 'on_unknown_without_rule', rule: 'minRustHours' }]],
  [
    { minRustHours: 1 },
    { minAccountAgeDays: 'allow' },
    [{ code: 'on_unknown_without_rule', rule: 'minAccountAgeDays' }],
  ],
  [
    { minRustHours: 1, denyHiddenHours: true },
    { minRustHours: 'allow' },
    [{ code: 'on_unknown_without_effect', rule: 'minRustHours', other: 'denyHiddenHours' }],
  ],
  [
    { minAccountAgeDays: 1, denyPrivateProfile: true },
    { minAccountAgeDays: 'allow' },
    [{ code: 'on_unknown_without_effect', rule: 'minAccountAgeDays', other: 'denyPrivateProfile' }],
  ],
])('%j with %j is contradictory', (rules, onUnknown, expected) => {
  expect(problems(rules, onUnknown)).toEqual(expected)
})

test.each<[Rules, OnUnknown]>([
  [{}, {}],
  [{ maxVacBans: 0, banForgottenAfterDays: 30 }, {}],
  [{ maxGameBans: 0, banForgottenAfterDays: 30 }, {}],
  [{ denyTradeBan: true, denyTradeProbation: true }, {}],
  [{ denyTradeProbation: false }, {}],
  [{}, { minRustHours: 'unknown' }],
  [{ minRustHours: 1, denyHiddenHours: false }, { minRustHours: 'allow' }],
  [{ minRustHours: 1, denyHiddenHours: true }, { minRustHours: 'deny' }],
  [{ minRustHours: 1, denyPrivateProfile: true }, { minRustHours: 'allow' }],
  [{ minAccountAgeDays: 1, denyHiddenHours: true }, { minAccountAgeDays: 'allow' }],
])('%j with %j is not', (rules, onUnknown) => {
  expect(problems(rules, onUnknown)).toEqual([])
})

describe('of rules that notify,', () => {
  test.each<[Rules, OnUnknown, RuleActions]>([
    [{ denyTradeProbation: true, denyTradeBan: true }, {}, { denyTradeBan: 'notify' }],
    [{ minRustHours: 1, denyHiddenHours: true }, { minRustHours: 'allow' }, { minRustHours: 'notify' }],
    [{}, {}, { minRustHours: 'notify' }],
    [{ denyTradeBan: false }, {}, { denyTradeBan: 'notify' }],
  ])('%j with %j and %j is contradictory', (rules, onUnknown, actions) => {
    expect(problems(rules, onUnknown, actions)).toHaveLength(1)
  })

  test.each<[Rules, OnUnknown, RuleActions]>([
    [{ denyTradeProbation: true }, {}, { denyTradeProbation: 'notify' }],
    [{ minRustHours: 1, denyHiddenHours: true }, { minRustHours: 'allow' }, { denyHiddenHours: 'notify' }],
    [{ maxVacBans: 0, banForgottenAfterDays: 30 }, {}, { maxVacBans: 'notify' }],
    [{}, {}, { minRustHours: 'refuse' }],
  ])('%j with %j and %j is not', (rules, onUnknown, actions) => {
    expect(problems(rules, onUnknown, actions)).toEqual([])
  })
})

test('a problem names the rule, what is wrong, and what to do', () => {
  const [problem] = problems({ minRustHours: 1, denyHiddenHours: true }, { minRustHours: 'allow' })
  if (problem === undefined) throw new Error('no problem found')
  const textIn = (language: Language) => problemText(problem.code, problem.rule, problem.other, language)
  expect(textIn('en')).toBe(
    '“minRustHours” accepts hidden facts, but “denyHiddenHours” refuses every such account. Change one of them.',
  )
  expect(textIn('de')).toBe(
    '„minRustHours“ lässt Konten mit verborgenen Angaben ein, aber „denyHiddenHours“ lehnt jedes solche Konto ab. Ändere eines davon.',
  )
})

test('every problem names its rule in each language', () => {
  const all = [
    ...problems({ banForgottenAfterDays: 30, denyTradeProbation: true }, { minAccountAgeDays: 'deny' }),
    ...problems({ minRustHours: 1, denyHiddenHours: true }, { minRustHours: 'allow' }),
    ...problems({}, {}, { denyUnconfigured: 'notify' }),
  ]
  expect(all).toHaveLength(5)
  for (const { code, rule, other } of all) {
    for (const language of LANGUAGES) {
      expect(problemText(code, rule, other, language)).toContain(rule)
      expect(problemText(code, rule, other, language)).not.toMatch(/undefined| {2}/)
    }
  }
})
