import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutAtGrapheme, toBanName, toBanNote, toBanReason } from '../../src/bans/ban-texts.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import { numRuns } from '../support/num-runs.ts'

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(' ', '\\', '\n', '\r\n', '\u2028', '\u202e', 'é', 'Ж', '–', '😀', 'e\u0301', '"'),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
)

test('a reason is one line of plain text without a backslash at its end, and stays as it is when it is read again', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const reason = toBanReason(text)
      expect(reason).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^\s|\s$|\\$/u)
      expect(toBanReason(reason)).toBe(reason)
      // Common texts are not searched for invisible characters; that must make no difference.
      expect(reason).toBe(stripInvisible(text, 1_000).replace(/[\\\s]+$/, ''))
    }),
    { numRuns: numRuns(10_000) },
  )
})

test('a note has its line breaks and no other control characters', () => {
  expect(toBanNote(' one\r\n\r\n\r\n\r\ntwo\u0000\u0085three\u2028 four\\\n ')).toBe('one\n\ntwo\nthree\nfour\\')
  fc.assert(
    fc.property(texts, (text) => {
      const note = toBanNote(text)
      expect(note.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
      expect(toBanNote(note)).toBe(note)
    }),
    { numRuns: numRuns(5_000) },
  )
})

test('a name is cut at 64 characters', () => {
  expect(toBanName(`${'n'.repeat(64)}\n`)).toBe('n'.repeat(64))
  expect(toBanName('n'.repeat(65))).toBe(`${'n'.repeat(63)}…`)
})

describe('a text that is cut', () => {
  test.each([
    ['aimbot', 6, 'aimbot'],
    ['aimbot', 5, 'aimb…'],
    ['aim bot', 5, 'aim…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀', 2, '😀…'],
    ['🇩🇪🇩🇪', 3, '🇩🇪…'],
    ['🇩🇪🇩🇪', 2, '…'],
    ['ab\u0301c', 3, 'a…'],
    ['ab\u0301c', 4, 'ab\u0301c'],
    ['', 5, ''],
  ])('%j to %i characters is %j', (text, maxCharacters, expected) => {
    expect(cutAtGrapheme(text, maxCharacters)).toBe(expected)
  })

  test('has at most that many code points, and is the start of the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        (text, maxCharacters) => {
          const cut = cutAtGrapheme(text, maxCharacters)
          expect(Array.from(cut).length).toBeLessThanOrEqual(maxCharacters)
          const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
          const starts = graphemes.map((_, count) => `${graphemes.slice(0, count).join('').trimEnd()}…`)
          expect([text, ...starts]).toContain(cut)
        },
      ),
      { numRuns: numRuns(5_000) },
    )
  })
})
