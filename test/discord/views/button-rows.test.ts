import { expect, test } from 'vitest'
import { textsFor } from '../../support/texts.ts'
import { button } from '../../../src/discord/view.ts'
import { buttonRows } from '../../../src/discord/views/button-rows.ts'

const sizesOf = (locale: string, count: number) => {
  const buttons = Array.from({ length: count }, (_, index) => button('🔎', String(index), String(index)))
  const rows = buttonRows(buttons, textsFor(locale))
  expect(rows.flatMap(({ components }) => components)).toEqual(buttons)
  return rows.map(({ components }) => components.length)
}

test('English rows have up to five buttons, and none of several stands alone', () => {
  expect([0, 1, 5, 6, 7, 8].map((count) => sizesOf('en-US', count))).toEqual([[], [1], [5], [3, 3], [4, 3], [4, 4]])
})

test('German rows have up to three buttons', () => {
  expect([2, 3, 4, 7, 8].map((count) => sizesOf('de', count))).toEqual([[2], [3], [2, 2], [3, 2, 2], [3, 3, 2]])
})
