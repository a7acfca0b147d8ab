import { expect, test } from 'vitest'
import { createClock } from '../../../src/lib/clock.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createKeyGuard } from '../../../src/steam/upstream/key-guard.ts'

const refused = new RapsheetError('key_refused', 'refused')

/** A guard with a pause of 1,000 ms and a clock to set. */
function watch() {
  const clock = { now: 0 }
  return {
    clock,
    guard: createKeyGuard(
      1_000,
      createClock(() => clock.now),
    ),
  }
}

test('a key that was not refused is sent', () => {
  const { guard } = watch()
  guard.recordResult({ error: new RapsheetError('platform_unavailable', 'down') })
  expect(() => guard.check()).not.toThrow()
})

test('a refused key is not sent again until the pause is over, and then once', () => {
  const { guard, clock } = watch()
  guard.recordResult({ error: refused })
  expect(() => guard.check()).toThrow(refused)
  clock.now = 999
  expect(() => guard.check()).toThrow(refused)
  clock.now = 1_000
  expect(() => guard.check()).not.toThrow()
  expect(() => guard.check()).toThrow(refused)
})

test('a refused key is sent again after an answer', () => {
  const { guard } = watch()
  guard.recordResult({ error: refused })
  expect(guard.refusedAt()).toBe(0)
  guard.recordResult({ error: undefined })
  expect(guard.refusedAt()).toBeUndefined()
  expect(() => guard.check()).not.toThrow()
})
