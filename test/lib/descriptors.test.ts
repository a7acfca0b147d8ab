import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readDescriptorLimit, watchDescriptors } from '../../src/lib/descriptors.ts'

describe('the maximum number of connections', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['as many as wanted, where the limit allows them', 3_000, 2_500],
    ['as many as wanted, where no limit is known', undefined, 2_500],
    ['what the reserve leaves of the limit', 1_024, 724],
    ['a quarter of the limit, where the reserve would take it all', 256, 64],
    ['at least one', 1, 1],
  ])('is %s', (_, limit, expected) => {
    const watch = watchDescriptors({ maxConnections: 2_500, reserved: 300, readLimit: () => limit })
    expect([watch.maxConnections(), watch.limit()]).toEqual([expected, limit])
    watch.stop()
  })

  test('follows the limit, and keeps the last one when it cannot be read', () => {
    let limit: number | undefined = 1_024
    const watch = watchDescriptors({ maxConnections: 2_500, reserved: 300, readLimit: () => limit })
    const after = (next: number | undefined) => {
      limit = next
      vi.advanceTimersByTime(5_000)
      return watch.maxConnections()
    }
    expect([after(2_000), after(undefined), after(600)]).toEqual([1_700, 1_700, 300])
    watch.stop()
    expect(after(5_000)).toBe(300)
  })
})

test('readDescriptorLimit reads the limit of this process on Linux', () => {
  const limit = readDescriptorLimit()
  if (existsSync('/proc/self/limits')) expect(limit).toBeGreaterThan(0)
  else expect(limit).toBeUndefined()
})
