import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOSTILE_NAMES } from '../../../packages/sim-steam/src/names.ts'
import { stripInvisible } from '../../../src/lib/visible-text.ts'
import { anyName } from '../../support/any-name.ts'
import { numRuns } from '../../support/num-runs.ts'

describe('a name without invisible characters', () => {
  test('is one line without surrounding or repeated spaces, within Steam’s length limit', () => {
    fc.assert(
      fc.property(fc.oneof(anyName, fc.string({ unit: 'grapheme', minLength: 20, maxLength: 80 })), (name) => {
        const visible = stripInvisible(name)
        expect(visible).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/)
        expect(visible).not.toMatch(/^\s|\s$| {2}/)
        expect([...visible].length).toBeLessThanOrEqual(32)
      }),
      { numRuns: numRuns(500) },
    )
  })

  test('is well-formed Unicode', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => !/\p{Cs}/u.test(stripInvisible(name))))
    expect(stripInvisible('a\uD83Db\uDE00c')).toBe('abc')
  })

  test.each([
    ['a\nb\r\nc\u2028d\te', 'a b c d e'],
    ['  a   b  ', 'a b'],
    ['a\u0000b\u0007c', 'abc'],
    ['\u202Eevil\u202C', 'evil'],
    ['a\u200Bb\u200Dc\u2060d', 'abcd'],
    ['a\u3164b', 'a b'],
    ['\u2800a\u2800', 'a'],
  ])('%j is %j', (name, visible) => {
    expect(stripInvisible(name)).toBe(visible)
  })

  test('has at most two combining marks per letter', () => {
    expect(stripInvisible('Z\u0351\u0366\u033F\u0329A\u0301')).toBe('Z\u0351\u0366A\u0301')
    fc.assert(fc.property(anyName, (name) => !/\p{M}{3}/u.test(stripInvisible(name))))
  })

  test('is cut between characters and ends with an ellipsis', () => {
    expect(stripInvisible('😀'.repeat(33))).toBe(`${'😀'.repeat(31)}…`)
    expect(stripInvisible('😀'.repeat(32))).toBe('😀'.repeat(32))
    expect(stripInvisible('abcdef', 4)).toBe('abc…')
  })

  test('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(anyName, (name) => stripInvisible(stripInvisible(name)) === stripInvisible(name)),
      { numRuns: numRuns(500) },
    )
  })
})

describe('a name of invisible characters becomes empty', () => {
  test.each([
    ['', 'an empty one'],
    [' \t\n\u00A0\u2003', 'spaces'],
    ['\u200B\u200C\u200D\u2060\uFEFF', 'zero-width joiners'],
    ['\u202E\u2066\u200F', 'direction marks'],
    ['\u3164\u115F\u1160\uFFA0', 'Hangul fillers'],
    ['\u2800\u2800', 'empty Braille patterns'],
    ['\u00AD\u061C', 'soft hyphens'],
    ['\uE000\u{F0000}', 'private-use characters'],
    ['\u034F', 'a grapheme joiner'],
    ['\uFE0F\uFE0E', 'variation selectors'],
    ['\u{E0100}\u{E01EF}', 'more variation selectors'],
    ['\u180B\u180F', 'Mongolian variation selectors'],
    ['\u17B4\u17B5', 'inherent vowels of Khmer'],
    ['\u2065\uFFF0', 'what Unicode has set aside to be ignored'],
    [HOSTILE_NAMES.invisible, 'a mixture'],
  ])('%j: %s', (name) => {
    expect(stripInvisible(name)).toBe('')
  })
})
