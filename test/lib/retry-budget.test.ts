import { expect, test } from 'vitest'
import { createClock } from '../../src/lib/clock.ts'
import { createRetryBudget } from '../../src/lib/retry-budget.ts'

function open({ share = 0.3, atLeast = 0 } = {}) {
  const clock = { now: 5_000 }
  const recent = createRetryBudget({ share, windowMs: 10_000, atLeast, clock: createClock(() => clock.now) })
  const count = (times: number) => {
    for (let done = 0; done < times; done++) recent.recordCall()
  }
  /** Takes until there is no more. */
  const takeAll = () => {
    let taken = 0
    while (recent.hasRoom() && taken < 1_000) {
      recent.spend()
      taken++
    }
    return taken
  }
  return { recent, clock, count, takeAll }
}

test('the budget is a share of the recorded calls', () => {
  const { count, takeAll } = open()
  count(100)
  expect(takeAll()).toBe(30)
  count(10)
  expect(takeAll()).toBe(3)
})

test('the budget without calls is its minimum', () => {
  expect(open().takeAll()).toBe(0)
  const { count, takeAll } = open({ atLeast: 10 })
  expect(takeAll()).toBe(10)
  count(30)
  expect(takeAll()).toBe(0)
  count(70)
  expect(takeAll()).toBe(20)
})

test('calls and retries leave the window after ten seconds, bucket by bucket', () => {
  const { clock, count, takeAll } = open()
  count(100)
  expect(takeAll()).toBe(30)
  clock.now += 5_000
  count(100)
  expect(takeAll()).toBe(30)
  // The first half goes, with what was taken of it.
  clock.now += 5_000
  expect(takeAll()).toBe(0)
  count(100)
  expect(takeAll()).toBe(30)
  clock.now += 60_000
  expect(takeAll()).toBe(0)
})
