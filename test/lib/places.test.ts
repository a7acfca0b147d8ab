import { expect, test } from 'vitest'
import { createPlaces } from '../../src/lib/places.ts'

test('each key has so many places, and gets back what it gives back', () => {
  const places = createPlaces(2)
  expect([places.take('a'), places.take('a'), places.take('a'), places.take('b')]).toEqual([true, true, false, true])
  places.release('a')
  expect([places.take('a'), places.take('a')]).toEqual([true, false])
  places.release('a')
  places.release('a')
  expect([places.take('a'), places.take('a'), places.take('a')]).toEqual([true, true, false])
})

test('0 is no limit', () => {
  const places = createPlaces(0)
  for (let time = 0; time < 1_000; time++) expect(places.take('a')).toBe(true)
})
