import { afterEach, expect, test, vi } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import type { Outcome } from '../../../src/steam/upstream/answer.ts'
import { createHealth } from '../../../src/steam/upstream/health.ts'
import type { CallRecord, SteamCall, SteamMethod, SteamRequest } from '../../../src/steam/upstream/transport.ts'
import { deferred } from '../../support/deferred.ts'

afterEach(() => void vi.useRealTimers())

const down = () => new RapsheetError('platform_unavailable', 'Steam did not answer; try again in a minute.')

/** The health of a platform that answers probes with the given outcomes; the clock stands until it is moved. */
function watch({ isConfigured = true, probes = [] as Outcome[][] } = {}) {
  const clock = { now: 1_000 }
  const probed: Pick<SteamRequest<unknown>, 'method' | 'path' | 'query'>[] = []
  const call: SteamCall = async (request) => {
    const outcomes = probes[probed.length] ?? ['200']
    probed.push({ method: request.method, path: request.path, query: request.query })
    for (const outcome of outcomes) tell(outcome)
    if (outcomes.at(-1) !== '200') throw down()
    return { ok: true, value: request.schema.parse({ players: [] }) }
  }
  const health = createHealth(isConfigured, call, () => clock.now)
  const tell = (outcome: Outcome, method: SteamMethod = 'bans') => {
    const record: CallRecord = { method, outcome, durationMs: 5 }
    health.record(record)
  }
  return { health, clock, probed, tell }
}

test('without a key nothing is asked, and nothing changes that', async () => {
  const { health, probed } = watch({ isConfigured: false })
  expect(await health.check()).toBe('not_configured')
  expect(probed).toEqual([])
})

test('before any call Steam is asked for one ban record', async () => {
  const { health, probed } = watch()
  expect(await health.check()).toBe('reachable')
  expect(probed).toEqual([
    { method: 'bans', path: '/ISteamUser/GetPlayerBans/v1/', query: { steamids: '76561197960287930' } },
  ])
})

test('what a call has told is believed for 30 seconds', async () => {
  const { health, clock, probed, tell } = watch()
  tell('200')
  clock.now += 30_000
  expect([await health.check(), probed.length]).toEqual(['reachable', 0])
  clock.now += 1
  expect([await health.check(), probed.length]).toEqual(['reachable', 1])
  clock.now += 30_000
  expect([await health.check(), probed.length]).toEqual(['reachable', 1])
})

test.each(['200', '400', '404', '302'] as const)('an answer of %s shows that Steam works', async (outcome) => {
  const { health, probed, tell } = watch()
  tell(outcome, 'summaries')
  expect([await health.check(), probed.length]).toEqual(['reachable', 0])
})

test.each(['401', '403', '429', '500', '503', 'no_answer', 'not_json', 'wrong_shape'] as const)(
  '%s three times in a row is an outage, twice is none',
  async (outcome) => {
    const { health, probed, tell } = watch()
    tell('200')
    tell(outcome)
    tell(outcome)
    expect(await health.check()).toBe('reachable')
    tell(outcome)
    expect([await health.check(), probed.length]).toEqual(['unreachable', 0])
  },
)

test('failures between answers are no outage', async () => {
  const { health, tell } = watch()
  for (const outcome of ['429', '429', '200', '429', '503', '400', 'no_answer', '500'] as const) tell(outcome)
  expect(await health.check()).toBe('reachable')
})

test('one answer ends an outage', async () => {
  const { health, tell } = watch()
  for (let count = 0; count < 5; count++) tell('503')
  expect(await health.check()).toBe('unreachable')
  tell('200')
  expect(await health.check()).toBe('reachable')
})

test('a refused key is known at once, and until an answer comes', async () => {
  const { health, tell } = watch()
  tell('200')
  tell('key_refused')
  expect(await health.check()).toBe('key_refused')
  tell('200')
  expect(await health.check()).toBe('reachable')
})

test.each(['vanity', 'friends', 'games', 'stats'] as const)(
  'a key that is refused for %s is refused for all',
  async (method) => {
    const { health, clock, probed, tell } = watch()
    tell('200')
    clock.now += 29_000
    tell('key_refused', method)
    clock.now += 29_000
    expect([await health.check(), probed.length]).toEqual(['key_refused', 0])
    tell('200', method)
    expect([await health.check(), probed.length]).toEqual(['reachable', 0])
  },
)

