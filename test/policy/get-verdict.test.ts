import { describe, expect, test } from 'vitest'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { createCallContext } from '../../src/lib/call-context.ts'
import type { MaybeBan } from '../../src/model/ban.ts'
import type { PolicyMode, Rules } from '../../src/model/policy.ts'
import type { FactPart } from '../../src/model/verdict.ts'
import { getVerdict } from '../../src/policy/get-verdict.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { budgetIn } from '../support/budget.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { exceptionOf, PLAYER, policyOf } from '../support/policies.ts'
import { useWorld } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'
import { contextOf } from '../support/verdicts.ts'

const { cast, steam } = await useWorld(1_000)

/** After the creation of all accounts, Unix seconds. */
const START = 1_800_000_000

const BANS: Rules = { maxVacBans: 0, maxGameBans: 0 }
const HOURS: Rules = { minRustHours: 10 }
const ALL: Rules = { ...BANS, minAccountAgeDays: 30, ...HOURS }

const unavailable = (part: FactPart, code: keyof Rules) => ({ code, part, cause: 'unavailable' })
const NO_BANS_KNOWN = [unavailable('bans', 'maxVacBans'), unavailable('bans', 'maxGameBans')]

/** Verdicts over the simulated Steam, on a clock that the test advances. */
function open(options: Parameters<typeof contextOf>[2] = {}) {
  const fake = createFakeClock()
  const clock = { ...fake, unixSeconds: () => START + Math.floor(fake.now() / 1_000) }
  const { context, ...seen } = contextOf(steam, clock, options)
  const verdictOf = async (rules: Rules, steamId: string, callContext = anyCall()) =>
    (await getVerdict(context, policyOf(rules), steamId, callContext)).verdict
  /** The result, and after how many milliseconds it came. */
  const timedBy = async <T extends object>(work: Promise<T>) => {
    const startedAt = clock.now()
    const end = { isDone: false }
    const answer = work.finally(() => (end.isDone = true))
    for (let ms = 0; ms < 10_000 && !end.isDone; ms += 50) {
      // Sockets need real time.
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (!end.isDone) await clock.advance(50)
    }
    return { ms: clock.now() - startedAt, ...(await answer) }
  }
  const timed = (rules: Rules, steamId: string) => timedBy(verdictOf(rules, steamId))
  return { clock, context, verdictOf, timed, timedBy, ...seen }
}

test('a verdict says what decides, of which policy, and when the oldest fact was fetched', async () => {
  const { clock, context, verdictOf } = open()
  await context.steam.getSummary(cast.raider, anyCall())
  const fetchedAt = clock.unixSeconds()
  await clock.advance(30_000)
  expect(await verdictOf(ALL, cast.raider)).toEqual({
    steamId: cast.raider,
    verdict: 'deny',
    reasons: [{ code: 'maxVacBans', value: 1, limit: 0, text: expect.stringContaining('VAC') }],
    unknown: [],
    until: null,
    mode: 'enforce',
    policy: { name: 'main', version: 1 },
    checkedAt: fetchedAt,
    stale: false,
  })
})

test('the facts that only notifying rules need are neither asked for nor part of the answer', async () => {
  const { context } = open()
  const policy = policyOf(ALL, { actions: { minRustHours: 'notify' } })
  await context.steam.getRustHours(cast.clean, anyCall())
  const usage = { upstreamCalls: 0, cacheHits: 0 }
  const { signal } = new AbortController()
  const { facts } = await getVerdict(context, policy, cast.clean, createCallContext(signal, usage))
  expect(facts).toMatchObject({ bans: { kind: 'known' }, profile: { kind: 'known' }, rustHours: { kind: 'unasked' } })
  expect(usage.upstreamCalls).toBe(2)
})

test('a refused player reads why; others get no text', async () => {
  const { context } = open()
  const policy = policyOf(BANS, { appeal: 'discord.gg/x' })
  const ofPlayer = (steamId: string) => getVerdict(context, policy, steamId, anyCall())
  expect((await ofPlayer(cast.raider)).gameReason).toMatch(/VAC.*discord\.gg\/x$/)
  expect(await ofPlayer(cast.clean)).toMatchObject({ gameReason: '', verdict: { verdict: 'allow' } })
})

