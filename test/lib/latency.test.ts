import { expect, test } from 'vitest'
import { createLatencyTracker } from '../../src/lib/latency.ts'

// `isSlow` is tested in adaptive-limit.test.ts, together with the limit that it decreases.

function open() {
  const latency = createLatencyTracker()
  const record = (durations: number[], kind = 'games') => {
    for (const duration of durations) latency.record(kind, duration)
  }
  return { latency, record }
}
const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

test('the 90th percentile is unknown before twenty calls of the kind', () => {
  const { latency, record } = open()
  record(upTo(19))
  expect(latency.p90('games')).toBeUndefined()
  record([20])
  expect(latency.p90('games')).toBe(19)
  expect(latency.p90('bans')).toBeUndefined()
})

test('the 90th percentile does not depend on the order of the calls', () => {
  const { latency, record } = open()
  record(upTo(100).toReversed())
  expect(latency.p90('games')).toBe(91)
})

test('one slow call in twenty does not raise the 90th percentile', () => {
  const { latency, record } = open()
  for (let round = 0; round < 5; round++) record([3_000, ...Array<number>(19).fill(100)])
  expect(latency.p90('games')).toBe(100)
})

test('the 90th percentile covers the last hundred calls only', () => {
  const { latency, record } = open()
  record(Array<number>(500).fill(3_000))
  record(Array<number>(100).fill(100))
  expect(latency.p90('games')).toBe(100)
})

test('a kind without calls is not slow', () => {
  expect(open().latency.isSlow('games')).toBe(false)
})
