import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDayCounter, DAY, HOUR } from '../../packages/sim-steam/src/bans.ts'
import type { Interval } from '../../src/model/ban-record.ts'
import { banIntervalOf, hull, intersect } from '../../src/watch/ban-fields.ts'
import { numRuns } from '../support/num-runs.ts'

const NOW = 1_780_000_000

const contains = ({ after, before }: Interval, moment: number) => after < moment && moment <= before
const widthOf = ({ after, before }: Interval) => before - after

test.each([
  ['today', 0, { after: NOW - DAY, before: NOW }],
  ['yesterday', 1, { after: NOW - 2 * DAY, before: NOW }],
  ['412 days ago', 412, { after: NOW - 413 * DAY, before: NOW - 411 * DAY }],
  ['absurdly long ago', 100_000, { after: 0, before: 1 }],
])('a ban %s', (_, days, interval) => {
  expect(banIntervalOf(days, NOW)).toEqual(interval)
})

test.each([
  ['overlap', { after: 10, before: 20 }, { after: 15, before: 30 }, { after: 15, before: 20 }],
  ['contain each other', { after: 10, before: 40 }, { after: 15, before: 30 }, { after: 15, before: 30 }],
  ['only touch', { after: 10, before: 20 }, { after: 20, before: 30 }, null],
  ['are apart', { after: 10, before: 20 }, { after: 25, before: 30 }, null],
])('intervals that %s intersect accordingly', (_, a, b, both) => {
  expect(intersect(a, b)).toEqual(both)
  expect(intersect(b, a)).toEqual(both)
})

test('the hull of two intervals contains the time between them', () => {
  expect(hull({ after: 10, before: 20 }, { after: 25, before: 30 })).toEqual({ after: 10, before: 30 })
})

/** A ban of a simulated account, whose days tick by the hour of the ban or at a fixed hour, depending on seed and account. */
const ban = fc.record({
  seed: fc.nat(1_000_000),
  steamId: fc.nat(1_000).map((index) => `7656119800000${String(index).padStart(4, '0')}`),
  at: fc.integer({ min: NOW - 2_000 * DAY, max: NOW }),
})

describe('the interval of a simulated ban', () => {
  test('contains its time, and is 48 hours wide, or 24 on its first day', () => {
    fc.assert(
      fc.property(ban, fc.nat(1_000 * DAY), ({ seed, steamId, at }, sinceThen) => {
        const seenAt = at + sinceThen
        const days = createDayCounter(seed)(steamId, at, seenAt)
        const interval = banIntervalOf(days, seenAt)
        expect(contains(interval, at)).toBe(true)
        expect(widthOf(interval)).toBe(days === 0 ? DAY : 2 * DAY)
      }),
      { numRuns: numRuns(1_000) },
    )
  })

  test('stays around its time when observations narrow it, and two of them around a tick leave little more than a day', () => {
    fc.assert(
      fc.property(
        ban,
        fc.nat(100 * DAY),
        fc.integer({ min: HOUR, max: 6 * HOUR }),
        ({ seed, steamId, at }, first, step) => {
          const countDays = createDayCounter(seed)
          let interval: Interval = { after: 0, before: at + first }
          // Over a day, so that one tick is among the observations.
          for (let seenAt = at + first; seenAt <= at + first + DAY + step; seenAt += step) {
            const narrowed = intersect(interval, banIntervalOf(countDays(steamId, at, seenAt), seenAt))
            expect(narrowed).not.toBeNull()
            interval = narrowed ?? interval
            expect(contains(interval, at)).toBe(true)
          }
          expect(widthOf(interval)).toBeLessThanOrEqual(DAY + step)
        },
      ),
      { numRuns: numRuns(1_000) },
    )
  })

  test('can have its time at either end', () => {
    // Both ways of counting days are needed: a narrower interval would be wrong for one of them.
    const gaps = Array.from({ length: 2_000 }, (_, seed) => {
      const at = NOW - (seed % DAY) * 37
      const seenAt = at + 10 * DAY + seed * 43
      const { after, before } = banIntervalOf(createDayCounter(seed)('76561198000000001', at, seenAt), seenAt)
      return { fromStart: at - after, toEnd: before - at }
    })
    expect(Math.min(...gaps.map(({ fromStart }) => fromStart))).toBeLessThan(HOUR)
    expect(Math.min(...gaps.map(({ toEnd }) => toEnd))).toBeLessThan(HOUR)
  })
})
