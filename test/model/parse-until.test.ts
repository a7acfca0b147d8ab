import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOfDate, parseUntil } from '../../src/model/parse-until.ts'
import { WatchError } from '../../src/model/watch.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const NOW = seconds('2026-03-31T14:05:06Z')

/** The problem with which a text is refused. */
function problemOf(text: string, now = NOW) {
  try {
    parseUntil(text, now)
  } catch (error) {
    if (error instanceof WatchError) return error.problem
    throw error
  }
  throw new Error(`${text} was accepted`)
}

test.each([
  ['12h', '2026-04-01T02:05:06Z'],
  ['1d', '2026-04-01T14:05:06Z'],
  ['2w', '2026-04-14T14:05:06Z'],
  ['6mo', '2026-09-30T14:05:06Z'],
  ['1y', '2027-03-31T14:05:06Z'],
  [' 10 y ', '2036-03-31T14:05:06Z'],
  ['30 days', '2026-04-30T14:05:06Z'],
  ['2 weeks', '2026-04-14T14:05:06Z'],
  ['1 Jahr', '2027-03-31T14:05:06Z'],
  ['12 Stunden', '2026-04-01T02:05:06Z'],
  ['2026-12-31', '2027-01-01T00:00:00Z'],
  ['2026-3-31', '2026-04-01T00:00:00Z'],
  ['31.12.2026', '2027-01-01T00:00:00Z'],
  ['1.4.2026', '2026-04-02T00:00:00Z'],
])('%s ends at %s', (text, end) => {
  expect(new Date(parseUntil(text, NOW) * 1000).toISOString()).toBe(end.replace('Z', '.000Z'))
})

test('a year from a leap day ends on the 28th of February', () => {
  expect(parseUntil('1y', seconds('2028-02-29T00:00:00Z'))).toBe(seconds('2029-02-28T00:00:00Z'))
})

test.each(['0d', '0mo', '2026-03-30', '30.03.2026'])('%s has passed', (value) => {
  expect(problemOf(value)).toEqual({ code: 'until_past', value })
})

test.each(['11y', '121mo', '999999y', '999999mo', '2036-04-01'])('%s is too far', (value) => {
  expect(problemOf(value)).toEqual({ code: 'until_too_far', value })
})

test.each(['', '2026-13-01', '2026-02-29', '00.01.2027', '2026-12-31T10:00'])('%j is not a time', (value) => {
  expect(problemOf(value)).toEqual({ code: 'until_malformed', value })
})

describe('any accepted time', () => {
  const nows = fc.integer({ min: seconds('2026-01-01T00:00:00Z'), max: seconds('2040-01-01T00:00:00Z') })

  test('of a span is later than now, by at most ten years', () => {
    const spans = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.constantFrom('h', 'd', 'w', 'mo', 'y'))
    fc.assert(
      fc.property(nows, spans, (now, [count, unit]) => {
        const days = (parseUntil(`${count}${unit}`, now) - now) / 86_400
        expect(days).toBeGreaterThan(0)
        expect(days).toBeLessThanOrEqual(3_653)
      }),
    )
  })

  test('of months is in the month that the calendar says, on the same day or the last one', () => {
    fc.assert(
      fc.property(nows, fc.integer({ min: 1, max: 120 }), (now, count) => {
        const from = new Date(now * 1000)
        const to = new Date(parseUntil(`${count}mo`, now) * 1000)
        expect(to.getUTCFullYear() * 12 + to.getUTCMonth()).toBe(
          from.getUTCFullYear() * 12 + from.getUTCMonth() + count,
        )
        expect(to.toISOString().slice(11)).toBe(from.toISOString().slice(11))
        const nextDay = new Date(to.getTime() + 86_400_000)
        if (to.getUTCDate() !== from.getUTCDate()) expect(nextDay.getUTCDate()).toBe(1)
      }),
    )
  })

  test('of a date is the end of that day, as in a policy file', () => {
    const dates = fc.date({ min: new Date('2026-04-01'), max: new Date('2036-03-30'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        const day = date.toISOString().slice(0, 10)
        const german = day.split('-').toReversed().join('.')
        expect(parseUntil(day, NOW)).toBe(seconds(`${day}T00:00:00Z`) + 86_400)
        expect(parseUntil(day, NOW)).toBe(endOfDate(day))
        expect(parseUntil(german, NOW)).toBe(parseUntil(day, NOW))
      }),
    )
  })

  test('never comes from a text that is not understood', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const until = parseUntil(text, NOW)
          expect(until).toBeGreaterThan(NOW)
          expect(Number.isInteger(until)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(WatchError)
        }
      }),
    )
  })
})
