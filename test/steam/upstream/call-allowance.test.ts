import { expect, test } from 'vitest'
import { createCallContext, takeAllowance, type Usage } from '../../../src/lib/call-context.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createCallAllowance } from '../../../src/steam/upstream/day-budget.ts'
import { createStore } from '../../../src/store/store.ts'
import { fakeDisk } from '../../support/fake-disk.ts'

const DAY = 86_400
const NOON = 20_000 * DAY + DAY / 2

/** An allowance of 100 calls a day over a disk that outlives it. */
async function allowanceOn(disk = fakeDisk(), now = NOON, limit = 100) {
  const clock = { now }
  const ofStore = { ...systemClock, unixSeconds: () => clock.now }
  const store = createStore({ disk: disk.disk, memoryBytes: 1_000_000, clock: ofStore, onError: () => {} })
  const refusal = (retryAfter: number) => new RapsheetError('budget_spent', 'spent', { retryAfter })
  const options = { apiKey: 'KEY', store, clock: { unixSeconds: () => clock.now }, limit }
  const allowance = createCallAllowance(options, 'some', refusal)
  await allowance.isRead
  const take = (times: number) => {
    for (let taken = 0; taken < times; taken++) allowance.take()
  }
  return { allowance, clock, store, disk, take }
}

test('the calls of a day are used up until 00:00 UTC', async () => {
  const { allowance, clock, take } = await allowanceOn()
  take(100)
  for (const refused of [allowance.check, allowance.take])
    expect(refused).toThrow(expect.objectContaining({ retryAfter: DAY / 2 }))
  clock.now = 20_001 * DAY
  take(100)
})

test('without a limit none are used up', async () => {
  const { take } = await allowanceOn(fakeDisk(), NOON, 0)
  take(1_000)
})

test('a call that requests share counts once, and not if one of them has no allowance', () => {
  let taken = 0
  const allowance = { check() {}, take: () => void taken++ }
  const callOf = (usages: Usage[]) => ({ ...createCallContext(new AbortController().signal), usages: () => usages })
  const user = () => ({ upstreamCalls: 0, cacheHits: 0, allowance })
  const server = { upstreamCalls: 0, cacheHits: 0 }
  takeAllowance(callOf([user(), user()]))
  expect(taken).toBe(1)
  takeAllowance(callOf([user(), server]))
  takeAllowance(callOf([server]))
  takeAllowance(callOf([]))
  expect(taken).toBe(1)
})
