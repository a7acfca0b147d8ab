import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEditThrottle } from '../../src/discord/edit-throttle.ts'
import { warningsDuring } from '../support/process-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  [0, 1_500],
  [1, 1_500],
  [45, 1_500],
  [60, 2_000],
  [300, 10_000],
])('with %i running scans the progress interval is %i ms', (liveScans, intervalMs) => {
  expect(createEditThrottle(() => liveScans).progressIntervalMs()).toBe(intervalMs)
})

test('200 answers at once make at most 50 edits in any second, without unnecessary waits', async () => {
  const editThrottle = createEditThrottle(() => 0)
  const turns: number[] = []
  const all = Array.from({ length: 200 }, () => editThrottle.acquire().then(() => void turns.push(performance.now())))
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(all)
  const busiest = Math.max(...turns.map((start) => turns.filter((at) => at >= start && at < start + 1_000).length))
  expect(busiest).toBeLessThanOrEqual(50)
  expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(5_000)
})

test('many waiting edits cause no warning about listeners', async () => {
  vi.useRealTimers()
  const editThrottle = createEditThrottle(() => 0)
  const complaints = await warningsDuring(async () => {
    await Promise.all(Array.from({ length: 24 }, () => editThrottle.acquire()))
  })
  expect(complaints).toEqual([])
})
