import { expect, test, onTestFinished, vi } from 'vitest'
import { createQuota } from '../../src/lib/quota.ts'

test('a refund can be consumed again', async () => {
  const quota = createQuota(10)
  expect(quota.consume('a', 8)).toMatchObject({ isAllowed: true, remaining: 2 })
  expect(quota.consume('a', 8)).toMatchObject({ isAllowed: false, remaining: 2 })
  quota.refund('a', 8)
  expect(quota.consume('a', 8)).toMatchObject({ isAllowed: true, remaining: 2 })
})

test('a cost above the whole quota consumes the quota, and is refunded as that', async () => {
  const quota = createQuota(10)
  expect(quota.consume('a', 50)).toMatchObject({ isAllowed: true, remaining: 0 })
  quota.refund('a', 50)
  expect(quota.consume('a', 0.1)).toMatchObject({ isAllowed: true, remaining: 9 })
})

test('the window of a quota ends after a minute when the clock is set back a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const quota = createQuota(2)
  expect(quota.consume('alice', 2)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: false, resetMs: 60_000 })
  vi.advanceTimersByTime(60_000)
  expect(quota.consume('alice', 2)).toMatchObject({ isAllowed: true })
})

test('the window of a quota ends within a minute when the clock is set forward a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const quota = createQuota(2)
  quota.consume('alice', 2)
  vi.setSystemTime(Date.now() + 86_400_000)
  expect(quota.consume('alice', 1)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
})

test('what costs the whole quota waits for the last window of all processes, and says so', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
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
