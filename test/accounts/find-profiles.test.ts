import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RapsheetError } from '../../src/model/error.ts'
import { findName } from '../../src/accounts/find-profiles.ts'
import type { Summary } from '../../src/steam/methods/get-player-summaries.ts'
import { anyCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { cached, fakeContext } from '../support/fake-context.ts'

const steamId = '76561198000010431'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A context whose Steam gives this summary. */
function slowContext() {
  const summary = deferred<ReturnType<typeof cached<Summary | null>>>()
  return { context: fakeContext({ getSummary: () => summary.promise }), summary }
}

test('findName gives the display name of an account', async () => {
  expect(await findName(fakeContext(), steamId, anyCall())).toBe(`name of ${steamId}`)
})

test('findName gives null for an account that Steam does not have', async () => {
  const context = fakeContext({ getSummary: async () => cached(null) })
  expect(await findName(context, steamId, anyCall())).toBeNull()
})

test('findName gives null after a second without an answer', async () => {
  const { context, summary } = slowContext()
  let name: string | null | undefined
  const found = findName(context, steamId, anyCall()).then((value) => (name = value))
  await vi.advanceTimersByTimeAsync(999)
  expect(name).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(name).toBeNull()
  await found
  // A later rejection must not be unhandled.
  summary.reject(new RapsheetError('platform_unavailable', 'too late'))
  await vi.advanceTimersByTimeAsync(0)
})

test('findName gives null after a failure of Steam', async () => {
  const context = fakeContext({ getSummary: () => Promise.reject(new RapsheetError('platform_unavailable', '')) })
  expect(await findName(context, steamId, anyCall())).toBeNull()
})
