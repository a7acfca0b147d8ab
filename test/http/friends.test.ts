import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { startSteam, type SimSteam } from '../../sim/steam/server.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { openEvents, type EventWriter } from '../../src/http/response.ts'
import { scanFoundSchema, scanResultSchema, type ScanFound } from '../../src/model/account.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { ask, expectError, UUID } from '../support/ask.ts'
import { openScan, scan } from '../support/events.ts'
import { raider } from '../support/raider.ts'
import { hasReplies, parseReplies, request, talk } from '../support/raw.ts'
import { serviceForTest, startService, type Service } from '../support/service.ts'
import { isBanned } from '../../src/model/is-banned.ts'

const world = createWorld()
const { cast } = world

let service: Service

beforeAll(async () => {
  service = await startService({
    CACHE_ACCOUNT_SECONDS: '0',
    CACHE_HOURS_SECONDS: '0',
    CACHE_FRIENDS_SECONDS: '0',
    tryMs: 60_000,
  })
})
afterEach(() => service.sim.dial.reset())
afterAll(() => service.close())

interface Progress {
  progress: { current: number; total: number; totalFriends: number }
}

/** The display name of an account in the simulated world. */
const nameOf = (steamId: string) => service.sim.world.account(steamId)?.profile?.name

/** A simulated Steam for one test, closed after it. */
async function steamForTest(): Promise<SimSteam> {
  const sim = await startSteam()
  onTestFinished(() => sim.close())
  return sim
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

  test('sends progress from 0 to the number of friends, then one result as the last event', async () => {
    const events = await scan(service, { steamId: cast.raider })
    const steps = events.slice(0, -1).map((event) => (event as Progress).progress)
    expect(steps[0]).toEqual({ current: 0, total: 42, totalFriends: 42 })
    expect(steps.at(-1)).toEqual({ current: 42, total: 42, totalFriends: 42 })
    const currents = steps.map(({ current }) => current)
    expect(currents).toEqual([...new Set(currents)].toSorted((a, b) => a - b))
    expect(scanResultSchema.strict().safeParse(events.at(-1))).toMatchObject({ success: true })
    const { friends, unavailable, totalFriends } = scanResultSchema.parse(events.at(-1))
    expect(totalFriends).toBe(42)
    expect(friends.length).toBeGreaterThan(30)
    expect(friends.length + unavailable).toBeLessThanOrEqual(42)
  })

  test('lists name, ban status and ban details of each friend', async () => {
    const ours = '76561198900000001'
    const friends = ['raider', 'gameBanned', 'communityBanned', 'tradeBanned', 'clean', 'private', 'noRust'] as const
    service.sim.world.add({
      steamId: ours,
      friends: friends.map((name, index) => ({ steamId: cast[name], since: 1_700_000_000 - index })),
    })
    const result = (await scan(service, { steamId: ours })).at(-1)
    expect(result).toMatchObject({
      totalFriends: 7,
      friends: [
        { steamId: cast.raider, banned: true, rustHours: 2431.6 },
        { steamId: cast.gameBanned, banned: true },
        { steamId: cast.communityBanned, banned: true },
        { steamId: cast.tradeBanned, banned: false, banDetails: { EconomyBan: 'banned' } },
        { steamId: cast.clean, banned: false },
        { steamId: cast.private, banned: false, rustHours: null, unavailable: [] },
        { steamId: cast.noRust, rustHours: 0 },
      ],
    })
    expect((result as { friends: unknown[] }).friends[0]).toEqual({
      steamId: cast.raider,
      personaname: 'Roof Raider',
      avatar: expect.stringMatching(/^https:\/\/avatars\.steamstatic\.com\/[0-9a-f]{40}\.jpg$/),
      profileurl: 'https://steamcommunity.com/id/raider/',
      friendSince: 1_700_000_000,
      banned: true,
      rustHours: 2431.6,
      banDetails: raider.bans,
      unavailable: [],
    })
  })

  test('checks the hundred newest friendships of a longer list and reports its full size', async () => {
    const events = await scan(service, { steamId: cast.manyBanned })
    const list = service.sim.world.account(cast.manyBanned)?.friends
    if (!Array.isArray(list)) throw new Error('the list is meant to be open')
    const newest = list
      .toSorted((a, b) => b.since - a.since || (a.steamId < b.steamId ? -1 : 1))
      .slice(0, 100)
      .map(({ steamId }) => steamId as string)
    expect(events[0]).toEqual({ progress: { current: 0, total: 100, totalFriends: 250 } })
    const { friends, totalFriends } = scanResultSchema.parse(events.at(-1))
    expect(totalFriends).toBe(250)
    const found = new Set(friends.map(({ steamId }) => steamId))
    expect(friends.map(({ steamId }) => steamId)).toEqual(newest.filter((id) => found.has(id)))
    expect(friends.filter(({ banned }) => banned).length).toBeGreaterThan(5)
    for (const friend of friends) expect(friend.banned).toBe(isBanned(friend.banDetails))
  })

  test('of a hundred friends costs at most 103 calls, and a repetition at most three', async () => {
    const sim = await steamForTest()
    const remembering = await serviceForTest({}, sim)
    await scan(remembering, { steamId: cast.scan })
    expect(sim.calls.total()).toBeLessThanOrEqual(103)
    sim.calls.reset()
    expect((await scan(remembering, { steamId: cast.scan })).at(-1)).toMatchObject({ totalFriends: 100 })
    expect(sim.calls.total()).toBeLessThanOrEqual(3)
  })

  test('of a public, empty list has an empty result', async () => {
    expect(await scan(service, { steamId: cast.lonely })).toEqual([
      { progress: { current: 0, total: 0, totalFriends: 0 } },
      {
        friends: [],
        totalFriends: 0,
        withoutProfile: [],
        unavailable: 0,
        unchecked: [],
        fetchedAt: expect.any(Number),
      },
    ])
  })

  test('leaves out friends without a summary or a ban record, and counts and names those that failed', async () => {
    const ours = '76561198900000002'
    const friends = ['clean', 'deletedSummary', 'deletedBans', 'nullBans', 'gone', 'veteran'] as const
    service.sim.world.add({
      steamId: ours,
      friends: friends.map((name, index) => ({ steamId: cast[name], since: 1_700_000_000 - index })),
    })
    const events = await scan(service, { steamId: ours })
    expect(events.at(-2)).toEqual({ progress: { current: 6, total: 6, totalFriends: 6 } })
    expect(events.at(-1)).toMatchObject({
      friends: [{ steamId: cast.clean }, { steamId: cast.veteran }],
      totalFriends: 6,
      withoutProfile: [{ steamId: cast.deletedSummary, missing: 'profile' }],
      unavailable: 2,
      unchecked: [
        { steamId: cast.deletedBans, friendSince: 1_699_999_998, personaname: nameOf(cast.deletedBans) },
        { steamId: cast.nullBans, friendSince: 1_699_999_997, personaname: nameOf(cast.nullBans) },
      ],
    })
  })

  test('has the time at which its oldest ban record was fetched', async () => {
    const steamId = '76561198900000007'
    service.sim.world.add({ steamId, friends: [{ steamId: cast.raider, since: 1 }] })
    const remembering = await serviceForTest({}, service.sim)
    const { body } = await ask(remembering, `/api/lookup?steamId=${cast.raider}`)
    const { bans } = (body as LookupAnswer).partsFetchedAt
    expect((await scan(remembering, { steamId })).at(-1)).toMatchObject({ fetchedAt: bans })
  })

  test('needs no User-Agent', async () => {
    const events = await scan(service, { steamId: cast.lonely }, { headers: { 'user-agent': '' } })
    expect(events).toHaveLength(2)
  })

  test('sends each event as a data line and an empty line', async () => {
    const response = await fetch(`${service.url}/api/friends`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ steamId: cast.lonely }),
    })
    expect((await response.text()).replace(/(?<="fetchedAt":)\d+/, '1')).toBe(
      'data: {"progress":{"current":0,"total":0,"totalFriends":0}}\n\n' +
        'data: {"friends":[],"withoutProfile":[],"unavailable":0,"totalFriends":0,"unchecked":[],"fetchedAt":1}\n\n',
    )
  })

  test('sends each event on one line, whatever a name contains', async () => {
    const ours = '76561198900000003'
    const friend = '76561198900000004'
    const name = 'a\ndata: {"friends":[]}\n\n\r\u2028\u0000'
    service.sim.world.add({ steamId: friend, profile: { name, visibility: 3, avatarHash: 'a'.repeat(40) } })
    service.sim.world.add({ steamId: ours, friends: [{ steamId: friend, since: 1 }] })
    const events = await scan(service, { steamId: ours })
    expect(events).toHaveLength(3)
    expect(events.at(-1)).toMatchObject({ friends: [{ personaname: name }] })
  })
})

