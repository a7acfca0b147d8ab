import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { PRIORITY, type CallContext } from '../../src/lib/call-context.ts'
import type { Policy } from '../../src/model/policy.ts'
import { getVerdict } from '../../src/policy/get-verdict.ts'
import { createNoticeChecks, type NoticeChecksOptions } from '../../src/policy/notice-checks.ts'
import type { TokenGrant } from '../../src/model/token-grant.ts'
import { anyCall } from '../support/callers.ts'
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

test('a stop ends the running checks, and begins no others', async () => {
  const { answer, check, stop, seen } = open()
  const judged = await answer(cast.clean)
  steam.dial.set('games', { faults: { hang: 1 } })
  const others = world.ids.slice(0, 3).map((steamId) => ({ ...judged, facts: { ...judged.facts, steamId } }))
  const late = others.map((other) => check(grantOf(BELL), other))
  await until(() => steam.inFlight() === 3)
  stop()
  expect(await Promise.all(late.map(async (checked) => checked))).toEqual([null, null, null])
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
