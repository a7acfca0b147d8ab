import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock, systemClock } from '../../src/lib/clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

describe('a timer', () => {
  test('is due after its time', () => {
    const due = vi.fn()
    systemClock.setTimer(100, due)
    vi.advanceTimersByTime(99)
    expect(due).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(due).toHaveBeenCalledOnce()
  })

  test('waits for a clock that has stood still, but is extended three times at most', () => {
    const stood = { ms: 0 }
    const clock = createClock(() => performance.now() - stood.ms)
    const due = vi.fn()
    clock.setTimer(100, due)
    stood.ms = 60
    vi.advanceTimersByTime(159)
    expect(due).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(due).toHaveBeenCalledOnce()

    const late = vi.fn()
    createClock(() => 0).setTimer(100, late)
    vi.advanceTimersByTime(399)
    expect(late).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(late).toHaveBeenCalledOnce()
  })

  test('can be cancelled, before and after it was extended', () => {
    const due = vi.fn()
    systemClock.setTimer(100, due)()
    const cancel = createClock(() => 0).setTimer(100, due)
    vi.advanceTimersByTime(150)
    cancel()
    vi.advanceTimersByTime(1_000)
    expect(due).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a sleep', () => {
  test('ends after its time', async () => {
    const sleeping = systemClock.sleep(100, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(100)
    expect(await sleeping).toBeUndefined()
  })

  test('ends with the reason as soon as its signal aborts, and leaves no timer behind', async () => {
    const controller = new AbortController()
    const sleeping = failureOf(systemClock.sleep(100, controller.signal))
    controller.abort('left')
    expect(await sleeping).toBe('left')
    expect(await failureOf(systemClock.sleep(100, AbortSignal.abort('gone')))).toBe('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})
