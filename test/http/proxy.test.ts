import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSteam, type SimSteam } from '../../sim/steam/server.ts'
import { loadSettings, SettingsError } from '../../src/app/settings/read-settings.ts'
import { ask, expectError, post, USER_AGENT } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, startService, type Service } from '../support/service.ts'
import { TEST_TLS } from '../support/test-certificate.ts'

const HSTS = 'max-age=31536000'

let sim: SimSteam
let service: Service

beforeAll(async () => {
  sim = await startSteam()
  service = await startService({ TRUST_PROXY: '127.0.0.1' }, sim)
})
afterAll(async () => {
  await service.close()
  await sim.close()
})

const say = (text: string) => talkOnce(service.port, text)

describe('a plain request to a trusted proxy', () => {
  test.each([
    ['GET', '/api/lookup?steamId=raider&x=%20y'],
    ['POST', '/api/lookup/batch'],
    ['POST', '/api/friends'],
    ['GET', '/docs'],
    ['GET', '/healthz'],
    ['DELETE', '/nothing?here'],
    ['GET', '//evil.example/..'],
  ])('%s %s is redirected to https with a 308, which keeps method and body', async (method, target) => {
    const calls = sim.calls.total()
    const reply = await say(
      request(
        method,
        target,
        { host: 'rapsheet.example', 'x-forwarded-proto': 'http', 'user-agent': USER_AGENT },
        method === 'POST' ? '{}' : '',
      ),
    )
    await expectError(service, reply, 308, 'https_required')
    expect(reply.headers).toMatchObject({
      location: `https://rapsheet.example${target}`,
      'strict-transport-security': HSTS,
    })
    expect(sim.calls.total()).toBe(calls)
  })

  test('in absolute form is redirected to the host of its target, which replaces the Host header', async () => {
    const reply = await say(
      request('GET', 'http://rapsheet.example:8443/docs?x', { host: 'other.example', 'x-forwarded-proto': 'http' }),
    )
    expect([reply.status, reply.headers['location']]).toEqual([308, 'https://rapsheet.example:8443/docs?x'])
  })

  test('without a host is a 400, because it cannot be redirected', async () => {
    const reply = await say('GET /docs HTTP/1.0\r\nX-Forwarded-Proto: http\r\n\r\n')
    await expectError(service, reply, 400, 'bad_request')
    expect(reply.headers).not.toHaveProperty('location')
  })

  test.each(['[::1', 'a b', 'evil.example/x', 'x@evil.example', 'a\tb', '"'])(
    'that names the host %j, which is none, is not sent there',
    async (host) => {
      const reply = await say(request('GET', '/docs', { host, 'x-forwarded-proto': 'http' }))
      expect([reply.status, reply.headers['location']]).toEqual([400, undefined])
    },
  )

  test('is recognized by the last value of the header', async () => {
    const status = async (proto: string) =>
      (await ask(service, '/healthz', { headers: { 'x-forwarded-proto': proto } })).status
    expect(await status('HTTP')).toBe(308)
    expect(await status('https, http')).toBe(308)
    expect(await status('http, https')).toBe(200)
  })
})

describe('a request over https to a trusted proxy', () => {
  test.each([{ 'x-forwarded-proto': 'https' }, { 'x-forwarded-proto': 'HTTPS' }, {}])(
    'is answered: %j',
    async (headers) => {
      const reply = await ask(service, '/healthz', { headers })
      expect(reply).toMatchObject({ status: 200, headers: { 'strict-transport-security': HSTS } })
    },
  )

  test('is logged with the address of its client', async () => {
    const { headers } = await ask(service, '/healthz', { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } })
    expect(await service.lineOf(headers['x-request-id'])).toMatchObject({ client: '203.0.113.9' })
  })

  test.each([
    '',
    'unknown',
    '"',
    '%',
    ',,,',
    'x'.repeat(8_000),
    '1.2.3.4:99',
    '[::1]:7',
    'fe80::1%eth0',
    '::ffff:0:0:0:0:0',
  ])('is handled correctly with the chain %j', async (chain) => {
    expect(await ask(service, '/nothing', { headers: { 'x-forwarded-for': chain } })).toMatchObject({ status: 404 })
  })
})

test('without a trusted proxy, the headers are ignored and HSTS is not sent', async () => {
  const plain = await serviceForTest({}, sim)
  const { status, headers } = await post(
    plain,
    '/api/lookup',
    { input: 'raider' },
    {
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '203.0.113.9',
    },
  )
  expect(status).toBe(200)
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(await plain.lineOf(headers['x-request-id'])).toMatchObject({ client: '127.0.0.1' })
})

test('headers from a proxy that is not trusted are ignored', async () => {
  const picky = await serviceForTest({ TRUST_PROXY: '10.0.0.0/8' }, sim)
  const { status, headers } = await ask(picky, '/healthz', {
    headers: { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.9' },
  })
  expect(status).toBe(200)
  expect(await picky.lineOf(headers['x-request-id'])).toMatchObject({ client: '127.0.0.1' })
})

const outward = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.runIf(outward)('a client on another machine that bypasses the proxy is redirected to https', async () => {
  const open = await serviceForTest({ HTTP_HOST: '0.0.0.0', TRUST_PROXY: '10.255.255.255' }, sim)
  const reply = await talkOnce(open.port, request('GET', '/docs', { host: 'rapsheet.example' }), {
    open: () => connect({ port: open.port, host: String(outward), localAddress: String(outward) }),
  })
  expect([reply.status, reply.headers['location']]).toEqual([308, 'https://rapsheet.example/docs'])
})

describe('plain HTTP is only for this machine', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', '8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8'])(
    'to listen on %s is refused, with the reason and the ways out',
    (host) => {
      const load = () => loadSettings({ HTTP_HOST: host })
      expect(load).toThrow(SettingsError)
      expect(load).toThrow(
        `HTTP_HOST is "${host}", where others could read plain HTTP; set HTTP_TLS_CERT and HTTP_TLS_KEY, or TRUST_PROXY behind a proxy that does HTTPS, or listen on 127.0.0.1.`,
      )
    },
  )

  test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost', '::ffff:127.0.0.1'])(
    'listening on %s is allowed',
    (host) => {
      expect(loadSettings({ HTTP_HOST: host }).http.host).toBe(host)
    },
  )

  test('with a certificate or a trusted proxy, any address is allowed', () => {
    expect(loadSettings({ HTTP_HOST: '0.0.0.0', ...TEST_TLS }).http.host).toBe('0.0.0.0')
    expect(loadSettings({ HTTP_HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.1' }).http.host).toBe('0.0.0.0')
  })
})
