import { describe, expect, test } from 'vitest'
import type { BudgetPoint } from '../../../src/model/status.ts'
import { forecastBudget } from '../../../src/app/status/budget-history.ts'

const MIDNIGHT = 1_750_032_000
const day = { limit: 100_000, resetsAt: MIDNIGHT + 86_400 }

/** Points of the day at minutes after midnight, with the calls used by then. */
const pointsAt = (...points: [minute: number, used: number][]): BudgetPoint[] =>
  points.map(([minute, used]) => ({ at: MIDNIGHT + minute * 60, used }))

test('goes on at the rate of the last hour, not of the day', () => {
  const points = pointsAt([0, 0], [600, 50_000], [660, 50_600], [720, 51_200])
  expect(forecastBudget(points, day)).toEqual({ usedAtEnd: 51_200 + 720 * 10, spentAt: null })
})

test('says when the calls are spent', () => {
  const points = pointsAt([660, 40_000], [720, 46_000])
  expect(forecastBudget(points, day)).toEqual({ usedAtEnd: 118_000, spentAt: MIDNIGHT + (720 + 540) * 60 })
})

test('calls that are spent are spent now', () => {
  const points = pointsAt([660, 100_000], [720, 100_000])
  expect(forecastBudget(points, day)).toEqual({ usedAtEnd: 100_000, spentAt: MIDNIGHT + 720 * 60 })
})

test('a day without a limit is never spent', () => {
  const points = pointsAt([660, 40_000], [720, 46_000])
  expect(forecastBudget(points, { ...day, limit: 0 })).toEqual({ usedAtEnd: 118_000, spentAt: null })
})

test('calls that were given back do not lower the forecast below what is used', () => {
  expect(forecastBudget(pointsAt([660, 500], [720, 400]), day)).toEqual({ usedAtEnd: 400, spentAt: null })
})

describe('too little is known', () => {
  test.each([
    ['without a point', []],
    ['with the count of now alone', pointsAt([720, 100])],
    ['19 minutes after the start', pointsAt([700, 10], [710, 50], [719, 100])],
    ['after a gap of more than an hour', pointsAt([100, 10], [720, 100])],
  ])('%s', (_, points) => {
    expect(forecastBudget(points, day)).toBeNull()
  })

  test('but 20 minutes after the start it is enough', () => {
    expect(forecastBudget(pointsAt([700, 0], [720, 20]), day)).toEqual({ usedAtEnd: 20 + 720, spentAt: null })
  })
})
