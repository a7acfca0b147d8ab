import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError, USER_AGENT, type Reply } from '../support/ask.ts'
import { numRuns } from '../support/num-runs.ts'
import { onlyReply, parseReplies, request, talk, talkOnce, Unfinished } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const JSON_TYPE = { 'content-type': 'application/json', 'user-agent': USER_AGENT }

const service = await useService()

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
/** Sends a request with each character as one byte. */
const say = (text: string | Buffer) => talkOnce(service.port, bytesOf(text), { withinMs: 10_000 })
const get = (target: string, headers: Record<string, string> = {}) =>
  say(request('GET', target, { 'user-agent': USER_AGENT, ...headers }))

/** Checks that a request gets an error of the form of all errors, with which the connection ends; returns the message. */
async function expectRefused(text: string | Buffer, status = 400, code = 'bad_request'): Promise<string> {
  const reply: Reply = await onlyReply(service.port, bytesOf(text), { withinMs: 10_000 })
  expect(reply.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' })
  return expectError(service, reply, status, code)
}

test.each<[what: string, text: string | Buffer, status?: number, code?: string]>([
  ['garbage', 'garbage\r\n\r\n'],
  ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
  ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
  ['a null byte in a header', request('GET', '/healthz', { 'user-agent': 'a\u0000b' })],
  ['a bare CR in a header', request('GET', '/healthz', { 'user-agent': 'a\rb' })],
  ['a bare LF in a header', request('GET', '/healthz', { 'user-agent': 'a\nb' })],
  ['the preface of HTTP/2', request('PRI', '/healthz')],
  ['a method in lower case', request('get', '/healthz')],
  ['an unknown method', request('FETCH', '/healthz')],
  ...['localhost:80', '?x', '\\healthz', '/heal thz', '/heal\u0001thz', '/h\u00e9althz'].map(
    (target): [string, string] => [`the target ${JSON.stringify(target)}`, request('GET', target)],
  ),
  ['a user in the target', request('GET', 'http://u@localhost/healthz')],
  ['half an address in the target', request('GET', 'http://[::1/healthz')],
  ['headers over 16 KiB', request('GET', '/healthz', { 'x-long': 'x'.repeat(17 * 1024) }), 431, 'headers_too_large'],
  ['another Expect', request('GET', '/healthz', { expect: 'miracles' }), 417, 'expectation_failed'],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 405, 'method_not_allowed'],
])('a request with %s is refused, and the connection closes', async (_, text, status, code) => {
  await expectRefused(text, status, code)
})

test.each(['a b', 'u@a', 'a:b', '[::1', '::1', 'a?b', '\u00e4', ':80'])('Host must not be %j', async (host) => {
  expect(await expectRefused(request('GET', '/healthz', { host }))).toBe('The Host header is malformed.')
})

test.each([
  ['HTTP/1.0 needs no Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ['a target in absolute form', request('GET', 'http://localhost/healthz')],
  ['a target with another host', request('GET', 'https://x/healthz?y')],
  ['bytes above ASCII in a header', request('GET', '/healthz', { 'user-agent': '\u00ff\u00fe\u0080 tests' })],
])('is answered: %s', async (_, text) => {
  expect(await say(text)).toMatchObject({ status: 200, body: { status: 'alive' } })
})

test.each([
  '/api',
  '/api/lookup/',
  '/constructor',
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
])('a path is matched literally: %s is a 404', async (target) => {
  const reply = await get(target)
  expect(await expectError(service, reply, 404, 'not_found')).toBe(
    'No endpoint at this path; /docs lists all endpoints.',
  )
  expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ route: 'unknown', method: 'GET' })
})

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
  })
})

