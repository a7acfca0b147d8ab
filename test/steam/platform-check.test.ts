import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { getPlayerBans } from '../../src/steam/methods/get-player-bans.ts'
import { createPlatformCheck } from '../../src/steam/platform-check.ts'
import type { ApiHealth } from '../../src/steam/upstream/health.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { anyCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { deferred } from '../support/deferred.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { createSkippingClock } from '../support/skipping-clock.ts'

const steam = await useSteam(createWorld({ accounts: 50 }))

/** The check of a platform whose probes lead to the given states. */
function watch({ state, probes = [] }: { state?: ApiHealth['state']; probes?: ApiHealth['state'][] } = {}) {
  const clock = createFakeClock()
  const probed: unknown[] = []
  let health: ApiHealth = { state: state ?? 'unknown', updatedAt: Number.NEGATIVE_INFINITY }
  const set = (latest: ApiHealth['state']) => (health = { state: latest, updatedAt: clock.now() })
  const call: SteamCall = async ({ method, path, query, schema }) => {
    set(probes[probed.length] ?? 'reachable')
    probed.push({ method, path, query })
    if (health.state !== 'reachable') throw new RapsheetError('platform_unavailable', 'no')
    return { ok: true, value: schema.parse({ players: [] }) }
  }
  return { check: createPlatformCheck({ call, apiHealth: () => health }, clock), clock, probed, set }
}

test('the check of a platform without a key makes no probe', async () => {
  const { check, probed } = watch({ state: 'not_configured' })
  expect([await check(), probed]).toEqual(['not_configured', []])
})

test('the check asks Steam for one ban record before the first call', async () => {
  const { check, probed } = watch()
  expect(await check()).toBe('reachable')
  expect(probed).toEqual([
    { method: 'bans', path: '/ISteamUser/GetPlayerBans/v1/', query: { steamids: '76561197960287930' } },
  ])
})

test('the check relies on the latest call for 30 seconds', async () => {
  const { check, clock, probed, set } = watch()
  set('reachable')
  await clock.advance(30_000)
  expect([await check(), probed.length]).toEqual(['reachable', 0])
  await clock.advance(1)
  expect([await check(), probed.length]).toEqual(['reachable', 1])
  await clock.advance(30_000)
  expect([await check(), probed.length]).toEqual(['reachable', 1])
})

test('the check makes a probe while the state is unknown, however recent the latest call', async () => {
  const { check, probed, set } = watch()
  set('unknown')
  expect([await check(), probed.length]).toEqual(['reachable', 1])
})

test('the check makes no second probe within 30 seconds, whatever the first one found', async () => {
  const { check, clock, probed } = watch({ probes: ['unknown', 'unreachable', 'key_refused'] })
  expect([await check(), await check(), probed.length]).toEqual(['unknown', 'unknown', 1])
  await clock.advance(30_001)
  expect([await check(), await check(), probed.length]).toEqual(['unreachable', 'unreachable', 2])
  await clock.advance(30_001)
  expect([await check(), probed.length]).toEqual(['key_refused', 3])
})

test('the check waits half a second for a probe, which goes on and is not repeated meanwhile', async () => {
  const clock = createFakeClock()
  const answer = deferred<void>()
  let probes = 0
  let state: ApiHealth['state'] = 'unknown'
  const call: SteamCall = async () => {
    probes++
    await answer.promise
    throw new RapsheetError('platform_unavailable', 'no')
  }
  const check = createPlatformCheck({ call, apiHealth: () => ({ state, updatedAt: clock.now() }) }, clock)
  const states: string[] = []
  for (const checks of [1, 2]) {
    void check().then((latest) => states.push(latest))
    await clock.advance(499)
    expect(states).toHaveLength(checks - 1)
    await clock.advance(1)
    expect([states.length, probes]).toEqual([checks, 1])
  }
  expect(states).toEqual(['unknown', 'unknown'])
  state = 'unreachable'
  answer.resolve()
  await clock.advance(0)
  expect([await check(), probes]).toEqual(['unreachable', 1])
})

test('a failure is forgotten after five minutes in which no call could be made, because the calls of the day are spent', async () => {
  const clock = createFakeClock()
  const call: SteamCall = () => Promise.reject(new RapsheetError('budget_spent', 'no'))
  const health: ApiHealth = { state: 'unreachable', updatedAt: clock.now() }
  const check = createPlatformCheck({ call, apiHealth: () => health }, clock)
  await clock.advance(300_000)
  expect(await check()).toBe('unreachable')
  await clock.advance(1)
  expect(await check()).toBe('unknown')
})

describe('after an outage of Steam', () => {
  /** A check of the simulated Steam, of which this many calls have failed. */
  async function checkAfter(failedCalls: number) {
    const clock = { ...createFakeClock(), ...createSkippingClock() }
    const { call, apiHealth, openCircuits } = connect(steam, { clock, keyPauseMs: 60_000 })
    const askBans = () => getPlayerBans(call, [steam.world.cast.clean], anyCall())
    steam.dial.set('bans', { faults: { '503': 1 } })
    for (let failed = 0; failed < failedCalls; failed++) await askBans().catch(() => {})
    const check = createPlatformCheck({ call, apiHealth }, clock)
    if (failedCalls > 0) expect(await check()).toBe('unreachable')
    steam.dial.set('bans', { faults: {} })
    return { check, clock, askBans, openCircuits }
  }

  test.each([
    [3, []],
    [8, ['all']],
  ])('in which %d calls failed, the check alone finds out that it is over', async (failedCalls, circuits) => {
    const { check, clock, openCircuits } = await checkAfter(failedCalls)
    expect(openCircuits()).toEqual(circuits)
    clock.skip(30_001)
    expect([await check(), openCircuits()]).toEqual(['reachable', []])
  })

  test('in which the key was refused, the check finds out that Steam accepts it', async () => {
    const { check, clock, askBans } = await checkAfter(0)
    steam.dial.set('bans', { next: ['bad-key'] })
    await askBans().catch(() => {})
    expect(await check()).toBe('key_refused')
    clock.skip(90_001)
    expect(await check()).toBe('reachable')
  })
})
