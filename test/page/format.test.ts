import { expect, test } from 'vitest'
import { createFormats, toIsoTime } from '../../page/format.ts'

/** 4 May 2026, 12:02:30 UTC. */
const NOW = 1_777_896_150
const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

const english = createFormats('en', 'Europe/Berlin')
const german = createFormats('de', 'Europe/Berlin')

test('a date is written in the language and the time zone of the reader', () => {
  expect(english.date(NOW)).toBe('4 May 2026')
  expect(german.date(NOW)).toBe('4. Mai 2026')
  const lateEvening = NOW + 11 * HOUR
  expect(german.date(lateEvening)).toBe('5. Mai 2026')
})

test('a time carries its difference from UTC, also in winter and without one', () => {
  expect(english.dateTime(NOW)).toBe('4 May 2026 at 14:02 UTC+02:00')
  expect(german.dateTime(NOW)).toBe('4. Mai 2026 um 14:02 UTC+02:00')
  expect(english.dateTime(NOW + 200 * DAY)).toBe('20 November 2026 at 13:02 UTC+01:00')
  expect(createFormats('en', 'UTC').dateTime(NOW)).toBe('4 May 2026 at 12:02 UTC')
})

test.each([
  [0, 'now', 'jetzt'],
  [-1, '1 second ago', 'vor 1 Sekunde'],
  [-59, '59 seconds ago', 'vor 59 Sekunden'],
  [-119, '1 minute ago', 'vor 1 Minute'],
  [-5 * MINUTE, '5 minutes ago', 'vor 5 Minuten'],
  [-23 * HOUR - 59 * MINUTE, '23 hours ago', 'vor 23 Stunden'],
  [-DAY, '1 day ago', 'vor 1 Tag'],
  [-30 * DAY, '30 days ago', 'vor 30 Tagen'],
  [-31 * DAY, '1 month ago', 'vor 1 Monat'],
  [-400 * DAY, '1 year ago', 'vor 1 Jahr'],
  [-15 * 366 * DAY, '15 years ago', 'vor 15 Jahren'],
])('an age of %i seconds is %s', (offset, inEnglish, inGerman) => {
  expect(english.relativeTime(NOW + offset, NOW)).toBe(inEnglish)
  expect(german.relativeTime(NOW + offset, NOW)).toBe(inGerman)
})

test.each([
  [0.4, 'in 1 second'],
  [61, 'in 2 minutes'],
  [59 * MINUTE + 1, 'in 1 hour'],
  [2 * DAY - HOUR, 'in 2 days'],
])('a time to come in %d seconds is rounded up to: %s', (offset, text) => {
  expect(english.relativeTime(NOW + offset, NOW)).toBe(text)
})

test('a time for programs is in UTC', () => {
  expect(toIsoTime(NOW)).toBe('2026-05-04T12:02:30.000Z')
})
