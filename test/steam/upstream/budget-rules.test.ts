import { expect, test } from 'vitest'
import { createBudgetRules } from '../../../src/steam/upstream/budget-rules.ts'

type Use = ReturnType<Parameters<typeof createBudgetRules>[1]>

const rulesFor = (use: Use) =>
  createBudgetRules({ clock: { unixSeconds: () => 1_000_000 }, scarcePercent: 80, reservedPercent: 95 }, () => use)
const stateOf = (use: Use) => rulesFor(use).report().state

test('while the calls of all replicas cannot be counted, what this one holds is for lookups', () => {
  expect(stateOf({ used: 10, limit: 1_000 })).toBe('plenty')
  expect(stateOf({ used: 10, limit: 1_000, cutOff: 'reserved' })).toBe('reserved')
  expect(stateOf({ used: 10, limit: 1_000, cutOff: 'spent' })).toBe('spent')
  expect(stateOf({ used: 1_000, limit: 1_000, cutOff: 'reserved' })).toBe('spent')
})

test('where calls are not limited, nothing is kept for lookups', () => {
  expect(stateOf({ used: 10, limit: 0, cutOff: 'spent' })).toBe('plenty')
})

test('a refusal says whether the calls are spent, or only cannot be counted', () => {
  const refuse = (use: Use) => () => rulesFor(use).refuseFrom('reserved', 'sweeps')
  const cannotCount = { code: 'budget_spent', retryAfter: 15 }
  for (const cutOff of ['reserved', 'spent'] as const)
    expect(refuse({ used: 10, limit: 1_000, cutOff })).toThrow(expect.objectContaining(cannotCount))
  for (const use of [{ cutOff: 'reserved' as const }, {}])
    expect(refuse({ used: 1_000, limit: 1_000, ...use })).toThrow(
      expect.not.objectContaining({ retryAfter: 15 }) as Error,
    )
})
