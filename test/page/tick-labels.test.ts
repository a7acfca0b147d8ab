import { expect, test } from 'vitest'
import { labelWidthOf } from '../../page/views/friends/tick-labels.ts'

const WIDTHS = ['narrow', 'medium', 'wide'] as const
/** The ticks whose labels are shown on a picture of a width. */
const shownAt = (width: (typeof WIDTHS)[number], tickCount: number) =>
  Array.from({ length: tickCount }, (_, tick) => tick).filter(
    (tick) => WIDTHS.indexOf(labelWidthOf(tick, tickCount)) <= WIDTHS.indexOf(width),
  )

test('a phone shows at most three labels of an axis, a desktop all', () => {
  expect(shownAt('narrow', 9)).toEqual([0, 4, 8])
  expect(shownAt('medium', 9)).toEqual([0, 2, 4, 6, 8])
  expect(shownAt('wide', 9)).toHaveLength(9)
})

test.for([2, 3, 4, 5, 6, 7, 8, 9, 11])('the labels of %i ticks are evenly spaced on every width', (tickCount) => {
  for (const width of WIDTHS) {
    const shown = shownAt(width, tickCount)
    const steps = new Set(shown.slice(1).map((tick, index) => tick - (shown[index] ?? 0)))
    expect(shown[0]).toBe(0)
    expect(steps.size).toBeLessThanOrEqual(1)
  }
  expect(shownAt('narrow', tickCount).length).toBeLessThanOrEqual(3)
  expect(shownAt('medium', tickCount).length).toBeLessThanOrEqual(5)
})