test('methods that some accounts make fail say nothing', async () => {
  const { health, tell } = watch()
  tell('200')
  for (let count = 0; count < 9; count++) tell('500', 'stats')
  expect(await health.check()).toBe('reachable')
})

test('names that come do not hide that ban records do not', async () => {
  const { health, tell } = watch()
  for (let count = 0; count < 3; count++) {
    tell('503', 'bans')
    tell('200', 'summaries')
  }
  expect(await health.check()).toBe('unreachable')
})

test('inventories, blocks and callers who left say nothing', async () => {
  const { health, clock, probed, tell } = watch()
  for (let count = 0; count < 5; count++) {
    tell('blocked', 'bans')
    tell('503', 'inventory')
    tell('abandoned', 'bans')
  }
  expect([await health.check(), probed.length]).toEqual(['reachable', 1])
  clock.now += 30_000
  tell('200', 'inventory')
  tell('abandoned', 'games')
  clock.now += 1
  await health.check()
  expect(probed).toHaveLength(2)
})

test('a probe that fails with all its tries is an outage, and the next one is 30 seconds away', async () => {
  const outage: Outcome[] = ['503', 'no_answer', '503']
  const { health, clock, probed } = watch({ probes: [outage, outage] })
  expect(await health.check()).toBe('unreachable')
  expect([await health.check(), probed.length]).toEqual(['unreachable', 1])
  clock.now += 30_001
  expect([await health.check(), probed.length]).toEqual(['unreachable', 2])
  clock.now += 30_001
  expect([await health.check(), probed.length]).toEqual(['reachable', 3])
})

test('a probe with one failed try tells nothing, and the next one is 30 seconds away all the same', async () => {
  const { health, clock, probed } = watch({ probes: [['429']] })
  expect(await health.check()).toBe('unknown')
  expect([await health.check(), probed.length]).toEqual(['unknown', 1])
  clock.now += 30_001
  expect([await health.check(), probed.length]).toEqual(['reachable', 2])
})

test('while nothing is known, a failed call is no reason to believe it: Steam is asked', async () => {
  const { health, probed, tell } = watch()
  tell('429')
  expect([await health.check(), probed.length]).toEqual(['reachable', 1])
})

test('a probe that was not even made, as too many waited, is 30 seconds away from the next one', async () => {
  const { health, clock, probed } = watch({ probes: [[], []] })
  expect([await health.check(), await health.check(), probed.length]).toEqual(['unknown', 'unknown', 1])
  clock.now += 30_001
  expect([await health.check(), probed.length]).toEqual(['unknown', 2])
})

test('a probe that finds the key refused says so', async () => {
  const { health } = watch({ probes: [['key_refused']] })
  expect(await health.check()).toBe('key_refused')
})

test('many who ask at once share one probe', async () => {
  const answer = deferred<void>()
  let probes = 0
  const call: SteamCall = async ({ schema }) => {
    probes++
    await answer.promise
    health.record({ method: 'bans', outcome: '200', durationMs: 5 })
    return { ok: true, value: schema.parse({ players: [] }) }
  }
  const health = createHealth(true, call, () => 0)
  const states = Promise.all(Array.from({ length: 10 }, () => health.check()))
  answer.resolve()
  expect(await states).toEqual(Array.from({ length: 10 }, () => 'reachable'))
  expect(probes).toBe(1)
})

test('nobody waits longer than two seconds for a probe, which goes on and is not repeated', async () => {
  vi.useFakeTimers()
  const answer = deferred<void>()
  let probes = 0
  const call: SteamCall = async () => {
    probes++
    await answer.promise
    throw down()
  }
  const clock = { now: 0 }
  const health = createHealth(true, call, () => clock.now)
  const states: string[] = []
  void health.check().then((state) => states.push(state))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(states).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(states).toEqual(['unknown'])

  void health.check().then((state) => states.push(state))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([states, probes]).toEqual([['unknown', 'unknown'], 1])

  for (let count = 0; count < 3; count++) health.record({ method: 'bans', outcome: 'no_answer', durationMs: 5 })
  answer.resolve()
  await vi.advanceTimersByTimeAsync(0)
  clock.now = 30_000
  expect([await health.check(), probes]).toEqual(['unreachable', 1])
})
