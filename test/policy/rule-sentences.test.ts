import { expect, test } from 'vitest'
import type { OnUnknown, RuleActions, Rules } from '../../src/model/policy.ts'
import { mapValues } from '../../src/model/objects.ts'
import { ruleSentences } from '../../src/policy/rule-sentences.ts'

const sentencesOf = (
  terms: { rules: Rules; onUnknown?: OnUnknown; actions?: RuleActions },
  language: Parameters<typeof ruleSentences>[1],
) => ruleSentences({ onUnknown: {}, actions: {}, ...terms }, language).map(({ sentence }) => sentence)

test.each<[Rules, string, string]>([
  [{ maxVacBans: 0 }, 'Refuses accounts with a VAC ban.', 'Lehnt Konten mit einem VAC-Ban ab.'],
  [{ maxVacBans: 1 }, 'Refuses accounts with more than 1 VAC ban.', 'Lehnt Konten mit mehr als 1 VAC-Ban ab.'],
  [{ maxGameBans: 0 }, 'Refuses accounts with a game ban.', 'Lehnt Konten mit einem Game-Ban ab.'],
  [{ maxGameBans: 2 }, 'Refuses accounts with more than 2 game bans.', 'Lehnt Konten mit mehr als 2 Game-Bans ab.'],
  [
    { banForgottenAfterDays: 365 },
    'Forgets VAC and game bans once the newest one is at least 365 days old.',
    'Vergisst VAC- und Game-Bans, sobald der neueste mindestens 365 Tage alt ist.',
  ],
  [{ denyPrivateProfile: true }, 'Refuses private profiles.', 'Lehnt private Profile ab.'],
])('%j in a sentence', (rules, english, german) => {
  expect(sentencesOf({ rules, onUnknown: {} }, 'en')).toEqual([english])
  expect(sentencesOf({ rules, onUnknown: {} }, 'de')).toEqual([german])
})

test('rules that are not set have no sentence', () => {
  expect(sentencesOf({ rules: { denyCommunityBan: false, denyHiddenHours: false }, onUnknown: {} }, 'en')).toEqual([])
})

test.each<[OnUnknown, string, string]>([
  [{}, 'undecided', 'unentschieden'],
  [{ minAccountAgeDays: 'deny', minRustHours: 'deny' }, 'refused', 'abgelehnt'],
  [{ minAccountAgeDays: 'allow', minRustHours: 'allow' }, 'accepted', 'eingelassen'],
])('what %j means for hidden facts is said', (onUnknown, english, german) => {
  const rules = { minAccountAgeDays: 30, minRustHours: 50 }
  expect(sentencesOf({ rules, onUnknown }, 'en')).toEqual([
    `Refuses accounts younger than 30 days. If the age is hidden: ${english}.`,
    `Refuses accounts with fewer than 50 hours in Rust. If the hours are hidden or Rust is not owned: ${english}.`,
  ])
  expect(sentencesOf({ rules, onUnknown }, 'de')).toEqual([
    `Lehnt Konten ab, die jünger als 30 Tage sind. Wenn das Alter verborgen ist: ${german}.`,
    `Lehnt Konten mit weniger als 50 Stunden in Rust ab. Wenn die Rust-Stunden verborgen sind oder das Konto Rust nicht besitzt: ${german}.`,
  ])
})

test('nothing is said of hidden facts where another rule refuses them', () => {
  const rules = { minAccountAgeDays: 30, minRustHours: 50, denyPrivateProfile: true, denyHiddenHours: true }
  expect(sentencesOf({ rules, onUnknown: {} }, 'en')).toEqual([
    'Refuses accounts younger than 30 days.',
    'Refuses accounts with fewer than 50 hours in Rust.',
    'Refuses private profiles.',
    'Refuses accounts that hide their hours in Rust or do not own it, as players of a shared copy.',
  ])
})

test('a rule that notifies says so, and what a hidden fact means for it', () => {
  const rules = { maxVacBans: 0, denyTradeProbation: true, minAccountAgeDays: 30, minRustHours: 1_234.5 }
  const actions = mapValues(rules, () => 'notify' as const)
  const onUnknown = { minRustHours: 'deny' } as const
  expect(sentencesOf({ rules, onUnknown, actions }, 'en')).toEqual([
    'Reports accounts with a VAC ban, without refusing them.',
    'Reports accounts on trade probation, without refusing them.',
    'Reports accounts younger than 30 days, without refusing them. If the age is hidden: not reported.',
    'Reports accounts with fewer than 1,234.5 hours in Rust, without refusing them. If the hours are hidden or Rust is not owned: reported.',
  ])
  expect(sentencesOf({ rules, onUnknown, actions }, 'de')).toEqual([
    'Meldet Konten mit einem VAC-Ban, ohne sie abzulehnen.',
    'Meldet Konten, deren Handel auf Bewährung ist, ohne sie abzulehnen.',
    'Meldet Konten, die jünger als 30 Tage sind, ohne sie abzulehnen. Wenn das Alter verborgen ist: nicht gemeldet.',
    'Meldet Konten mit weniger als 1.234,5 Stunden in Rust, ohne sie abzulehnen. Wenn die Rust-Stunden verborgen sind oder das Konto Rust nicht besitzt: gemeldet.',
  ])
})

test('a hidden fact is mentioned where the rule against it only notifies', () => {
  const rules = { minRustHours: 50, denyHiddenHours: true }
  const hiddenIs = (actions: RuleActions) => / hidden /.test(sentencesOf({ rules, actions }, 'en')[0] ?? '')
  expect(hiddenIs({ denyHiddenHours: 'notify' })).toBe(true)
  expect(hiddenIs({ minRustHours: 'notify' })).toBe(false)
  expect(hiddenIs({ minRustHours: 'notify', denyHiddenHours: 'notify' })).toBe(false)
})
