import { expect, test } from 'vitest'
import { createLoginTries } from '../../src/app/status/pages/login-tries.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const LIMITS = [
  { points: 10, seconds: 60 },
  { points: 3, seconds: 3_600 },
]

test('the limit of an hour holds beside that of a minute, for each address', async () => {
  const clock = createFakeClock()
  const tries = createLoginTries(clock, LIMITS)
  for (let count = 0; count < 3; count++) expect(tries.take('192.0.2.1')).toBe(0)
  expect(tries.take('192.0.2.1')).toBe(3_600)
  expect(tries.take('192.0.2.2')).toBe(0)
  await clock.advance(3_599_000)
  expect(tries.take('192.0.2.1')).toBe(1)
  await clock.advance(1_000)
  expect(tries.take('192.0.2.1')).toBe(0)
})

test('an address from which the right token came has all tries again', () => {
  const tries = createLoginTries(createFakeClock(), LIMITS)
  for (let count = 0; count < 3; count++) tries.take('192.0.2.1')
  tries.forget('192.0.2.1')
  expect(tries.take('192.0.2.1')).toBe(0)
})

test('tries from a large network do not fill the memory: only the last 10,000 addresses are known', () => {
  const tries = createLoginTries(createFakeClock(), [{ points: 1, seconds: 3_600 }])
  const tryFromOthers = (count: number) => {
    for (let other = 0; other < count; other++) tries.take(`2001:db8:0:${other.toString(16)}::/64`)
  }
  tries.take('192.0.2.1')
  tryFromOthers(9_999)
  expect(tries.take('192.0.2.1')).toBe(3_600)
  tryFromOthers(10_000)
  expect(tries.take('192.0.2.1')).toBe(0)
})
