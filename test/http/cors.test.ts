import { describe, expect, test } from 'vitest'
import { loadSettings } from '../../src/app/settings/read-settings.ts'
import { ask, expectError, post } from '../support/ask.ts'
import { openScan } from '../support/events.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const TOOL = 'https://tool.example'
const OTHER = 'https://other.example'
const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Server-Timing, ETag, Link'
const PREFLIGHT = { origin: TOOL, 'access-control-request-method': 'POST' }

const sim = await useSteam()

const serviceFor = (origins: string, settings: TestSettings = {}) =>
  serviceForTest({ CORS_ORIGINS: origins, ...settings }, sim)

/** The CORS headers of a response. */
const corsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(access-control-|vary$)/.test(name)))

describe('CORS_ORIGINS', () => {
  test.each(['*', TOOL, `${TOOL},http://localhost:5173`, ` ${TOOL} , ${OTHER} `, 'http://[::1]:8081'])(
    'accepts %j',
    (value) => {
      const origins = value.split(',').map((origin) => origin.trim())
      expect(loadSettings({ CORS_ORIGINS: value })).toMatchObject({ http: { corsOrigins: origins } })
    },
  )

  test.each([
    `${TOOL}/page`,
    `${TOOL}:443`,
    'https://Tool.example',
    'https://*.example',
    'null',
    'https://user:password@tool.example',
    `${TOOL} ${OTHER}`,
    `*,${TOOL}`,
  ])('refuses %j at start-up with a message about the accepted form', (value) => {
    expect(() => loadSettings({ CORS_ORIGINS: value })).toThrow(
      /CORS_ORIGINS (is|has) .*; it accepts origins as browsers send them, such as https:\/\/tool\.example, separated by commas; or \* for all\./,
    )
  })
})

describe('without CORS_ORIGINS', () => {
  test('responses have no CORS headers, and OPTIONS says the methods only', async () => {
    const service = await serviceForTest({}, sim)
    const { status, headers } = await ask(service, '/healthz', { headers: { origin: TOOL } })
    expect([status, corsOf(headers)]).toEqual([200, {}])
    const preflight = await talkOnce(service.port, request('OPTIONS', '/api/lookup', PREFLIGHT))
    expect([preflight.status, preflight.headers['allow'], corsOf(preflight.headers)]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
      {},
    ])
  })
})

describe('a preflight', () => {
  test('from a listed origin is a 204 with a Max-Age of one day', async () => {
    const service = await serviceFor(`${OTHER},${TOOL}`)
    const headers = { ...PREFLIGHT, 'access-control-request-headers': 'content-type' }
    const reply = await talkOnce(service.port, request('OPTIONS', '/api/lookup/batch', headers))
    expect([reply.status, reply.bytes.length, reply.headers['content-length']]).toEqual([204, 0, undefined])
    expect(corsOf(reply.headers)).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': TOOL,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers':
        'Authorization, Cache-Control, Content-Type, If-Match, If-None-Match, Last-Event-ID, User-Agent, traceparent',
      'access-control-expose-headers': EXPOSED,
      'access-control-max-age': '86400',
    })
  })

  test('from an origin that is not listed is a 403 with a reason', async () => {
    const service = await serviceFor(TOOL)
    const reply = await talkOnce(service.port, request('OPTIONS', '/api/lookup', { ...PREFLIGHT, origin: OTHER }))
    expect(await expectError(service, reply, 403, 'origin_refused')).toBe(
      `This server does not accept requests from web pages of "${OTHER}".`,
    )
    expect(corsOf(reply.headers)).toEqual({ vary: 'Origin, Accept' })
  })
})

describe('every response has CORS headers', () => {
  test.each([
    ['a listed origin', TOOL, TOOL, { vary: 'Origin', 'access-control-allow-origin': TOOL }],
    ['an origin that is not listed', TOOL, OTHER, { vary: 'Origin' }],
    ['no origin', TOOL, undefined, { vary: 'Origin' }],
  ])('for %s', async (_, origins, origin, expected) => {
    const service = await serviceFor(origins)
    const { headers } = await ask(service, `/api/lookup?steamId=${sim.world.cast.raider}`, {
      headers: origin === undefined ? {} : { origin },
    })
    const exposed = 'access-control-allow-origin' in expected ? { 'access-control-expose-headers': EXPOSED } : {}
    expect(corsOf(headers)).toEqual({ ...expected, ...exposed })
  })

  test('for errors and event streams', async () => {
    const service = await serviceFor(TOOL, { RATE_LIMIT_PER_MINUTE: '30' })
    const headers = { origin: TOOL }
    const { cast } = sim.world
    const replies = [
      await ask(service, '/api/lookup', { headers }),
      await ask(service, '/nothing', { headers }),
      await ask(service, `/api/lookup?steamId=${cast.gone}`, { headers }),
      await post(service, '/api/lookup', { wrong: 1 }, headers),
      await talkOnce(service.port, request('GET', '/healthz', { ...headers, expect: 'miracles' })),
    ]
    const stream = await openScan(service, { steamId: cast.raider }, { headers })
    expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([200, TOOL])
    await stream.rest()
    for (;;) {
      const reply = await ask(service, `/api/lookup?steamId=${cast.raider}`, { headers })
      if (reply.status !== 429) continue
      replies.push(reply)
      break
    }
    expect(replies.map(({ status, headers }) => [status, headers['access-control-allow-origin']])).toEqual(
      [400, 404, 404, 400, 417, 429].map((status) => [status, TOOL]),
    )
  })
})
