import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findRustHours, getStats } from '../../src/accounts/get-stats.ts'
import { toStats } from '../../src/steam/methods/get-rust-stats.ts'
import { anyCall } from '../support/callers.ts'
import { failureOf } from '../support/failure.ts'
import { cached, fakeContext, hoursOf, NOW } from '../support/fake-context.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { deferred } from '../support/deferred.ts'

const alice = '76561197960287930'

test('getStats gives the account, the age of the statistics and the counters that Steam does not report', async () => {
  const stats = toStats(new Map([['kill_player', 77]]))
  const context = fakeContext({ getRustStats: async () => cached({ kind: 'stats', stats }, 20) })
  expect(await getStats(context, alice, anyCall())).toEqual({
    value: {
      steamId: '76561197960287930',
      stats,
      unreported: ['building.repairsDone', 'items.itemsPickedUp', 'items.itemsCrafted', 'misc.heliHits'],
    },
    fetchedAt: NOW - 20,
    expiresAt: NOW + 40,
  })
})

test.each([
  ['private', 'stats_private'],
  ['none', 'stats_not_found'],
] as const)(
  'getStats turns %s statistics into the error %s, with the time until which it is cached',
  async (kind, code) => {
    const context = fakeContext({ getRustStats: async () => cached({ kind }, 20) })
    const failure = await failureOf(getStats(context, alice, anyCall()))
    expect(failure.code).toBe(code)
    expect(failure.expiresAt).toBe(NOW + 40)
    expect(failure.message).toContain(alice)
  },
)

const hours = cached(hoursOf(12.5, 0.5), 20)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['public', hours],
  ['hidden', cached(null)],
])('findRustHours gives %s hours with their age', async (_, answer) => {
  expect(await findRustHours(fakeContext({ getRustHours: async () => answer }), alice, anyCall())).toBe(answer)
})

test('findRustHours gives undefined, not hidden hours, after three seconds without an answer', async () => {
  const answer = deferred<Awaited<ReturnType<Steam['getRustHours']>>>()
  const context = fakeContext({ getRustHours: () => answer.promise })
  let found: unknown = 'nothing yet'
  const done = findRustHours(context, alice, anyCall()).then((value) => (found = value))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(found).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(1)
  expect(found).toBeUndefined()
  await done
})
