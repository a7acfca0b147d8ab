import { expect, test } from 'vitest'
import { MAX_AHEAD_SECONDS } from '../../src/lib/clock.ts'
import { isNewer, newerOf } from '../../src/lib/newer-of.ts'

const NOW = 1_000_000
const at = (seconds: number) => ({ fetchedAt: NOW + seconds })
const FAR_AHEAD = at(MAX_AHEAD_SECONDS + 1)

test('the entry that was fetched later wins, and the second one within the same second', () => {
  const [older, newer, same] = [at(-2), at(-1), at(-1)]
  expect(newerOf(older, newer, NOW)).toBe(newer)
  expect(newerOf(newer, older, NOW)).toBe(newer)
  expect(newerOf(newer, same, NOW)).toBe(same)
  expect(newerOf(newer, undefined, NOW)).toBe(newer)
})

test('an entry of a clock that was far ahead hides no other one, on either side', () => {
  const good = at(-60)
  expect(newerOf(good, FAR_AHEAD, NOW)).toBe(good)
  expect(newerOf(FAR_AHEAD, good, NOW)).toBe(good)
  expect(isNewer(good, FAR_AHEAD, NOW)).toBe(true)
  expect(isNewer(FAR_AHEAD, good, NOW)).toBe(false)
})
