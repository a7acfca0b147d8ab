import { expect, test } from 'vitest'
import { createClock } from '../../../src/lib/clock.ts'
import { createRetryBudget } from '../../../src/lib/limits/retry-budget.ts'

function open({ share = 0.3, atLeast = 0 } = {}) {
  const clock = { now: 5_000 }
  const recent = createRetryBudget({ share, windowMs: 10_000, atLeast, clock: createClock(() => clock.now) })
  const count = (times: number) => {
    for (let done = 0; done < times; done++) recent.recordCall()
  }
  /** Spends all retries that are left; returns their number. */
  const spendAll = () => {
    let spent = 0
    while (recent.hasRoom() && spent < 1_000) {
      recent.spend()
      spent++
    }
    return spent
  }
  return { recent, clock, count, spendAll }
}

test('the budget is a share of the recorded calls', () => {
  const { count, spendAll } = open()
  count(100)
  expect(spendAll()).toBe(30)
  count(10)
  expect(spendAll()).toBe(3)
})

test('the budget without calls is its minimum', () => {
  expect(open().spendAll()).toBe(0)
  const { count, spendAll } = open({ atLeast: 10 })
  expect(spendAll()).toBe(10)
  count(30)
  expect(spendAll()).toBe(0)
  count(70)
  expect(spendAll()).toBe(20)
})

test('calls and retries leave the window after ten seconds, bucket by bucket', () => {
  const { clock, count, spendAll } = open()
  count(100)
  expect(spendAll()).toBe(30)
  clock.now += 5_000
  count(100)
  expect(spendAll()).toBe(30)
  // The first half leaves the window, with the retries spent in it.
  clock.now += 5_000
  expect(spendAll()).toBe(0)
  count(100)
  expect(spendAll()).toBe(30)
  clock.now += 60_000
  expect(spendAll()).toBe(0)
})
