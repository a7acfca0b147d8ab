import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'

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

  test('can be cancelled', () => {
    const due = vi.fn()
    systemClock.setTimer(100, due)()
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