describe('banned friends as they are found', () => {
  const isFound = (event: unknown): event is ScanFound => 'found' in (event as object)

  /** Adds an account with banned and other friends. */
  function addOwner(): string {
    const steamId = '76561198900000005'
    const friends = ['raider', 'clean', 'gameBanned', 'tradeBanned', 'communityBanned', 'veteran', 'bothBans'] as const
    service.sim.world.add({
      steamId,
      friends: friends.map((name, index) => ({ steamId: cast[name], since: 1_700_000_000 - index })),
    })
    return steamId
  }

  test('come, if they are asked for, before the progress that counts them, each once and as in the result', async () => {
    const steamId = addOwner()
    // The hours arrive one by one, and a friend is not found before them.
    service.sim.dial.set('games', { latencyMs: 30, jitterMs: 30 })
    const events = await scan(service, { steamId, found: true })
    const result = scanResultSchema.parse(events.at(-1))
    expect(result.friends).toHaveLength(7)
    const banned = result.friends.filter((friend) => friend.banned)
    expect(banned.map((friend) => friend.steamId)).toEqual([
      cast.raider,
      cast.gameBanned,
      cast.communityBanned,
      cast.bothBans,
    ])
    const found = events.filter(isFound)
    for (const event of found) expect(scanFoundSchema.strict().safeParse(event)).toMatchObject({ success: true })
    const sent = found.flatMap((event) => event.found.friends)
    expect(sent.toSorted((a, b) => b.friendSince - a.friendSince)).toEqual(banned)
    let count = 0
    for (const [index, event] of events.entries()) {
      if (!isFound(event)) continue
      count += event.found.friends.length
      expect(event.found.friends).not.toEqual([])
      expect((events[index + 1] as Progress).progress.current).toBeGreaterThanOrEqual(count)
    }
    const others = events.slice(0, -1).filter((event) => !isFound(event))
    for (const event of others) expect(event).toHaveProperty('progress')
  })

  test('come while other friends are still being checked', async () => {
    const steamId = '76561198900000006'
    service.sim.world.add({
      steamId,
      friends: [
        { steamId: cast.raider, since: 2 },
        { steamId: cast.clean, since: 1 },
      ],
    })
    const slow = await serviceForTest({ STEAM_CONCURRENCY: '3' }, service.sim)
    // Its record and hours are remembered, so that only the other one waits for Steam.
    await ask(slow, `/api/lookup?steamId=${cast.raider}`)
    service.sim.dial.set('bans', { faults: { hang: 1 } })
    const stream = await openScan(slow, { steamId, found: true })
    expect(await stream.next()).toEqual({ progress: { current: 0, total: 2, totalFriends: 2 } })
    expect(await stream.next()).toMatchObject({ found: { friends: [{ steamId: cast.raider }], withoutProfile: [] } })
    expect(await stream.next()).toEqual({ progress: { current: 1, total: 2, totalFriends: 2 } })
    stream.leave()
  })

  test.each([{}, { found: false }])('do not come with %j', async (option) => {
    const events = await scan(service, { steamId: addOwner(), ...option })
    expect(events.filter(isFound)).toEqual([])
    expect(scanResultSchema.parse(events.at(-1)).friends).toHaveLength(7)
  })
})

