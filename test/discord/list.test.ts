import { expect, test } from 'vitest'
import { fitFilterText } from '../../src/discord/list.ts'

test.each([
  ['  raider  ', 'raider'],
  ['x'.repeat(60), 'x'.repeat(48)],
  [`${'x'.repeat(47)}😀`, 'x'.repeat(47)],
])('of the filter %j, the page buttons have %j', (given, expected) => expect(fitFilterText(given)).toBe(expected))
