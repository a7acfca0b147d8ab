import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { expectError, USER_AGENT } from '../support/ask.ts'
import { onlyReply, request, talkOnce } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const JSON_TYPE = { 'content-type': 'application/json', 'user-agent': USER_AGENT }

const service = await useService()

/** Sends a request with each character as one byte. */
const say = (text: string) => talkOnce(service.port, Buffer.from(text, 'latin1'), { withinMs: 10_000 })

/** Sends a request after which the server closes the connection. */
const sayLast = (text: string) => onlyReply(service.port, Buffer.from(text, 'latin1'), { withinMs: 10_000 })

const get = (target: string, headers: Record<string, string> = {}) =>
  say(request('GET', target, { 'user-agent': USER_AGENT, ...headers }))

const post = (path: string, body: string) => say(request('POST', path, JSON_TYPE, Buffer.from(body).toString('latin1')))

describe('an account in a query', () => {
  test.each([
    ['a lone percent sign', '%'],
    ['an escaped null byte', '%00'],
    ['half a surrogate', '%ed%a0%80'],
    ['a byte beyond UTF-8', '%ff'],
    ['line ends', '%0d%0aSet-Cookie:%20a=b'],
  ])('with %s is a 400, without a call to Steam', async (_, value) => {
    const calls = service.sim.calls.total()
    const reply = await get(`/api/lookup?steamId=${value}`)
    await expectError(service, reply, 400, 'malformed_account')
    expect(service.sim.calls.total()).toBe(calls)
    expect(reply.headers).not.toHaveProperty('set-cookie')
  })

  test.each(['%37%36%35%36%31%31%39%38%30%30%30%30%31%30%34%33%31', '+raider+', '%20raider%0a'])(
    'is found in another encoding: %s',
    async (value) => {
      expect(await get(`/api/lookup?steamId=${value}`)).toMatchObject({ status: 200, body: { steamId: cast.raider } })
    },
  )

  test.each(['__proto__', 'constructor', '__proto__[steamId]', 'steamId[]'])('is not read from %s', async (name) => {
    const reply = await get(`/api/lookup?${name}=${cast.raider}&${name}=x`)
    await expectError(service, reply, 400, 'missing_parameter')
    expect(await get(`/api/lookup?${name}=x&steamId=${cast.raider}`)).toMatchObject({
      status: 200,
      body: { steamId: cast.raider },
    })
  })
})

describe('a path is matched literally', () => {
  test.each([
    '/./healthz',
    '/%68ealthz',
    '/healthz%',
    '/healthz\\',
    '//healthz',
    '/healthz/',
    '/healthz;a=b',
    '/HEALTHZ',
    '/docs/..%2f..%2fpackage.json',
    'http://localhost/x/../healthz',
    '*',
  ])('%s: 404', async (target) => {
    await expectError(service, await get(target), 404, 'not_found')
  })

  test.each(['localhost:80', '?x', '\\healthz', '/heal thz', '/heal\u0001thz', '/héalthz'])(
    '%j is no target: 400 and the end of the connection',
    async (target) => {
      expect(await sayLast(request('GET', target))).toMatchObject({ status: 400, headers: { connection: 'close' } })
    },
  )
})

describe('a header', () => {
  test.each([
    ['a null byte', 'a\u0000b'],
    ['a bare CR', 'a\rb'],
    ['a bare LF', 'a\nb'],
  ])('with %s is a 400', async (_, value) => {
    const reply = await say(request('GET', '/healthz', { 'user-agent': value }))
    await expectError(service, reply, 400, 'bad_request')
    expect(reply.headers['connection']).toBe('close')
  })

  test('with bytes above ASCII does no harm, not even in the log', async () => {
    const reply = await get(`/api/lookup?steamId=${cast.raider}`, { 'user-agent': '\u00ff\u00fe\u0080 tests' })
    expect(reply).toMatchObject({ status: 200 })
    await service.lineOf(reply.headers['x-request-id'])
  })

  test('that is repeated has its first value: type, agent, encoding', async () => {
    const head = (lines: string[], body: string) =>
      `POST /api/lookup HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
    const body = '{"input":"raider"}'
    const types = (first: string, second: string) =>
      say(head([`User-Agent: ${USER_AGENT}`, `Content-Type: ${first}`, `Content-Type: ${second}`], body))
    expect(await types('application/json', 'text/plain')).toMatchObject({ status: 200 })
    await expectError(service, await types('text/plain', 'application/json'), 400, 'not_json')
    const agents = (first: string, second: string) =>
      say(head(['Content-Type: application/json', `User-Agent: ${first}`, `User-Agent: ${second}`], body))
    expect(await agents(USER_AGENT, '-')).toMatchObject({ status: 200 })
    await expectError(service, await agents('-', USER_AGENT), 403, 'user_agent_required')
  })

  test.each(['a b', 'u@a', 'a:b', '[::1', '::1', 'a?b', 'ä', ':80'])('Host must not be %j', async (host) => {
    const reply = await sayLast(request('GET', '/healthz', { host }))
    expect(await expectError(service, reply, 400, 'bad_request')).toBe('The Host header is malformed.')
    expect(reply.headers['connection']).toBe('close')
  })
})

test.each([
  ['the preface of HTTP/2', 'PRI'],
  ['lower case', 'get'],
  ['an unknown word', 'FETCH'],
])('the method %s is a 400 that closes the connection', async (_, method) => {
  const reply = await sayLast(request(method, '/healthz'))
  expect(reply).toMatchObject({ status: 400, headers: { connection: 'close' }, body: { code: 'bad_request' } })
})

test('a TRACE does not echo the request', async () => {
  const reply = await say(request('TRACE', '/healthz', { cookie: 'secret=1', 'x-secret': 'me' }))
  await expectError(service, reply, 405, 'method_not_allowed')
  expect(JSON.stringify([reply.headers, reply.body])).not.toContain('secret')
})

describe('a hostile body', () => {
  test.each([
    ['an exponent beyond all numbers', '{"input":1e999999}', 'invalid_parameter'],
    ['a string of 30,000 escapes', `{"input":"${'\\u0041'.repeat(30_000)}"}`, 'invalid_parameter'],
    ['half a surrogate', '{"input":"\\ud800"}', 'malformed_account'],
    ['a null byte', `{"input":"${cast.raider}\\u0000"}`, 'malformed_account'],
  ])('with %s is a 400 with a reason', async (_, body, code) => {
    const before = performance.now()
    const message = await expectError(service, await post('/api/lookup', body), 400, code)
    expect(message.length).toBeLessThan(500)
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })
})
