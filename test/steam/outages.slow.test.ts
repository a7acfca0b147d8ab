import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { withOptions, type CallContext } from '../../src/lib/call-context.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { getFriendList } from '../../src/steam/methods/get-friend-list.ts'
import { getInventoryPage } from '../../src/steam/methods/get-inventory-page.ts'
import { getRustHours } from '../../src/steam/methods/get-rust-hours.ts'
import type { UpstreamEvent, SteamCall } from '../../src/steam/upstream/request.ts'
import { resolveVanityUrl } from '../../src/steam/methods/resolve-vanity-url.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { failureOf } from '../support/failure.ts'
import { startHeldPlatform } from '../support/held-platform.ts'
import { startOddPlatform } from '../support/odd-platform.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const steam = await useSteam(createWorld())
const { ids } = steam.world

const hoursOf = (call: SteamCall, index = 0, callContext: CallContext = anyCall()) =>
  getRustHours(call, ids[index % ids.length]!, callContext)
const ended = (work: Promise<unknown>) =>
  work.then(
    () => 'an answer',
    (error: unknown) => error,
  )

describe('an outage', () => {
  test('opens the circuit when calls hang until their time limit', async () => {
    const clock = createFakeClock()
    steam.dial.set('games', { faults: { hang: 1 } })
    const { call, openCircuits } = connect(steam, { clock })
    for (let count = 0; count < 8; count++) {
      const failure = failureOf(hoursOf(call, count))
      await until(() => steam.inFlight('games') === 1)
      await clock.advance(5_000)
      await failure
      await until(() => steam.inFlight('games') === 0)
    }
    expect(openCircuits()).toEqual(['games'])
  })

  test.each([401, 403, 404, 429])('is not inferred from %i about one account, however often', async (status) => {
    const platform = await startOddPlatform({ status, body: {} })
    const { call, openCircuits } = connect(platform)
    // Five at once: after five 429s one after another, all calls would pause.
    for (let round = 0; round < 4; round++) {
      await Promise.all([1, 2, 3, 4, 5].map(() => ended(resolveVanityUrl(call, 'raider', anyCall()))))
    }
    expect(platform.requests).toHaveLength(20)
    expect(openCircuits()).toEqual([])
  })

  test('is inferred from an unexpected 403 about different accounts', async () => {
    const { call, openCircuits } = connect(await startOddPlatform({ status: 403, body: {} }))
    for (let count = 0; count < 8; count++) await failureOf(hoursOf(call, count))
    expect(openCircuits()).toEqual(['games'])
  })

  test('is not inferred from calls that have too little time', async () => {
    const clock = createFakeClock()
    const platform = await startHeldPlatform()
    const { call, records } = connect(platform, { concurrency: 1, tryMs: 2_000, deadlineMs: 800, clock })
    const ends = Promise.all([0, 1].map((index) => ended(hoursOf(call, index))))
    for (const ms of [600, 200]) {
      await until(() => platform.held.length === 1)
      await clock.advance(ms)
      platform.answerAll()
    }
    expect(await ends).toEqual(['an answer', expect.objectContaining({ code: 'platform_unavailable' })])
    await until(() => records.length === 2)
    expect(records.map(({ outcome }) => outcome)).toEqual(['200', 'abandoned'])
  })

  test('is not inferred from malformed answers about one account', async () => {
    steam.dial.set('friends', { faults: { 'null-200': 1 } })
    const { call, openCircuits } = connect(steam)
    for (let count = 0; count < 20; count++) await failureOf(getFriendList(call, ids[0]!, anyCall()))
    expect(openCircuits()).toEqual([])
    for (let count = 1; count < 8; count++) await failureOf(getFriendList(call, ids[count]!, anyCall()))
    expect(openCircuits()).toEqual(['friends'])
  })

  test('of a few seconds is waited out by patient calls, before and after their first try', async () => {
    const { call, openCircuits } = connect(steam, { concurrency: 40, retries: 3, random: () => 0 })
    steam.dial.set('games', { latencyMs: 20, next: Array.from({ length: 10 }, () => '503' as const) })
    const patient = withOptions(anyCall(), { isPatient: true })
    const all = Promise.all(Array.from({ length: 40 }, (_, index) => ended(hoursOf(call, index, patient))))
    await until(() => openCircuits().length > 0)
    expect(new Set(await all)).toEqual(new Set(['an answer']))
  })

  test('is probed with a permit: no inventory call exceeds the rate limit', async () => {
    const clock = createFakeClock()
    steam.dial.set('inventory', { faults: { '503': 1 } })
    const { call, openCircuits, records, limiters } = connect(steam, {
      inventoryBurst: 8,
      inventorySpacingMs: 2_000,
      deadlineMs: 10_000,
      clock,
    })
    for (let count = 0; count < 8; count++) await failureOf(getInventoryPage(call, { steamId: ids[count]! }, anyCall()))
    expect(openCircuits()).toEqual(['inventory'])
    await clock.advance(1_999)
    expect([limiters().community.waiting, records.length]).toEqual([1, 8])
    await clock.advance(1)
    await until(() => records.length > 8)
  })

  test('refuses calls that wait for a permit, without a call or a retry', async () => {
    steam.dial.set('games', { faults: { '503': 1 } })
    const events: UpstreamEvent[] = []
    const { call } = connect(steam, { concurrency: 1, retries: 1, onEvent: (event) => events.push(event) })
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => failureOf(hoursOf(call, index))))
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['platform_unavailable']))
    expect(steam.calls.count('games')).toBe(8)
    expect(events.filter(({ kind }) => kind === 'retry').length).toBeLessThanOrEqual(8)
  })

  test('refuses a call before it waits for a permit', async () => {
    steam.dial.set('games', { faults: { '503': 1 } })
    steam.dial.set('friends', { faults: { hang: 1 } })
    const { call } = connect(steam, { concurrency: 1, deadlineMs: 1_000, random: () => 1 })
    for (let count = 0; count < 8; count++) await failureOf(hoursOf(call, count))
    const { callContext, leave } = cancellableCall()
    const hanging = ended(getFriendList(call, ids[0]!, withOptions(callContext, { isPatient: true })))
    await until(() => steam.inFlight('friends') === 1)
    expect(await failureOf(hoursOf(call))).toMatchObject({ code: 'platform_unavailable', upstreamStatus: 503 })
    expect(steam.inFlight('friends')).toBe(1)
    leave('enough')
    await hanging
  })

  test('of the whole Web API does not affect inventories', async () => {
    steam.dial.set('*', { faults: { '503': 1 } })
    const { call, openCircuits } = connect(steam, { random: () => 1 })
    for (let count = 0; count < 8; count++) {
      await failureOf(hoursOf(call, count))
      await failureOf(getFriendList(call, ids[0]!, anyCall()))
      await failureOf(resolveVanityUrl(call, 'raider', anyCall()))
    }
    expect(openCircuits()).toContain('all')
    steam.dial.reset()
    expect(await ended(getInventoryPage(call, { steamId: steam.world.cast.raider }, anyCall()))).toBe('an answer')
  })

  test('is not probed when the day budget is spent', async () => {
    steam.dial.set('games', { faults: { '503': 1 } })
    let isSpent = false
    let checks = 0
    const budget = {
      count: () => {},
      report: () => ({ used: 0, limit: 0, state: 'plenty' as const, resetsAt: 0 }),
      refuseFrom() {
        checks++
        if (isSpent) throw new RapsheetError('budget_spent', 'no more')
      },
      settle: () => {},
    }
    const clock = createFakeClock()
    const { call } = connect(steam, { dayBudget: budget, clock })
    for (let count = 0; count < 8; count++) await failureOf(hoursOf(call, count))
    isSpent = true
    const before = checks
    await clock.advance(1_000)
    expect(checks).toBeGreaterThan(before)
    expect(steam.calls.count('games')).toBe(8)
  })
})

