import { expect, test } from 'vitest'
import { createBudgetRules } from '../../../src/steam/upstream/budget-rules.ts'

const stateOf = (use: { used: number; limit: number; isCutOff: boolean }) => {
  const rules = createBudgetRules(
    { clock: { unixSeconds: () => 1_000_000 }, scarcePercent: 80, reservedPercent: 95 },
    () => use,
  )
  return rules.report().state
}

test('while the calls of all replicas cannot be counted, the rest is for lookups', () => {
  expect(stateOf({ used: 10, limit: 1_000, isCutOff: false })).toBe('plenty')
  expect(stateOf({ used: 10, limit: 1_000, isCutOff: true })).toBe('reserved')
  expect(stateOf({ used: 1_000, limit: 1_000, isCutOff: true })).toBe('spent')
})

test('where calls are not limited, nothing is kept for lookups', () => {
  expect(stateOf({ used: 10, limit: 0, isCutOff: true })).toBe('plenty')
})
