import { expect, test } from 'vitest'
import { createTokenShares } from '../../src/lib/token-uses.ts'

const DAY = 86_400

function sharesForTest(callsPerDay: number) {
  const time = { now: 20_000 * DAY }
  return { time, ...createTokenShares(callsPerDay, { unixSeconds: () => time.now }) }
}

test('each token has a fifth of the day, in which shared calls count in parts', () => {
  const { add, isSpent } = sharesForTest(10)
  for (let call = 0; call < 19; call++) add('a', 0.1)
  expect([isSpent('a'), isSpent('b')]).toEqual([false, false])
  add('a', 0.2)
  expect([isSpent('a'), isSpent('b')]).toEqual([true, false])
})

test('a new day in UTC begins with a new share', () => {
  const { add, isSpent, time } = sharesForTest(10)
  add('a', 5)
  time.now += DAY - 1
  expect(isSpent('a')).toBe(true)
  time.now++
  expect(isSpent('a')).toBe(false)
})

test('without a limit of the day there is no share', () => {
  const { add, isSpent } = sharesForTest(0)
  add('a', 1_000_000)
  expect(isSpent('a')).toBe(false)
})
