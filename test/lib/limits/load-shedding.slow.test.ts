import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createLoadMeter,
  createLoadShedder,
  type ProcessLoad,
  type OverloadReason,
} from '../../../src/lib/limits/load-shedding.ts'

const CALM: ProcessLoad = { delayMs: 1, memoryBytes: 100 }

describe('a load shedder with readings', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** The overload reason after each of these readings, one a second. */
  function after(
    readings: Partial<ProcessLoad>[],
    limits = { eventLoopMs: 500, memoryBytes: 1_000 },
  ): (OverloadReason | null)[] {
    let load = CALM
    const watch = createLoadShedder({ ...limits, meter: { read: () => load, stop: () => {} } })
    const said = readings.map((reading) => {
      load = { ...CALM, ...reading }
      vi.advanceTimersByTime(1_000)
      return watch.overloadReason()
    })
    watch.stop()
    return said
  }

  test('sheds load from the delay threshold on until the delay is below 80 % of it', () => {
    const delays = [500, 501, 450, 401, 400, 450, 500, 501]
    expect(after(delays.map((delayMs) => ({ delayMs })))).toEqual([
      null,
      'event_loop',
      'event_loop',
      'event_loop',
      null,
      null,
      null,
      'event_loop',
    ])
  })

  test('sheds load from the memory threshold on until memory is below 80 % of it', () => {
    const sizes = [1_000, 1_001, 801, 800, 999]
    expect(after(sizes.map((memoryBytes) => ({ memoryBytes })))).toEqual([null, 'memory', 'memory', null, null])
  })

  test('ignores a threshold of 0', () => {
    const both = { delayMs: 10_000, memoryBytes: 1e12 }
    expect(after([both], { eventLoopMs: 0, memoryBytes: 0 })).toEqual([null])
    expect(after([both], { eventLoopMs: 0, memoryBytes: 1 })).toEqual(['memory'])
    expect(after([both], { eventLoopMs: 1, memoryBytes: 0 })).toEqual(['event_loop'])
  })

  test('does not shed load on a reading without delays', () => {
    expect(after([{ delayMs: Number.NaN }])).toEqual([null])
  })
})

test('a load meter keeps the last reading when memory cannot be read', () => {
  const readings: (() => number)[] = [
    () => 100,
    () => {
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    },
    () => 300,
  ]
  const meter = createLoadMeter(() => readings.shift()?.() ?? 0)
  expect([meter.read(), meter.read(), meter.read()].map(({ memoryBytes }) => memoryBytes)).toEqual([100, 100, 300])
  meter.stop()
})

test('a load meter does not take a single pause for an overload, even right after a reading', async () => {
  const meter = createLoadMeter()
  onTestFinished(meter.stop)
  await sleep(200)
  meter.read()
  const until = performance.now() + 1_000
  while (performance.now() < until);
  const delays = []
  for (let turn = 0; turn < 20; turn += 1) {
    await sleep(10)
    delays.push(meter.read().delayMs)
  }
  expect(delays.filter((delayMs) => delayMs > 300)).toEqual([])
  expect(delays.at(-1)).toBeLessThan(300)
})

describe('a load shedder of this process', () => {
  const watch = (eventLoopMs: number, memoryBytes: number) => {
    const watched = createLoadShedder({ eventLoopMs, memoryBytes })
    onTestFinished(watched.stop)
    return watched.overloadReason
  }

  /** Blocks the event loop for `ms` at a time, until `isOver`. */
  async function block(ms: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const until = performance.now() + ms
      while (performance.now() < until);
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test(
    'sheds load while the event loop is blocked again and again, and not afterwards',
    { timeout: 60_000 },
    async () => {
      const overloadReason = watch(200, 0)
      await sleep(2_000)
      expect(overloadReason()).toBeNull()
      const giveUpAt = performance.now() + 20_000
      await block(300, () => overloadReason() !== null || performance.now() > giveUpAt)
      expect(overloadReason()).toBe('event_loop')
      await expect.poll(overloadReason, { timeout: 30_000, interval: 100 }).toBeNull()
    },
  )

  test('measures the memory of the process', { timeout: 30_000 }, async () => {
    const overloadReason = watch(0, process.memoryUsage.rss() / 2)
    await expect.poll(overloadReason, { timeout: 20_000 }).toBe('memory')
  })
})
