import { expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { createKeyGuard } from '../../../src/steam/upstream/key-guard.ts'

const refused = new RapsheetError('key_refused', 'refused')

/** A guard with a pause of 1,000 ms and a clock to set. */
function watch() {
  const clock = { now: 0 }
  return { clock, guard: createKeyGuard(1_000, () => clock.now) }
}

test('a key nobody has refused is sent', () => {
  const { guard } = watch()
  guard.recordResult(new RapsheetError('platform_unavailable', 'down'))
  guard.recordResult(new Error('reset'))
  expect(() => guard.check()).not.toThrow()
})

test('a refused key is not sent again until the pause is over, and then once', () => {
  const { guard, clock } = watch()
  guard.recordResult(refused)
  expect(() => guard.check()).toThrow(refused)
  clock.now = 999
  expect(() => guard.check()).toThrow(refused)
  clock.now = 1_000
  expect(() => guard.check()).not.toThrow()
  expect(() => guard.check()).toThrow(refused)
})

test('an answer ends it', () => {
  const { guard } = watch()
  guard.recordResult(refused)
  guard.recordResult(undefined)
  expect(() => guard.check()).not.toThrow()
})
