import { expect, test } from 'vitest'
import type { OnUnknown, RuleActions, Rules } from '../../src/model/policy.ts'
import { mapValues } from '../../src/model/objects.ts'
import { ruleSentences } from '../../src/policy/rule-texts.ts'

const sentencesOf = (rules: Rules, more: { onUnknown?: OnUnknown; actions?: RuleActions } = {}) =>
  ruleSentences({ rules, onUnknown: {}, actions: {}, ...more }, 'en').map(({ sentence }) => sentence)

test.each<[Rules, string[]]>([
  [{ maxVacBans: 0 }, ['Refuses accounts with a VAC ban.']],
  [{ maxVacBans: 1 }, ['Refuses accounts with more than 1 VAC ban.']],
  [{ maxGameBans: 2 }, ['Refuses accounts with more than 2 game bans.']],
  [{ banForgottenAfterDays: 365 }, ['Forgets VAC and game bans once the newest one is at least 365 days old.']],
  [{ denyPrivateProfile: true, denyCommunityBan: false }, ['Refuses private profiles.']],
])('%j in sentences', (rules, sentences) => {
  expect(sentencesOf(rules)).toEqual(sentences)
})

test.each<[OnUnknown, string]>([
  [{}, 'undecided'],
  [{ minAccountAgeDays: 'deny', minRustHours: 'deny' }, 'refused'],
  [{ minAccountAgeDays: 'allow', minRustHours: 'allow' }, 'accepted'],
])('what %j means for hidden facts is said', (onUnknown, meaning) => {
  expect(sentencesOf({ minAccountAgeDays: 30, minRustHours: 50 }, { onUnknown })).toEqual([
    `Refuses accounts younger than 30 days. If the age is hidden: ${meaning}.`,
    `Refuses accounts with fewer than 50 hours in Rust. If the hours are hidden or Rust is not owned: ${meaning}.`,
  ])
})

test('a rule that notifies says so, and what a hidden fact means for it', () => {
  const rules = { denyTradeProbation: true, minAccountAgeDays: 30, minRustHours: 1_234.5 }
  const actions = mapValues(rules, () => 'notify' as const)
  expect(sentencesOf(rules, { onUnknown: { minRustHours: 'deny' }, actions })).toEqual([
    'Reports accounts on trade probation, without refusing them.',
    'Reports accounts younger than 30 days, without refusing them. If the age is hidden: not reported.',
    'Reports accounts with fewer than 1,234.5 hours in Rust, without refusing them. If the hours are hidden or Rust is not owned: reported.',
  ])
})

test('nothing is said of hidden facts where another rule refuses them, and something where that rule only notifies', () => {
  const rules = { minRustHours: 50, denyHiddenHours: true }
  const hiddenIs = (actions: RuleActions) => / hidden /.test(sentencesOf(rules, { actions })[0] ?? '')
  expect(hiddenIs({})).toBe(false)
  expect(hiddenIs({ denyHiddenHours: 'notify' })).toBe(true)
  expect(hiddenIs({ minRustHours: 'notify', denyHiddenHours: 'notify' })).toBe(false)
})
