import { beforeEach, expect, test } from 'vitest'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { localPause, type Pause } from '../../../src/lib/limits/shared-pause.ts'
import { noPeers } from '../../../src/steam/upstream/peers.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import type { UpstreamEvent } from '../../../src/steam/upstream/request.ts'
import { anyCall, cancellableCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { failureOf } from '../../support/failure.ts'
import { createSkippingClock } from '../../support/skipping-clock.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { askEach } from '../../support/steam-methods.ts'
import { until } from '../../support/until.ts'

const steam = await useSteam(createWorld({ accounts: 50 }))
const { cast } = steam.world
beforeEach(() => until(() => steam.inFlight() === 0))

const ASK = askEach(cast.raider, cast.clean)
const API = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats'] as const

test('a block of one host stops its calls, and the other host works', async () => {
  steam.edge.block('api')
  const { call } = connect(steam)
  await failureOf(ASK.friends(call))
  for (const method of API) {
    const error = await failureOf(ASK[method](call))
    expect([error.code, error.retryAfter]).toEqual(['platform_blocked', 300])
  }
  expect(steam.calls.total()).toBe(1)
  expect(await ASK.inventory(call)).toMatchObject({ total: 12 })
})

test('calls that wait for a permit are refused once a block is known', async () => {
  steam.dial.set('games', { latencyMs: 100 })
  steam.edge.block('api')
  const { call } = connect(steam, { concurrency: 1 })
  const { callContext, usage } = cancellableCall()
  const waiting = [
    ASK.games(call),
    getRustHours(call, cast.veteran, callContext),
    getRustHours(call, cast.raider, anyCall()),
  ]
  expect(await Promise.all(waiting.map(async (work) => (await failureOf(work)).code))).toEqual(
    Array.from({ length: 3 }, () => 'platform_blocked'),
  )
  expect([steam.calls.count('games'), usage.upstreamCalls]).toEqual([1, 0])
})

/** A pause that other replicas tell of: `known` at the start, and with `tell`. */
function pauseOfOthers(known?: Pause) {
  let listener = (_: Pause | undefined) => {}
  const pause = { ...localPause, known: () => known, listen: (to: typeof listener) => void (listener = to) }
  return { pause, tell: (told: Pause) => listener(told) }
}

test('a call during a block is refused without waiting for its turn', async () => {
  const { pause } = pauseOfOthers({ pauseMs: 300_000, leftMs: 5_000 })
  const blocks = { ...noPeers.blocks, api: pause }
  const { call } = connect(steam, { peers: { ...noPeers, blocks, retryAfter: pause }, clock: createFakeClock() })
  expect((await failureOf(ASK.games(call))).code).toBe('platform_blocked')
})

test('a block opens no circuit, and is reported when it begins', async () => {
  const events: UpstreamEvent[] = []
  steam.edge.block('api')
  const { call, openCircuits } = connect(steam, { onEvent: (event) => events.push(event) })
  await Promise.all(Array.from({ length: 12 }, () => failureOf(ASK.games(call))))
  expect(openCircuits()).toEqual([])
  expect(events).toEqual([{ kind: 'block', host: 'api', isBlocked: true }])
})

test('a block ends with the first call after its pause that reaches Steam', async () => {
  const clock = { ...createFakeClock(), ...createSkippingClock() }
  steam.edge.block('api')
  const { call, blocked } = connect(steam, { clock })
  await failureOf(ASK.bans(call))
  steam.edge.unblock('api')
  clock.skip(240_000)
  expect((await failureOf(ASK.bans(call))).code).toBe('platform_blocked')
  clock.skip(60_000)
  await ASK.bans(call)
  expect([steam.calls.total(), blocked()]).toEqual([2, []])
})
