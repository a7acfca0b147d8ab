import { KNOWN_ACCOUNT } from '../../src/steam/methods/get-player-summaries.ts'
import { request as httpRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startSteam } from '../../sim/steam/server.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { ask, expectError, post, USER_AGENT, UUID, type Reply } from '../support/ask.ts'
import { deletedRecord, onceConfirmed } from '../support/deleted.ts'
import { raider } from '../support/raider.ts'
import { serviceForTest, startService, type Service } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const SERVER_TIMING = /^steam;dur=\d+\.\d$/

let service: Service

beforeAll(async () => {
  service = await startService({ CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', CACHE_FRIENDS_SECONDS: '0' })
})
afterEach(() => service.sim.dial.reset())
afterAll(() => service.close())

const get = (input: string, init: RequestInit = {}) =>
  ask(service, `/api/lookup?steamId=${encodeURIComponent(input)}`, init)

/** Sends exactly these headers; fetch would add a User-Agent. */
function getBare(headers: Record<string, string>, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${service.url}/api/lookup?steamId=${cast.raider}`, { method, headers, agent: false })
    request.once('error', reject)
    request.once('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      })
    })
    request.end()
  })
}

const raiderAccount = {
  ...raider,
  resolvedFrom: null,
  rustHours: 2431.6,
  rustHoursTwoWeeks: 21,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: expect.any(Number),
  partsFetchedAt: {
    profile: expect.any(Number),
    bans: expect.any(Number),
    rustHours: expect.any(Number),
    friendsPrivate: expect.any(Number),
  },
  worthKnowing: [],
}

test('a lookup returns the complete account, with our headers and the time that Steam took', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { status, headers, body } = await get(cast.raider)
  expect({ status, body }).toEqual({ status: 200, body: raiderAccount })
  expect((body as { fetchedAt: number }).fetchedAt).toBeGreaterThanOrEqual(before)
  expect((body as { fetchedAt: number }).fetchedAt).toBeLessThanOrEqual(Date.now() / 1000)
  expect(headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(JSON.stringify(body))),
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.stringMatching(UUID),
    'server-timing': expect.stringMatching(SERVER_TIMING),
    date: expect.any(String),
    connection: 'keep-alive',
    'keep-alive': expect.any(String),
  })
})

test('Server-Timing contains the time that Steam took', async () => {
  service.sim.dial.set('bans', { latencyMs: 80 })
  const { headers } = await get(cast.raider)
  // A timer may fire a little early.
  expect(Number(/dur=([\d.]+)$/.exec(String(headers['server-timing']))?.[1])).toBeGreaterThan(75)
})

test('a POST with `input` has the same response as a GET', async () => {
  const { status, headers, body } = await post(service, '/api/lookup', { input: cast.raider })
  expect({ status, body }).toEqual({ status: 200, body: raiderAccount })
  expect(headers['server-timing']).toMatch(SERVER_TIMING)
})

test.each([
  ['raider', 'raider'],
  ['RAIDER', 'RAIDER'],
  ['https://steamcommunity.com/id/raider', 'raider'],
  ['http://www.STEAMCOMMUNITY.com/id/raider/?l=english#top', 'raider'],
  ['https://m.steamcommunity.com/id/raider/', 'raider'],
  ['<https://steamcommunity.com/id/raider>', 'raider'],
  ['“raider”', 'raider'],
  ['raider.', 'raider'],
])('the response to %j contains the custom URL by which the account was found', async (input, resolvedFrom) => {
  const body = { ...raiderAccount, resolvedFrom }
  expect(await get(input)).toMatchObject({ status: 200, body })
  expect(await post(service, '/api/lookup', { input })).toMatchObject({ status: 200, body })
})

test.each([
  '  76561198000010431\t',
  'steamcommunity.com/profiles/76561198000010431/games?tab=all',
  'https://steamcommunity.com/profiles/%5BU:1:39744703%5D',
  'STEAM_1:1:19872351',
  'STEAM_0:1:19872351',
  '[U:1:39744703]',
  'U:1:39744703',
  'https://s.team/p/dhv-kgqw',
  'steam_0:1:19872351',
  '[u:1:39744703]',
  'u:1:39744703',
  'https://my.steamchina.com/profiles/76561198000010431',
  'https://steamcommunity.com/tradeoffer/new/?partner=39744703&token=aB3_-x9Z',
  '39744703',
  '"39744703".',
  '"76561198000010431",',
  '[76561198000010431]',
  '\u200b7656119\u200b8000010431\ufeff',
])('%j finds the same account, by GET and by POST', async (input) => {
  expect(await get(input)).toMatchObject({ status: 200, body: raiderAccount })
  expect(await post(service, '/api/lookup', { input })).toMatchObject({ status: 200, body: raiderAccount })
})

test.each([
  ['private', { rustHours: null, friendsPrivate: true, unavailable: [] }],
  ['hiddenHours', { rustHours: null, friendsPrivate: false, unavailable: [] }],
  ['hiddenPlaytime', { rustHours: null, unavailable: [] }],
  ['hiddenPlaytimeUndated', { rustHours: null, rustHoursTwoWeeks: null, unavailable: [] }],
  ['neverPlayed', { rustHours: 0, unavailable: [] }],
  ['noRust', { rustHours: 0, unavailable: [] }],
  ['friendsPrivate', { friendsPrivate: true, unavailable: [] }],
  ['friendsPrivateHtml', { friendsPrivate: true, unavailable: [] }],
  ['friendsUnknown', { friendsPrivate: false, unavailable: ['friendsPrivate'] }],
  ['friendsUnlisted', { friendsPrivate: false, unavailable: ['friendsPrivate'] }],
  ['neverBannedOldAnswer', { bans: expect.objectContaining({ NumberOfGameBans: 0 }) }],
] as const)('%s is reported correctly', async (name, expected) => {
  expect(await get(cast[name])).toMatchObject({ status: 200, body: { steamId: cast[name], ...expected } })
})

test('the creation time of a private profile is null', async () => {
  const { body } = await get(cast.private)
  expect((body as typeof raiderAccount).profile.timecreated).toBeNull()
})

test.each(['hostileMarkdown', 'hostileRtl', 'hostileZalgo', 'hostileEmoji'] as const)(
  'the name of %s arrives as its owner wrote it',
  async (name) => {
    const { body } = await get(cast[name])
    expect((body as typeof raiderAccount).profile.personaname).toBe(
      service.sim.world.account(cast[name])?.profile?.name,
    )
  },
)

test.each([
  ['games', 'rustHours', { rustHours: null, friendsPrivate: false }],
  ['friends', 'friendsPrivate', { rustHours: 2431.6 }],
] as const)('while %s fails, the response lists %s as unavailable', async (method, field, expected) => {
  service.sim.dial.set(method, { faults: { '503': 1 } })
  expect(await get(cast.raider)).toMatchObject({ status: 200, body: { ...expected, unavailable: [field] } })
})

test('an account with bans but no profile is a 503 at first and, once Steam confirms it, a 404; both have the bans', async () => {
  service.sim.world.add({ steamId: KNOWN_ACCOUNT })
  const first = await get(cast.deletedSummary)
  await expectError(service, first, 503, 'platform_unavailable', {
    missing: 'profile',
    withoutProfile: deletedRecord,
  })
  expect(Number(first.headers['retry-after'])).toBeLessThanOrEqual(3)
  const confirmed = await onceConfirmed(() => get(cast.deletedSummary))
  await expectError(service, confirmed, 404, 'account_not_found', { withoutProfile: deletedRecord })
  expect((confirmed.body as { error: string }).error).toContain('Bans on record: VAC 1, game 0, last ban 900 days ago')
})

describe('a lookup is refused:', () => {
  test.each([
    ['an account that is gone', cast.gone],
    ['an unused custom name', 'no_such_name_here'],
    ['a profile link with an unused custom name', 'https://steamcommunity.com/id/no_such_name_here'],
    ['seventeen digits outside the range', '99999999999999999'],
  ])('%s is a 404', async (_, input) => {
    await expectError(service, await get(input), 404, 'account_not_found')
    await expectError(service, await post(service, '/api/lookup', { input }), 404, 'account_not_found')
  })

  test.each([
    'https://steamcommunity.com/groups/rust',
    'https://steamcommunity.com.evil.example/id/raider',
    'https://evil.example/?steamcommunity.com/id/raider',
    'https://steamcommunity.com@evil.example/id/raider',
    'two words',
    'raider 76561198000010431',
    '76561198000010431 "Roof Raider" 26 58847.23s 85.76.8.230:64178 0.0 0',
    'SteamID: 76561198000010431',
    '76561198000010431,76561198000070655',
    'https://steamcommunity.com/id/raider/,https://steamcommunity.com/id/honest_joe/',
    '[Roof Raider](https://steamcommunity.com/id/raider)',
    '<@76561198000010431>',
    'raid…',
    'https://steamcommunity.com/tradeoffer/new/?partner=0',
    'a',
    'x'.repeat(33),
    'raider\u0000',
    'ra\u202Eider',
    '<script>alert(1)</script>',
    `'; DROP TABLE keyv; --`,
    '../../etc/passwd',
    '🦊🦊',
  ])('%j is not an account: 400', async (input) => {
    const calls = service.sim.calls.total()
    await expectError(service, await get(input), 400, 'malformed_account')
    await expectError(service, await post(service, '/api/lookup', { input }), 400, 'malformed_account')
    expect(service.sim.calls.total()).toBe(calls)
  })

  test.each([
    ['nothing', '', 'missing_parameter', 'The parameter steamId is missing.'],
    ['another parameter', '?other=1', 'missing_parameter', 'The parameter steamId is missing.'],
    [
      'steamid',
      '?steamid=76561198000010431',
      'missing_parameter',
      'The parameter steamId is missing; names are case-sensitive: write steamId, not steamid.',
    ],
    [
      'STEAMID and other parameters',
      '?a=1&STEAMID=76561198000010431',
      'missing_parameter',
      'The parameter steamId is missing; names are case-sensitive: write steamId, not STEAMID.',
    ],
    [
      'the name of the body field',
      '?input=76561198000010431',
      'missing_parameter',
      'The parameter steamId is missing.',
    ],
    [
      'steamId twice',
      '?steamId=76561198000010431&steamId=76561198000010431',
      'repeated_parameter',
      'The parameter steamId is given 2 times; send it once.',
    ],
    [
      'steamId empty',
      '?steamId=',
      'invalid_parameter',
      'steamId: must not be empty; give a SteamID64, a profile link or the name in a custom URL.',
    ],
    [
      'steamId blank',
      '?steamId=+%20%09',
      'invalid_parameter',
      'steamId: must not be empty; give a SteamID64, a profile link or the name in a custom URL.',
    ],
  ])('a query with %s is a 400 with the reason', async (_, query, code, message) => {
    expect(await expectError(service, await ask(service, `/api/lookup${query}`), 400, code)).toBe(message)
  })

  test('unknown parameters are ignored', async () => {
    expect(await ask(service, `/api/lookup?x=1&steamId=${cast.raider}&steamid=2&x=2&__proto__=1`)).toMatchObject({
      status: 200,
      body: raider,
    })
  })

  test.each(['%', '%ZZ', '%00', '%FF%FE', '%F0%9F', '%C0%AF'])('an invalid escape %s is a 400', async (text) => {
    await expectError(service, await ask(service, `/api/lookup?steamId=${text}`), 400, 'malformed_account')
  })

  test('256 characters are accepted and 257 are not, counted after trimming', async () => {
    const link = `https://steamcommunity.com/profiles/${cast.raider}?`
    const exact = link.padEnd(256, 'x')
    for (const input of [exact, ` \n${exact}\t `]) {
      expect(await get(input)).toMatchObject({ status: 200, body: raiderAccount })
      expect(await post(service, '/api/lookup', { input })).toMatchObject({ status: 200, body: raiderAccount })
    }
    for (const [name, reply] of [
      ['steamId', await get(`${exact}x`)],
      ['input', await post(service, '/api/lookup', { input: ` ${exact}x ` })],
    ] as const)
      expect(await expectError(service, reply, 400, 'invalid_parameter')).toBe(
        `${name}: must have at most 256 characters.`,
      )
  })

  test.each([
    ['absent', {}],
    ['empty', { 'user-agent': '' }],
    ['blank', { 'user-agent': '        ' }],
    ['of four characters', { 'user-agent': 'node' }],
  ])('a User-Agent that is %s is a 403, before any other check', async (_, headers) => {
    for (const method of ['GET', 'POST']) {
      const reply = await getBare(headers, method)
      const message = await expectError(service, reply, 403, 'user_agent_required')
      expect(message).toBe('Send a User-Agent of at least 5 characters that names your application and a contact.')
    }
  })

  test('a User-Agent of five characters is accepted', async () => {
    expect(await getBare({ 'user-agent': 'abcde' })).toMatchObject({ status: 200, body: raiderAccount })
  })

  test('while ban records are down, no account is called clean: 503', async () => {
    service.sim.dial.set('bans', { faults: { '503': 1 } })
    const reply = await get(cast.clean)
    await expectError(service, reply, 503, 'platform_unavailable')
    expect(reply.headers['retry-after']).toMatch(/^\d+$/)
  })

  test('while profiles are down, no account is called clean: 503, with the ban record that Steam returned', async () => {
    service.sim.dial.set('summaries', { faults: { '503': 1 } })
    for (const [steamId, listed] of [
      [cast.hoarder, 'VAC 0, game 0, community none, trade none'],
      [cast.bothBans, 'VAC 2, game 1, last ban 0 days ago, community banned, trade banned'],
    ] as const) {
      const reply = await get(steamId)
      expect(reply).toMatchObject({
        status: 503,
        body: {
          code: 'platform_unavailable',
          error: `Steam answered with status 503; try again in a minute. Bans on record: ${listed}.`,
          missing: 'profile',
          withoutProfile: { steamId, bans: { VACBanned: steamId === cast.bothBans } },
        },
      })
      expect(reply.headers['retry-after']).toMatch(/^\d+$/)
    }
  })

  test.each(['deletedBans', 'nullBans'] as const)(
    '%s with a name but no ban record is a 503, not clean',
    async (name) => {
      await expectError(service, await get(cast[name]), 503, 'platform_unavailable', { missing: 'bans' })
    },
  )

  test('a custom URL while Steam is down is a 503, not a 404', async () => {
    service.sim.dial.set('vanity', { faults: { 'html-200': 1 } })
    await expectError(service, await get('someone_new'), 503, 'platform_unavailable')
  })

  test('a key that Steam refuses is a 500', async () => {
    service.sim.dial.set('summaries', { faults: { 'bad-key': 1 } })
    const reply = await get(cast.raider)
    await expectError(service, reply, 500, 'key_refused')
    expect(JSON.stringify(reply)).not.toContain(service.sim.key)
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ level: 40, upstreamStatus: 403 })
  })

  test('without a key, any account is a 500 that names the setting', async () => {
    const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
    for (const input of [cast.raider, 'raider']) {
      const reply = await ask(keyless, `/api/lookup?steamId=${input}`)
      expect(await expectError(keyless, reply, 500, 'not_configured')).toContain('STEAM_API_KEY')
    }
  })
})

