import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { PRIORITY, withOptions, type CallContext } from '../../src/lib/call-context.ts'
import { getInventoryPage } from '../../src/steam/methods/get-inventory-page.ts'
import { getPlayerBans } from '../../src/steam/methods/get-player-bans.ts'
import { getRustHours } from '../../src/steam/methods/get-rust-hours.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { anyCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { failureOf } from '../support/failure.ts'
import { startHeldPlatform } from '../support/held-platform.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const steam = await useSteam(createWorld())
const { ids } = steam.world

const hoursOf = (call: SteamCall, index = 0, callContext: CallContext = anyCall()) =>
  getRustHours(call, ids[index % ids.length]!, callContext)
const bansOf = (call: SteamCall, index = 0) => getPlayerBans(call, [ids[index % ids.length]!], anyCall())
const ended = (work: Promise<unknown>) =>
  work.then(
    () => 'an answer',
    (error: unknown) => error,
  )

describe('an outage', () => {
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

  test('refuses calls that wait for a permit, without a call or a retry', async () => {
    steam.dial.set('bans', { faults: { '503': 1 } })
    const { call } = connect(steam, { concurrency: 1, retries: 1 })
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => failureOf(bansOf(call, index))))
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['platform_unavailable']))
    expect(steam.calls.count('bans')).toBe(8)
  })

  test('of the whole Web API does not affect inventories', async () => {
    steam.dial.set('*', { faults: { '503': 1 } })
    const { call, openCircuits } = connect(steam, { random: () => 1 })
    for (let count = 0; count < 8; count++) {
      await failureOf(bansOf(call, count))
    }
    expect(openCircuits()).toEqual(['all'])
    steam.dial.reset()
    expect(await ended(getInventoryPage(call, { steamId: steam.world.cast.raider }, anyCall()))).toBe('an answer')
  })
})

test('a call of a scan has a longer deadline', async () => {
  const clock = createFakeClock()
  const platform = await startHeldPlatform()
  const { call } = connect(platform, { deadlineMs: 50, scanDeadlineMs: 30_000, clock })
  const ends = [PRIORITY.lookup, PRIORITY.scan].map((priority) =>
    ended(hoursOf(call, 0, withOptions(anyCall(), { priority }))),
  )
  await until(() => platform.held.length === 2)
  await clock.advance(150)
  platform.answerAll()
  expect(await Promise.all(ends)).toEqual([expect.objectContaining({ code: 'platform_unavailable' }), 'an answer'])
})

test('the waits before retries double, with a jitter of up to a half', async () => {
  for (const [random, waits] of [
    [1, [200, 400]],
    [0, [100, 200]],
  ] as const) {
    const clock = createFakeClock()
    steam.calls.reset()
    steam.dial.set('games', { next: ['503', '503'] })
    const { call, records } = connect(steam, { retries: 2, random: () => random, clock })
    const answer = hoursOf(call)
    for (const [index, ms] of waits.entries()) {
      await until(() => records.length === index + 1)
      await clock.advance(ms - 1)
      expect(steam.calls.count('games')).toBe(index + 1)
      await clock.advance(1)
    }
    await answer
    expect(steam.calls.count('games')).toBe(3)
  }
})
