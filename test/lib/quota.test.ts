import { expect, test, onTestFinished, vi } from 'vitest'
import { createQuota } from '../../src/lib/quota.ts'

test('what is given back can be taken again', async () => {
  const quota = createQuota(10)
  expect(await quota.consume('a', 8)).toMatchObject({ isAllowed: true, remaining: 2 })
  expect(await quota.consume('a', 8)).toMatchObject({ isAllowed: false, remaining: 2 })
  await quota.refund('a', 8)
  expect(await quota.consume('a', 8)).toMatchObject({ isAllowed: true, remaining: 2 })
})

test('what costs more than a minute is had once, and is given back as what was taken', async () => {
  const quota = createQuota(10)
  expect(await quota.consume('a', 50)).toMatchObject({ isAllowed: true, remaining: 0 })
  await quota.refund('a', 50)
  expect(await quota.consume('a', 0.1)).toMatchObject({ isAllowed: true, remaining: 9 })
})

test('with the clock set back a day, nobody is told to come back in a day, and the minute ends as ever', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const quota = createQuota(2)
  expect(await quota.consume('alice', 2)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(await quota.consume('alice', 1)).toMatchObject({ isAllowed: false, resetMs: 60_000 })
  vi.advanceTimersByTime(60_000)
  expect(await quota.consume('alice', 2)).toMatchObject({ isAllowed: true })
})

test('with the clock set forward a day, nobody is kept longer than a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const quota = createQuota(2)
  await quota.consume('alice', 2)
  vi.setSystemTime(Date.now() + 86_400_000)
  expect(await quota.consume('alice', 1)).toMatchObject({ isAllowed: true, resetMs: 60_000 })
})