const FOUND_MESSAGE = 'found: must be true or false.'

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

  test.each(['friendsPrivate', 'private', 'gone'] as const)('for the hidden list of %s', async (name) => {
    await expectErrorEvent(await openScan(service, { steamId: cast[name] }), 'friends_private')
  })

  test.each(['friendsUnknown', 'friendsUnlisted'] as const)('for the list of %s, requested twice', async (name) => {
    const before = service.sim.calls.count('friends')
    const message = await expectErrorEvent(await openScan(service, { steamId: cast[name] }), 'platform_unavailable')
    expect(message).toContain(cast[name])
    expect(service.sim.calls.count('friends') - before).toBe(2)
    expect((await ask(service, '/readyz')).body).toMatchObject({ platform: 'reachable', down: [] })
  })

  test.each([
    ['a custom name', { steamId: 'raider' }],
    ['a profile link', { steamId: `https://steamcommunity.com/profiles/${cast.raider}` }],
    ['a STEAM_ id', { steamId: 'STEAM_0:1:19872351' }],
    ['seventeen digits outside the range', { steamId: '99999999999999999' }],
    ['spaces around the id', { steamId: ` ${cast.raider} ` }],
    ['other digits', { steamId: '７６５６１１９８００００１０４３１' }],
    ['sixteen digits', { steamId: cast.raider.slice(1) }],
    ['an empty id', { steamId: '' }],
  ])('for %s', async (_, body) => {
    const calls = service.sim.calls.total()
    const message = await expectErrorEvent(await openScan(service, body), 'invalid_parameter')
    expect(message).toBe(
      'steamId: must be a 17-digit SteamID64; /api/lookup finds it for a custom name or a profile link.',
    )
    expect(service.sim.calls.total()).toBe(calls)
  })

  test.each([
    ['a number', '{"steamId":76561198000010431}', 'invalid_parameter', 'steamId: must be a string.'],
    ['null', '{"steamId":null}', 'invalid_parameter', 'steamId: must be a string.'],
    ['a list', `{"steamId":["${cast.raider}"]}`, 'invalid_parameter', 'steamId: must be a string.'],
    ['an empty object', '{}', 'missing_parameter', 'The field steamId is missing.'],
    [
      'the wrong case',
      `{"steamid":"${cast.raider}"}`,
      'missing_parameter',
      'The field steamId is missing; names are case-sensitive: write steamId, not steamid.',
    ],
    [
      'an unlisted field',
      `{"steamId":"${cast.raider}","limit":5}`,
      'unlisted_field',
      'The body has an unknown field "limit"; send only steamId, found.',
    ],
    [
      '__proto__',
      `{"steamId":"${cast.raider}","__proto__":{}}`,
      'unlisted_field',
      'The body has an unknown field "__proto__"; send only steamId, found.',
    ],
    [
      'found in the wrong case',
      `{"steamId":"${cast.raider}","Found":true}`,
      'unlisted_field',
      'The body has an unknown field "Found"; send only steamId, found.',
    ],
    ['found as text', `{"steamId":"${cast.raider}","found":"true"}`, 'invalid_parameter', FOUND_MESSAGE],
    ['found as a number', `{"steamId":"${cast.raider}","found":1}`, 'invalid_parameter', FOUND_MESSAGE],
    ['no value of found', `{"steamId":"${cast.raider}","found":null}`, 'invalid_parameter', FOUND_MESSAGE],
    ['found alone', '{"found":true}', 'missing_parameter', 'The field steamId is missing.'],
    ['a bare list', '[]', 'not_json', 'The body must be a JSON object with steamId.'],
    ['a bare string', `"${cast.raider}"`, 'not_json', 'The body must be a JSON object with steamId.'],
  ])('for a body with %s', async (_, body, code, message) => {
    expect(await expectErrorEvent(await openScan(service, body), code)).toBe(message)
  })

  test.each(['', '{', 'steamId=76561198000010431', '{"steamId":"76561198000010431"', 'nul', '\u0000'])(
    'for the body %j, which is no JSON',
    async (body) => {
      expect(await expectErrorEvent(await openScan(service, body), 'not_json')).toMatch(/^The body is not valid JSON: /)
    },
  )

  test('for a body of another type', async () => {
    const stream = await openScan(service, { steamId: cast.raider }, { headers: { 'content-type': 'text/plain' } })
    expect(await expectErrorEvent(stream, 'not_json')).toBe(
      'Send a JSON body with Content-Type: application/json; this request has text/plain.',
    )
  })

  test('for a missing body', async () => {
    const response = await fetch(`${service.url}/api/friends`, { method: 'POST' })
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/^data: \{"error":"[^"]+","code":"not_json","requestId":"[^"]+"\}\n\n$/)
  })

  test('for too large a body, whose rest is not read', async () => {
    const body = JSON.stringify({ steamId: 'x'.repeat(300_000) })
    const sent = request('POST', '/api/friends', { 'content-type': 'application/json' }, body)
    const [reply] = parseReplies(await talk(service.port, [sent], { done: hasReplies(1) }))
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('"code":"body_too_large"') })
  })

  test.each(['503', 'html-200', 'reset', 'cut'] as const)('while friend lists answer with %s', async (fault) => {
    service.sim.dial.set('friends', { faults: { [fault]: 1 } })
    await expectErrorEvent(await openScan(service, { steamId: cast.raider }), 'platform_unavailable')
  })

  test('while ban records fail, after the progress so far', async () => {
    service.sim.dial.set('bans', { faults: { '503': 1 } })
    const stream = await openScan(service, { steamId: cast.raider })
    expect(await stream.next()).toEqual({ progress: { current: 0, total: 42, totalFriends: 42 } })
    await expectErrorEvent(stream, 'platform_unavailable')
  })

  test('when Steam refuses the key', async () => {
    service.sim.dial.set('*', { faults: { 'bad-key': 1 } })
    await expectErrorEvent(await openScan(service, { steamId: cast.raider }), 'key_refused')
  })

  test('without a key', async () => {
    const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
    expect(await scan(keyless, { steamId: cast.raider })).toEqual([
      { error: expect.stringContaining('STEAM_API_KEY'), code: 'not_configured', requestId: expect.any(String) },
    ])
  })
})

