import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCustomId } from '../../src/discord/custom-id.ts'
import { fitFilterText, textArgument, toTextArgument } from '../../src/discord/filter-text.ts'

test.each([
  ['raider', 'raider'],
  ['  raider  ', 'raider'],
  ['x'.repeat(60), 'x'.repeat(48)],
  ['ä'.repeat(30), 'ä'.repeat(24)],
  ['👨‍👩‍👧‍👦 family', '👨‍👩‍👧‍👦 family'],
  ['', ''],
])('%j is used as %j', (given, expected) => expect(fitFilterText(given)).toBe(expected))

test('any text that fits comes back from a button, next to all other arguments', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (given) => {
      const text = fitFilterText(given)
      const argument = toTextArgument(text)
      expect(toCustomId('watches', 'changed', 9_999, argument).length).toBeLessThanOrEqual(100)
      expect(textArgument.parse(argument)).toBe(text)
    }),
  )
})

test.each(['a b', 'ä', '='.repeat(3), 'A'.repeat(65)])('the forged argument %j is refused', (argument) => {
  expect(textArgument.safeParse(argument).success).toBe(false)
})