test('every lookup response has Server-Timing, whatever its status', async () => {
  const limited = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '1' }, service.sim)
  const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
  const proxied = await serviceForTest({ TRUST_PROXY: 'loopback' }, service.sim)
  const path = `/api/lookup?steamId=${cast.raider}`
  await ask(limited, path)
  const replies = [
    await get(cast.raider),
    await ask(proxied, path, { headers: { 'x-forwarded-proto': 'http' } }),
    await ask(service, '/api/lookup'),
    await get('two words'),
    await ask(service, '/api/lookup', { method: 'POST', body: 'no json' }),
    await post(service, '/api/lookup', { input: 1 }),
    await getBare({}),
    await get(cast.gone),
    await ask(service, path, { method: 'DELETE' }),
    await post(service, '/api/lookup', { input: 'x'.repeat(300_000) }),
    await ask(limited, path),
    await ask(keyless, path),
    await get(cast.nullBans),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 308, 400, 400, 400, 400, 403, 404, 405, 413, 429, 500, 503])
  for (const { status, headers } of replies)
    expect([status, headers['server-timing']]).toEqual([status, expect.stringMatching(SERVER_TIMING)])
})

test('responses of other endpoints have no Server-Timing', async () => {
  for (const reply of [
    await post(service, '/api/lookup/batch', { steamIds: [cast.raider] }),
    await ask(service, '/healthz'),
    await ask(service, '/api/nothing'),
  ])
    expect(reply.headers).not.toHaveProperty('server-timing')
})

