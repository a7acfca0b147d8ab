import { describe, expect, test } from 'vitest'
import type { PolicyDraft } from '../../src/policy/discord/policy-draft.ts'
import { numberFields, readNumberFields } from '../../src/policy/discord/policy-numbers.ts'
import { textsFor } from '../support/texts.ts'
import type { Rules } from '../../src/model/policy.ts'

const [english, german] = [textsFor('en-US'), textsFor('de')]
const draftOf = (rules: Rules): PolicyDraft => ({
  fromVersion: 1,
  terms: { mode: 'observe', appeal: '', rules, onUnknown: {} },
})
const readInto = (rules: Rules, fields: Record<string, string>, texts = english) =>
  readNumberFields(new Map(Object.entries(fields)), draftOf(rules), texts)
const read = (fields: Record<string, string>, texts = english) => readInto({}, fields, texts).numbers
const mistakesIn = (fields: Record<string, string>, texts = english) => readInto({}, fields, texts).mistakes

test('an empty field turns its rule off', () => {
  expect(read({ maxVacBans: '0', maxGameBans: '', minAccountAgeDays: '  ', minRustHours: ' 12 ' })).toEqual({
    maxVacBans: 0,
    minRustHours: 12,
  })
})

test.each([english, german])('hours may have two decimals after either sign', (texts) => {
  expect(read({ minRustHours: '12.5' }, texts)).toEqual({ minRustHours: 12.5 })
  expect(read({ minRustHours: '0,25' }, texts)).toEqual({ minRustHours: 0.25 })
})

test.each([
  ['maxVacBans', '-1', '**VAC bans accepted**: “\\-1” is not a whole number from 0 to 100,000.'],
  ['maxGameBans', '1.5', '**Game bans accepted**: “1\\.5” is not a whole number from 0 to 100,000.'],
  ['banForgottenAfterDays', '0', '**Days until bans are forgotten**: “0” is not a whole number from 1 to 36,500.'],
  ['minAccountAgeDays', '36501', '**Account age needed, days**: “36501” is not a whole number from 1 to 36,500.'],
  [
    'minRustHours',
    '1,000',
    '**Hours in Rust needed**: “1\\,000” is not a number above 0 and up to 100,000, with two decimals at most.',
  ],
  [
    'minRustHours',
    '0',
    '**Hours in Rust needed**: “0” is not a number above 0 and up to 100,000, with two decimals at most.',
  ],
  [
    'minRustHours',
    '1e3',
    '**Hours in Rust needed**: “1e3” is not a number above 0 and up to 100,000, with two decimals at most.',
  ],
  [
    'minRustHours',
    '**@here**',
    '**Hours in Rust needed**: “\\*\\*\\@here\\*\\*” is not a number above 0 and up to 100,000, with two decimals at most.',
  ],
])('%s cannot be %s', (field, value, sentence) => {
  expect(mistakesIn({ [field]: value })).toEqual([sentence])
})

test('all mistakes are named at once, in the language of the user', () => {
  expect(mistakesIn({ maxVacBans: 'none', minRustHours: '1.000', maxGameBans: '1' }, german)).toEqual([
    '**Erlaubte VAC-Bans**: „none“ ist keine ganze Zahl von 0 bis 100.000.',
    '**Mindeststunden in Rust**: „1\\.000“ ist keine Zahl über 0 und bis 100.000 mit höchstens zwei Nachkommastellen.',
  ])
})

test('a wrong field keeps the number of the draft, and the others are read', () => {
  const fields = { maxVacBans: 'abc', maxGameBans: '2', minAccountAgeDays: 'abc', minRustHours: '' }
  expect(readInto({ maxVacBans: 1, minRustHours: 5 }, fields)).toEqual({
    numbers: { maxVacBans: 1, maxGameBans: 2 },
    mistakes: [expect.stringContaining('VAC bans accepted'), expect.stringContaining('Account age needed')],
  })
})

describe('the fields begin with the numbers of the draft', () => {
  const draft = draftOf({ maxVacBans: 0, minRustHours: 1234.5 })
  test.each([
    ['English', english, '1234.5'],
    ['German', german, '1234,5'],
  ])('as typed in %s', (_, texts, written) => {
    const fields = numberFields(draft, texts)
    expect(fields.map(({ value }) => value)).toEqual(['0', '', '', '', written])
    expect(read(Object.fromEntries(fields.map(({ name, value = '' }) => [name, value])), texts)).toEqual(
      draft.terms.rules,
    )
    for (const { label, description = '' } of fields) {
      expect(label.length).toBeLessThanOrEqual(45)
      expect(description.length).toBeLessThanOrEqual(100)
    }
  })
})
