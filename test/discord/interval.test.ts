import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInterval, formatSpan } from '../../src/watch/discord/interval.ts'
import { de, en, textsFor } from '../support/texts.ts'
import { numRuns } from '../support/num-runs.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const interval = (after: string, before: string) => ({ after: at(after), before: at(before) })

test.each([
  ['of an hour', interval('2026-05-04T14:02:00', '2026-05-04T15:02:00'), 'on 4 May 2026 between 14:02 and 15:02 UTC'],
  [
    'whose ends are rounded outwards',
    interval('2026-05-04T14:02:59', '2026-05-04T15:01:01'),
    'on 4 May 2026 between 14:02 and 15:02 UTC',
  ],
  [
    'of a few hours around midnight',
    interval('2026-05-03T23:30:00', '2026-05-04T00:30:00'),
    'between 3 May 2026, 23:30 and 4 May 2026, 00:30 UTC',
  ],
  ['of a whole day', interval('2026-05-04T00:00:00', '2026-05-04T23:59:59'), 'on 4 May 2026'],
  ['of two days', interval('2026-05-03T15:00:00', '2026-05-04T14:00:00'), 'on 3 or 4 May 2026'],
  ['of two days in two months', interval('2026-04-30T15:00:00', '2026-05-01T14:00:00'), 'on 30 April or 1 May 2026'],
  [
    'of two days in two years',
    interval('2025-12-31T15:00:00', '2026-01-01T14:00:00'),
    'on 31 December 2025 or 1 January 2026',
  ],
  ['of 48 hours', interval('2026-05-02T15:00:00', '2026-05-04T15:00:00'), 'on 2, 3 or 4 May 2026'],
  ['of weeks', interval('2026-05-03T15:00:00', '2026-05-20T15:00:00'), 'between 3 May 2026 and 20 May 2026'],
])('an interval %s', (_, given, shown) => {
  expect(formatInterval(given, en)).toBe(shown)
})

test('the days of an interval are joined by the rules of the language', () => {
  const given = interval('2026-05-02T15:00:00', '2026-05-04T15:00:00')
  expect(formatInterval(given, de)).toBe('am 2., 3. oder 4. Mai 2026')
  expect(formatInterval(given, textsFor('zh-CN'))).toBe('2026年5月2日、2026年5月3日或2026年5月4日')
})

describe('an interval in words', () => {
  /** The span that the English text names, in Unix seconds, from its first to its last second. */
  function spanOf(text: string): { first: number; last: number } {
    const times = [...text.matchAll(/\d\d:\d\d/g)].map(([time]) => time)
    const days = [...text.replaceAll(/\d\d:\d\d| UTC/g, '').matchAll(/\b(\d{1,2})\b(?: ([A-Z]\w+))?(?: (\d{4}))?/g)]
    const [, , lastMonth, lastYear] = days.at(-1) ?? []
    const moments = days.map(
      ([, day, month = lastMonth, year = lastYear]) => Date.parse(`${day} ${month} ${year} UTC`) / 1000,
    )
    const [first = 0] = moments
    const last = moments.at(-1) ?? 0
    if (times.length === 0) return { first, last: last + 86_399 }
    const [from = 0, to = 0] = times.map((time) => Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3)) * 60)
    return { first: first + from, last: last + to }
  }

  test('contains every moment of the interval', () => {
    const start = at('2020-01-01T00:00:00')
    fc.assert(
      fc.property(fc.nat(200_000_000), fc.integer({ min: 1, max: 3_000_000 }), (offset, length) => {
        const given = { after: start + offset, before: start + offset + length }
        const { first, last } = spanOf(formatInterval(given, en))
        expect(first).toBeLessThanOrEqual(given.after + 1)
        expect(last).toBeGreaterThanOrEqual(given.before)
      }),
      { numRuns: numRuns(2_000) },
    )
  })
})

describe('an interval in the time of the reader', () => {
  test('of a few hours is a moment and a time, whose minutes are rounded down, so that none lies ahead', () => {
    const given = interval('2026-05-04T14:02:59', '2026-05-04T15:01:01')
    const [from, to] = [at('2026-05-04T14:02:00'), at('2026-05-04T15:01:00')]
    expect(formatSpan(given)).toBe(`<t:${from}:f>–<t:${to}:t>`)
  })

  test('within a minute is one moment', () => {
    const moment = at('2026-05-04T14:02:00')
    expect(formatSpan(interval('2026-05-04T14:02:05', '2026-05-04T14:02:50'))).toBe(`<t:${moment}:f>`)
  })

  test('of up to a day is two moments, because two days could be the same one, and so could two times', () => {
    const given = interval('2026-05-04T02:00:00', '2026-05-05T02:00:00')
    expect(formatSpan(given)).toBe(`<t:${given.after}:f>–<t:${given.before}:f>`)
  })

  test('of more than a day is two days, without the one that ends where it begins', () => {
    const given = interval('2026-05-03T23:59:59', '2026-05-05T15:00:00')
    expect(formatSpan(given)).toBe(`<t:${at('2026-05-04T00:00:00')}:D>–<t:${given.before}:D>`)
  })
})
