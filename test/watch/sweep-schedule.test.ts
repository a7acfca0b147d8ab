import { describe, expect, test } from 'vitest'
import { callsFor, intervalFor, nextCallAt, nextSweepAt, waitMsFor } from '../../src/watch/sweep-schedule.ts'

const HOUR = 3_600
const DAY = 86_400
const HOURLY = { intervalSeconds: HOUR, callsPerDay: 100_000 }
const START = 1_700_000_000
const sweepOf = (rest: object = {}) => ({
  startedAt: START,
  intervalSeconds: HOUR,
  total: 1_000,
  done: 0,
  calls: 0,
  ...rest,
})

test.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
  [10_000, 100],
])('%i accounts need %i calls', (accounts, calls) => {
  expect(callsFor(accounts)).toBe(calls)
})

describe('the interval', () => {
  test.each([
    ['few calls', 100, HOURLY],
    ['exactly a tenth of the day', 416, HOURLY],
    ['many calls, but no limit', 1_000_000, { ...HOURLY, callsPerDay: 0 }],
    ['no calls', 0, { ...HOURLY, callsPerDay: 1 }],
  ])('is the configured one with %s', (_, calls, options) => {
    expect(intervalFor(calls, options)).toBe(HOUR)
  })

  test.each([
    [417, HOURLY],
    [1_000, HOURLY],
    [100, { ...HOURLY, intervalSeconds: 1 }],
    [1, { ...HOURLY, callsPerDay: 10 }],
    [7, { ...HOURLY, callsPerDay: 3 }],
  ])('is long enough for sweeps of %i calls to use a tenth of the day, and no longer', (calls, options) => {
    const seconds = intervalFor(calls, options)
    expect(seconds).toBeGreaterThan(options.intervalSeconds)
    const tenth = options.callsPerDay / 10
    expect((DAY / seconds) * calls).toBeLessThanOrEqual(tenth)
    expect((DAY / (seconds - 1)) * calls).toBeGreaterThan(tenth)
  })
})

describe('the next call', () => {
  test.each([
    [0, 0],
    [100, 324],
    [900, 2_916],
    [1_000, 3_240],
  ])('after %i of 1,000 accounts is due after %i s of an hour', (done, seconds) => {
    expect(nextCallAt(sweepOf({ done }), HOURLY) - START).toBeCloseTo(seconds)
  })

  test('of a sweep without accounts is due at once', () => {
    expect(nextCallAt(sweepOf({ total: 0 }), HOURLY)).toBe(START)
  })

  test('is spread over the interval that the sweep began with', () => {
    expect(nextCallAt(sweepOf({ done: 500, intervalSeconds: 60 }), HOURLY) - START).toBeCloseTo(27)
  })

  test('is due earlier when the setting was lowered since', () => {
    const halfDone = sweepOf({ done: 500, intervalSeconds: DAY })
    expect(nextCallAt(halfDone, { ...HOURLY, intervalSeconds: 100 }) - START).toBeCloseTo(45)
    // Ten calls keep within a tenth of the day's 10,000 calls when a sweep takes 864 s.
    expect(nextCallAt(halfDone, { intervalSeconds: 100, callsPerDay: 10_000 }) - START).toBeCloseTo(388.8)
  })
})

describe('the next sweep', () => {
  test('begins an interval after the start of the last one', () => {
    expect(nextSweepAt(sweepOf({ calls: 10 }), HOURLY)).toBe(START + HOUR)
  })

  test('begins later when the last one needed many calls, or the accounts will', () => {
    const options = { intervalSeconds: 60, callsPerDay: 10_000 }
    expect(nextSweepAt(sweepOf({ calls: 50, total: 100 }), options)).toBe(START + 4_320)
    expect(nextSweepAt(sweepOf({ calls: 0, total: 5_000 }), options)).toBe(START + 4_320)
  })
})

test('a wait lasts until the time has come, and ends at once for a sweep from the future', () => {
  expect(waitMsFor(START + 2, sweepOf(), (START + 1) * 1000 + 250)).toBe(750)
  expect(waitMsFor(START + 2, sweepOf(), (START + 9) * 1000)).toBe(0)
  // The clock was set back after the sweep had begun.
  expect(waitMsFor(START + 2, sweepOf(), (START - DAY) * 1000)).toBe(0)
})