test('hours are judged by the minute, and shown rounded down', async () => {
  const { context } = open()
  const minutes = { total: 50, twoWeeks: 0, minutes: 2_999, isOwned: true }
  const at = { fetchedAt: START, expiresAt: START + 60 }
  const steamOfPlayer = { ...context.steam, getRustHours: async () => ({ value: minutes, ...at }) }
  const policy = policyOf({ minRustHours: 50 })
  expect((await getVerdict({ ...context, steam: steamOfPlayer }, policy, PLAYER, anyCall())).verdict).toMatchObject({
    verdict: 'deny',
    reasons: [{ code: 'minRustHours', value: 49.9, limit: 50 }],
  })
})

describe('only what the rules need is asked', () => {
  test.each<[string, Rules, object]>([
    ['bans', BANS, { bans: 1 }],
    ['account age', { minAccountAgeDays: 30 }, { summaries: 1 }],
    ['hours', HOURS, { games: 1 }],
    ['all three', ALL, { bans: 1, summaries: 1, games: 1 }],
    ['nothing', {}, {}],
  ])('%s', async (_, rules, calls) => {
    expect(await open().verdictOf(rules, cast.clean)).toMatchObject({ verdict: 'allow', stale: false })
    const methods = ['bans', 'summaries', 'games', 'friends', 'vanity', 'stats', 'inventory'] as const
    const made = methods.map((method) => [method, steam.calls.count(method)] as const).filter(([, count]) => count > 0)
    expect(Object.fromEntries(made)).toEqual(calls)
  })

  test.each(['allow', 'deny'] as const)('an exception that says %s decides without a call', async (decision) => {
    const { context } = open()
    steam.dial.set('*', { faults: { hang: 1 } })
    const policy = policyOf(ALL, { exceptions: exceptionOf(decision) })
    expect((await getVerdict(context, policy, PLAYER, anyCall())).verdict).toMatchObject({
      verdict: decision,
      reasons: [{ code: 'exception' }],
      until: null,
      stale: false,
    })
    expect(steam.calls.total()).toBe(0)
  })
})

describe('when Steam hangs', () => {
  test('what is known after three seconds decides', async () => {
    const { timed } = open()
    steam.dial.set('*', { faults: { hang: 1 } })
    expect(await timed(ALL, cast.clean)).toMatchObject({
      ms: 3_000,
      verdict: 'unknown',
      reasons: [],
      unknown: [
        ...NO_BANS_KNOWN,
        unavailable('profile', 'minAccountAgeDays'),
        unavailable('rustHours', 'minRustHours'),
      ],
    })
  })

  test('a certain denial waits three seconds for the other parts, and is given without them', async () => {
    const { timed } = open()
    steam.dial.set('games', { faults: { hang: 1 } })
    expect(await timed(ALL, cast.raider)).toMatchObject({
      ms: 3_000,
      verdict: 'deny',
      reasons: [{ code: 'maxVacBans' }],
      unknown: [unavailable('rustHours', 'minRustHours')],
    })
  })

  test('a second try is in time', async () => {
    const { timed } = open()
    steam.dial.set('bans', { next: ['hang'] })
    const { ms, verdict } = await timed(BANS, cast.raider)
    expect(verdict).toBe('deny')
    expect(ms).toBeGreaterThanOrEqual(1_200)
    expect(ms).toBeLessThan(1_600)
  })
})