test('the User-Agent rule applies only to /api/lookup', async () => {
  const headers = { 'user-agent': '' }
  expect(await post(service, '/api/lookup/batch', { steamIds: [cast.raider] }, headers)).toMatchObject({ status: 200 })
  for (const path of [
    `/api/rust-stats?steamId=${cast.veteran}`,
    `/api/inventory?steamId=${cast.hoarder}`,
    `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/test/sample.png')}`,
    '/healthz',
    '/docs',
    '/openapi.json',
  ])
    expect([path, (await ask(service, path, { headers })).status]).toEqual([path, 200])
})

test('an answer is cached, and `fetchedAt` is the time of its oldest part', async () => {
  const sim = await startSteam()
  const remembering = await serviceForTest({ CACHE_ACCOUNT_SECONDS: '60' }, sim)
  const path = `/api/lookup?steamId=${cast.raider}`
  const first = await ask(remembering, path)
  expect(sim.calls.total()).toBe(4)
  const second = await ask(remembering, path)
  expect(sim.calls.total()).toBe(4)
  expect(second.body).toEqual(first.body)
  expect(await remembering.lineOf(second.headers['x-request-id'])).toMatchObject({ upstreamCalls: 0, cacheHits: 4 })
  await sim.close()
})

test('ten identical lookups at once cost the calls of one', async () => {
  const sim = await startSteam({ latencyMs: 30 })
  const fresh = await serviceForTest({}, sim)
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask(fresh, `/api/lookup?steamId=${cast.raider}`, { headers: { 'user-agent': USER_AGENT } }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(sim.calls.total()).toBe(4)
  await sim.close()
})

test('a custom URL of a group is not found, and that result is cached', async () => {
  const sim = await startSteam({ world: createWorld({ accounts: 1 }) })
  onTestFinished(() => sim.close())
  const own = await serviceForTest({ CACHE_VANITY_MISS_SECONDS: '60' }, sim)
  for (let count = 0; count < 2; count++)
    await expectError(own, await ask(own, '/api/lookup?steamId=rust_clan'), 404, 'account_not_found')
  expect(sim.calls.count('vanity')).toBe(1)
})
