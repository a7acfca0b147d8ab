import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/lib/token-hash.ts'
import { statusSchema } from '../../src/model/status.ts'
import { ask, expectError } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { request, talkOnce, type RawReply } from '../support/raw.ts'
import { serviceForTest, useService, type Service, type TestSettings } from '../support/service.ts'
import { connectTls, TEST_TLS } from '../support/test-certificate.ts'

const TOKEN = 'admin-token-0123456789'
const FORM = 'application/x-www-form-urlencoded'

/** Without `ADMIN_TOKEN`. */
const open = await useService()
const { sim } = open
/** With `ADMIN_TOKEN`. */
const closed = await useService({ ADMIN_TOKEN: TOKEN }, sim)

const serviceWith = (settings: TestSettings = {}) => serviceForTest({ ADMIN_TOKEN: TOKEN, ...settings }, sim)

const get = ({ port }: Service, path: string, headers: Record<string, string> = {}) =>
  talkOnce(port, request('GET', path, headers))

const post = ({ port }: Service, path: string, body: string, headers: Record<string, string> = {}) =>
  talkOnce(port, request('POST', path, { 'Content-Type': FORM, ...headers }, body))

const logIn = (service: Service, token = TOKEN, headers: Record<string, string> = {}) =>
  post(service, '/status/login', new URLSearchParams({ token }).toString(), headers)

/** The cookie of a new session, as a browser sends it. */
async function cookieOf(service: Service): Promise<string> {
  return cookieIn(await logIn(service))
}

const cookieIn = (reply: RawReply) => String(reply.headers['set-cookie']).split(';', 1)[0] ?? ''

const stateWith = (service: Service, cookie: string) => get(service, '/status/state', { Cookie: cookie })