describe('when Steam fails', () => {
  test.each<Fault>(['500', 'html-200', 'null-200', 'bad-key-401', 'edge-403', 'wrong-ids', 'cut-json'])(
    'with %s: unknown, never allowed',
    async (fault) => {
      const { timed } = open()
      steam.dial.set('*', { faults: { [fault]: 1 } })
      const { ms, verdict, unknown } = await timed(ALL, cast.clean)
      expect(verdict).toBe('unknown')
      // Hours have no ids that could be wrong.
      const failed = ['bans', 'bans', 'profile', ...(fault === 'wrong-ids' ? [] : ['rustHours'])]
      expect(unknown.map(({ part, cause }) => [part, cause])).toEqual(failed.map((part) => [part, 'unavailable']))
      expect(ms).toBeLessThanOrEqual(3_000)
    },
  )

  test.each<[keyof typeof cast, Rules, object]>([
    ['deletedBans', BANS, { verdict: 'unknown', unknown: NO_BANS_KNOWN }],
    ['nullBans', BANS, { verdict: 'unknown', unknown: NO_BANS_KNOWN }],
    ['gone', ALL, { verdict: 'unknown' }],
    ['deletedSummary', BANS, { verdict: 'deny' }],
    ['deletedSummary', { denyPrivateProfile: true }, { verdict: 'unknown', unknown: [{ cause: 'unavailable' }] }],
    ['private', { denyPrivateProfile: true }, { verdict: 'deny' }],
    ['inventoryUnset', { denyUnconfigured: true }, { verdict: 'deny' }],
    ['private', { denyUnconfigured: true }, { verdict: 'allow' }],
    ['hiddenHours', HOURS, { verdict: 'unknown', unknown: [{ cause: 'hidden' }] }],
    ['noRust', { denyHiddenHours: true }, { verdict: 'deny', reasons: [{ value: 'not_owned' }] }],
    ['neverPlayed', { denyHiddenHours: true }, { verdict: 'allow' }],
    ['neverPlayed', HOURS, { verdict: 'deny', reasons: [{ value: 0 }] }],
  ])('half an answer, %s by %j: %j', async (who, rules, expected) => {
    expect(await open().verdictOf(rules, cast[who])).toMatchObject(expected)
  })

  test('a ban record that Steam returns in part is asked for once more', async () => {
    const { verdictOf } = open()
    steam.dial.set('bans', { next: ['partial-records'] })
    expect(await verdictOf(BANS, cast.gameBanned)).toMatchObject({ verdict: 'deny', stale: false })
    expect(steam.calls.count('bans')).toBe(2)
  })

  test('an account without a ban record costs no call while that is remembered', async () => {
    const { clock, verdictOf } = open()
    await verdictOf(BANS, cast.deletedBans)
    await clock.advance(5_000)
    steam.calls.reset()
    expect(await verdictOf(BANS, cast.deletedBans)).toMatchObject({ verdict: 'unknown' })
    expect(steam.calls.total()).toBe(0)
  })
})

describe('the last answers during an outage', () => {
  /** An account whose facts were fetched `seconds` seconds ago; Steam is down now. */
  async function remembered(seconds: number, options: Parameters<typeof contextOf>[2] = {}) {
    const opened = open(options)
    const at = opened.clock.unixSeconds()
    await opened.verdictOf(ALL, cast.clean)
    await opened.clock.advance(seconds * 1_000)
    steam.dial.set('*', { faults: { '500': 1 } })
    return { ...opened, at }
  }

  test('count while they are at most fifteen minutes old, and say that they are stale', async () => {
    const { verdictOf, at, stales } = await remembered(900, { retries: 0 })
    expect(await verdictOf(ALL, cast.clean)).toMatchObject({ verdict: 'allow', stale: true, checkedAt: at })
    expect(stales.count).toBe(1)
  })

  test('count while Steam refuses the key', async () => {
    const { verdictOf } = await remembered(900, { retries: 0 })
    steam.dial.reset()
    steam.dial.set('*', { faults: { 'bad-key': 1 } })
    expect(await verdictOf(ALL, cast.clean)).toMatchObject({ verdict: 'allow', stale: true })
  })

  test('count no longer after that', async () => {
    const { verdictOf } = await remembered(901, { retries: 0 })
    expect(await verdictOf(ALL, cast.clean)).toMatchObject({ verdict: 'unknown', stale: false })
  })

  test('are not used when stale answers are turned off; those that have not expired still serve', async () => {
    const { verdictOf } = await remembered(61, { stale: 0, retries: 0 })
    expect(await verdictOf(ALL, cast.clean)).toMatchObject({ verdict: 'unknown', stale: false })
    expect(await verdictOf(HOURS, cast.clean)).toMatchObject({ verdict: 'allow', stale: false })
  })

  test('count when Steam hangs, after three seconds', async () => {
    const { timed } = await remembered(120)
    steam.dial.reset()
    steam.dial.set('*', { faults: { hang: 1 } })
    expect(await timed(BANS, cast.clean)).toMatchObject({ ms: 3_000, verdict: 'allow', stale: true })
  })

  test('do not count where Steam answered with an unusable record', async () => {
    const { verdictOf } = await remembered(120)
    steam.dial.reset()
    steam.dial.set('bans', { faults: { 'null-fields': 1 } })
    const verdict = await verdictOf({ denyTradeBan: true }, cast.clean)
    expect(verdict).toMatchObject({ verdict: 'unknown', stale: false })
  })

  test('are no observations', async () => {
    const { verdictOf, observed } = await remembered(120, { retries: 0 })
    await verdictOf(BANS, cast.clean)
    expect(observed).toEqual([cast.clean])
  })
})

