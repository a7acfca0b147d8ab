import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { ask, expectError, post, USER_AGENT, type Reply } from '../support/ask.ts'
import { hasReplies, parseReplies, request, talk, talkOnce } from '../support/raw.ts'
import { startService, type Service } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const JSON_TYPE = { 'content-type': 'application/json' }

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** Sends a request text and reads the response. */
const say = (text: string | Buffer) => talkOnce(service.port, text)

describe('an unknown path is a 404', () => {
  test.each([
    '/api',
    '/api/lookup/',
    '/API/lookup',
    '/api/Lookup',
    '//api/lookup',
    '/api//lookup',
    '/api/lookup%20',
    '/api/%6Cookup',
    '/api/lookup/batch/x',
    '/api/../api/lookup',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/.env',
    '/api/lookup;x=1',
    '/constructor',
    '/__proto__',
  ])('%s', async (path) => {
    const reply = await say(request('GET', path, { 'user-agent': USER_AGENT }))
    expect(await expectError(service, reply, 404, 'not_found')).toBe(
      'No endpoint at this path; /docs lists all endpoints.',
    )
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ route: 'unknown', method: 'GET' })
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('for the method %s', async (method) => {
    await expectError(service, await say(request(method, '/nothing')), 404, 'not_found')
  })

  test('with an invalid or very long query', async () => {
    await expectError(service, await say(request('GET', `/nothing?${'a=%&'.repeat(1_000)}`)), 404, 'not_found')
  })
})

