import { expect, test } from 'vitest'
import { readReason } from '../../src/model/reason.ts'
import { WatchError } from '../../src/model/watch.ts'

function problemOf(text: string) {
  try {
    return readReason(text)
  } catch (error) {
    if (error instanceof WatchError) return error.problem
    throw error
  }
}

test.each([
  ['  aimbot, seen by two  ', 'aimbot, seen by two'],
  ['first\nsecond\r\n\tthird', 'first second third'],
  ['a\u0000b\u001b[31mc\u009d', 'ab[31mc'],
  ['cheats \uD83D', 'cheats'],
  ['good\u202E\u2028 player\n', 'good player'],
  ['\u2067a\u2069\u200Fb', 'ab'],
  // An emoji of three people, and the flag of Scotland.
  [
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
  ],
  ['\u{1F600}'.repeat(200), '\u{1F600}'.repeat(200)],
  [`${'a'.repeat(200)}   `, 'a'.repeat(200)],
])('%j is kept as one line', (text, reason) => {
  expect(readReason(text)).toBe(reason)
})

test.each(['', '   ', '\n\u0000\t', '\u0007', '\u200B\u2060', '\uD800'])('%j is no reason', (text) => {
  expect(problemOf(text)).toEqual({ code: 'reason_missing' })
})

test.each([
  ['a'.repeat(201), 201],
  ['\u{1F600}'.repeat(250), 250],
])('a reason over 200 characters is refused with its length', (text, length) => {
  expect(problemOf(text)).toEqual({ code: 'reason_too_long', length, limit: 200 })
})
