import { expect, test } from 'vitest'
import { createBudgetRules } from '../../../src/steam/upstream/budget-rules.ts'

interface Use {
  used: number
  limit: number
  isCutOff: boolean
}
const rulesFor = (use: Use) =>
  createBudgetRules({ clock: { unixSeconds: () => 1_000_000 }, scarcePercent: 80, reservedPercent: 95 }, () => use)
const stateOf = (use: Use) => rulesFor(use).report().state

test('while the calls of all replicas cannot be counted, the rest is for lookups', () => {
  expect(stateOf({ used: 10, limit: 1_000, isCutOff: false })).toBe('plenty')
  expect(stateOf({ used: 10, limit: 1_000, isCutOff: true })).toBe('reserved')
  expect(stateOf({ used: 1_000, limit: 1_000, isCutOff: true })).toBe('spent')
})

test('where calls are not limited, nothing is kept for lookups', () => {
  expect(stateOf({ used: 10, limit: 0, isCutOff: true })).toBe('plenty')
})

test('a refusal says whether the calls are spent, or only cannot be counted', () => {
  const refuse = (use: Use) => () => rulesFor(use).refuseFrom('reserved', 'sweeps')
  const cutOff = { code: 'budget_spent', isCutOff: true, retryAfter: 15 }
  expect(refuse({ used: 10, limit: 1_000, isCutOff: true })).toThrow(expect.objectContaining(cutOff))
  for (const isCutOff of [true, false])
    expect(refuse({ used: 1_000, limit: 1_000, isCutOff })).toThrow(
      expect.not.objectContaining({ isCutOff: true }) as Error,
    )
})
