import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEditThrottle } from '../../src/discord/edit-throttle.ts'
import { complaintsDuring } from '../support/process-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  [0, 1_500],
  [1, 1_500],
  [45, 1_500],
  [60, 2_000],
  [300, 10_000],
])('with %i live scans, progress is shown every %i ms', (liveScans, intervalMs) => {
  expect(createEditThrottle(() => liveScans).progressIntervalMs()).toBe(intervalMs)
})

test('the interval follows the scans as they come and go', () => {
  let liveScans = 1
  const editThrottle = createEditThrottle(() => liveScans)
  liveScans = 90
  expect(editThrottle.progressIntervalMs()).toBe(3_000)
  liveScans = 2
  expect(editThrottle.progressIntervalMs()).toBe(1_500)
})

test('200 answers at once are at most 50 edits in any second, and none waits longer than it must', async () => {
  const editThrottle = createEditThrottle(() => 0)
  const turns: number[] = []
  const all = Array.from({ length: 200 }, () => editThrottle.acquire().then(() => void turns.push(performance.now())))
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(all)
  const busiest = Math.max(...turns.map((start) => turns.filter((at) => at >= start && at < start + 1_000).length))
  expect(busiest).toBeLessThanOrEqual(50)
  expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(5_000)
})

test('an edit after a quiet time leaves at once, and several do', async () => {
  const editThrottle = createEditThrottle(() => 0)
  const start = performance.now()
  await vi.advanceTimersByTimeAsync(1_000)
  for (let time = 0; time < 10; time++) await editThrottle.acquire()
  expect(performance.now() - start).toBe(1_000)
})

test('however many wait, Node has nothing to complain about', async () => {
  vi.useRealTimers()
  const editThrottle = createEditThrottle(() => 0)
  const complaints = await complaintsDuring(async () => {
    await Promise.all(Array.from({ length: 24 }, () => editThrottle.acquire()))
  })
  expect(complaints).toEqual([])
})
