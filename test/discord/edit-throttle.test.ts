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

test('the progress interval follows the number of running scans', () => {
  let liveScans = 1
  const editThrottle = createEditThrottle(() => liveScans)
  liveScans = 90
  expect(editThrottle.progressIntervalMs()).toBe(3_000)
  liveScans = 2
  expect(editThrottle.progressIntervalMs()).toBe(1_500)
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

test('a burst of edits after a pause is sent at once', async () => {
  const editThrottle = createEditThrottle(() => 0)
  const start = performance.now()
  await vi.advanceTimersByTimeAsync(1_000)
  for (let time = 0; time < 10; time++) await editThrottle.acquire()
  expect(performance.now() - start).toBe(1_000)
})

test('many waiting edits cause no warning about listeners', async () => {
  vi.useRealTimers()
  const editThrottle = createEditThrottle(() => 0)
  const complaints = await warningsDuring(async () => {
    await Promise.all(Array.from({ length: 24 }, () => editThrottle.acquire()))
  })
  expect(complaints).toEqual([])
})
