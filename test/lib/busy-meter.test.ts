import { expect, test } from 'vitest'
import { createBusyMeter } from '../../src/lib/busy-meter.ts'

/** A meter of an event loop that a test lets work and rest. */
function open() {
  const times = { active: 0, idle: 1_000 }
  const isBusy = createBusyMeter(() => ({ ...times }))
  const work = (ms: number) => void (times.active += ms)
  const rest = (ms: number) => void (times.idle += ms)
  return { isBusy, work, rest }
}

test('an event loop without a rest is busy after a tenth of a second, however often it is asked', () => {
  const { isBusy, work } = open()
  const seen = Array.from({ length: 14 }, () => {
    work(10)
    return isBusy()
  })
  expect(seen.slice(0, 5)).toEqual(Array(5).fill(false))
  expect(seen.slice(5)).toEqual(Array(9).fill(true))
})

test('one request after a long rest does not make it busy', () => {
  const { isBusy, work, rest } = open()
  rest(10_000)
  isBusy()
  work(50)
  expect(isBusy()).toBe(false)
})

test('one that works for half of its time is not busy', () => {
  const { isBusy, work, rest } = open()
  for (let round = 0; round < 20; round++) {
    work(10)
    rest(10)
    expect(isBusy()).toBe(false)
  }
})

test('one that was busy is not any more after a rest', () => {
  const { isBusy, work, rest } = open()
  for (let round = 0; round < 20; round++) {
    work(10)
    isBusy()
  }
  expect(isBusy()).toBe(true)
  rest(1_000)
  expect(isBusy()).toBe(false)
})
