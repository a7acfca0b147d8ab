import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withOptions, PRIORITY, type Priority } from '../../../src/lib/call-context.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { createRetryBudget } from '../../../src/lib/limits/retry-budget.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createRetry } from '../../../src/steam/upstream/retry.ts'
import { anyCall } from '../../support/callers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const down = (retryAfter?: number) =>
  new RapsheetError('platform_unavailable', 'no', retryAfter === undefined ? {} : { retryAfter })

interface Asking {
  isPatient?: boolean
  isUrgent?: boolean
  ms?: number
  error?: RapsheetError
  priority?: Priority
}

/** Retries within a budget, and what was reported of them. */
function open({ retries = 3, share = 1, atLeast = 0, random = 1 } = {}) {
  const outcomes: string[] = []
  const budget = createRetryBudget({ share, windowMs: 10_000, atLeast, clock: systemClock })
  const retry = createRetry({
    maxRetries: retries,
    maxUrgentRetries: 2 * retries,
    maxPatientRetries: retries === 0 ? 0 : Number.POSITIVE_INFINITY,
    isRetryable: () => true,
    retryBudget: budget,
    random: () => random,
    clock: systemClock,
    onRetry: (outcome) => outcomes.push(outcome),
  })
  /** A call that fails `failures` times before it is answered, and the times of its tries. */
  const ask = (
    failures: number,
    { isPatient = false, isUrgent = false, ms = 8_000, error = down(), priority = PRIORITY.lookup }: Asking = {},
  ) => {
    const startedAt = performance.now()
    const tries: number[] = []
    const callContext = withOptions(anyCall(), { isPatient, isUrgent, priority })
    const call = { callContext, signal: callContext.signal, endsAt: startedAt + ms }
    const answer = retry(call, async (tried) => {
      tries.push(performance.now() - startedAt)
      if (tried === 0) budget.recordCall()
      if (tried < failures) throw error
      return 'an answer'
    }).catch((reason: unknown) => reason)
    return { answer, tries }
  }
  return { ask, outcomes, budget }
}

test.each<[string, Parameters<typeof open>[0], number, Asking, number[]]>([
  ['doubles with each retry', {}, 3, {}, [0, 200, 600, 1_400]],
  ['has a jitter down to half of it', { random: 0 }, 3, {}, [0, 100, 300, 700]],
  ['is three seconds at most', { retries: 6 }, 6, { ms: 20_000 }, [0, 200, 600, 1_400, 3_000, 6_000, 9_000]],
  ['is shorter for an urgent call', {}, 6, { isUrgent: true }, [0, 200, 500, 800, 1_100, 1_400, 1_700]],
  [
    'goes on until the deadline of a patient call',
    { retries: 1 },
    7,
    { isPatient: true, ms: 30_000 },
    [0, 200, 600, 1_400, 3_000, 6_200, 12_200, 18_200],
  ],
])('the backoff %s', async (_, options, failures, asking, expected) => {
  const { ask } = open({ atLeast: 100, ...options })
  const { answer, tries } = ask(failures, asking)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await answer).toBe('an answer')
  expect(tries).toEqual(expected)
})

test('the hours of scans leave a fifth of the retry budget to other calls', async () => {
  const { ask, budget } = open({ share: 0, atLeast: 10 })
  for (let count = 0; count < 8; count++) budget.spend()
  const hours = ask(1, { priority: PRIORITY.background })
  const names = ask(1, { priority: PRIORITY.scan })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await hours.answer).toBeInstanceOf(RapsheetError)
  expect(await names.answer).toBe('an answer')
})

test('the last error is thrown when the retries are used up', async () => {
  const { ask, outcomes } = open({ atLeast: 10 })
  const { answer, tries } = ask(9)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await answer).toEqual(down())
  expect([tries.length, outcomes]).toEqual([4, ['made', 'made', 'made']])
})

test('all calls together make no more retries than the budget allows', async () => {
  const { ask, outcomes } = open({ share: 0.3 })
  const all = Array.from({ length: 100 }, () => ask(9))
  await vi.advanceTimersByTimeAsync(9_000)
  await Promise.all(all.map(({ answer }) => answer))
  expect(all.flatMap(({ tries }) => tries)).toHaveLength(130)
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(30)
  expect(outcomes).toContain('refused')
})

describe('a patient call', () => {
  test('waits until the retry budget has room', async () => {
    const { ask, budget, outcomes } = open({ atLeast: 1 })
    budget.spend()
    const { answer, tries } = ask(1, { isPatient: true, ms: 30_000 })
    await vi.advanceTimersByTimeAsync(9_000)
    expect([tries.length, outcomes]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(3_000)
    expect([await answer, outcomes]).toEqual(['an answer', ['made']])
  })

  test('gives the retry up when the budget has no room until it could no longer begin before the deadline', async () => {
    const { ask, outcomes } = open({ share: 0 })
    const { answer, tries } = ask(1, { isPatient: true, ms: 30_100 })
    await vi.advanceTimersByTimeAsync(29_749)
    expect(outcomes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual(down())
    expect([tries.length, outcomes]).toEqual([1, ['refused']])
  })
})

test.each([{}, { isUrgent: true }, { isPatient: true }])(
  'no retry is made when retries are switched off: %j',
  async (asking) => {
    const { ask } = open({ retries: 0, atLeast: 100 })
    const { answer, tries } = ask(1, asking)
    expect(await answer).toEqual(down())
    expect(tries).toHaveLength(1)
  },
)

test('a retry that could not begin before the deadline is not waited for', async () => {
  const { ask, outcomes } = open({ atLeast: 10 })
  const { answer, tries } = ask(1, { error: down(9) })
  expect(await answer).toEqual(down(9))
  expect([tries.length, outcomes]).toEqual([1, []])
})