describe('the status of a scan is', () => {
  test('405 for another method', async () => {
    const reply = await ask(service, `/api/friends?steamId=${cast.raider}`)
    await expectError(service, reply, 405, 'method_not_allowed')
    expect(reply.headers['allow']).toBe('POST')
  })

  test('429 for a client over the limit', async () => {
    const limited = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '30' }, service.sim)
    const body = { steamId: cast.lonely }
    expect((await openScan(limited, body)).status).toBe(200)
    const reply = await ask(limited, '/api/friends', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await expectError(limited, reply, 429, 'rate_limited')
    expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
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

test('the first event is sent before the first friend is checked', async () => {
  service.sim.dial.set('summaries', { latencyMs: 60_000 })
  const stream = await openScan(service, { steamId: cast.scan })
  expect(await stream.next()).toEqual({ progress: { current: 0, total: 100, totalFriends: 100 } })
  await expect.poll(() => service.sim.inFlight('summaries')).toBe(1)
  stream.leave()
  await expect.poll(() => service.sim.inFlight()).toBe(0)
})

describe('a client that disconnects', () => {
  test('aborts the running calls, and no further calls are made', async () => {
    const sim = await steamForTest()
    const narrow = await serviceForTest({ STEAM_CONCURRENCY: '5', tryMs: 60_000 }, sim)
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

  test('aborts the call for the friend list', async () => {
    service.sim.dial.set('friends', { latencyMs: 60_000 })
    const stream = await openScan(service, { steamId: cast.clean })
    await expect.poll(() => service.sim.inFlight('friends')).toBe(1)
    stream.leave()
    await expect.poll(() => service.sim.inFlight()).toBe(0)
  })

  test('does not affect another client with the same scan', async () => {
    service.sim.dial.set('games', { latencyMs: 150 })
    const body = { steamId: cast.scan }
    const [callContext, stayer] = await Promise.all([openScan(service, body), openScan(service, body)])
    await Promise.all([callContext.next(), stayer.next()])
    callContext.leave()
    expect(scanResultSchema.parse((await stayer.rest()).at(-1)).friends.length).toBeGreaterThan(90)
  })

  test('before its body is complete causes no error in the log', async () => {
    const socket = connect(service.port, '127.0.0.1')
    const before = service.log.length
    socket.write(
      request('POST', '/api/friends', { 'content-type': 'application/json', 'content-length': '100' }) + '{"st',
    )
    await once(socket, 'data')
    socket.destroy()
    await expect
      .poll(() => service.log.slice(before))
      .toEqual([expect.objectContaining({ level: 30, route: '/api/friends', status: 499, code: 'client_left' })])
  })
})

test('a client that reads late gets every event in order', async () => {
  const socket = connect(service.port, '127.0.0.1').pause()
  socket.write(
    request(
      'POST',
      '/api/friends',
      { 'content-type': 'application/json', connection: 'close' },
      JSON.stringify({ steamId: cast.scan }),
    ),
  )
  const isOver = () =>
    service.log.some((line) => line['route'] === '/api/friends' && Number(line['upstreamCalls']) > 100)
  service.log.length = 0
  await expect.poll(isOver).toBe(true)
  const chunks: Buffer[] = []
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
  const [reply] = parseReplies(Buffer.concat(chunks))
  const events = String(reply?.body)
    .split('\n\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line.replace('data: ', '')))
  expect(events[0]).toEqual({ progress: { current: 0, total: 100, totalFriends: 100 } })
  expect(scanResultSchema.safeParse(events.at(-1)).success).toBe(true)
})

describe('backpressure', () => {
  const large = { text: 'x'.repeat(20 * 1024 * 1024) }

  /** An open stream, and the socket of its client, which does not read. */
  async function openUnread() {
    let opened: (pair: [EventWriter, ServerResponse]) => void
    const ready = new Promise<[EventWriter, ServerResponse]>((resolve) => (opened = resolve))
    const server = createServer((_request, response) =>
      opened([
        openEvents(response, {}, { clock: systemClock, unreadMs: 30_000, hideSecrets: (text) => text }),
        response,
      ]),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    socket.write(request('POST', '/'))
    const [writer, response] = await ready
    return { writer, response, socket }
  }

  test('makes a write wait until the client has read', async () => {
    const { writer, socket } = await openUnread()
    let isWritten = false
    const writing = writer.write(large).then(() => (isWritten = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isWritten).toBe(false)
    socket.resume()
    await writing
  })

  test('does not delay a small event', async () => {
    const { writer } = await openUnread()
    await writer.write({ text: 'small' })
  })

  test('makes a write fail when the client disconnects instead of reading', async () => {
    const { writer, socket } = await openUnread()
    const writing = writer.write(large)
    socket.destroy()
    await expect(writing).rejects.toThrow('the client disconnected')
  })
})
