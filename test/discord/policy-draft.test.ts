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
  withNumber,
  type PolicyDraft,
} from '../../src/policy/discord/policy-draft.ts'
import { FLAG_RULES, NUMBER_RULES } from '../../src/model/policy.ts'
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
  })
  .map(({ fromVersion, mode, appeal, chosen, numbers: given, hidden }) => {
    const empty: PolicyDraft = { fromVersion, terms: { mode, appeal, rules: {}, onUnknown: {}, actions: {} } }
    const draft = NUMBER_RULES.reduce((all, rule) => withNumber(all, rule, given[rule]), withFlags(empty, chosen))
    return HIDEABLE_RULES.reduce((all, rule, index) => withMeaning(all, rule, hidden[index] ?? 'unknown'), draft)
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

test.each([
  ['no arguments', [], /too_small|invalid/i],
  ['too many', ['0', 'observe', '', '00', '', '', '', '', '', ''], /not as many numbers/],
  ['an unknown mode', ['0', 'sleep', '', '00', '', '', '', '', ''], /observe/],
  ['a number out of range', ['0', 'observe', '', '00', '', '', '36501', '', ''], /banForgottenAfterDays/],
  ['no number', ['0', 'observe', '', '00', 'x', '', '', '', ''], /maxVacBans/],
])('custom ids with %s are refused', (_, args, about) => {
  expect(() => readNumbersArguments(args)).toThrow(about)
})
