import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ask, expectError, post, USER_AGENT } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, useService } from '../support/service.ts'

const HSTS = 'max-age=31536000'

const service = await useService({ TRUST_PROXY: '127.0.0.1' })
const { sim } = service

const say = (text: string) => talkOnce(service.port, text)

describe('a plain request to a trusted proxy', () => {
  test.each([
    ['GET', '/api/lookup?steamId=raider&x=%20y'],
    ['POST', '/api/lookup/batch'],
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

  test.each(['[::1', 'a b', 'x@evil.example'])(
    'that names the host %j, which is none, is not sent there',
    async (host) => {
      const reply = await say(request('GET', '/docs', { host, 'x-forwarded-proto': 'http' }))
      expect([reply.status, reply.headers['location']]).toEqual([400, undefined])
    },
  )
})

describe('a request over https to a trusted proxy', () => {
  test('is logged with the address of its client', async () => {
    const { headers } = await ask(service, '/healthz', { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } })
    expect(await service.lineOf(headers['x-request-id'])).toMatchObject({ client: '203.0.113.9' })
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
