import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { scanFoundSchema, scanResultSchema, type ScanFound, type ScanResult } from '../../src/model/account.ts'
import { ask, UUID } from '../support/ask.ts'
import { openScan, scan } from '../support/events.ts'
import { serviceForTest, useService } from '../support/service.ts'
import { ownSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const world = createWorld()
const { cast } = world

const service = await useService({
  CACHE_ACCOUNT_SECONDS: '0',
  CACHE_HOURS_SECONDS: '0',
  CACHE_FRIENDS_SECONDS: '0',
  tryMs: 60_000,
})

interface Progress {
  progress: { current: number; total: number; totalFriends: number }
}

describe('a scan', () => {
  test('is a 200 with an event stream that must not be cached or buffered', async () => {
    const stream = await openScan(service, { steamId: cast.raider })
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(UUID),
      'transfer-encoding': 'chunked',
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': expect.any(String),
    })
    await stream.rest()
    expect(await service.lineOf(stream.headers.get('x-request-id'))).toMatchObject({
      route: '/api/friends',
      method: 'POST',
      status: 200,
    })
  })

  test('of a hundred friends costs at most 103 calls, and a repetition at most three', async () => {
    const sim = await ownSteam()
    const remembering = await serviceForTest({}, sim)
    await scan(remembering, { steamId: cast.scan })
    expect(sim.calls.total()).toBeLessThanOrEqual(103)
    sim.calls.reset()
    expect((await scan(remembering, { steamId: cast.scan })).at(-1)).toMatchObject({ totalFriends: 100 })
    expect(sim.calls.total()).toBeLessThanOrEqual(3)
  })
})

test('the part of a long list from a given friend on is scanned', async () => {
  const steamId = '76561198900000006'
  const friends = service.sim.world.ids.slice(0, 250).map((id) => ({ steamId: id, since: 1 }))
  service.sim.world.add({ steamId, friends })
  const result: ScanResult = scanResultSchema.strict().parse((await scan(service, { steamId, from: 200 })).at(-1))
  expect(result).toMatchObject({ from: 200, total: 50, totalFriends: 250, next: null })
})

describe('banned friends as they are found', () => {
  const isFound = (event: unknown): event is ScanFound => 'found' in (event as object)

  test.each([
    [{ found: true }, [cast.raider, cast.gameBanned]],
    [{ found: false }, []],
  ])('come only if they are asked for: %j', async (option, banned) => {
    const steamId = '76561198900000005'
    const friends = [cast.raider, cast.clean, cast.gameBanned].map((id) => ({ steamId: id, since: 1_700_000_000 }))
    service.sim.world.add({ steamId, friends })
    const events = await scan(service, { steamId, ...option })
    const found = events.filter(isFound)
    for (const event of found) expect(scanFoundSchema.strict().safeParse(event)).toMatchObject({ success: true })
    const sent = found.flatMap((event) => event.found.friends)
    expect(sent.map((friend) => friend.steamId).toSorted()).toEqual(banned)
    const { friends: all } = scanResultSchema.parse(events.at(-1))
    expect(all).toEqual(expect.arrayContaining(sent))
    expect(all).toHaveLength(3)
  })
})

describe('a failure is an event in a stream of status 200', () => {
  async function expectErrorEvent(stream: Awaited<ReturnType<typeof openScan>>, code: string): Promise<string> {
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const requestId = stream.headers.get('x-request-id')
    const events = await stream.rest()
    expect(events.at(-1)).toEqual({ error: expect.stringMatching(/^[^\n]+\.$/), code, requestId })
    expect(events.filter((event) => 'error' in (event as object))).toHaveLength(1)
    expect(await service.lineOf(requestId)).toMatchObject({ status: 200, code })
    return (events.at(-1) as { error: string }).error
  }

  test('for a hidden list', async () => {
    await expectErrorEvent(await openScan(service, { steamId: cast.friendsPrivate }), 'friends_private')
  })

  test('while ban records fail, after the progress so far', async () => {
    service.sim.dial.set('bans', { faults: { '503': 1 } })
    const stream = await openScan(service, { steamId: cast.raider })
    expect(await stream.next()).toEqual({ progress: { current: 0, total: 42, totalFriends: 42 } })
    await expectErrorEvent(stream, 'platform_unavailable')
  })
})

test('events arrive one by one, while the scan runs', async () => {
  service.sim.dial.set('games', { next: ['hang'] })
  const stream = await openScan(service, { steamId: cast.scan })
  const currents: number[] = []
  while (currents.at(-1) !== 99) {
    const event = (await stream.next()) as Progress
    currents.push(event.progress.current)
  }
  // The hours of one friend have not arrived yet.
  expect(service.sim.inFlight('games')).toBe(1)
  expect(currents[0]).toBe(0)
  stream.leave()
  await expect.poll(() => service.sim.inFlight()).toBe(0)
})

describe('a client that disconnects', () => {
  test('aborts the running calls, and no further calls are made', async () => {
    const sim = await ownSteam()
    const narrow = await serviceForTest({ steamConcurrency: 5, tryMs: 60_000 }, sim)
    sim.dial.set('games', { latencyMs: 60_000 })
    const stream = await openScan(narrow, { steamId: cast.scan })
    await stream.next()
    await expect.poll(() => sim.inFlight('games')).toBe(5)
    stream.leave()
    await expect.poll(() => sim.inFlight()).toBe(0)
    expect(await narrow.lineOf(stream.headers.get('x-request-id'))).toMatchObject({
      level: 30,
      status: 499,
      code: 'client_left',
    })
    // Any further calls would have used the free permits.
    expect(await ask(narrow, '/healthz')).toMatchObject({ status: 200 })
    expect(sim.inFlight()).toBe(0)
    expect(sim.calls.total()).toBeLessThan(15)
  })
})