test.each([
  ['an exponent beyond all numbers', '{"input":1e999999}', 'invalid_parameter'],
  ['a string of 30,000 escapes', `{"input":"${'\\u0041'.repeat(30_000)}"}`, 'invalid_parameter'],
  ['half a surrogate', '{"input":"\\ud800"}', 'malformed_account'],
  ['a null byte', `{"input":"${cast.raider}\\u0000"}`, 'malformed_account'],
])('a body with %s is a 400 with a short reason', async (_, body, code) => {
  const reply = await say(request('POST', '/api/lookup', JSON_TYPE, body))
  expect((await expectError(service, reply, 400, code)).length).toBeLessThan(500)
})

describe('what is malformed in the middle', () => {
  test('does not damage a response that is being sent', async () => {
    // The stream has started before the body turns out to be malformed.
    const head = request('POST', '/api/friends', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    const socket = connect(service.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(head)
    await once(socket, 'data')
    socket.write('this is no chunk\r\n')
    await once(socket, 'close')
    expect(Buffer.concat(chunks).toString('latin1')).not.toMatch(/HTTP\/1\.1[^]*HTTP\/1\.1/)
  })

  test('is not answered before earlier requests', async () => {
    service.sim.dial.set('summaries', { latencyMs: 1_000 })
    const first = request('GET', `/api/lookup?steamId=${cast.hoarder}`, { 'user-agent': USER_AGENT })
    const second = request('POST', '/api/lookup', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    const received = await talk(service.port, [first + second, 'this is no chunk\r\n'])
    service.sim.dial.reset()
    // A client would take the first response as the one to its first request.
    expect(received.toString('latin1')).toBe('')
  })
})

test('a client that leaves before its body is complete is no error in the log', async () => {
  const before = service.log.length
  const socket = connect(service.port, '127.0.0.1')
  socket.write(request('POST', '/api/lookup', { ...JSON_TYPE, 'content-length': '100', expect: '100-continue' }))
  // The handler waits for the body after 100 Continue.
  await once(socket, 'data')
  socket.resetAndDestroy()
  await expect
    .poll(() => service.log.slice(before))
    .toEqual([expect.objectContaining({ level: 30, route: '/api/lookup', status: 499, code: 'client_left' })])
})

describe('of a valid request', () => {
  const whole = request('POST', '/api/lookup', { ...JSON_TYPE, connection: 'close' }, '{"input":"raider"}')
  const places = (most: number) =>
    fc.array(fc.nat({ max: whole.length - 1 }), { minLength: 1, maxLength: most }).map((list) => [...new Set(list)])

  test('any bytes may be changed, missing or added: the response is well-formed or there is none', async () => {
    const edits = fc.tuple(places(4), fc.constantFrom('change', 'drop', 'add'), fc.nat({ max: 255 }))
    await fc.assert(
      fc.asyncProperty(edits, async ([at, kind, value]) => {
        let bytes = [...Buffer.from(whole)]
        for (const place of at)
          bytes = bytes.toSpliced(place, kind === 'add' ? 0 : 1, ...(kind === 'drop' ? [] : [value]))
        const open = () => {
          const socket = connect(service.port, '127.0.0.1')
          socket.end(Buffer.from(bytes))
          return socket
        }
        const received = await talk(service.port, [], { open })
        try {
          for (const { status, body } of parseReplies(received)) if (status >= 400) expect(body).toHaveProperty('code')
        } catch (error) {
          if (!(error instanceof Unfinished)) throw error
        }
      }),
      { numRuns: numRuns(150) },
    )
    expect(await ask(service, '/healthz')).toMatchObject({ status: 200 })
    expect(service.log.filter(({ level, code }) => level >= 50 || code === 'internal')).toEqual([])
  })

  test('the bytes may arrive in any number of pieces', async () => {
    await fc.assert(
      fc.asyncProperty(places(8), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), whole.length]
        const pieces = ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end)).filter((piece) => piece !== '')
        const replies = parseReplies(await talk(service.port, pieces))
        expect(replies).toMatchObject([{ status: 200, body: { steamId: cast.raider } }])
      }),
      { numRuns: numRuns(40) },
    )
  })
})