describe('another method on a known path is a 405 with Allow', () => {
  const endpoints: [path: string, allow: string, others: string[]][] = [
    ['/api/lookup', 'GET, HEAD, POST', ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']],
    ['/api/lookup/batch', 'POST', ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']],
    ['/api/friends', 'POST', ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']],
    ['/api/rust-stats', 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
    ['/api/inventory', 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
    ['/api/image', 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
    ['/openapi.json', 'GET, HEAD', ['POST', 'DELETE']],
    ['/docs', 'GET, HEAD', ['POST', 'DELETE']],
    ['/healthz', 'GET, HEAD', ['POST', 'DELETE']],
    ['/readyz', 'GET, HEAD', ['POST', 'DELETE']],
    ['/metrics', 'GET, HEAD', ['POST', 'DELETE']],
  ]
  test.each(endpoints)('%s accepts only %s', async (path, allow, others) => {
    for (const method of others) {
      const reply = await say(request(method, `${path}?steamId=${cast.raider}`, { 'user-agent': USER_AGENT }))
      expect([method, reply.status, reply.headers['allow']]).toEqual([method, 405, allow])
      if (method !== 'HEAD')
        expect(await expectError(service, reply, 405, 'method_not_allowed')).toBe(`${path} accepts only ${allow}.`)
    }
  })

  test('a method in lower case is not valid', async () => {
    expect(await say(request('get', '/healthz'))).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })
})

/** Sends a body to an endpoint unchanged. */
const send = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
  ask(service, path, { method: 'POST', headers, body })

describe.each([
  ['/api/lookup', 'input', JSON.stringify(cast.raider)],
  ['/api/lookup/batch', 'steamIds', JSON.stringify([cast.raider])],
])('a body of %s', (path, field, value) => {
  const good = `{"${field}":${value}}`

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/json ; charset="utf-8"',
  ])('may have the type %s', async (type) => {
    expect(await send(path, good, { 'content-type': type })).toMatchObject({ status: 200 })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    'application/ json',
    'multipart/form-data; boundary=application/json',
  ])('must not have the type %s', async (type) => {
    const reply = await send(path, good, { 'content-type': type })
    expect(await expectError(service, reply, 400, 'not_json')).toBe(
      `Send a JSON body with Content-Type: application/json; this request has ${type}.`,
    )
  })

  test('must have a type', async () => {
    const reply = await say(request('POST', path, { 'user-agent': USER_AGENT }, good))
    expect(await expectError(service, reply, 400, 'not_json')).toBe(
      'Send a JSON body with Content-Type: application/json; this request has none.',
    )
  })

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip'])('must not be compressed with %s', async (encoding) => {
    const reply = await send(path, good, { ...JSON_TYPE, 'content-encoding': encoding })
    expect(await expectError(service, reply, 400, 'not_json')).toBe(
      `Send the body without compression; this one has Content-Encoding: ${encoding}.`,
    )
  })

  test('may have the Content-Encoding identity', async () => {
    expect(await send(path, good, { ...JSON_TYPE, 'content-encoding': 'identity' })).toMatchObject({ status: 200 })
  })

  test.each([
    ['nothing', ''],
    ['a lone bracket', '{'],
    ['a cut object', good.slice(0, -1)],
    ['something after it', `${good}x`],
    ['a form', `${field}=76561198000010431`],
    ['NaN', `{"${field}":NaN}`],
    ['single quotes', good.replaceAll('"', `'`)],
    ['a comment', `/* */${good}`],
    ['a control character in a string', `{"${field}":"\u0001"}`],
    ['UTF-16', `\u0000{\u0000}`],
    ['HTML', '<html></html>'],
  ])('that is %s is refused as invalid JSON', async (_, body) => {
    expect(await expectError(service, await send(path, body), 400, 'not_json')).toMatch(/^The body is not valid JSON: /)
  })

  test.each([
    ['a stray byte', [0xff]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half a surrogate', [0xed, 0xa0, 0x80]],
    ['a cut character', [0xf0, 0x9f, 0xa6]],
  ])('with %s is refused as invalid UTF-8', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from(`{"${field}":"`), Buffer.from(bytes), Buffer.from('"}')])
    expect(await expectError(service, await send(path, new Uint8Array(body)), 400, 'not_json')).toBe(
      'The body is not valid JSON: it is not valid UTF-8.',
    )
  })

  test.each(['[]', '"text"', '7', 'null', 'true', `[${good}]`])(
    'that is %s is refused as not an object',
    async (body) => {
      expect(await expectError(service, await send(path, body), 400, 'not_json')).toBe(
        `The body must be a JSON object with ${field}.`,
      )
    },
  )

  test.each(['__proto__', 'constructor', 'toString', 'key', '', ' ', `${field} `, 'x"y\n'])(
    'with the unknown field %j is refused with the name of the field',
    async (name) => {
      const reply = await send(path, `{"${field}":${value},${JSON.stringify(name)}:{"a":1}}`)
      expect(await expectError(service, reply, 400, 'unlisted_field')).toBe(
        `The body has an unknown field ${JSON.stringify(name)}; send only ${field}.`,
      )
    },
  )

  test('with a very long field name is refused with the beginning of the name', async () => {
    const reply = await send(path, `{"${field}":${value},"${'n'.repeat(10_000)}":1}`)
    expect(await expectError(service, reply, 400, 'unlisted_field')).toBe(
      `The body has an unknown field "${'n'.repeat(64)}"; send only ${field}.`,
    )
  })

  test('with only __proto__ is missing its field', async () => {
    const reply = await send(path, `{"__proto__":{"${field}":${value}}}`)
    expect(await expectError(service, reply, 400, 'missing_parameter')).toBe(`The field ${field} is missing.`)
  })

  test.each([field.toLowerCase(), field.toUpperCase()].filter((name) => name !== field))(
    'with %s gets the correct spelling',
    async (name) => {
      const reply = await send(path, `{"${name}":${value}}`)
      expect(await expectError(service, reply, 400, 'missing_parameter')).toBe(
        `The field ${field} is missing; names are case-sensitive: write ${field}, not ${name}.`,
      )
    },
  )

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)],
  ])('of deeply nested %s is a plain 400', async (_, nested) => {
    await expectError(service, await send(path, `{"${field}":${nested}}`), 400, 'invalid_parameter')
    expect(await send(path, nested)).toMatchObject({ status: 400 })
  })

  test('of the maximum size is read', async () => {
    const body = good.padEnd(256 * 1024, ' ')
    expect(await send(path, body)).toMatchObject({ status: 200 })
  })

  test('that declares too large a length is a 413', async () => {
    const body = good.padEnd(256 * 1024 + 1, ' ')
    const reply = await say(request('POST', path, { ...JSON_TYPE, 'user-agent': USER_AGENT }, body))
    expect(await expectError(service, reply, 413, 'body_too_large')).toBe('The body is larger than 256 KiB.')
    expect(reply.headers['connection']).toBe('close')
  })

  test('that is too large is a 413', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const head = request('POST', path, { ...JSON_TYPE, 'user-agent': USER_AGENT, 'transfer-encoding': 'chunked' })
    const reply = await say(`${head}${chunk.repeat(5)}`)
    expect(await expectError(service, reply, 413, 'body_too_large')).toBe('The body is larger than 256 KiB.')
    expect(reply.headers['connection']).toBe('close')
  })

  test('that declares a huge length is refused before it is sent', async () => {
    const headers = { ...JSON_TYPE, 'user-agent': USER_AGENT, 'content-length': '99999999999' }
    await expectError(service, await say(request('POST', path, headers)), 413, 'body_too_large')
  })

  test('that is too large gets a readable 413, even if the client sends all of it first', async () => {
    const body = good.padEnd(4 * 1024 * 1024, ' ')
    await expectError(service, await send(path, body), 413, 'body_too_large')
  })

  test('in chunks is read', async () => {
    const chunks = [...good].map((letter) => `1\r\n${letter}\r\n`).join('')
    const head = request('POST', path, { ...JSON_TYPE, 'user-agent': USER_AGENT, 'transfer-encoding': 'chunked' })
    expect(await say(`${head}${chunks}0\r\n\r\n`)).toMatchObject({ status: 200 })
  })

  test('may begin with a byte order mark', async () => {
    expect(await send(path, `\uFEFF${good}`)).toMatchObject({ status: 200 })
  })
})

