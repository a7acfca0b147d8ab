import { expect, test } from 'vitest'
import { memoizeParts } from '../../../src/lib/optimizations/memoize.ts'

test('memoizeParts returns the same value for the same key and parts', () => {
  const memoized = memoizeParts<object>()
  const key = {}
  const first = memoized(key, ['a', 1], () => ({}))
  expect(memoized(key, ['a', 1], () => ({}))).toBe(first)
})

test.each([
  ['another part', ['b', 1]],
  ['equal parts that are not the same object', ['a', {}]],
])('memoizeParts builds a new value for %s', (_, parts) => {
  const memoized = memoizeParts<object>()
  const key = {}
  memoized(key, ['a', {}], () => ({}))
  const built = {}
  expect(memoized(key, parts, () => built)).toBe(built)
  expect(memoized(key, parts, () => ({}))).toBe(built)
})

test('memoizeParts keeps the values of two keys apart', () => {
  const memoized = memoizeParts<string>()
  const [one, two] = [{}, {}]
  memoized(one, [], () => 'one')
  expect(memoized(two, [], () => 'two')).toBe('two')
  expect(memoized(one, [], () => 'new')).toBe('one')
})
