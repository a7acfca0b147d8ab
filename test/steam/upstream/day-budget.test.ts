import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/lib/clock.ts'
import { openDayBudget } from '../../../src/steam/upstream/day-budget.ts'
import { createStore } from '../../../src/store/store.ts'
import { fakeDisk } from '../../support/fake-disk.ts'

const DAY = 86_400
const NOON = 20_000 * DAY + DAY / 2

/** A budget of 100 calls a day over a disk that outlives it. */
async function open({ disk = fakeDisk(), now = NOON, limit = 100, apiKey = 'KEY' } = {}) {
  const clock = { now }
  const store = createStore({
    disk: disk.disk,
    memoryBytes: 1_000_000,
    clock: { ...systemClock, unixSeconds: () => clock.now },
    onError: () => {},
  })
  const budget = await openDayBudget({
    apiKey,
    store,
    clock: { unixSeconds: () => clock.now },
    limit,
    scarcePercent: 80,
    reservedPercent: 95,
  })
  const count = (times: number) => {
    for (let done = 0; done < times; done++) budget.count()
  }
  return { budget, clock, store, disk, count }
}

test('the state of a daily budget goes through four steps and is reset at midnight', async () => {
  const { budget, clock, count } = await open()
  const seen = []
  for (const calls of [79, 1, 14, 1, 4, 1]) {
    count(calls)
    seen.push([budget.report().used, budget.report().state])
  }
  expect(seen).toEqual([
    [79, 'plenty'],
    [80, 'scarce'],
    [94, 'scarce'],
    [95, 'reserved'],
    [99, 'reserved'],
    [100, 'spent'],
  ])
  expect(budget.report().resetsAt).toBe(NOON + DAY / 2)
  clock.now = NOON + DAY / 2
  expect(budget.report()).toEqual({ used: 0, limit: 100, state: 'plenty', resetsAt: NOON + DAY * 1.5 })
})

test('a refusal says when the budget is reset', async () => {
  const { budget, count } = await open()
  count(94)
  expect(() => budget.refuseFrom('reserved', 'batches')).not.toThrow()
  count(1)
  expect(() => budget.refuseFrom('reserved', 'batches')).toThrow(
    expect.objectContaining({
      code: 'budget_spent',
      retryAfter: DAY / 2,
      message: "Of today's 100 calls to Steam 5 are left, so batches are refused until 00:00 UTC, in 12 h.",
    }),
  )
  expect(() => budget.refuseFrom('spent', 'lookups')).not.toThrow()
})

describe('a restarted budget', () => {
  test('continues with the count of the day', async () => {
    const first = await open()
    first.count(50)
    first.budget.settle()
    await first.store.close()
    const second = await open({ disk: first.disk })
    expect(second.budget.report().used).toBe(50)
    second.count(1)
    expect(second.budget.report().used).toBe(51)
  })

  test('over-counts after a crash', async () => {
    const first = await open()
    first.count(50)
    await first.store.flush()
    const { used } = (await open({ disk: first.disk })).budget.report()
    expect(used).toBeGreaterThanOrEqual(50)
    expect(used).toBeLessThanOrEqual(50 + 21)
  })

  test('does not under-count after a second crash soon after the first', async () => {
    const first = await open()
    first.count(50)
    first.budget.settle()
    await first.store.close()
    const second = await open({ disk: first.disk })
    second.count(5)
    await second.store.flush()
    expect((await open({ disk: first.disk })).budget.report().used).toBeGreaterThanOrEqual(55)
  })

  test('starts from 0 with another key or on another day', async () => {
    const first = await open()
    first.count(50)
    first.budget.settle()
    await first.store.flush()
    expect((await open({ disk: first.disk, apiKey: 'OTHER' })).budget.report().used).toBe(0)
    expect((await open({ disk: first.disk, now: NOON + DAY })).budget.report().used).toBe(0)
  })

  test('has a persisted count that does not expire before the day is over', async () => {
    const first = await open()
    first.count(1)
    await first.store.flush()
    const [row] = first.disk.rows.values()
    expect(row).toMatchObject({ expiresAt: NOON + DAY * 1.5 })
  })

  test('has not written the key to the disk', async () => {
    const first = await open({ apiKey: 'DO-NOT-TELL-ANYBODY' })
    first.count(1)
    await first.store.flush()
    const rows = JSON.stringify([...first.disk.rows])
    expect(rows).toContain('calls:')
    expect(rows).not.toContain('DO-NOT-TELL')
  })
})

test('a clock that is set a day forward and back finds the count of its day again', async () => {
  const { budget, clock, count } = await open()
  count(60)
  clock.now += DAY
  count(5)
  expect(budget.report().used).toBe(5)
  clock.now -= DAY
  expect(budget.report().used).toBe(60)
})

describe('a service that starts with a clock that is days off', () => {
  /** A budget whose clock was just set right; 60 calls had been counted on the right day. */
  async function setRight() {
    const { disk, store, budget, count } = await open()
    count(60)
    budget.settle()
    await store.flush()
    const late = await open({ disk, now: NOON - 3 * DAY })
    late.count(5)
    late.clock.now = NOON
    return late
  }
  const nextOf = async ({ disk, store }: Awaited<ReturnType<typeof open>>) => {
    await store.flush()
    return (await open({ disk })).budget.report().used
  }

  test('finds the count of the right day, and does not change it', async () => {
    const late = await setRight()
    late.count(2)
    await vi.waitFor(() => expect(late.budget.report().used).toBe(62))
    late.budget.settle()
    expect(await nextOf(late)).toBe(62)
  })

  test('does not lose the count of the right day in a crash before the next call', async () => {
    const late = await setRight()
    late.count(1)
    await vi.waitFor(() => expect(late.budget.report().used).toBe(61))
    expect(await nextOf(late)).toBeGreaterThanOrEqual(61)
  })
})
