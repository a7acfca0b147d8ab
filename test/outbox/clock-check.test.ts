import { expect, test } from 'vitest'
import { isClockConfirmed } from '../../src/outbox/clock-check.ts'
import { NOW } from '../support/fake-context.ts'

test.each([
  [0, true],
  [3_600, true],
  [-3_600, true],
  [3_601, false],
  [-3_601, false],
  [86_400 * 400, false],
])('a clock that is %d s ahead of Steam: confirmed is %s', (skewSeconds, confirmed) => {
  expect(isClockConfirmed({ steamClock: () => ({ skewSeconds, seenAt: NOW }) })).toBe(confirmed)
})

test('a clock is not confirmed before the first answer of Steam', () => {
  expect(isClockConfirmed({ steamClock: () => undefined })).toBe(false)
})
