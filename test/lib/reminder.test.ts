import { expect, test } from 'vitest'
import { createReminder } from '../../src/lib/reminder.ts'

test('each thing is due once in its time', () => {
  const clock = { now: 0 }
  const isDue = createReminder(1_000, () => clock.now)
  expect([isDue('disk'), isDue('disk'), isDue('key')]).toEqual([true, false, true])
  clock.now = 999
  expect(isDue('disk')).toBe(false)
  clock.now = 1_000
  expect([isDue('disk'), isDue('disk')]).toEqual([true, false])
})
