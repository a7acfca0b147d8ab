import { expect, test } from 'vitest'
import { createLogThrottle } from '../../src/lib/log-throttle.ts'

test('a log throttle allows each event once per interval', () => {
  let now = 0
  const mayLog = createLogThrottle(1_000, { now: () => now })
  expect([mayLog('disk'), mayLog('disk'), mayLog('key')]).toEqual([true, false, true])
  now = 999
  expect(mayLog('disk')).toBe(false)
  now = 1_000
  expect([mayLog('disk'), mayLog('disk')]).toEqual([true, false])
})
