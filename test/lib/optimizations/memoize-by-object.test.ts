import { expect, test } from 'vitest'
import { memoizeByObject } from '../../../src/lib/optimizations/memoize.ts'

test('calculates once for each object, also when the result is undefined', () => {
  let count = 0
  const sizeOf = memoizeByObject((list: number[]) => {
    count++
    return list.length === 0 ? undefined : { size: list.length }
  })
  const [one, other, none] = [[1], [1], []]
  expect([sizeOf(one), sizeOf(none), sizeOf(none)]).toEqual([{ size: 1 }, undefined, undefined])
  expect(sizeOf(one)).toBe(sizeOf(one))
  expect(sizeOf(other)).not.toBe(sizeOf(one))
  expect(count).toBe(3)
})
