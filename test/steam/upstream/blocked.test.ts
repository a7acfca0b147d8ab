import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../packages/sim-steam/src/dial.ts'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { getFriendList } from '../../../src/steam/methods/get-friend-list.ts'
import { getInventoryPage } from '../../../src/steam/methods/get-inventory-page.ts'
import { localPause, type Pause } from '../../../src/lib/limits/shared-pause.ts'
import { noPeers, openKnownPauses } from '../../../src/steam/upstream/peers.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import { getRustStats } from '../../../src/steam/methods/get-rust-stats.ts'
import type { SteamMethod, UpstreamEvent } from '../../../src/steam/upstream/request.ts'
import { createStore } from '../../../src/store/store.ts'
import { anyCall, cancellableCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { failureOf } from '../../support/failure.ts'
import { fakeDisk } from '../../support/fake-disk.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { askEach, STEAM_METHODS } from '../../support/steam-methods.ts'
import { until } from '../../support/until.ts'

const steam = await useSteam(createWorld({ accounts: 50 }))
const { cast } = steam.world
beforeEach(() => until(() => steam.inFlight() === 0))

const ASK = askEach(cast.raider, cast.clean)
const API = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats'] as const

const blockHostOf = (method: SteamMethod) => steam.edge.block(method === 'inventory' ? 'community' : 'api')

describe.each(STEAM_METHODS)('a call for %s from a blocked address', (method) => {
  test('fails without a retry, and makes the block known', async () => {
    blockHostOf(method)
    const { call, blocked, records } = connect(steam, { retries: 3 })
    const error = await failureOf(ASK[method](call))
    expect([error.code, error.upstreamStatus]).toEqual(['platform_blocked', 403])
    expect(records.map(({ outcome }) => outcome)).toEqual(['blocked'])
    expect(blocked()).toEqual([method === 'inventory' ? 'community' : 'api'])
  })
})

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

test('a block of the community site does not affect lookups', async () => {
  steam.edge.block('community')
  const { call, blocked } = connect(steam)
  await failureOf(ASK.inventory(call))
  await failureOf(ASK.inventory(call))
  expect([blocked(), steam.calls.count('inventory')]).toEqual([['community'], 1])
  for (const method of API) await ASK[method](call)
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

test('open circuits do not probe a host that blocks', async () => {
  const clock = createFakeClock()
  const { pause, tell } = pauseOfOthers()
  const { call, openCircuits } = connect(steam, {
    peers: { ...noPeers, blocks: { ...noPeers.blocks, api: pause } },
    clock,
  })
  steam.dial.set('bans', { faults: { reset: 1 } })
  for (let count = 0; count < 8; count++) await failureOf(ASK.bans(call))
  expect(openCircuits()).toEqual(['all'])
  tell({ pauseMs: 300_000, leftMs: 300_000 })
  steam.calls.reset()
  await clock.advance(10_000)
  expect(steam.calls.total()).toBe(0)
})

test('a block opens no circuit, and is reported when it begins', async () => {
  const events: UpstreamEvent[] = []
  steam.edge.block('api')
  const { call, openCircuits } = connect(steam, { onEvent: (event) => events.push(event) })
  await Promise.all(Array.from({ length: 12 }, () => failureOf(ASK.games(call))))
  expect(openCircuits()).toEqual([])
  expect(events).toEqual([{ kind: 'block', host: 'api', isBlocked: true }])
})

test('a block survives a restart, and the first call after its pause is made', async () => {
  const { disk } = fakeDisk()
  const restart = async () => {
    const store = createStore({
      disk,
      memoryBytes: 100_000,
      clock: systemClock,
      onError: () => {},
    })
    return { ...(await openKnownPauses(store, 'digest')), flush: store.flush }
  }
  steam.edge.block('api')
  const { blocks: atFirst, flush } = await restart()
  await failureOf(ASK.bans(connect(steam, { peers: { ...noPeers, blocks: atFirst } }).call))
  await flush()

  const { blocks, flush: flushAgain } = await restart()
  expect([blocks.api.known()?.pauseMs, blocks.community.known()]).toEqual([300_000, undefined])
  const events: UpstreamEvent[] = []
  const second = connect(steam, { peers: { ...noPeers, blocks }, onEvent: (event) => events.push(event) })
  expect((await failureOf(ASK.bans(second.call))).code).toBe('platform_blocked')
  expect([steam.calls.total(), events]).toEqual([1, [{ kind: 'block', host: 'api', isBlocked: true }]])

  // Later, when the pause is over and so is the block.
  blocks.api.keep({ pauseMs: 300_000, leftMs: -1 })
  await flushAgain()
  steam.edge.unblock('api')
  const { blocks: later } = await restart()
  const third = connect(steam, { peers: { ...noPeers, blocks: later } })
  expect(third.blocked()).toEqual([])
  await ASK.bans(third.call)
  expect(steam.calls.total()).toBe(2)
})

test.each<[Fault, string]>([
  ['bad-key', 'key_refused'],
  ['429', 'platform_unavailable'],
  ['503', 'platform_unavailable'],
])('%s is not taken for a block', async (fault, code) => {
  steam.dial.set('*', { faults: { [fault]: 1 } })
  const { call, blocked } = connect(steam)
  for (let count = 0; count < 3; count++) expect((await failureOf(ASK.friends(call))).code).toBe(code)
  expect(blocked()).toEqual([])
})

test('private players are not taken for a block', async () => {
  const { call, blocked } = connect(steam)
  await getFriendList(call, cast.friendsPrivate, anyCall())
  await getFriendList(call, cast.friendsPrivateHtml, anyCall())
  await getRustStats(call, cast.statsPrivate, anyCall(), () => {})
  await getRustStats(call, cast.statsPrivateHtml, anyCall(), () => {})
  await getInventoryPage(call, { steamId: cast.inventoryPrivate }, anyCall())
  expect(blocked()).toEqual([])
})
