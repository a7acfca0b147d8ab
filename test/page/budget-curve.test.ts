import { statusEn } from './support/texts.ts'
import { expect, test } from 'vitest'
import { hourlyPoints, layOutBudget } from '../../page/budget-curve.ts'
import { describeCalls } from '../../page/views/status/calls.tsx'

/** 16 June 2025, 00:00 UTC. */
const MIDNIGHT = 1_750_032_000
const HOUR = 3_600
const budget = {
  used: 50,
  limit: 100,
  state: 'plenty',
  resetsAt: MIDNIGHT + 24 * HOUR,
  points: [
    { at: MIDNIGHT, used: 0 },
    { at: MIDNIGHT + 12 * HOUR, used: 50 },
  ],
  forecast: { usedAtEnd: 80, spentAt: null },
} as const
const round = (points: { x: number; y: number }[] | null) => points?.map(({ x, y }) => [x, Math.round(y * 1_100) / 10])

test('the curve goes to now, and its forecast on to midnight', () => {
  const { used, forecast, limit } = layOutBudget({ ...budget, points: [...budget.points] })
  expect(round(used)).toEqual([
    [0, 0],
    [0.5, 50],
  ])
  expect(round(forecast)).toEqual([
    [0.5, 50],
    [1, 80],
  ])
  expect(limit).toBeCloseTo(100 / 110)
})

test('a forecast stays at the limit once that is reached', () => {
  const forecast = { usedAtEnd: 1_000, spentAt: MIDNIGHT + 18 * HOUR }
  expect(round(layOutBudget({ ...budget, points: [...budget.points], forecast }).forecast)).toEqual([
    [0.5, 50],
    [0.75, 100],
    [1, 100],
  ])
})

test('without a limit the highest value sets the height, and without a forecast there is no line for it', () => {
  const layout = layOutBudget({ ...budget, points: [...budget.points], limit: 0, forecast: null })
  expect(layout).toMatchObject({ limit: null, forecast: null })
  expect(layout.used.at(-1)?.y).toBeCloseTo(1 / 1.1)
})

test('a day without any call has an empty curve, not a broken one', () => {
  const points = [{ at: MIDNIGHT, used: 0 }]
  const layout = layOutBudget({ ...budget, used: 0, limit: 0, points, forecast: null })
  expect(layout.used).toEqual([{ x: 0, y: 0 }])
  expect(layout.grid.map(({ calls }) => calls)).toEqual([1])
})

test('the table has the first value of each hour, and the last', () => {
  const points = [0, 600, 3_600, 4_200, 4_800].map((after) => ({ at: MIDNIGHT + after, used: after }))
  expect(hourlyPoints(points).map(({ used }) => used)).toEqual([0, 3_600, 4_800])
})

test('the words about the curve say what is not known', () => {
  const late = { ...budget, limit: 0, forecast: null, points: [{ at: MIDNIGHT + 2 * HOUR, used: 50 }] }
  expect(describeCalls(late, statusEn)).toEqual([
    '50 calls used; there is no limit (`STEAM_CALLS_PER_DAY` is 0).',
    'Too little is known for a forecast: that takes 20 minutes.',
    'The curve begins at 02:00 UTC, when this process started.',
  ])
  const spent = { ...budget, points: [...budget.points], forecast: { usedAtEnd: 101, spentAt: MIDNIGHT + 20 * HOUR } }
  expect(describeCalls(spent, statusEn)).toEqual([
    '50 of 100 calls used (50%).',
    'At the rate of the last hour the limit is reached at 20:00 UTC.',
  ])
})
