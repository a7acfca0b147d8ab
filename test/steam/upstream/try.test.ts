import { expect, test } from 'vitest'
import { type CallContext, withOptions } from '../../../src/lib/call-context.ts'
import { createSharedContext } from '../../../src/lib/shared-context.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import { anyCall, cancellableCall } from '../../support/callers.ts'
import { budgetIn } from '../../support/budget.ts'
import { connect } from '../../support/connect.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { failureOf } from '../../support/failure.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../../support/until.ts'

const { cast, steam } = await useWorld(5)

const LIMITS = { tryMs: 3_500, urgentTryMs: 1_200, deadlineMs: 8_000, retries: 2 }
const urgentCall = () => withOptions(anyCall(), { isUrgent: true })

/** A call for hours whose first try hangs; its second is answered. */
async function hangingCall(callContext: CallContext) {
  const clock = createFakeClock()
  const { call, records } = connect(steam, { ...LIMITS, clock })
  steam.dial.set('games', { next: ['hang'] })
  const answer = getRustHours(call, cast.raider, callContext)
  await until(() => steam.inFlight('games') === 1)
  return { clock, records, answer }
}

test.each([
  ['an urgent call', urgentCall, 1_200],
  ['another call', anyCall, 3_500],
])('a try of %s ends after its own time, as a failure of Steam', async (_, createContext, limitMs) => {
  const { clock, records, answer } = await hangingCall(createContext())
  await clock.advance(limitMs - 1)
  expect(records).toEqual([])
  await clock.advance(1)
  expect(records).toMatchObject([{ outcome: 'no_answer', durationMs: limitMs }])
  await clock.advance(150)
  expect(await answer).toMatchObject({ total: 2431.6 })
})

test('a shared call has short tries while an urgent member waits, and goes on for the others when that one leaves', async () => {
  const verdict = cancellableCall()
  const shared = createSharedContext()
  shared.join(anyCall())
  shared.join(withOptions(verdict.callContext, { isUrgent: true }))
  const { clock, records, answer } = await hangingCall(shared.callContext)
  steam.dial.set('games', { next: ['hang'] })
  await clock.advance(1_200)
  expect(records).toHaveLength(1)
  verdict.leave()
  await clock.advance(150)
  await until(() => steam.calls.count('games') === 2)
  await clock.advance(3_499)
  expect(records).toHaveLength(1)
  await clock.advance(1)
  expect(records).toHaveLength(2)
  await clock.advance(300)
  expect(await answer).toMatchObject({ total: 2431.6 })
})

test.each([
  ['plenty', false],
  ['scarce', false],
  ['reserved', false],
  ['spent', true],
] as const)('hours that a verdict needs while the day budget is %s: refused %s', async (state, isRefused) => {
  const { call } = connect(steam, { dayBudget: budgetIn(state) })
  const hours = getRustHours(call, cast.raider, urgentCall())
  if (isRefused) expect((await failureOf(hours)).code).toBe('budget_spent')
  else expect(await hours).toMatchObject({ total: 2431.6 })
  expect(steam.calls.count('games')).toBe(isRefused ? 0 : 1)
})

test('hours that no verdict needs are still refused near the end of the day, those shared with a verdict are not', async () => {
  const { call } = connect(steam, { dayBudget: budgetIn('scarce') })
  expect((await failureOf(getRustHours(call, cast.raider, anyCall()))).code).toBe('budget_spent')
  const shared = createSharedContext()
  shared.join(anyCall())
  shared.join(urgentCall())
  expect(await getRustHours(call, cast.raider, shared.callContext)).toMatchObject({ total: 2431.6 })
})

test('the wait for its turn does not count towards the time limit of a try', async () => {
  const clock = createFakeClock()
  const { call, records } = connect(steam, { clock, concurrency: 1, tryMs: 700 })
  steam.dial.set('games', { next: ['hang', 'hang'] })
  const both = [1, 2].map(() => getRustHours(call, cast.raider, anyCall()).catch(() => {}))
  await until(() => steam.inFlight('games') === 1)
  await clock.advance(700)
  await until(() => steam.calls.count('games') === 2)
  await clock.advance(699)
  expect(records).toHaveLength(1)
  await clock.advance(1)
  await Promise.all(both)
  expect(records).toMatchObject([{ durationMs: 700 }, { durationMs: 700 }])
})
