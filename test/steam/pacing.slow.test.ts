import { describe, expect, onTestFinished, test } from 'vitest'
import { withOptions, PRIORITY, type CallContext } from '../../src/lib/call-context.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { getPlayerBans } from '../../src/steam/methods/get-player-bans.ts'
import { getRustHours } from '../../src/steam/methods/get-rust-hours.ts'
import type { UpstreamEvent, SteamCall } from '../../src/steam/upstream/request.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { failureOf } from '../support/failure.ts'
import { startHeldPlatform } from '../support/held-platform.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const steam = await useSteam(createWorld())
const ids = steam.world.ids

const withPriority = (priority: keyof typeof PRIORITY): CallContext =>
  withOptions(anyCall(), { priority: PRIORITY[priority] })
const hoursOf = (call: SteamCall, index: number, callContext: CallContext = anyCall()) =>
  getRustHours(call, ids[index % ids.length]!, callContext)
const settled = (work: Promise<unknown>[]) => Promise.allSettled(work)

describe('calls in flight', () => {
  test('do not exceed the limit in force', async () => {
    const { call, limiters } = connect(steam, { concurrency: 256 })
    steam.dial.set('games', { next: ['429'] })
    await failureOf(hoursOf(call, 0))
    steam.calls.reset()
    steam.dial.set('games', { latencyMs: 20 })
    const all = Array.from({ length: 40 }, (_, index) => hoursOf(call, index))
    await until(() => steam.inFlight('games') > 0)
    expect(limiters().api).toMatchObject({ inFlight: 32, limit: 32 })
    await Promise.all(all)
    expect(steam.maxInFlight('games')).toBeLessThanOrEqual(33)
  })

  test('shrink when answers come much later than usual', async () => {
    const clock = createFakeClock()
    const platform = await startHeldPlatform()
    const { call, limiters } = connect(platform, { concurrency: 20, clock })
    const round = async (size: number, latencyMs: number) => {
      const answers = Array.from({ length: size }, (_, index) => hoursOf(call, index))
      await until(() => platform.held.length === size)
      await clock.advance(latencyMs)
      platform.answerAll()
      await Promise.all(answers)
    }
    for (const limit of [5, 10, 20]) await round(limit, 10)
    expect(limiters().api.limit).toBe(20)
    await round(20, 400)
    expect(limiters().api.limit).toBeLessThan(20)
  })
})

describe('the priority', () => {
  test('of names and bans is highest, then that of lookups, batches, scans, and the hours of scans', async () => {
    const { call } = connect(steam, { concurrency: 1 })
    steam.dial.set('*', { latencyMs: 15 })
    const order = ['background', 'scan', 'batch', 'lookup'] as const
    const first = hoursOf(call, 0)
    await until(() => steam.inFlight('games') === 1)
    const rest = order.map((priority, index) => hoursOf(call, index + 1, withPriority(priority)))
    const bans = getPlayerBans(call, [ids[9]!], withPriority('scan'))
    await Promise.all([first, bans, ...rest])
    expect(steam.calls.log.map(({ method, ids: [id] }) => [method, id])).toEqual([
      ['games', ids[0]],
      ['bans', ids[9]],
      ['games', ids[4]],
      ['games', ids[3]],
      ['games', ids[2]],
      ['games', ids[1]],
    ])
  })
})

test('a call that cannot be served in time is refused at once with the predicted wait', async () => {
  const clock = createFakeClock()
  const platform = await startHeldPlatform()
  const { call } = connect(platform, { concurrency: 2, deadlineMs: 400, clock })
  const first = [hoursOf(call, 0), hoursOf(call, 1)]
  await until(() => platform.held.length === 2)
  await clock.advance(100)
  platform.answerAll()
  await Promise.all(first)
  const all = Array.from({ length: 40 }, (_, index) => hoursOf(call, index))
  const refused = await Promise.race(
    all.map((work) =>
      work.then(
        () => new Promise<never>(() => {}),
        (error: unknown) => error,
      ),
    ),
  )
  expect(refused).toMatchObject({ code: 'overloaded', retryAfter: 1 })
  // No call has been answered yet.
  expect(platform.held.length).toBeLessThanOrEqual(2)
  await clock.advance(400)
  await settled(all)
})

