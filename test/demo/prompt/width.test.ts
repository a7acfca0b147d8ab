import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, wrapText } from '../../../demo/prompt/width.ts'

test.each([
  ['', 0],
  ['Roof Raider', 11],
  ['┃ █░', 4],
  ['⛔ 👥', 5],
  ['⚠️', 2],
  ['👨‍👩‍👧', 2],
  ['なめくじ', 8],
  ['한국인', 6],
  ['漢字！', 6],
  ['Łukasz é', 8],
  ['e\u0301', 1],
  ['\u2068وحش\u2069', 3],
  ['ขนมปัง', 5],
])('the width of %j is %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns)
})

test.each([
  ['', 10, ['']],
  ['short', 10, ['short']],
  ['one two three', 10, ['one two', 'three']],
  ['exactly 10', 10, ['exactly 10']],
  ['76561198000010431', 10, ['7656119800', '0010431']],
  ['a 76561198000010431', 10, ['a', '7656119800', '0010431']],
  ['  ○ indented', 20, ['  ○ indented']],
  ['なめくじ', 5, ['なめ', 'くじ']],
])('wraps %j to %i columns', (text, columns, lines) => {
  expect(wrapText(text, columns)).toEqual(lines)
})

test('no wrapped line is too wide, and only spaces are lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
      const lines = wrapText(text, columns)
      expect(lines.filter((line) => columnsOf(line) > columns)).toEqual([])
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
  )
})
