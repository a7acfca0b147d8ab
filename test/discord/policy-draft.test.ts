import { expect, test } from 'vitest'
import { changeDraft, type PolicyDraft } from '../../src/policy/discord/policy-draft-view.ts'

const EMPTY = { mode: 'observe', appeal: '', rules: {}, onUnknown: {}, actions: {} } as const

test('what hidden hours mean goes with the rule about hours', () => {
  const rules = { minRustHours: 10 }
  const draft: PolicyDraft = { fromVersion: 1, terms: { ...EMPTY, rules, onUnknown: { minRustHours: 'deny' } } }
  expect(changeDraft(draft, { rules: { ...rules, maxVacBans: 0 } }).terms.onUnknown).toEqual({ minRustHours: 'deny' })
  expect(changeDraft(draft, { rules: {} })).toEqual({ fromVersion: 1, terms: EMPTY })
  expect(changeDraft(draft, { onUnknown: { minRustHours: 'unknown' } }).terms.onUnknown).toEqual({})
})

test('what a rule does goes with the rule, and only rules of the draft can notify', () => {
  const rules = { minRustHours: 10, denyTradeBan: true } as const
  const draft = changeDraft(
    { fromVersion: 1, terms: { ...EMPTY, rules } },
    { actions: { minRustHours: 'notify', denyTradeBan: 'notify', denyUnconfigured: 'notify' } },
  )
  expect(draft.terms.actions).toEqual({ minRustHours: 'notify', denyTradeBan: 'notify' })
  expect(changeDraft(draft, { rules: { minRustHours: 20 } }).terms.actions).toEqual({ minRustHours: 'notify' })
})
