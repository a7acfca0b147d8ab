import { expect, test } from 'vitest'
import { hashToken } from '../../src/lib/token-hash.ts'
import { ask, expectError, post } from '../support/ask.ts'
import { FILE_TOKEN, policyFileForTest } from '../support/policy-file.ts'
import { serviceForTest, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const CLEAR = 'api-token-in-clear-0123456789'
const HASHED = 'api-token-as-hash-0123456789'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const sim = await useSteam()

const openService = (settings: TestSettings = {}) =>
  serviceForTest(
    { API_TOKENS: `${CLEAR},${hashToken(HASHED)}`, POLICY_FILE: policyFileForTest().path, ...settings },
    sim,
  )

test('requests to /api need one of the tokens, given in clear or by its SHA-256', async () => {
  const service = await openService()
  const path = `/api/lookup?steamId=${sim.world.cast.clean}`
  for (const token of [CLEAR, HASHED]) {
    expect((await ask(service, path, { headers: bearer(token) })).status).toBe(200)
    expect((await post(service, '/api/lookup', { input: sim.world.cast.clean }, bearer(token))).status).toBe(200)
  }
  expect(service.log.filter(({ msg }) => msg === 'request').map(({ token }) => token)).toEqual([
    'API_TOKENS 1',
    'API_TOKENS 1',
    'API_TOKENS 2',
    'API_TOKENS 2',
  ])
  for (const headers of [{}, bearer('wrong'), bearer(hashToken(HASHED)), bearer(FILE_TOKEN)]) {
    for (const target of [path, '/api/inventory', '/api/rust-stats', '/api/unknown']) {
      const reply = await ask(service, target, { headers })
      await expectError(service, reply, 401, 'unauthorized')
      expect(reply.headers['www-authenticate']).toBe(
        'authorization' in headers ? 'Bearer error="invalid_token"' : 'Bearer',
      )
    }
    for (const target of ['/api/lookup', '/api/lookup/batch', '/api/friends'])
      await expectError(service, await post(service, target, {}, headers), 401, 'unauthorized')
  }
})

const TOOL_TOKEN = `rst_${'a1B2'.repeat(8)}`
const ID = sim.world.cast.clean
const QUERIES = [`token=${CLEAR}`, `access_token=${CLEAR}`, `%74oken=${CLEAR}`, `other=${TOOL_TOKEN}`]
const GETS = [
  `/api/lookup?steamId=${ID}`,
  `/api/compare?steamId=${ID}&other=${sim.world.cast.raider}`,
  `/api/rust-stats?steamId=${ID}`,
  `/api/inventory?steamId=${ID}`,
  `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/test/png')}`,
  '/api/unknown?x=1',
  '/healthz?x=1',
  '/?x=1',
]

test.each([
  ['without API_TOKENS', {}, {}],
  ['with API_TOKENS', { API_TOKENS: CLEAR }, {}],
  ['with API_TOKENS and the token in the header too', { API_TOKENS: CLEAR }, bearer(CLEAR)],
])('a token in the query string is a 400 that does not repeat it, %s', async (_, settings, headers) => {
  const service = await serviceForTest(settings, sim)
  for (const query of QUERIES) {
    const replies = [
      ...GETS.map((path) => ask(service, `${path}&${query}`, { headers })),
      post(service, `/api/lookup?${query}`, { input: ID }, headers),
      post(service, `/api/lookup/batch?${query}`, { steamIds: [ID] }, headers),
      post(service, `/api/friends?${query}`, { steamId: ID }, headers),
    ]
    for (const reply of await Promise.all(replies)) {
      await expectError(service, reply, 400, 'token_in_url')
      expect(JSON.stringify([reply, service.log])).not.toMatch(new RegExp(`${CLEAR}|${TOOL_TOKEN}`))
    }
  }
})

test('images, preflights, verdicts and the operation need no API token', async () => {
  const service = await openService({ CORS_ORIGINS: 'https://tool.example' })
  const url = encodeURIComponent('https://avatars.steamstatic.com/test/png')
  expect((await ask(service, `/api/image?url=${url}`)).status).not.toBe(401)
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json'])
    expect([path, (await ask(service, path)).status]).toEqual([path, 200])
  const preflight = await ask(service, '/api/lookup', {
    method: 'OPTIONS',
    headers: { origin: 'https://tool.example', 'access-control-request-method': 'GET' },
  })
  expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    expect.stringContaining('Authorization'),
  ])
  const verdict = `/api/verdict?steamId=${sim.world.cast.clean}`
  expect((await ask(service, verdict, { headers: bearer(FILE_TOKEN) })).status).toBe(200)
  expect((await ask(service, verdict, { headers: bearer(CLEAR) })).status).toBe(401)
  expect((await ask(service, `/game/${CLEAR}/${sim.world.cast.clean}`)).status).toBe(401)
})

test('lookups are counted by token, and requests without a valid one by address', async () => {
  const service = await openService({ RATE_LIMIT_PER_MINUTE: '3' })
  const statusesOf = async (headers: Record<string, string>, times: number) => {
    const statuses: number[] = []
    const path = `/api/lookup?steamId=${sim.world.cast.clean}`
    for (let time = 0; time < times; time++) statuses.push((await ask(service, path, { headers })).status)
    return statuses
  }
  expect(await statusesOf(bearer('wrong'), 5)).toEqual([401, 401, 401, 429, 429])
  expect(await statusesOf(bearer(CLEAR), 5)).toEqual([200, 200, 200, 429, 429])
  expect(await statusesOf(bearer(HASHED), 3)).toEqual([200, 200, 200])
  const reply = await ask(service, '/api/lookup?steamId=x', { headers: bearer(CLEAR) })
  const message = await expectError(service, reply, 429, 'rate_limited')
  expect(message).toMatch(/^Too many lookups with this token \(the limit is 3 a minute\)/)
})
