import { expect, test } from 'vitest'
import { inDatabase } from '../support/community.ts'

const isAlive = () => false

test('one holder at a time has a lease, until it ends or is released', () =>
  inDatabase(async ({ leases }) => {
    expect(await leases.acquire('watch', 'a', 100, 110, isAlive)).toBe(true)
    expect(await leases.acquire('watch', 'b', 109, 119, isAlive)).toBe(false)
    expect(await leases.acquire('other', 'b', 109, 119, isAlive)).toBe(true)
    expect(await leases.acquire('watch', 'b', 110, 120, isAlive)).toBe(true)
    expect(await leases.acquire('watch', 'a', 111, 121, isAlive)).toBe(false)
    await leases.release('watch', 'b')
    expect(await leases.acquire('watch', 'a', 111, 121, isAlive)).toBe(true)
  }))

test('its holder renews a lease', () =>
  inDatabase(async ({ leases }) => {
    await leases.acquire('watch', 'a', 100, 110, isAlive)
    expect(await leases.acquire('watch', 'a', 105, 115, isAlive)).toBe(true)
    expect(await leases.acquire('watch', 'b', 114, 124, isAlive)).toBe(false)
  }))

test('only the holder can release a lease', () =>
  inDatabase(async ({ leases }) => {
    await leases.acquire('watch', 'a', 100, 110, isAlive)
    await leases.release('watch', 'b')
    expect(await leases.acquire('watch', 'b', 101, 111, isAlive)).toBe(false)
  }))

test('the lease of a holder that has ended is taken at once', () =>
  inDatabase(async ({ leases }) => {
    await leases.acquire('watch', 'a', 100, 110, isAlive)
    expect(await leases.acquire('watch', 'b', 101, 111, (holder) => holder === 'a')).toBe(true)
    expect(await leases.acquire('watch', 'c', 102, 112, (holder) => holder === 'a')).toBe(false)
  }))

test('a lease from before the clock was set back does not last until then', () =>
  inDatabase(async ({ leases }) => {
    await leases.acquire('watch', 'a', 100_000, 100_010, isAlive)
    expect(await leases.acquire('watch', 'b', 10_000, 10_010, isAlive)).toBe(true)
  }))
