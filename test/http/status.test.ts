import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/lib/token-hash.ts'
import { statusSchema } from '../../src/model/status.ts'
import { ask, expectError } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, useService, type Service, type TestSettings } from '../support/service.ts'
import { connectTls, TEST_TLS } from '../support/test-certificate.ts'

const TOKEN = 'admin-token-0123456789'
/** Without `ADMIN_TOKEN`. */
const open = await useService()
const { sim } = open
/** With `ADMIN_TOKEN`. */
const closed = await useService({ ADMIN_TOKEN: TOKEN }, sim)

const serviceWith = (settings: TestSettings = {}) => serviceForTest({ ADMIN_TOKEN: TOKEN, ...settings }, sim)

const get = ({ port }: Service, path: string, headers: Record<string, string> = {}) =>
  talkOnce(port, request('GET', path, headers))

const passwordHeader = (password: string, user = 'admin') => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const stateWith = (service: Service, password = TOKEN, headers: Record<string, string> = {}) =>
  get(service, '/status/state', { ...passwordHeader(password), ...headers })

describe('without ADMIN_TOKEN, on this machine', () => {
  test('the state is open, as documented by its type', async () => {
    const { status, headers, body } = await get(open, '/status/state')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(statusSchema.strict().parse(body)).toMatchObject({
      checklist: expect.arrayContaining([{ code: 'admin_token', state: 'off' }]),
      queue: { requests: 1, connections: 1 },
    })
  })

  test('a server that is open to everybody says so at the start and in the checklist, and another one does not', async () => {
    const reached = await serviceForTest({ HTTP_PUBLIC_URL: 'https://rapsheet.example' }, sim)
    const saidBy = async (service: Service) => [
      service.log.filter(({ level, msg }) => level === 40 && msg.includes('API_TOKENS')).map(({ msg }) => msg),
      statusSchema
        .parse((await get(service, '/status/state')).body)
        .checklist.find(({ code }) => code === 'api_tokens'),
    ]
    expect(await saidBy(reached)).toEqual([
      [expect.stringMatching(/^API_TOKENS is not set, and others .*HTTP_PUBLIC_URL.*: .* Set API_TOKENS in \.env/)],
      { code: 'api_tokens', state: 'warning' },
    ])
    expect(await saidBy(open)).toEqual([[], { code: 'api_tokens', state: 'off' }])
  })

  test.each(['localhost', '[::1]', '[::1]:8080'])('the host %s is this machine', async (host) => {
    expect((await get(open, '/status/state', { Host: host })).status).toBe(200)
  })

  test.each(['rebound.example', '192.0.2.1:8080'])(
    'the host %s is another one, to which a page of another site may have bound this address',
    async (host) => {
      const refused = await get(open, '/status/state', { Host: host })
      expect(await expectError(open, refused, 404, 'not_found')).toContain('Set ADMIN_TOKEN')
      await expectError(open, await get(open, '/status', { Host: host }), 404, 'not_found')
    },
  )

  test.each(['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via', 'Tailscale-User-Login', 'Surrogate-Capability'])(
    'a request with %s comes through a proxy, from somebody else',
    async (name) => {
      expect((await get(open, '/status/state', { [name]: '127.0.0.1' })).status).toBe(404)
      expect((await get(open, '/status', { [name]: '127.0.0.1' })).status).toBe(404)
    },
  )

  test('behind a trusted proxy nobody is on this machine', async () => {
    const proxied = await serviceForTest({ TRUST_PROXY: '192.0.2.1' }, sim)
    expect((await get(proxied, '/status/state')).status).toBe(404)
  })
})

