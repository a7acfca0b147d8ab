import { expect, test } from 'vitest'
import { createLru } from '../../src/lib/lru.ts'

test('over the maximum, the entry that was used longest ago is forgotten', () => {
  const lru = createLru<number>(2)
  lru.set('a', 1).set('b', 2)
  lru.get('a')
  lru.set('c', 3)
  expect([...lru.keys()]).toEqual(['c', 'a'])
})

test('an entry ends with its time by the given clock', () => {
  const clock = { time: 1, now: () => clock.time }
  const lru = createLru<number>(2, { ttl: 100, perf: clock, ttlResolution: 0 })
  lru.set('a', 1)
  clock.time += 100
  expect(lru.has('a')).toBe(true)
  clock.time += 1
  expect(lru.has('a')).toBe(false)
})
