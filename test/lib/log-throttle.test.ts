import { expect, test } from 'vitest'
import { createLogThrottle } from '../../src/lib/log-throttle.ts'

test('a log throttle allows each event once a minute', () => {
  let now = 0
  const mayLog = createLogThrottle({ now: () => now })
  expect([mayLog('disk'), mayLog('disk'), mayLog('key')]).toEqual([true, false, true])
  now = 59_999
  expect(mayLog('disk')).toBe(false)
  now = 60_000
  expect([mayLog('disk'), mayLog('disk')]).toEqual([true, false])
})
