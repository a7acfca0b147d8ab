import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RapsheetError } from '../../src/model/error.ts'
import { findRustHours } from '../../src/accounts/get-stats.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { anyCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { cached, fakeContext, hoursOf } from '../support/fake-context.ts'

const steamId = '76561198000010431'
const hours = cached(hoursOf(12.5, 0.5), 20)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['public', hours],
  ['hidden', cached(null)],
])('findRustHours gives %s hours with their age', async (_, answer) => {
  expect(await findRustHours(fakeContext({ getRustHours: async () => answer }), steamId, anyCall())).toBe(answer)
})

test('findRustHours gives undefined, not hidden hours, after three seconds without an answer', async () => {
  const answer = deferred<Awaited<ReturnType<Steam['getRustHours']>>>()
  const context = fakeContext({ getRustHours: () => answer.promise })
  let found: unknown = 'nothing yet'
  const done = findRustHours(context, steamId, anyCall()).then((value) => (found = value))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(found).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(1)
  expect(found).toBeUndefined()
  await done
  // A failure after that is not an unhandled rejection.
  answer.reject(new RapsheetError('platform_unavailable', 'too late'))
  await vi.advanceTimersByTimeAsync(0)
})

test.each(['platform_unavailable', 'overloaded', 'budget_spent', 'key_refused'] as const)(
  'findRustHours gives undefined after the failure %s',
  async (code) => {
    const context = fakeContext({ getRustHours: () => Promise.reject(new RapsheetError(code, '')) })
    expect(await findRustHours(context, steamId, anyCall())).toBeUndefined()
  },
)

test('findRustHours throws an unexpected error', async () => {
  const bug = new TypeError('bug')
  const context = fakeContext({ getRustHours: () => Promise.reject(bug) })
  await expect(findRustHours(context, steamId, anyCall())).rejects.toBe(bug)
})