test('a body on a GET is refused, and is not read as the next request', async () => {
  const text = request('GET', '/healthz', {}, request('GET', '/docs'))
  const sent = [text, request('GET', '/healthz')]
  const replies = parseReplies(await talk(service.port, sent, { done: hasReplies(2) }))
  expect(replies).toMatchObject([{ status: 400, body: { code: 'unexpected_body' } }, { body: { status: 'alive' } }])
})

/** Checks that the error for a malformed request has the form of all errors. */
async function expectRefusal(reply: Reply, status: number, code: string): Promise<void> {
  await expectError(service, reply, status, code)
  expect(reply.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' })
}

describe('headers', () => {
  test('over 16 KiB are a 431', async () => {
    const reply = await say(request('GET', '/healthz', { 'x-long': 'x'.repeat(17 * 1024) }))
    await expectRefusal(reply, 431, 'headers_too_large')
  })

  test('over 16 KiB in all are a 431', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, 'x'.repeat(500)]))
    await expectRefusal(await say(request('GET', '/healthz', many)), 431, 'headers_too_large')
  })

  test('with an endless target are a 431', async () => {
    await expectRefusal(await say(request('GET', `/${'x'.repeat(20_000)}`)), 431, 'headers_too_large')
  })

  test('of 15 KiB are read', async () => {
    expect(await say(request('GET', '/healthz', { 'x-long': 'x'.repeat(15 * 1024) }))).toMatchObject({ status: 200 })
  })
})

describe('a Host header', () => {
  test.each(['GET /healthz HTTP/1.1\r\n\r\n', 'GET /healthz HTTP/1.1\r\nHost: \r\n\r\n'])(
    'has to be there: %j is a 400 in JSON',
    async (text) => {
      const reply = await say(text)
      expect(await expectError(service, reply, 400, 'bad_request')).toBe('The request has no Host header.')
      expect(reply.headers['connection']).toBe('close')
    },
  )

  test('is not required in HTTP/1.0', async () => {
    expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: { status: 'alive' } })
  })
})