test('a patient call has a longer deadline', async () => {
  const clock = createFakeClock()
  const platform = await startHeldPlatform()
  const { call } = connect(platform, { deadlineMs: 50, patientDeadlineMs: 30_000, clock })
  const ends = [false, true].map((isPatient) => ended(hoursOf(call, 0, withOptions(anyCall(), { isPatient }))))
  await until(() => platform.held.length === 2)
  await clock.advance(150)
  platform.answerAll()
  expect(await Promise.all(ends)).toEqual([expect.objectContaining({ code: 'platform_unavailable' }), 'an answer'])
})

describe('a hedge of a slow call', () => {
  /** How many of some hanging calls are answered because of a hedge. */
  const slow = async (options: Parameters<typeof connect>[1], calls: number, hanging: number) => {
    const clock = createFakeClock()
    const { call } = connect(steam, { concurrency: 200, hedgePercent: 10, tryMs: 1_000, clock, ...options })
    for (let count = 0; count < calls; count++) await hoursOf(call, count)
    steam.calls.reset()
    steam.dial.set('games', { next: Array.from({ length: hanging }, () => 'hang' as const) })
    const { callContext, usage } = cancellableCall()
    let answered = 0
    const ends = Array.from({ length: hanging }, async (_, index) => {
      if ((await ended(hoursOf(call, index, callContext))) === 'an answer') answered++
    })
    await until(() => steam.inFlight('games') === hanging)
    await clock.advance(50)
    const hedges = usage.upstreamCalls - hanging
    await until(() => answered === hedges)
    await clock.advance(1_000)
    await Promise.all(ends)
    return answered
  }

  test('is made only when a permit is free', async () => {
    expect(await slow({ concurrency: 2 }, 40, 1)).toBe(1)
    expect(await slow({ concurrency: 1 }, 40, 1)).toBe(0)
  })

  test('is not made when the retry budget is used up', async () => {
    expect(await slow({ retryPercent: 0 }, 40, 1)).toBe(0)
  })

  test('is made for a tenth of all calls, and for ten hanging calls at least', async () => {
    expect(await slow({}, 40, 20)).toBe(10)
    expect(await slow({}, 180, 30)).toBeGreaterThan(12)
  })

  test('is not made for calls of usual latency', async () => {
    const clock = createFakeClock()
    const platform = await startHeldPlatform()
    const { call } = connect(platform, { hedgePercent: 100, clock })
    const round = async (size: number) => {
      const answers = Array.from({ length: size }, (_, index) => hoursOf(call, index))
      await until(() => platform.held.length === size)
      await clock.advance(120)
      expect(platform.held).toHaveLength(size)
      platform.answerAll()
      await Promise.all(answers)
    }
    for (let count = 0; count < 20; count++) await round(1)
    await round(20)
  })
})
