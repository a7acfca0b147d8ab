import { expect, test } from 'vitest'
import { PolicyError } from '../../src/model/policy-error.ts'
import { describePolicyError } from '../../src/policy/discord/policy-error.ts'
import { numberField, readLimit } from '../../src/policy/discord/policy-numbers.ts'
import { NUMBER_RULES, type NumberRule } from '../../src/model/policy.ts'
import { de as german, en as english } from '../support/texts.ts'

function mistakeIn(rule: NumberRule, typed: string, texts = english): string | undefined {
  try {
    readLimit(rule, typed)
  } catch (error) {
    if (error instanceof PolicyError) return describePolicyError(error, texts).sentence.split('\n')[0]
    throw error
  }
  return undefined
}

test('an empty field turns its rule off', () => {
  expect(NUMBER_RULES.map((rule) => readLimit(rule, ''))).toEqual(NUMBER_RULES.map(() => undefined))
  expect(readLimit('maxVacBans', '0')).toBe(0)
})

test('hours may have two decimals after either sign', () => {
  expect(readLimit('minRustHours', '12.5')).toBe(12.5)
  expect(readLimit('minRustHours', '0,25')).toBe(0.25)
})

test.each([
  ['maxVacBans', '-1', '**VAC bans accepted**: “\\-1” is not a whole number from 0 to 100,000.'],
  ['maxGameBans', '1.5', '**Game bans accepted**: “1\\.5” is not a whole number from 0 to 100,000.'],
  ['banForgottenAfterDays', '0', '**Days until bans are forgotten**: “0” is not a whole number from 1 to 36,500.'],
  ['minAccountAgeDays', '36501', '**Account age needed, days**: “36501” is not a whole number from 1 to 36,500.'],
  ...['1,000', '0', '1e3', '**@here**'].map((typed) => {
    const shown = typed.replaceAll(/[,*@]/g, (sign) => `\\${sign}`)
    const sentence = `**Hours in Rust needed**: “${shown}” is not a number above 0 and up to 100,000, with two decimals at most.`
    return ['minRustHours', typed, sentence] as const
  }),
] as const)('%s cannot be %s', (rule, typed, sentence) => {
  expect(mistakeIn(rule, typed)).toBe(sentence)
})

test('a mistake is named in the language of the user', () => {
  expect(mistakeIn('maxVacBans', 'none', german)).toBe(
    '**Erlaubte VAC-Bans**: „none“ ist keine ganze Zahl von 0 bis 100.000.',
  )
  expect(mistakeIn('minRustHours', '1.000', german)).toBe(
    '**Mindeststunden in Rust**: „1\\.000“ ist keine Zahl über 0 und bis 100.000 mit höchstens zwei Nachkommastellen.',
  )
})

test.each([
  ['English', english, '1234.5'],
  ['German', german, '1234,5'],
])('the form of a limit shows it as it is typed in %s', (_, texts, written) => {
  const fields = NUMBER_RULES.map((rule) => numberField(rule, { maxVacBans: 0, minRustHours: 1234.5 }, texts))
  expect(fields.map((field) => field.kind === 'text' && field.value)).toEqual(['0', '', '', '', written])
  expect(readLimit('minRustHours', written)).toBe(1234.5)
})
