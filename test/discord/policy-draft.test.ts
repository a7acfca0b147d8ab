import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  HIDEABLE_RULES,
  readAppealArguments,
  readNumbersArguments,
  toAppealId,
  toNumbersId,
  withFlags,
  withMeaning,
  withNotifying,
  withNumber,
  type PolicyDraft,
} from '../../src/policy/discord/policy-draft.ts'
import { DENYING_RULE_NAMES, FLAG_RULES, NUMBER_RULES } from '../../src/model/policy.ts'
import { parseCustomId } from '../../src/discord/custom-id.ts'
import { appealSchema, HIDDEN_MEANINGS, policyTermsSchema, type Rules } from '../../src/model/policy.ts'

const counts = fc.integer({ min: 0, max: 100_000 })
const days = fc.integer({ min: 1, max: 36_500 })
const hours = fc.integer({ min: 1, max: 10_000_000 }).map((hundredths) => hundredths / 100)
const numbers: fc.Arbitrary<Pick<Rules, (typeof NUMBER_RULES)[number]>> = fc.record(
  {
    maxVacBans: counts,
    maxGameBans: counts,
    banForgottenAfterDays: days,
    minAccountAgeDays: days,
    minRustHours: hours,
  } satisfies Record<(typeof NUMBER_RULES)[number], fc.Arbitrary<number>>,
  { requiredKeys: [] },
)
const meanings = fc.constantFrom(...HIDDEN_MEANINGS)
const appeals = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(':'.repeat(60), 'https://discord.gg/a:b', ''))
  .filter((text) => appealSchema.safeParse(text).success)
  .map((text) => appealSchema.parse(text))

const drafts: fc.Arbitrary<PolicyDraft> = fc
  .record({
    fromVersion: fc.integer({ min: 0, max: 999_999_999 }),
    mode: fc.constantFrom('observe' as const, 'enforce' as const),
    appeal: appeals,
    chosen: fc.subarray([...FLAG_RULES]),
    numbers,
    hidden: fc.tuple(meanings, meanings),
    notifying: fc.subarray([...DENYING_RULE_NAMES]),
  })
  .map(({ fromVersion, mode, appeal, chosen, numbers: given, hidden, notifying }) => {
    const empty: PolicyDraft = { fromVersion, terms: { mode, appeal, rules: {}, onUnknown: {}, actions: {} } }
    const draft = NUMBER_RULES.reduce((all, rule) => withNumber(all, rule, given[rule]), withFlags(empty, chosen))
    const hiding = HIDEABLE_RULES.filter((rule) => draft.terms.rules[rule] !== undefined)
    const whole = hiding.reduce((all, rule, index) => withMeaning(all, rule, hidden[index] ?? 'unknown'), draft)
    return withNotifying(whole, notifying)
  })

const argumentsOf = (customId: string) => parseCustomId(customId)?.args ?? []

test('a draft is the same after it was stored in the custom ids of a message', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const ids = [toNumbersId(draft), toAppealId(draft)]
      for (const id of ids) expect(id.length).toBeLessThanOrEqual(100)
      const read = readNumbersArguments(argumentsOf(toNumbersId(draft)))
      const appeal = readAppealArguments(argumentsOf(toAppealId(draft)))
      expect({ ...read, terms: { ...read.terms, appeal } }).toEqual(draft)
      expect(policyTermsSchema.parse(draft.terms)).toEqual(draft.terms)
    }),
  )
})

test('what hidden hours mean goes with the rule about hours', () => {
  const draft: PolicyDraft = {
    fromVersion: 1,
    terms: {
      mode: 'observe',
      appeal: '',
      rules: { minRustHours: 10 },
      onUnknown: { minRustHours: 'deny' },
      actions: {},
    },
  }
  expect(withNumber(draft, 'minRustHours', 20).terms.onUnknown).toEqual({ minRustHours: 'deny' })
  expect(withNumber(draft, 'maxVacBans', 0).terms.onUnknown).toEqual({ minRustHours: 'deny' })
  expect(withNumber(draft, 'minRustHours', undefined).terms).toEqual({ ...draft.terms, rules: {}, onUnknown: {} })
})

test('what a rule does goes with the rule, and only rules of the draft can notify', () => {
  const empty: PolicyDraft = {
    fromVersion: 1,
    terms: { mode: 'observe', appeal: '', rules: { minRustHours: 10, denyTradeBan: true }, onUnknown: {}, actions: {} },
  }
  const draft = withNotifying(empty, ['minRustHours', 'denyTradeBan', 'denyUnconfigured'])
  expect(draft.terms.actions).toEqual({ minRustHours: 'notify', denyTradeBan: 'notify' })
  expect(withFlags(draft, ['denyUnconfigured']).terms.actions).toEqual({ minRustHours: 'notify' })
  expect(withNumber(draft, 'minRustHours', undefined).terms.actions).toEqual({ denyTradeBan: 'notify' })
  expect(withNumber(draft, 'minRustHours', 20).terms.actions).toEqual(draft.terms.actions)
  expect(withNotifying(draft, []).terms.actions).toEqual({})
})

test.each([
  ['no arguments', [], /too_small|invalid/i],
  ['too many', ['0', 'observe', '', '00', '0', '', '', '', '', '', ''], /not as many numbers/],
  ['an unknown mode', ['0', 'sleep', '', '00', '0', '', '', '', '', ''], /observe/],
  ['a number out of range', ['0', 'observe', '', '00', '0', '', '', '36501', '', ''], /banForgottenAfterDays/],
  ['no number', ['0', 'observe', '', '00', '0', 'x', '', '', '', ''], /maxVacBans/],
  ['the form of an older version', ['0', 'observe', '', '00', '', '', '', '', ''], /invalid/i],
])('custom ids with %s are refused', (_, args, about) => {
  expect(() => readNumbersArguments(args)).toThrow(about)
})