describe('a target', () => {
  test.each(['http://localhost/healthz', 'HTTP://other.example:99/healthz', 'https://x/healthz?y'])(
    'in absolute form is routed by its path: %s',
    async (target) => {
      expect(await say(request('GET', target))).toMatchObject({ status: 200, body: { status: 'alive' } })
    },
  )

  test.each(['http://u@localhost/healthz', 'http://a b/healthz', 'http:///healthz', 'http://[::1/healthz'])(
    'in absolute form with a malformed host is a 400: %s',
    async (target) => {
      await expectError(service, await say(request('GET', target)), 400, 'bad_request')
    },
  )

  test('in absolute form needs a Host header all the same', async () => {
    const reply = await say('GET http://localhost/healthz HTTP/1.1\r\n\r\n')
    expect(await expectError(service, reply, 400, 'bad_request')).toBe('The request has no Host header.')
  })

  test.each(['*', 'http://localhost', 'http://localhost?x', 'ftp://localhost/healthz', 'healthz'])(
    '%j is an answer in JSON',
    async (target) => {
      const reply = await say(request('OPTIONS', target))
      expect([400, 404]).toContain(reply.status)
      expect(reply.body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    },
  )
})

describe('a malformed request', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 'FETCH /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another version', 'GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
    ['a space in a header name', 'GET /healthz HTTP/1.1\r\nHost: x\r\nx y: 1\r\n\r\n'],
    ['a null byte', 'GET /healthz HTTP/1.1\r\nHost: x\r\nx: \u0000\r\n\r\n'],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nx: 1\r\n 2\r\n\r\n'],
    ['two lengths', 'POST /api/lookup HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['a negative length', 'POST /api/lookup HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /api/lookup HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
    ['an unknown encoding', 'POST /api/lookup HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}'],
  ])('with %s is a 400 in JSON, and the connection closes', async (_, text) => {
    const [reply, ...others] = parseReplies(await talk(service.port, [text]))
    expect(others).toEqual([])
    if (!reply) throw new Error('no answer')
    await expectRefusal(reply, 400, 'bad_request')
  })

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

  test('with invalid chunks is a 400', async () => {
    const head = request('POST', '/api/lookup', {
      ...JSON_TYPE,
      'user-agent': USER_AGENT,
      'transfer-encoding': 'chunked',
    })
    const [reply] = parseReplies(await talk(service.port, [`${head}zz\r\n`]))
    expect(reply).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  test('without any bytes is no error', async () => {
    const socket = connect(service.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end()
    await once(socket.resume(), 'close')
  })

  test.each(['GET', 'GET /healthz', 'GET /healthz HTTP/1.1\r\nHo', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'])(
    'with half a request, %j, and a disconnect causes no error',
    async (text) => {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(text)
      socket.end()
      await once(socket.resume(), 'close')
      expect(await ask(service, '/healthz')).toMatchObject({ status: 200 })
    },
  )

  test('with half a body and a disconnect causes no error in the log', async () => {
    const before = service.log.length
    const socket = connect(service.port, '127.0.0.1')
    const headers = { ...JSON_TYPE, 'user-agent': USER_AGENT, 'content-length': '100', expect: '100-continue' }
    socket.write(request('POST', '/api/lookup', headers))
    // The handler waits for the body after 100 Continue.
    await once(socket, 'data')
    socket.resetAndDestroy()
    await expect
      .poll(() => service.log.slice(before))
      .toEqual([expect.objectContaining({ level: 30, route: '/api/lookup', status: 499, code: 'client_left' })])
  })
})

describe('several requests on one connection', () => {
  test('that are pipelined are answered in order', async () => {
    const text = [
      request('GET', `/api/lookup?steamId=${cast.raider}`, { 'user-agent': USER_AGENT }),
      request('GET', '/healthz'),
      request('GET', '/nothing'),
      request('POST', '/api/lookup', { ...JSON_TYPE, 'user-agent': USER_AGENT }, '{"input":"raider"}'),
    ].join('')
    const replies = parseReplies(await talk(service.port, [text], { done: hasReplies(4) }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 200])
    expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(4)
  })

  test('end with Connection: close', async () => {
    const replies = parseReplies(await talk(service.port, [request('GET', '/healthz', { connection: 'close' })]))
    expect(replies).toMatchObject([{ status: 200, headers: { connection: 'close' } }])
  })
})

describe('an Expect header', () => {
  test('of 100-continue gets 100 Continue, then the response', async () => {
    const headers = { ...JSON_TYPE, 'user-agent': USER_AGENT, expect: '100-continue' }
    const received = await talk(service.port, [request('POST', '/api/lookup', headers, '{"input":"raider"}')], {
      done: hasReplies(1),
    })
    expect(received.toString()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  })

  test('with any other value is a 417', async () => {
    const headers = { 'user-agent': USER_AGENT, expect: 'miracles' }
    const reply = await say(request('GET', `/api/lookup?steamId=${cast.raider}`, headers))
    expect(await expectError(service, reply, 417, 'expectation_failed')).toBe(
      'The only accepted Expect header is 100-continue.',
    )
    expect(reply.headers['server-timing']).toMatch(/^steam;dur=/)
  })
})

test.each([
  ['a name and port', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'],
  ['a loopback address', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\nSSH-2.0-x\r\n'],
])('CONNECT to %s is a 405 and opens no tunnel', async (_, text) => {
  const [reply, ...others] = parseReplies(await talk(service.port, [text]))
  expect(others).toEqual([])
  if (!reply) throw new Error('no answer')
  await expectRefusal(reply, 405, 'method_not_allowed')
})

test.each(['websocket', 'h2c', 'TLS/1.0'])(
  'an upgrade to %s is ignored, and the request is answered',
  async (protocol) => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: protocol, 'http2-settings': 'AAMAAABkAAQAAP__' }
    expect(await say(request('GET', '/healthz', headers))).toMatchObject({ status: 200, body: { status: 'alive' } })
  },
)

test('a server that received all of these requests still answers', async () => {
  expect(await post(service, '/api/lookup', { input: cast.raider })).toMatchObject({ status: 200 })
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
})
