import { expect, test } from 'vitest'
import type { UnknownPart } from '../../src/model/verdict.ts'
import type { Reason } from '../../src/policy/judge.ts'
import { reasonText, reasonTexts, toVerdictReasons, unknownText } from '../../src/policy/rule-texts.ts'
import { policyOf } from '../support/policies.ts'

const FORGETFUL = { maxVacBans: 0, banForgottenAfterDays: 365 }
const reasonOf = (code: Reason['code'], value: Reason['value'], limit: Reason['limit'], more = {}): Reason => ({
  code,
  value,
  limit,
  ...more,
})
const VAC = reasonOf('maxVacBans', 1, 0, { lastBanDays: 1 })

test.each<[Reason, string]>([
  [{ ...VAC, lastBanDays: 120 }, '1 VAC ban, last ban 120 days ago (limit: 0; forgotten after 365 days)'],
  [
    reasonOf('maxGameBans', 2, 1, { lastBanDays: 0 }),
    '2 game bans, last ban today (limit: 1; forgotten after 365 days)',
  ],
  [reasonOf('denyCommunityBan', true, false), 'Steam Community ban'],
  [reasonOf('denyTradeBan', 'banned', false), 'Trade ban'],
  [reasonOf('denyTradeProbation', 'probation', false), 'Trade probation'],
  [reasonOf('minAccountAgeDays', 1, 30), 'Account is 1 day old (at least 30 days)'],
  [reasonOf('minAccountAgeDays', 'hidden', 30), 'Account age is hidden (at least 30 days)'],
  [reasonOf('minRustHours', 3.2, 1_500), '3.2 hours in Rust (at least 1,500 hours)'],
  [reasonOf('minRustHours', 'hidden', 10), 'Hours in Rust are hidden (at least 10 hours)'],
  [reasonOf('minRustHours', 'not_owned', 10), 'Account does not own Rust (at least 10 hours)'],
  [reasonOf('denyPrivateProfile', true, false), 'Profile is private'],
  [reasonOf('denyHiddenHours', 'hidden', false), 'Hours in Rust are hidden'],
  [reasonOf('denyHiddenHours', 'not_owned', false), 'Account does not own Rust'],
  [reasonOf('denyUnconfigured', true, false), 'Profile was never set up'],
  [reasonOf('exception', 'deny', null), 'Refused by an exception'],
  [reasonOf('exception', 'allow', null), 'Let in by an exception'],
])('the reason %j is a sentence', (reason, text) => {
  expect(reasonText(reason, FORGETFUL, 'en')).toBe(text)
})

test('a reason of a verdict is in the language of the policy, has only documented fields, and names no days without that rule', () => {
  expect(reasonText(VAC, { maxVacBans: 0 }, 'en')).toBe('1 VAC ban, last ban 1 day ago (limit: 0)')
  expect(toVerdictReasons([VAC], policyOf({ maxVacBans: 0 }, { language: 'de' }))).toEqual([
    { code: 'maxVacBans', value: 1, limit: 0, text: '1 VAC-Ban, letzter Ban vor 1 Tag (erlaubt: 0)' },
  ])
})

test.each<[UnknownPart, string]>([
  [{ code: 'minAccountAgeDays', part: 'profile', cause: 'hidden' }, 'Account age is hidden'],
  [{ code: 'minRustHours', part: 'rustHours', cause: 'hidden' }, 'Hours in Rust are hidden, or Rust is not owned'],
  [{ code: 'maxVacBans', part: 'bans', cause: 'unavailable' }, 'VAC bans: no answer from Steam'],
])('the undecided rule %j is a sentence', (unknown, text) => {
  expect(unknownText(unknown, 'en')).toBe(text)
})

test.each(['en', 'de', 'ru'] as const)(
  'hidden hours, for which two rules refuse an account, are named once in %s',
  (language) => {
    const rules = { minRustHours: 50, denyHiddenHours: true }
    const hidden: Reason = { code: 'minRustHours', value: 'hidden', limit: 50 }
    const texts = reasonTexts([hidden, { code: 'denyHiddenHours', value: 'hidden', limit: false }], rules, language)
    expect(texts).toEqual([reasonText(hidden, rules, language)])
  },
)
