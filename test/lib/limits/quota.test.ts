import { expect, test, onTestFinished, vi } from 'vitest'
import { createQuota } from '../../../src/lib/limits/quota.ts'

/** Stops the system clock until the end of the test; returns a function that sets it to `ms` milliseconds after now. */
function fakeDate() {
  const now = 1_700_000_000_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => void vi.setSystemTime(now + ms)
}

test('a refund can be consumed again', () => {
  const quota = createQuota(10)
  expect(quota.consume('a', 8)).toMatchObject({ isAllowed: true, remaining: 2 })
  expect(quota.consume('a', 8)).toMatchObject({ isAllowed: false, remaining: 2 })
  quota.refund('a', 8)
  expect(quota.consume('a', 8)).toMatchObject({ isAllowed: true, remaining: 2 })
})

test('a cost above the whole quota consumes the quota, and is refunded as that', () => {
  const quota = createQuota(10)
  expect(quota.consume('a', 50)).toMatchObject({ isAllowed: true, remaining: 0 })
  quota.refund('a', 50)
  expect(quota.consume('a', 0.1)).toMatchObject({ isAllowed: true, remaining: 9 })
})

test('the window of a quota ends a minute after its first request', () => {
  const at = fakeDate()
  const quota = createQuota(2)
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
  at(59_999)
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: true, resetMs: 1 })
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: false, resetMs: 1 })
  at(60_000)
  expect(quota.consume('alice', 2)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
})

test('a window lasts a minute at most when the clock is set back a day, also for other processes', () => {
  const at = fakeDate()
  const noted: number[] = []
  const quota = createQuota(2, () => ({
    note: (_client, _points, leftMs) => void noted.push(leftMs),
    elsewhere: () => undefined,
  }))
  quota.consume('alice', 1)
  at(-86_400_000)
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: false, resetMs: 60_000 })
  expect(noted).toEqual([60_000, 60_000])
  at(-86_400_000 + 60_000)
  expect(quota.consume('alice', 2)).toMatchObject({ isAllowed: true })
})

test('a window ends when the clock is set forward a day', () => {
  const at = fakeDate()
  const quota = createQuota(2)
  quota.consume('alice', 2)
  at(86_400_000)
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
})

test('what is given back after the minute adds nothing to the next one', () => {
  const at = fakeDate()
  const quota = createQuota(2)
  quota.consume('alice', 2)
  at(60_000)
  quota.consume('alice', 1)
  quota.refund('alice', 2)
  expect(quota.consume('alice', 2)).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: false })
})

test('of more than 100,000 clients in a minute the one whose window began first is forgotten', () => {
  fakeDate()
  const quota = createQuota(1)
  quota.consume('first', 1)
  quota.consume('second', 1)
  for (let client = 0; client < 99_999; client++) quota.consume(String(client), 1)
  expect(quota.consume('second', 1)).toMatchObject({ isAllowed: false })
  expect(quota.consume('first', 1)).toMatchObject({ isAllowed: true })
})

test('what costs the whole quota waits for the last window of all processes, and says so', () => {
  fakeDate()
  const elsewhere = { points: 10, firstMs: 5_000, lastMs: 50_000 }
  const quota = createQuota(10, () => ({ note: () => {}, elsewhere: () => elsewhere }))
  // Nothing was used here, so the window that begins with the refused request does not count.
  expect(quota.consume('a', 20)).toEqual({
    isAllowed: false,
    remaining: 9,
    resetMs: 50_000,
    needsWholeMinute: true,
  })
  quota.consume('a', 1)
  expect(quota.consume('a', 9.5)).toMatchObject({ isAllowed: false, resetMs: 60_000, needsWholeMinute: true })
  expect(quota.consume('a', 9)).toMatchObject({ isAllowed: false, resetMs: 5_000, needsWholeMinute: false })
})
