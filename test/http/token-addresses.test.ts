import { expect, test } from 'vitest'
import { createTokenAddresses } from '../../src/http/token-addresses.ts'

test('an address is known for an hour after its last valid token', () => {
  const time = { now: 1 }
  const addresses = createTokenAddresses({ now: () => time.now })
  addresses.add('a')
  time.now += 1_800_000
  addresses.add('a')
  addresses.add('b')
  time.now += 3_599_000
  expect([addresses.has('a'), addresses.has('b'), addresses.has('c')]).toEqual([true, true, false])
  time.now += 2_000
  expect([addresses.has('a'), addresses.has('b')]).toEqual([false, false])
})

test('at most 10,000 addresses are known, the latest', () => {
  const addresses = createTokenAddresses({ now: () => 1 })
  for (let number = 0; number <= 10_000; number++) addresses.add(String(number))
  expect([addresses.has('0'), addresses.has('1'), addresses.has('10000')]).toEqual([false, true, true])
})