describe('near the end of the day', () => {
  test.each(['scarce', 'reserved'] as const)('hours that a rule needs are asked while calls are %s', async (state) => {
    const { verdictOf } = open({ dayBudget: budgetIn(state) })
    expect(await verdictOf(HOURS, cast.clean)).toMatchObject({ verdict: 'allow' })
  })

  test('the rest is unknown once all calls are spent', async () => {
    const { verdictOf } = open({ dayBudget: budgetIn('spent') })
    expect(await verdictOf(BANS, cast.clean)).toMatchObject({ verdict: 'unknown', unknown: NO_BANS_KNOWN })
    expect(steam.calls.total()).toBe(0)
  })
})

describe('without asking Steam', () => {
  test('only remembered answers count', async () => {
    const { clock, context, verdictOf } = open()
    const ask = async (rules: Rules, steamId: string) =>
      (await getVerdict(context, policyOf(rules), steamId, anyCall(), { mayAskSteam: false })).verdict
    expect(await ask(BANS, cast.raider)).toMatchObject({ verdict: 'unknown', unknown: NO_BANS_KNOWN })
    await verdictOf(ALL, cast.raider)
    steam.calls.reset()
    expect(await ask(ALL, cast.raider)).toMatchObject({ verdict: 'deny', stale: false })
    await clock.advance(61_000)
    expect(await ask(BANS, cast.raider)).toMatchObject({ verdict: 'deny', stale: true })
    await clock.advance(840_000)
    expect(await ask(BANS, cast.raider)).toMatchObject({ verdict: 'unknown' })
    expect(steam.calls.total()).toBe(0)
  })
})

test('a caller that leaves ends the calls, and leaves nothing behind', async () => {
  const { context, clock } = open()
  steam.dial.set('*', { faults: { hang: 1 } })
  const { callContext, leave } = cancellableCall()
  const verdict = getVerdict(context, policyOf(ALL), cast.clean, callContext).catch((error: unknown) => error)
  await until(() => steam.inFlight() === 3)
  leave('hung up')
  expect(await verdict).toBe('hung up')
  await until(() => steam.inFlight() === 0)
  expect(clock.pending()).toBe(0)
})

describe('the own list', () => {
  const refusedBy = (own: MaybeBan, mode: PolicyMode = 'observe') => {
    const { context } = open()
    const policy = policyOf({ maxVacBans: 0 }, { mode, exceptions: exceptionOf('allow') })
    return getVerdict(context, policy, PLAYER, anyCall(), { own })
  }

  test.each(['observe', 'enforce'] as const)(
    'decides without a call, before an exception, in mode %s',
    async (mode) => {
      const { verdict, gameReason, facts } = await refusedBy({ reason: 'aimbot', until: START + 60 }, mode)
      expect(verdict).toMatchObject({
        verdict: 'deny',
        reasons: [{ code: 'banned_here', value: 'aimbot', limit: null, text: 'Banned by us: aimbot' }],
        unknown: [],
        until: START + 60,
        mode: 'enforce',
        stale: false,
      })
      expect(gameReason).toBe('You or the game’s owner: aimbot.')
      expect(facts).toMatchObject({
        bans: { kind: 'unasked' },
        profile: { kind: 'unasked' },
        rustHours: { kind: 'unasked' },
      })
    },
  )

  test('that cannot be read leaves every account undecided, also in observe and with an exception', async () => {
    const { verdict, gameReason } = await refusedBy('unknown')
    expect(verdict).toMatchObject({
      verdict: 'unknown',
      reasons: [],
      unknown: [{ code: 'banned_here', part: 'ban_list', cause: 'unavailable' }],
      mode: 'enforce',
    })
    expect(gameReason).toBe('')
  })

  test('without the account leaves the decision to the exception', async () => {
    expect((await refusedBy(null)).verdict).toMatchObject({ verdict: 'allow', mode: 'observe' })
  })
})
