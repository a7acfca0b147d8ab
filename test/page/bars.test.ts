import { expect, test } from 'vitest'
import { layOutBars } from '../../page/bars.ts'

const bar = (label: string, value: number) => ({ label, value, text: `${value}` })

test('bars are ordered by length, and the longest takes the whole width', () => {
  expect(layOutBars([bar('wood', 250), bar('stone', 1_000), bar('scrap', 250)])).toEqual([
    { ...bar('stone', 1_000), share: 1 },
    { ...bar('wood', 250), share: 0.25 },
    { ...bar('scrap', 250), share: 0.25 },
  ])
})

test('a small value can be seen, and 0 has no bar', () => {
  expect(layOutBars([bar('wood', 1_000_000), bar('stone', 1), bar('scrap', 0)]).map(({ share }) => share)).toEqual([
    1, 0.01, 0,
  ])
})

test('values that are all 0, and no values, have no bars', () => {
  expect(layOutBars([bar('wood', 0)])).toEqual([{ ...bar('wood', 0), share: 0 }])
  expect(layOutBars([])).toEqual([])
})
