import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { PRIORITY, type CallContext } from '../../src/lib/call-context.ts'
import type { Policy } from '../../src/model/policy.ts'
import { getVerdict, type JudgedAccount } from '../../src/policy/get-verdict.ts'
import { createNoticeChecks, type NoticeChecksOptions } from '../../src/policy/notice-checks.ts'
import type { TokenGrant } from '../../src/model/token-grant.ts'
import { anyCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { exceptionOf, PLAYER, policyOf } from '../support/policies.ts'
import { useWorld } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'
import { contextOf } from '../support/verdicts.ts'

const { world, cast, steam } = await useWorld(300)

const BELL: Policy = policyOf(
  { maxVacBans: 0, minRustHours: 99_999, minAccountAgeDays: 1 },
  { actions: { minRustHours: 'notify' } },
)

const grantOf = (policy: Policy): TokenGrant => ({
  policy,
  guildId: null,
  tokenId: 1,
  tokenName: 'main',
  key: 'file/1',
})

/** Checks over the simulated Steam, and what they used. */
function open(options: Partial<NoticeChecksOptions> = {}, transport: Parameters<typeof contextOf>[2] = {}) {
  const { context } = contextOf(steam, systemClock, transport)
  const seen = { calls: 0, errors: [] as unknown[] }
  const checks = createNoticeChecks({
    context,
    mayAskSteam: () => true,
    noteCalls: (_, calls) => (seen.calls += calls),
    onError: (error) => seen.errors.push(error),
    ...options,
  })
  onTestFinished(checks.stop)
  const answer = (steamId: string, policy = BELL) => getVerdict(context, policy, steamId, anyCall())
  return {
    context,
    seen,
    ...checks,
    answer,
    /** Answers a join, and checks it afterwards. */
    async join(steamId: string, policy = BELL) {
      const judged = await answer(steamId, policy)
      steam.calls.reset()
      return { judged, late: await checks.check(grantOf(policy), judged) }
    },
  }
}

test('the facts that only a notifying rule needs are asked for after the answer, and counted', async () => {
  const { join, seen } = open()
  const { judged, late } = await join(cast.clean)
  expect(judged.verdict).toMatchObject({ verdict: 'allow', reasons: [], unknown: [] })
  expect(judged.facts.rustHours).toEqual({ kind: 'unasked' })
  expect(late).toMatchObject({
    facts: { bans: judged.facts.bans, rustHours: { kind: 'known' } },
    notices: [{ code: 'minRustHours', limit: 99_999 }],
  })
  expect([steam.calls.count('games'), steam.calls.total()]).toEqual([1, 1])
  expect(seen).toEqual({ calls: 1, errors: [] })
})

test('calls have the lowest priority and are not urgent', async () => {
  const { context, answer } = open()
  const calls: Pick<CallContext, 'priority' | 'isUrgent'>[] = []
  const getRustHours: typeof context.steam.getRustHours = (steamId, callContext) => {
    calls.push({ priority: callContext.priority, isUrgent: callContext.isUrgent })
    return context.steam.getRustHours(steamId, callContext)
  }
  const { check } = open({ context: { ...context, steam: { ...context.steam, getRustHours } } })
  await check(grantOf(BELL), await answer(cast.clean))
  expect(calls).toEqual([{ priority: PRIORITY.background, isUrgent: false }])
})

test('an account that only the mode lets in is checked, and reported', async () => {
  const { join } = open()
  const { judged, late } = await join(cast.raider, { ...BELL, mode: 'observe' })
  expect(judged.verdict).toMatchObject({ verdict: 'deny', mode: 'observe' })
  expect(late?.notices).toMatchObject([{ code: 'minRustHours', limit: 99_999 }])
})

test('answers in memory need no call, and suffice when the token has used its share', async () => {
  const { context, join } = open({ mayAskSteam: () => false })
  expect((await join(cast.clean)).late).toMatchObject({ facts: { rustHours: { kind: 'unavailable' } }, notices: [] })
  await context.steam.getRustHours(cast.clean, anyCall())
  expect((await join(cast.clean)).late?.notices).toHaveLength(1)
  expect(steam.calls.total()).toBe(0)
})

test('a fact that Steam does not tell makes no notice', async () => {
  const { join, seen } = open({}, { retries: 0 })
  steam.dial.set('games', { faults: { '500': 1 } })
  expect((await join(cast.clean)).late?.notices).toEqual([])
  expect(seen.errors).toEqual([])
})

describe('nothing is asked for', () => {
  test.each<[string, string, Partial<Policy>]>([
    ['an account that is refused', cast.raider, {}],
    ['an account with an exception', PLAYER, { exceptions: exceptionOf('allow') }],
    ['a policy whose rules all refuse', cast.clean, { actions: {} }],
  ])('of %s', async (_, steamId, parts) => {
    const { answer, check } = open()
    const policy = { ...BELL, ...parts }
    expect(check(grantOf(policy), await answer(steamId, policy))).toBeNull()
  })
})

/** Joins of this many accounts, as they were answered. */
const joinsOf = (judged: JudgedAccount, count: number) =>
  world.ids.slice(0, count).map((steamId) => ({ ...judged, facts: { ...judged.facts, steamId } }))

test('a stop ends the running and the waiting checks, and begins no others', async () => {
  const { answer, check, stop, seen } = open()
  const judged = await answer(cast.clean)
  steam.dial.set('games', { faults: { hang: 1 } })
  const late = joinsOf(judged, 9).map((other) => check(grantOf(BELL), other))
  await until(() => steam.inFlight() === 8)
  steam.calls.reset()
  stop()
  expect(new Set(await Promise.all(late.map(async (checked) => checked)))).toEqual(new Set([null]))
  expect(steam.calls.total()).toBe(0)
  expect(check(grantOf(BELL), judged)).toBeNull()
  expect(seen.errors).toEqual([])
})

test('an error of ours is reported, and ends that check only', async () => {
  const { context, answer } = open()
  const bug = new Error('a bug')
  let calls = 0
  const getRustHours: typeof context.steam.getRustHours = (...args) =>
    calls++ === 0 ? Promise.reject(bug) : context.steam.getRustHours(...args)
  const { check, seen } = open({ context: { ...context, steam: { ...context.steam, getRustHours } } })
  const judged = await answer(cast.clean)
  expect(await check(grantOf(BELL), judged)).toBeNull()
  expect(seen.errors).toEqual([bug])
  expect((await check(grantOf(BELL), judged))?.notices).toHaveLength(1)
})

describe('while hours hang', () => {
  /** Checks whose hours arrive only when `release` is called. */
  async function openHanging(options: Partial<NoticeChecksOptions> = {}) {
    const { context, answer } = open()
    const gate = deferred<void>()
    const hours = { asked: 0, inFlight: 0, most: 0 }
    const getRustHours: typeof context.steam.getRustHours = async (...args) => {
      hours.asked++
      hours.most = Math.max(hours.most, ++hours.inFlight)
      await gate.promise
      hours.inFlight--
      return context.steam.getRustHours(...args)
    }
    const opened = open({ context: { ...context, steam: { ...context.steam, getRustHours } }, ...options })
    return { ...opened, hours, release: gate.resolve, judged: await answer(cast.clean) }
  }

  test('at most eight of 300 joins ask for them, and the others are checked in their turn', async () => {
    const { check, judged, hours, release } = await openHanging()
    const late = joinsOf(judged, 300).map(async (other) => check(grantOf(BELL), other))
    await until(() => hours.asked >= 8)
    // All that may start does so within a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    expect(hours).toEqual({ asked: 8, inFlight: 8, most: 8 })
    release()
    expect((await Promise.all(late)).filter((judgement) => judgement !== null)).toHaveLength(300)
    expect(hours).toEqual({ asked: 300, inFlight: 0, most: 8 })
  })

  test('a join whose turn comes after the share of the day is used up is judged without a call', async () => {
    const share = { isLeft: true }
    const { check, judged, hours, release } = await openHanging({ mayAskSteam: () => share.isLeft })
    const late = joinsOf(judged, 9).map(async (other) => check(grantOf(BELL), other))
    await until(() => hours.asked >= 8)
    share.isLeft = false
    release()
    expect((await Promise.all(late)).at(-1)?.facts.rustHours).toEqual({ kind: 'unavailable' })
    expect(hours.asked).toBe(8)
  })

  test('joins beyond the 5,000th are not checked, which is reported', async () => {
    const { check, judged, hours, seen } = await openHanging()
    for (let index = 0; index < 5_000; index++) expect(check(grantOf(BELL), judged)).not.toBeNull()
    expect(check(grantOf(BELL), judged)).toBeNull()
    expect(seen.errors).toEqual([expect.objectContaining({ message: expect.stringContaining('5000 joins wait') })])
    await until(() => hours.asked === 1)
  })
})
