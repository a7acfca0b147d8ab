import { expect, test } from 'vitest'
import { createKeyedSemaphore } from '../../src/lib/keyed-semaphore.ts'

test('a keyed semaphore limits each key, and reuses released permits', () => {
  const places = createKeyedSemaphore(2)
  expect([places.tryAcquire('a'), places.tryAcquire('a'), places.tryAcquire('a'), places.tryAcquire('b')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  places.release('a')
  expect([places.tryAcquire('a'), places.tryAcquire('a')]).toEqual([true, false])
  places.release('a')
  places.release('a')
  expect([places.tryAcquire('a'), places.tryAcquire('a'), places.tryAcquire('a')]).toEqual([true, true, false])
})

test('a keyed semaphore with 0 permits has no limit', () => {
  const places = createKeyedSemaphore(0)
  for (let time = 0; time < 1_000; time++) expect(places.tryAcquire('a')).toBe(true)
})
