import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startLoopClock } from '../../src/lib/loop-clock.ts'
import { spin } from '../support/spin.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A loop clock whose timer runs on fake time, and an event loop whose delay and idle time the test decides. */
function open() {
  const times = { now: 5_000, idleMs: 0 }
  const clock = startLoopClock({ now: () => times.now, idleMs: () => times.idleMs })
  onTestFinished(clock.stop)
  /** Turns of 10 ms each, in which the event loop is idle for this share of the time. */
  const run = (ms: number, idleShare: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      times.now += 10
      times.idleMs += 10 * idleShare
      vi.advanceTimersByTime(10)
    }
  }
  /** Lets time pass without running the timers that become due. */
  const block = (ms: number) => {
    times.now += ms
  }
  return { clock, run, block }
}

describe('the loop clock', () => {
  test('runs like the system clock while the event loop is in time', () => {
    const { clock, run } = open()
    run(1_000, 0)
    expect(clock.now()).toBe(6_000)
  })

  test('stands still while the event loop is blocked, also before its own timer has noticed', () => {
    const { clock, run, block } = open()
    run(100, 1)
    block(2_000)
    expect(clock.now()).toBe(5_112)
    vi.advanceTimersByTime(10)
    expect(clock.now()).toBe(5_112)
    run(100, 1)
    expect(clock.now()).toBe(5_212)
  })

  test('does not go back, whatever the delay', () => {
    const { clock, block } = open()
    const seen = Array.from({ length: 200 }, (_, step) => {
      block(1)
      if (step % 37 === 0) vi.advanceTimersByTime(10)
      return clock.now()
    })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('leaves out a real block of the event loop', async () => {
    vi.useRealTimers()
    const clock = startLoopClock()
    onTestFinished(clock.stop)
    const before = clock.now()
    spin(300)
    expect(clock.now() - before).toBeLessThan(50)
    // And after the timer has run.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(clock.now() - before).toBeLessThan(150)
  })
})

describe('the event loop is busy', () => {
  test('when it has not been idle for a while', () => {
    const { clock, run } = open()
    expect(clock.isBusy()).toBe(false)
    run(300, 0)
    expect(clock.isBusy()).toBe(true)
  })

  test('no longer when it was idle again', () => {
    const { clock, run } = open()
    run(300, 0)
    run(50, 1)
    expect(clock.isBusy()).toBe(false)
  })

  test('not after one short piece of work', () => {
    const { clock, run } = open()
    run(1_000, 1)
    run(80, 0)
    expect(clock.isBusy()).toBe(false)
  })

  test('after one long block', () => {
    const { clock, block } = open()
    block(500)
    vi.advanceTimersByTime(10)
    expect(clock.isBusy()).toBe(true)
  })
})