const LOGIN_POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

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

  test.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:8080'])(
    'the host %s is this machine',
    async (host) => {
      expect((await get(open, '/status/state', { Host: host })).status).toBe(200)
    },
  )

  test.each([
    'rebound.example',
    'localhost.rebound.example',
    'localhost.',
    '192.0.2.1:8080',
    '0.0.0.0',
    '[2001:db8::1]',
  ])('the host %s is another one, to which a page of another site may have bound this address', async (host) => {
    const refused = await get(open, '/status/state', { Host: host })
    expect(await expectError(open, refused, 404, 'not_found')).toContain('Set ADMIN_TOKEN')
    const page = await get(open, '/status', { Host: host })
    expect({ status: page.status, type: page.headers['content-type'] }).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
    })
    expect(page.body).toContain('Set ADMIN_TOKEN')
  })

  test.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'Via',
    'CF-Connecting-IP',
    'CF-Ray',
    'True-Client-IP',
    'X-Client-IP',
    'X-Envoy-External-Address',
    'X-Azure-ClientIP',
    'X-ARR-Log-Id',
    'X-Varnish',
    'X-Scheme',
    'Fly-Client-IP',
    'Incap-Client-IP',
    'DO-Connecting-IP',
    'Ali-CDN-Real-IP',
    'Tailscale-User-Login',
    'Surrogate-Capability',
  ])('a request with %s comes through a proxy, from somebody else', async (name) => {
    expect((await get(open, '/status/state', { [name]: '127.0.0.1' })).status).toBe(404)
    expect((await get(open, '/status', { [name]: '127.0.0.1' })).status).toBe(404)
  })

  test('a request of HTTP/1.0 comes through a proxy', async () => {
    const text = 'GET /status/state HTTP/1.0\r\nHost: localhost\r\n\r\n'
    expect((await talkOnce(open.port, text)).status).toBe(404)
  })

  test('behind a trusted proxy nobody is on this machine', async () => {
    const proxied = await serviceForTest({ TRUST_PROXY: '192.0.2.1' }, sim)
    expect((await get(proxied, '/status/state')).status).toBe(404)
  })

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://localhost:3000' },
    { Origin: 'null' },
  ])('a page of another origin cannot read the state: %j', async (headers: Record<string, string>) => {
    const shared = await serviceForTest({ CORS_ORIGINS: '*' }, sim)
    expect((await get(shared, '/status/state', headers)).status).toBe(404)
    expect((await get(shared, '/status/state', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
  })

  test('there is nothing to log in to', async () => {
    const reply = await logIn(open, '')
    expect(reply).toMatchObject({ status: 404, body: expect.stringContaining('Set ADMIN_TOKEN') })
    expect(reply.names).not.toContain('set-cookie')
  })
})

describe('with ADMIN_TOKEN', () => {
  test('the page is a form that works without scripts, and the state is closed', async () => {
    const { status, headers, body } = await get(closed, '/status')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-security-policy': LOGIN_POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(body).toContain('<form method="post" action="/status/login">')
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    await expectError(closed, await get(closed, '/status/state'), 401, 'unauthorized')
    const style = await get(closed, '/status/login.css')
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('the form is in German for a browser that prefers it', async () => {
    const german = await get(closed, '/status', { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' })
    expect(german.body).toContain('<html lang="de">')
    expect((await get(closed, '/status', { 'Accept-Language': 'en,de;q=0.9' })).body).toContain('<html lang="en">')
  })

  test('the token opens a session for twelve hours, in a cookie that no script and no other site gets', async () => {
    const reply = await logIn(closed)
    expect([reply.status, reply.headers['location'], reply.body]).toEqual([303, '/status', ''])
    expect(String(reply.headers['set-cookie']).split('; ')).toEqual([
      expect.stringMatching(/^__Host-rapsheet-admin=[\w-]{60,}$/),
      'Max-Age=43200',
      'Path=/',
      'Secure',
      'HttpOnly',
      'SameSite=Strict',
    ])
    expect(reply.headers['set-cookie']).not.toContain(TOKEN)
    const state = await stateWith(closed, `theme=dark; ${cookieIn(reply)}; lang=de`)
    expect(statusSchema.parse(state.body)).toMatchObject({
      checklist: expect.arrayContaining([{ code: 'admin_token', state: 'done' }]),
    })
    const page = await get(closed, '/status', { Cookie: cookieIn(reply) })
    expect([page.status, page.body]).toEqual([200, expect.not.stringContaining('<form')])
  })

  test('a token that was given as SHA-256 works too, and its SHA-256 is not the token', async () => {
    const service = await serviceWith({ ADMIN_TOKEN: hashToken(TOKEN) })
    expect((await logIn(service, hashToken(TOKEN))).status).toBe(401)
    expect((await stateWith(service, await cookieOf(service))).status).toBe(200)
  })

  test('a line break that was pasted with the token does not count', async () => {
    expect((await logIn(await serviceWith(), ` ${TOKEN}\r\n`)).status).toBe(303)
  })

  test('every replica with the same token accepts the session, one with another token does not', async () => {
    const [same, other] = [await serviceWith(), await serviceWith({ ADMIN_TOKEN: 'another-token-0123456789' })]
    const cookie = await cookieOf(closed)
    expect((await stateWith(same, cookie)).status).toBe(200)
    expect((await stateWith(other, cookie)).status).toBe(401)
  })

  test.each([
    ['no value', '__Host-rapsheet-admin='],
    ['the token itself', `__Host-rapsheet-admin=${TOKEN}`],
    ['an older name', `rapsheet-admin=${'A'.repeat(100)}`],
    ['something made up', `__Host-rapsheet-admin=${'A'.repeat(100)}`],
  ])('a cookie with %s opens nothing', async (_, cookie) => {
    expect((await stateWith(closed, cookie)).status).toBe(401)
  })

  test('the address of the login, opened after a refused token, leads to the form', async () => {
    const reply = await get(closed, '/status/login')
    expect([reply.status, reply.headers['location'], reply.body]).toEqual([303, '/status', ''])
    expect(reply.names).not.toContain('set-cookie')
  })

  test('a cookie that was changed opens nothing', async () => {
    const cookie = await cookieOf(closed)
    const changed = cookie.slice(0, -4) + (cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA')
    expect((await stateWith(closed, changed)).status).toBe(401)
  })

  test('a wrong token shows the form again with a sentence, and does not repeat the token', async () => {
    const service = await serviceWith()
    for (const token of ['', 'wrong-token-0123456789', TOKEN.slice(1), '<script>']) {
      const reply = await logIn(service, token)
      expect(reply).toMatchObject({ status: 401, headers: { 'content-security-policy': LOGIN_POLICY } })
      expect(reply.body).toContain('<p role="alert" id="problem">The token is wrong.</p>')
      expect(reply.names).not.toContain('set-cookie')
      if (token !== '') expect(String(reply.body) + JSON.stringify(service.log)).not.toContain(token)
    }
    const reply = await logIn(service, 'wrong-token-0123456789')
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  test('the sixth try of an address in a minute is refused, also with the right token', async () => {
    const service = await serviceWith()
    for (let tries = 0; tries < 5; tries++) expect((await logIn(service, 'wrong-token-0123456789')).status).toBe(401)
    const reply = await logIn(service)
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50)
    expect(reply.body).toMatch(/Too many tries from your address\. Try again in [56]\d s\./)
    expect(reply.names).not.toContain('set-cookie')
  })

  test('who logs in has all tries again', async () => {
    const service = await serviceWith()
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 4; tries++) expect((await logIn(service, 'wrong-token-0123456789')).status).toBe(401)
      expect((await logIn(service)).status).toBe(303)
    }
  })

  test('tries are counted for each client behind a trusted proxy', async () => {
    const service = await serviceWith({ TRUST_PROXY: 'loopback' })
    const from = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' })
    for (let tries = 0; tries < 6; tries++) await logIn(service, 'wrong-token-0123456789', from('192.0.2.1'))
    expect((await logIn(service, TOKEN, from('192.0.2.1'))).status).toBe(429)
    expect((await logIn(service, TOKEN, from('192.0.2.2'))).status).toBe(303)
  })

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ])('a form of another site is refused: %j', async (headers: Record<string, string>) => {
    const reply = await logIn(closed, TOKEN, headers)
    expect(reply).toMatchObject({ status: 401, body: expect.stringContaining('another website') })
    expect(reply.names).not.toContain('set-cookie')
  })

  test.each([
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    { Origin: 'http://localhost:80', Host: 'localhost' },
  ])('its own form is accepted: %j', async (headers: Record<string, string>) => {
    expect((await logIn(closed, TOKEN, headers)).status).toBe(303)
  })

  test('a body that is no form, or too large, is refused', async () => {
    const json = await post(closed, '/status/login', JSON.stringify({ token: TOKEN }), {
      'Content-Type': 'application/json',
    })
    expect(await expectError(closed, json, 400, 'invalid_parameter')).toContain(FORM)
    const large = await post(closed, '/status/login', `token=${'x'.repeat(5_000)}`)
    expect(await expectError(closed, large, 413, 'body_too_large')).toContain('4 KiB')
  })

  test('logging out ends the session in the browser, unless another site asks for it', async () => {
    const { status, headers } = await post(closed, '/status/logout', '')
    expect([status, headers['location']]).toEqual([303, '/status'])
    expect(headers['set-cookie']).toBe('__Host-rapsheet-admin=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict')
    const foreign = await post(closed, '/status/logout', '', { 'Sec-Fetch-Site': 'cross-site' })
    expect(foreign.names).not.toContain('set-cookie')
  })

  test('plain HTTP under a name of another machine gets no form', async () => {
    for (const headers of [{ Host: 'rapsheet.example' }, { Host: '192.0.2.1:8080' }]) {
      const page = await get(closed, '/status', headers)
      expect([page.status, page.body]).toEqual([404, expect.stringContaining('set TRUST_PROXY')])
      expect(page.body).not.toContain('<form')
      const reply = await logIn(closed, TOKEN, headers)
      expect([reply.status, reply.names.includes('set-cookie')]).toEqual([404, false])
    }
  })

  test.each([
    ['a header of a proxy', request('GET', '/status', { 'X-Forwarded-For': '192.0.2.1' })],
    ['HTTP/1.0', 'GET /status HTTP/1.0\r\nHost: localhost\r\n\r\n'],
  ])('plain HTTP with %s gets no form, also under the name of this machine', async (_, text) => {
    const page = await talkOnce(closed.port, text)
    expect([page.status, page.body]).toEqual([404, expect.stringContaining('set TRUST_PROXY')])
  })

  test('clients of a proxy that is not trusted cannot use up the tries of this machine', async () => {
    const service = await serviceWith()
    for (let tries = 0; tries < 6; tries++) {
      const reply = await logIn(service, 'wrong-token-0123456789', { 'X-Forwarded-For': '192.0.2.1' })
      expect(reply.status).toBe(404)
    }
    expect((await logIn(service)).status).toBe(303)
  })

  test('a proxy on this machine that is not the trusted one gets no form', async () => {
    const service = await serviceWith({ TRUST_PROXY: '192.0.2.1' })
    for (const headers of [{ Host: 'rapsheet.example' }, { 'X-Forwarded-For': '192.0.2.2' }]) {
      expect(await get(service, '/status', headers)).toMatchObject({ status: 404 })
      expect((await logIn(service, TOKEN, headers)).names).not.toContain('set-cookie')
    }
    expect((await logIn(service)).status).toBe(303)
  })

  test('plain HTTP to a trusted proxy is led to HTTPS', async () => {
    const service = await serviceWith({ TRUST_PROXY: 'loopback' })
    const plain = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'http', Host: 'rapsheet.example' }
    await expectError(service, await get(service, '/status', plain), 308, 'https_required')
    await expectError(service, await logIn(service, TOKEN, plain), 308, 'https_required')
    const secure = { ...plain, 'X-Forwarded-Proto': 'https' }
    expect((await logIn(service, TOKEN, secure)).status).toBe(303)
  })

  test('over HTTPS any name is right, too', async () => {
    const service = await serviceWith({ ...TEST_TLS })
    const text = request('POST', '/status/login', { 'Content-Type': FORM, Host: 'rapsheet.example' }, `token=${TOKEN}`)
    const reply = await talkOnce(service.port, text, { open: () => connectTls(service.port) })
    expect(reply.status).toBe(303)
  })
})

test('HEAD, other methods and the documented interface', async () => {
  const head = await talkOnce(open.port, request('HEAD', '/status/state'))
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  expect(await ask(open, '/status/state', { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  expect(await ask(open, '/status/logout')).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
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
  const { body } = await stateWith(service, await cookieOf(service))
  expect(JSON.stringify(body)).toContain('https://rapsheet.example/[secret]')
  expect(JSON.stringify(body)).not.toContain(TOKEN)
  expect(JSON.stringify(body)).not.toContain(sim.key)
})

test('a secret that is spelled like a key of the state is hidden in texts only', async () => {
  const key = 'checklist'
  const service = await serviceWith({ STEAM_API_KEY: key, HTTP_PUBLIC_URL: `https://rapsheet.example/${key}` })
  const { body } = await stateWith(service, await cookieOf(service))
  expect(statusSchema.safeParse(body).error).toBeUndefined()
  expect(JSON.stringify(body)).toContain('https://rapsheet.example/[secret]')
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
  expect((await get(service, '/status')).body).not.toContain('built')
  const { status, headers, body } = await get(service, '/status', { Cookie: await cookieOf(service) })
  expect([status, body]).toEqual([200, '<!doctype html><title>built</title>'])
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['cache-control']).toBe('no-store')
  expect((await get(service, '/assets/status-AAAAAAAA.js')).status).toBe(200)
})

test('a process with ROLE=bot serves its operator too', async () => {
  const bot = await serviceForTest({ ADMIN_TOKEN: TOKEN }, sim, { role: 'bot' })
  expect((await get(bot, '/status')).body).toContain('<form')
  const { body } = await stateWith(bot, await cookieOf(bot))
  expect(statusSchema.parse(body).process.role).toBe('bot')
})
