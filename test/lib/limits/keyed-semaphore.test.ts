import { expect, test } from 'vitest'
import { createKeyedSemaphore } from '../../../src/lib/limits/keyed-semaphore.ts'

test('a keyed semaphore limits each key, and reuses released permits', () => {
  const semaphore = createKeyedSemaphore(2)
  expect([
    semaphore.tryAcquire('a'),
    semaphore.tryAcquire('a'),
    semaphore.tryAcquire('a'),
    semaphore.tryAcquire('b'),
  ]).toEqual([true, true, false, true])
  semaphore.release('a')
  expect([semaphore.tryAcquire('a'), semaphore.tryAcquire('a')]).toEqual([true, false])
  semaphore.release('a')
  semaphore.release('a')
  expect([semaphore.tryAcquire('a'), semaphore.tryAcquire('a'), semaphore.tryAcquire('a')]).toEqual([true, true, false])
})

test('a keyed semaphore with 0 permits has no limit', () => {
  const semaphore = createKeyedSemaphore(0)
  for (let time = 0; time < 1_000; time++) expect(semaphore.tryAcquire('a')).toBe(true)
})
