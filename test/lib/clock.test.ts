import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

describe('a sleep', () => {
  test('ends with the reason as soon as its signal aborts, and leaves no timer behind', async () => {
    const controller = new AbortController()
    const sleeping = failureOf(systemClock.sleep(100, controller.signal))
    controller.abort('left')
    expect(await sleeping).toBe('left')
    expect(await failureOf(systemClock.sleep(100, AbortSignal.abort('gone')))).toBe('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})
