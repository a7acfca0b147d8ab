import { expect, test } from 'vitest'
import { endOfDate, toShownEnd } from '../../src/model/parse-until.ts'

test.each([
  ['2027-01-01', '2027-01-02T00:00:00Z'],
  ['2028-02-29', '2028-03-01T00:00:00Z'],
  ['2026-12-31', '2027-01-01T00:00:00Z'],
  ['1970-01-01', '1970-01-02T00:00:00Z'],
  ['2106-02-05', '2106-02-06T00:00:00Z'],
])('the day %s ends at %s', (date, end) => {
  expect(endOfDate(date)).toBe(Date.parse(end) / 1000)
})

test.each([
  '',
  'tomorrow',
  '2027-1-1',
  '2027-02-29',
  '2027-02-30',
  '2027-13-01',
  '2027-00-10',
  '1969-12-31',
  '0070-05-01',
  '9999-12-31',
  '2106-02-06',
  '2027-01-01T00:00:00Z',
  ' 2027-01-01',
])('the text "%s" is no day', (text) => {
  expect(endOfDate(text)).toBeNull()
})

test('the end of a day is shown by its last second, another end as it is', () => {
  const midnight = Date.parse('2027-01-02T00:00:00Z') / 1000
  expect(toShownEnd(midnight)).toBe(midnight - 1)
  expect(toShownEnd(midnight + 1)).toBe(midnight + 1)
})