describe('with ADMIN_TOKEN', () => {
  test('the page and the state ask for a password', async () => {
    for (const path of ['/status', '/status/state']) {
      const reply = await get(closed, path)
      await expectError(closed, reply, 401, 'unauthorized')
      expect(reply.headers).toMatchObject({
        'www-authenticate': 'Basic realm="Status of Rapsheet", charset="UTF-8"',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      expect(reply.names).not.toContain('set-cookie')
    }
  })

  test.each(['admin', '', 'jörg'])(
    'the token opens both as the password of the user %j, without a cookie',
    async (user) => {
      const reply = await get(closed, '/status/state', passwordHeader(TOKEN, user))
      expect(statusSchema.parse(reply.body)).toMatchObject({
        checklist: expect.arrayContaining([{ code: 'admin_token', state: 'done' }]),
      })
      expect(reply.names).not.toContain('set-cookie')
      expect((await get(closed, '/status', passwordHeader(TOKEN, user))).status).toBeLessThan(400)
    },
  )

  test('a token that was given as SHA-256 works too, and its SHA-256 is not the token', async () => {
    const service = await serviceWith({ ADMIN_TOKEN: hashToken(TOKEN) })
    expect((await stateWith(service, hashToken(TOKEN))).status).toBe(401)
    expect((await stateWith(service)).status).toBe(200)
  })

  test('a wrong password is refused with a sentence, and not repeated', async () => {
    const service = await serviceWith()
    for (const token of ['', 'wrong-token-0123456789', TOKEN.slice(1), `${TOKEN}:`, '<script>']) {
      const reply = await stateWith(service, token)
      expect(await expectError(service, reply, 401, 'unauthorized')).toBe('The password is not ADMIN_TOKEN.')
      if (token !== '') expect(JSON.stringify([reply.body, service.log])).not.toContain(token)
    }
  })

  test.each([`Bearer ${TOKEN}`, 'Basic', 'Basic !!!', `Basic ${Buffer.from(TOKEN).toString('base64')}`])(
    'the header %s has no password, and is no try',
    async (authorization) => {
      const service = await serviceWith()
      for (let tries = 0; tries < 6; tries++)
        expect((await get(service, '/status/state', { Authorization: authorization })).status).toBe(401)
      expect((await stateWith(service)).status).toBe(200)
    },
  )

  test('the sixth try of an address in a minute is refused, also with the right token', async () => {
    const service = await serviceWith()
    for (let tries = 0; tries < 5; tries++)
      expect((await stateWith(service, 'wrong-token-0123456789')).status).toBe(401)
    const reply = await stateWith(service)
    expect(await expectError(service, reply, 429, 'rate_limited')).toMatch(/^Too many tries from your address/)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50)
  })

  test.each([
    ['a name of another machine', request('GET', '/status', { ...passwordHeader(TOKEN), Host: 'rapsheet.example' })],
    ['the address of another machine', request('GET', '/status', { Host: '192.0.2.1:8080' })],
    ['a header of a proxy', request('GET', '/status', { 'X-Forwarded-For': '192.0.2.1' })],
    ['HTTP/1.0', 'GET /status HTTP/1.0\r\nHost: localhost\r\n\r\n'],
  ])('plain HTTP with %s asks for no password', async (_, text) => {
    expect(await expectError(closed, await talkOnce(closed.port, text), 404, 'not_found')).toContain('set TRUST_PROXY')
  })

  test('plain HTTP to a trusted proxy is led to HTTPS', async () => {
    const service = await serviceWith({ TRUST_PROXY: 'loopback' })
    const plain = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'http', Host: 'rapsheet.example' }
    await expectError(service, await get(service, '/status', plain), 308, 'https_required')
    expect((await stateWith(service, TOKEN, { ...plain, 'X-Forwarded-Proto': 'https' })).status).toBe(200)
  })

  test('over HTTPS any name is right', async () => {
    const service = await serviceWith({ ...TEST_TLS })
    const text = request('GET', '/status/state', { ...passwordHeader(TOKEN), Host: 'rapsheet.example' })
    expect((await talkOnce(service.port, text, { open: () => connectTls(service.port) })).status).toBe(200)
  })
})

test.each([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'http://localhost:3000' },
  { Origin: 'null' },
])(
  'a page of another origin cannot read the state, nor with the password of the browser: %j',
  async (headers: Record<string, string>) => {
    const anyOrigin = { CORS_ORIGINS: '*' }
    const withoutToken = await serviceForTest(anyOrigin, sim)
    expect((await get(withoutToken, '/status/state', headers)).status).toBe(404)
    expect((await get(withoutToken, '/status/state', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect((await stateWith(await serviceWith(anyOrigin), TOKEN, headers)).status).toBe(404)
  },
)

test('HEAD, other methods and the documented interface', async () => {
  const head = await talkOnce(open.port, request('HEAD', '/status/state'))
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  expect(await ask(open, '/status/state', { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  expect(JSON.stringify((await ask(open, '/openapi.json')).body)).not.toContain('/status')
})

test('the state names failed requests by code and request id, and repeats nothing that a client has sent', async () => {
  const service = await serviceForTest({}, sim)
  sim.dial.set('*', { faults: { '503': 1 } })
  const reply = await ask(service, '/api/lookup?steamId=76561197960287930')
  sim.dial.reset()
  expect(reply.status).toBe(503)
  await ask(service, '/api/lookup?steamId=%3Cscript%3E')
  const { errors } = statusSchema.parse((await get(service, '/status/state')).body)
  const [failure] = errors
  expect(failure).toEqual({
    at: expect.any(Number),
    level: 'warn',
    code: 'platform_unavailable',
    where: 'GET /api/lookup',
    requestId: reply.headers['x-request-id'],
    guildId: null,
    guildName: null,
  })
  expect(JSON.stringify(errors)).not.toMatch(/7656|script/)
})

test('secrets of the settings never show, wherever they may have come from', async () => {
  const service = await serviceWith({ HTTP_PUBLIC_URL: `https://rapsheet.example/${TOKEN}` })
  const { body } = await stateWith(service)
  expect(JSON.stringify(body)).toContain('https://rapsheet.example/[secret]')
  expect(JSON.stringify(body)).not.toContain(TOKEN)
  expect(JSON.stringify(body)).not.toContain(sim.key)
})

test.each([
  ['beside the page', {}, {}],
  ['with PAGE=off', { PAGE: 'off' }, {}],
  ['by a process with ROLE=bot', {}, { role: 'bot' as const }],
])('the built page is served to who has entered, with its files, %s', async (_, settings: TestSettings, fixed) => {
  const pageFolder = folderForTest()
  mkdirSync(join(pageFolder, 'assets'))
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>')
  writeFileSync(join(pageFolder, 'status.html'), '<!doctype html><title>built</title>')
  writeFileSync(join(pageFolder, 'assets/status-AAAAAAAA.js'), 'export {}')
  const service = await serviceForTest({ ADMIN_TOKEN: TOKEN, pageFolder, ...settings }, sim, fixed)
  expect((await get(service, '/status')).status).toBe(401)
  const { status, headers, body } = await get(service, '/status', passwordHeader(TOKEN))
  expect([status, body]).toEqual([200, '<!doctype html><title>built</title>'])
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['cache-control']).toBe('no-store')
  expect((await get(service, '/assets/status-AAAAAAAA.js')).status).toBe(200)
})
