import { expect, test } from 'vitest'
import { createBudgetHistory } from '../../../src/app/status/budget-history.ts'

const MIDNIGHT = 1_750_032_000

const historyFrom = (start: number) => {
  let now = start
  const history = createBudgetHistory({ unixSeconds: () => now })
  return { history, goTo: (at: number) => void (now = at) }
}

test('keeps the first count of each ten minutes, and adds the count of now', () => {
  const { history, goTo } = historyFrom(MIDNIGHT + 60)
  for (let minute = 1; minute <= 25; minute++) {
    goTo(MIDNIGHT + minute * 60)
    history.note(minute)
  }
  expect(history.read(26)).toEqual([
    { at: MIDNIGHT + 60, used: 1 },
    { at: MIDNIGHT + 600, used: 10 },
    { at: MIDNIGHT + 1_200, used: 20 },
    { at: MIDNIGHT + 1_500, used: 26 },
  ])
})

test('a whole day has a point for each ten minutes, and the next day begins anew', () => {
  const { history, goTo } = historyFrom(MIDNIGHT)
  for (let minute = 0; minute < 24 * 60; minute++) {
    goTo(MIDNIGHT + minute * 60)
    history.note(minute)
  }
  expect(history.read(1_440)).toHaveLength(145)
  goTo(MIDNIGHT + 86_400)
  expect(history.read(0)).toEqual([{ at: MIDNIGHT + 86_400, used: 0 }])
})

test('a clock that is set back drops what is then in the future', () => {
  const { history, goTo } = historyFrom(MIDNIGHT + 7_200)
  history.note(5)
  goTo(MIDNIGHT + 3_600)
  history.note(6)
  expect(history.read(7)).toEqual([{ at: MIDNIGHT + 3_600, used: 7 }])
})
