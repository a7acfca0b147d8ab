import { expect, test } from 'vitest'
import { createCallTimes } from '../../../src/steam/upstream/call-times.ts'

function open() {
  const times = createCallTimes()
  const add = (durations: number[], method = 'games') => {
    for (const duration of durations) times.add(method, duration)
  }
  return { times, add }
}
const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

test('nothing is said of twenty calls before they are made, nor of another method', () => {
  const { times, add } = open()
  add(upTo(19))
  expect(times.usual('games')).toBeUndefined()
  add([20])
  expect(times.usual('games')).toBe(19)
  expect(times.usual('bans')).toBeUndefined()
})

test('nine calls in ten need no longer, in whatever order they came', () => {
  const { times, add } = open()
  add(upTo(100).toReversed())
  expect(times.usual('games')).toBe(91)
})

test('a slow call in twenty is not what is usual', () => {
  const { times, add } = open()
  for (let round = 0; round < 5; round++) add([3_000, ...Array<number>(19).fill(100)])
  expect(times.usual('games')).toBe(100)
})

test('goes by the last hundred calls alone', () => {
  const { times, add } = open()
  add(Array<number>(500).fill(3_000))
  add(Array<number>(100).fill(100))
  expect(times.usual('games')).toBe(100)
})