describe('a slow call', () => {
  const HEDGING = { hedgePercent: 10 }

  /** A hanging call after 40 measured ones: a hedge is made after 50 ms, or it fails after 300 ms. */
  async function slowCall(options: Parameters<typeof connect>[1], callContext = cancellableCall()) {
    const events: UpstreamEvent[] = []
    const clock = createFakeClock()
    const onEvent = (event: UpstreamEvent) => events.push(event)
    const { call, records } = connect(steam, { tryMs: 300, clock, ...options, onEvent })
    for (let count = 0; count < 40; count++) await hoursOf(call, count)
    records.length = 0
    steam.calls.reset()
    steam.dial.set('games', { next: ['hang'] })
    const answer = hoursOf(call, 1, callContext.callContext).then(
      () => 'an answer',
      () => 'no answer',
    )
    await until(() => steam.inFlight('games') === 1)
    return { answer, clock, events, records, callContext }
  }

  test('is hedged, and the first answer counts', async () => {
    const { answer, clock, events, records, callContext } = await slowCall(HEDGING)
    await clock.advance(50)
    expect(await answer).toBe('an answer')
    expect(steam.calls.count('games')).toBe(2)
    expect([events, callContext.usage.upstreamCalls]).toEqual([[{ kind: 'hedge', outcome: 'won' }], 2])
    // The slow try is aborted, and proves nothing about Steam.
    await until(() => steam.inFlight() === 0 && records.length === 2)
    expect(records.map(({ outcome }) => outcome).toSorted()).toEqual(['200', 'lost_hedge'])
  })

  test('is not hedged when hedging is switched off', async () => {
    const { answer, clock, events, callContext } = await slowCall({ hedgePercent: 0 })
    await clock.advance(300)
    expect(await answer).toBe('no answer')
    expect([steam.calls.count('games'), callContext.usage.upstreamCalls, events]).toEqual([1, 1, []])
  })

  test.each([
    ['is patient', { isPatient: true }],
    ['belongs to a sweep', { priority: PRIORITY.background }],
  ])('is not hedged when the call %s', async (_, options) => {
    const caller = cancellableCall()
    const other = { ...caller, callContext: withOptions(caller.callContext, options) }
    const { answer, clock, events } = await slowCall(HEDGING, other)
    await clock.advance(300)
    expect(await answer).toBe('no answer')
    expect([caller.usage.upstreamCalls, events]).toEqual([1, []])
  })

  test.each(['scarce', 'reserved'] as const)('is not hedged while the day budget is %s', async (state) => {
    const budget = {
      count: () => {},
      report: () => ({ used: 0, limit: 0, state, resetsAt: 0 }),
      refuseFrom: () => {},
      settle: () => {},
    }
    const { answer, clock, callContext } = await slowCall({ ...HEDGING, dayBudget: budget })
    await clock.advance(300)
    expect(await answer).toBe('no answer')
    expect([steam.calls.count('games'), callContext.usage.upstreamCalls]).toEqual([1, 1])
  })

  test('is not hedged while calls pause after a 429', async () => {
    const caller = cancellableCall()
    const events: UpstreamEvent[] = []
    const clock = createFakeClock()
    const { call } = connect(steam, { ...HEDGING, tryMs: 800, clock, onEvent: (event) => events.push(event) })
    await Promise.all(Array.from({ length: 40 }, (_, index) => hoursOf(call, index)))
    steam.calls.reset()
    steam.dial.set('games', { next: ['hang'] })
    const answer = failureOf(hoursOf(call, 1, caller.callContext))
    steam.dial.set('bans', { next: ['429-retry-after'] })
    await failureOf(getPlayerBans(call, [ids[2]!], anyCall()))
    await clock.advance(800)
    await answer
    expect([steam.calls.count('games'), caller.usage.upstreamCalls, events]).toEqual([1, 1, []])
  })

  test('is hedged for a tenth of the calls at most when all calls are slow', async () => {
    const clock = createFakeClock()
    const { call } = connect(steam, { ...HEDGING, clock })
    await Promise.all(Array.from({ length: 200 }, (_, index) => hoursOf(call, index)))
    steam.calls.reset()
    steam.dial.set('games', { latencyMs: 300 })
    const answers = Array.from({ length: 60 }, (_, index) => hoursOf(call, index))
    await until(() => steam.inFlight('games') === 60)
    await clock.advance(50)
    await Promise.all(answers)
    // A tenth of 260 calls at most.
    expect(steam.calls.count('games')).toBeLessThanOrEqual(60 + 26)
  })
})

test('all calls together make no more retries than the retry budget allows', async () => {
  const { call } = connect(steam, { retries: 5, retryPercent: 30, concurrency: 100 })
  // Never eight in a row, which would open the circuit.
  const pattern = Array.from({ length: 3_000 }, (_, index) => (index % 5 === 0 ? undefined : '503'))
  let drawn = 0
  const { draw } = steam.dial
  onTestFinished(() => void (steam.dial.draw = draw))
  steam.dial.draw = () => ({ delayMs: 0, fault: pattern[drawn++] ? '503' : null })
  await settled(Array.from({ length: 400 }, (_, index) => hoursOf(call, index)))
  expect(steam.calls.count('games')).toBeGreaterThan(450)
  expect(steam.calls.count('games')).toBeLessThanOrEqual(520)
})
