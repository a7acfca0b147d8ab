import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { SettingsError } from '../../src/app/settings/read-settings.ts'
import { scanResultSchema } from '../../src/model/account.ts'
import { bodyOf, expectError, USER_AGENT, UUID, type Reply } from '../support/ask.ts'
import { readEvents } from '../support/events.ts'
import { folderForTest } from '../support/folder.ts'
import { askH2, headersOf, openH2, postH2 } from '../support/h2.ts'
import { warningsDuring } from '../support/process-events.ts'
import { parseReplies, request, talk, talkOnce } from '../support/raw.ts'
import { rejectionOf } from '../support/rejection-of.ts'
import { serviceForTest, useService } from '../support/service.ts'
import { connectTls, TEST_CA, TEST_TLS } from '../support/test-certificate.ts'

const { cast } = createWorld({ accounts: 1 })
const HSTS = 'max-age=31536000'
const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': USER_AGENT }
const SLOW_IMAGE = `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/test/slow')}`

const service = await useService({
  ...TEST_TLS,
  CACHE_ACCOUNT_SECONDS: '0',
  CACHE_HOURS_SECONDS: '0',
  tryMs: 60_000,
})

const openTls = () => connectTls(service.port)
const say = (text: string) => talkOnce(service.port, text, { open: openTls })

test('the URL of the server is https', () => {
  expect(service.url).toBe(`https://127.0.0.1:${service.port}`)
})

describe('HTTP/1.1 over TLS', () => {
  test('answers, with HSTS', async () => {
    const reply = await say(request('GET', `/api/lookup?steamId=${cast.raider}`, { 'user-agent': USER_AGENT }))
    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'strict-transport-security': HSTS,
        'server-timing': expect.stringMatching(/^steam;dur=/),
        'x-request-id': expect.stringMatching(UUID),
      },
      body: { steamId: cast.raider },
    })
  })

  test.each([
    ['not_found', 404, request('GET', '/nothing')],
    ['method_not_allowed', 405, request('PUT', '/api/lookup')],
    ['bad_request', 400, 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['bad_request', 400, 'garbage\r\n\r\n'],
    ['headers_too_large', 431, request('GET', '/healthz', { 'x-long': 'x'.repeat(17_000) })],
    ['expectation_failed', 417, request('GET', '/healthz', { expect: 'x' })],
    ['body_too_large', 413, request('POST', '/api/lookup', JSON_HEADERS, ' '.repeat(300_000))],
  ])('has the error %s as without TLS, and HSTS', async (code, status, text) => {
    const headers = { 'strict-transport-security': HSTS }
    expect(await say(text)).toMatchObject({ status, headers, body: { error: expect.any(String), code } })
  })

  test('refuses CONNECT', async () => {
    const received = await talk(service.port, ['CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n'], { open: openTls })
    expect(parseReplies(received)).toMatchObject([{ status: 405, body: { code: 'method_not_allowed' } }])
  })

  test('keeps a connection open for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: TEST_CA, servername: 'localhost' })
    const ask = async () => {
      const outgoing = httpsRequest(`${service.url}/healthz`, { agent }).end()
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      const { localPort } = response.socket
      response.resume()
      await once(response, 'end')
      return [response.statusCode, localPort]
    }
    const first = await ask()
    expect(await ask()).toEqual(first)
    agent.destroy()
  })
})

describe('plain HTTP on the TLS port', () => {
  test('gets no response and does no harm', async () => {
    const received = await talk(service.port, [request('GET', '/healthz')], {
      open: () => connectTcp(service.port, '127.0.0.1'),
    })
    expect(received.toString('latin1')).not.toContain('HTTP/1.1 200')
    expect(await askH2(openH2(service), '/healthz')).toMatchObject({ status: 200 })
  })
})

describe('HTTP/2', () => {
  test('is chosen by clients that support it', async () => {
    const session = openH2(service)
    await once(session, 'connect')
    expect(session.alpnProtocol).toBe('h2')
  })

  test.each([
    ['GET /api/lookup', `/api/lookup?steamId=${cast.raider}`, undefined, { steamId: cast.raider }],
    ['POST /api/lookup', '/api/lookup', { input: 'raider' }, { steamId: cast.raider }],
    ['POST /api/lookup/batch', '/api/lookup/batch', { steamIds: ['raider', cast.gone] }, { resolved: 1, failed: 1 }],
    ['GET /api/rust-stats', `/api/rust-stats?steamId=${cast.veteran}`, undefined, { steamId: cast.veteran }],
    ['GET /api/inventory', `/api/inventory?steamId=${cast.hoarder}`, undefined, { total: 70 }],
    ['GET /healthz', '/healthz', undefined, { status: 'alive' }],
    ['GET /readyz', '/readyz', undefined, { ready: true }],
    ['GET /openapi.json', '/openapi.json', undefined, { openapi: '3.1.0' }],
  ])('serves %s', async (_, path, body, expected) => {
    const session = openH2(service)
    const reply = body ? await postH2(session, path, body) : await askH2(session, path)
    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'strict-transport-security': HSTS,
        'x-request-id': expect.stringMatching(UUID),
      },
      body: expected,
    })
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ status: 200, client: '127.0.0.1' })
  })

  test.each(['/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/metrics'])('serves %s', async (path) => {
    expect((await askH2(openH2(service), path)).status).toBe(200)
  })

  test('serves images, and their 304', async () => {
    const session = openH2(service)
    const hash = service.sim.world.account(cast.raider)?.profile?.avatarHash
    const path = `/api/image?url=${encodeURIComponent(`https://avatars.steamstatic.com/${hash}_full.jpg`)}`
    const reply = await askH2(session, path)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png'])
    expect(reply.bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect(reply.bytes.length).toBeGreaterThan(200)
    const again = await askH2(session, path, { 'if-none-match': String(reply.headers['etag']) })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  test('serves friend scans event by event', async () => {
    service.sim.dial.set('summaries', { latencyMs: 60_000 })
    const session = openH2(service)
    const stream = session.request({ ':method': 'POST', ':path': '/api/friends', 'content-type': 'application/json' })
    stream.end(JSON.stringify({ steamId: cast.scan }))
    expect(await headersOf(stream)).toMatchObject({
      ':status': 200,
      'content-type': 'text/event-stream; charset=utf-8',
    })
    const events = readEvents(stream as AsyncIterable<Uint8Array>)
    expect((await events.next()).value).toEqual({ progress: { current: 0, total: 100, totalFriends: 100 } })
    await expect.poll(() => service.sim.inFlight('summaries')).toBe(1)
    stream.close()
    await expect.poll(() => service.sim.inFlight()).toBe(0)
  })

  test('serves a whole friend scan', async () => {
    const session = openH2(service)
    const { body } = await postH2(session, '/api/friends', { steamId: cast.raider })
    const events = String(body).split('\n\n').filter(Boolean)
    expect(scanResultSchema.parse(JSON.parse(String(events.at(-1)?.slice('data: '.length)))).totalFriends).toBe(42)
    expect(await postH2(session, '/api/friends', {})).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^data: \{"error":"The field steamId is missing\.","code":"missing_parameter"/),
    })
  })

  test('answers many requests on one connection at once', async () => {
    const session = openH2(service)
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        askH2(session, index % 2 ? '/healthz' : `/api/lookup?steamId=${cast.raider}`),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(200).fill(200))
  })

  const expectErrorH2 = (reply: Reply, status: number, code: string) => expectError(service, reply, status, code)

  test('has the same errors as HTTP/1.1', async () => {
    const session = openH2(service)
    await expectErrorH2(await askH2(session, '/nothing'), 404, 'not_found')
    await expectErrorH2(await askH2(session, '/api/lookup'), 400, 'missing_parameter')
    await expectErrorH2(await askH2(session, '/api/lookup', { 'user-agent': 'abcd' }), 403, 'user_agent_required')
    await expectErrorH2(await postH2(session, '/api/lookup', { inputs: 1 }), 400, 'missing_parameter')
    await expectErrorH2(await askH2(session, `/api/lookup?steamId=${cast.gone}`), 404, 'account_not_found')
    const wrongMethod = await askH2(session, '/api/inventory', { ':method': 'DELETE' })
    await expectErrorH2(wrongMethod, 405, 'method_not_allowed')
    expect(wrongMethod.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'strict-transport-security': HSTS })
    await expectErrorH2(await askH2(session, '/healthz', { expect: 'x' }), 417, 'expectation_failed')
  })

  test('limits bodies and keeps the connection', async () => {
    const session = openH2(service)
    const complaints = await warningsDuring(async () => {
      await expectErrorH2(await postH2(session, '/api/lookup', { input: 'x'.repeat(300_000) }), 413, 'body_too_large')
    })
    // HTTP/2 has no Connection header; Node warns about one.
    expect(complaints).toEqual([])
    expect(await askH2(session, '/healthz')).toMatchObject({ status: 200 })
  })

  test('limits bodies without a length', async () => {
    const session = openH2(service)
    const stream = session.request({ ':method': 'POST', ':path': '/api/lookup', ...JSON_HEADERS })
    stream.on('error', () => {})
    const head = headersOf(stream)
    for (let sent = 0; sent < 5; sent++) stream.write(Buffer.alloc(64 * 1024, ' '))
    expect((await head)[':status']).toBe(413)
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
    expect(bodyOf('application/json', Buffer.concat(chunks).toString())).toMatchObject({ code: 'body_too_large' })
    expect(await askH2(session, '/healthz')).toMatchObject({ status: 200 })
  })

  test('limits headers', async () => {
    const session = openH2(service)
    const long = { 'x-long': 'x'.repeat(17_000) }
    await expectErrorH2(await askH2(session, '/healthz', long), 431, 'headers_too_large')
    expect(await askH2(session, '/healthz', { 'x-long': 'x'.repeat(15_000) })).toMatchObject({ status: 200 })
    await expect(askH2(session, `/${'x'.repeat(20_000)}`)).rejects.toThrow(/ENHANCE_YOUR_CALM/)
    await expect(askH2(openH2(service), '/healthz', { 'x-long': 'x'.repeat(100_000) })).rejects.toThrow(
      /REFUSED_STREAM/,
    )
    expect(await askH2(openH2(service), '/healthz')).toMatchObject({ status: 200 })
  })

  test('refuses CONNECT', async () => {
    const session = openH2(service)
    const stream = session.request({ ':method': 'CONNECT', ':authority': '127.0.0.1:22' })
    expect(await headersOf(stream)).toMatchObject({ ':status': 404, 'content-type': 'application/json; charset=utf-8' })
    expect(await askH2(session, '/healthz')).toMatchObject({ status: 200 })
  })

  test('resets the stream of an incomplete image', async () => {
    service.sim.dial.set('image', { next: ['cut'] })
    const hash = service.sim.world.account(cast.raider)?.profile?.avatarHash
    const path = `/api/image?url=${encodeURIComponent(`https://avatars.steamstatic.com/${hash}_full.jpg`)}`
    const session = openH2(service)
    await expect(askH2(session, path)).rejects.toThrow(/closed|aborted|INTERNAL_ERROR|CANCEL/i)
    expect(await askH2(session, '/healthz')).toMatchObject({ status: 200 })
  })

  test('aborts the work for a stream that the client resets', async () => {
    const session = openH2(service)
    const stream = session.request({ ':path': SLOW_IMAGE })
    await headersOf(stream)
    expect(service.sim.inFlight('image')).toBe(1)
    stream.close()
    await expect.poll(() => service.sim.inFlight('image')).toBe(0)
    await expect
      .poll(() => service.log.findLast(({ msg }) => msg === 'request'))
      .toMatchObject({ level: 30, route: '/api/image', status: 499, code: 'client_left' })
  })

  test('logs no error when a client resets its stream before its body is complete', async () => {
    const session = openH2(service)
    const before = service.log.length
    const stream = session.request({ ':method': 'POST', ':path': '/api/lookup', ...JSON_HEADERS })
    stream.on('error', () => {})
    stream.write('{"in')
    // The response to a later request shows that the first has been read.
    await askH2(session, '/healthz')
    stream.close(8)
    await expect
      .poll(() => service.log.slice(before).filter((line) => line['route'] === '/api/lookup'))
      .toEqual([expect.objectContaining({ level: 30 })])
  })
})

test('behind a proxy that reports plain HTTP, the redirect has the requested address', async () => {
  const proxied = await serviceForTest({ ...TEST_TLS, TRUST_PROXY: 'loopback' }, service.sim)
  const reply = await askH2(openH2(proxied), '/api/image?url=x', {
    ':authority': 'rapsheet.example',
    'x-forwarded-proto': 'http',
  })
  expect([reply.status, reply.headers['location']]).toEqual([308, 'https://rapsheet.example/api/image?url=x'])
  expect(await askH2(openH2(proxied), '/api/lookup/é€🦊', { 'x-forwarded-proto': 'http' })).toMatchObject({
    status: 308,
  })
  expect(await askH2(openH2(proxied), '/healthz')).toMatchObject({ status: 200 })
})

describe('the server does not start', () => {
  const start = (cert: string, key: string) => serviceForTest({ HTTP_TLS_CERT: cert, HTTP_TLS_KEY: key }, service.sim)
  const { HTTP_TLS_CERT: cert, HTTP_TLS_KEY: key } = TEST_TLS

  test('with missing files, and names both', async () => {
    const started = start('/no/such/cert.pem', '/no/such/key.pem')
    await expect(started).rejects.toThrow(SettingsError)
    await expect(started).rejects.toThrow(
      /HTTP_TLS_CERT names \/no\/such\/cert\.pem, which .* cannot read: there is no such file[^]*HTTP_TLS_KEY names \/no\/such\/key\.pem, which .* cannot read: there is no such file/,
    )
  })

  const here = fileURLToPath(import.meta.url)
  const isNoPem = (setting: string, path: string) =>
    new RegExp(
      `^${setting} names ${path}, which cannot be used: .+\\. Give a PEM file, which begins with -----BEGIN\\.$`,
      'm',
    )

  test.each([
    ['a key as certificate', key, key, [['HTTP_TLS_CERT', key]]],
    ['a certificate as key', cert, cert, [['HTTP_TLS_KEY', cert]]],
    [
      'files that are no PEM',
      here,
      here,
      [
        ['HTTP_TLS_CERT', here],
        ['HTTP_TLS_KEY', here],
      ],
    ],
  ] as const)('with %s, and names each file that cannot be used', async (_, certPath, keyPath, wrong) => {
    const { message } = await rejectionOf(SettingsError, start(certPath, keyPath))
    expect(message.split('\n')).toHaveLength(wrong.length)
    for (const [setting, path] of wrong) expect(message).toMatch(isNoPem(setting, path))
  })

  test('with the key of another certificate, or one with a passphrase, and names the file', async () => {
    const folder = folderForTest()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [other, locked] = [join(folder, 'other.pem'), join(folder, 'locked.pem')]
    writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const encryption = { cipher: 'aes-256-cbc', passphrase: 'hunter2' }
    writeFileSync(locked, privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption }))
    await expect(start(cert, other)).rejects.toThrow(
      `The key in ${other} (HTTP_TLS_KEY) is not that of the first certificate in ${cert} (HTTP_TLS_CERT), which is of CN=`,
    )
    await expect(start(cert, locked)).rejects.toThrow(
      `HTTP_TLS_KEY names ${locked}, which cannot be used: its key has a passphrase. Remove it: openssl pkey -in <this file> -out <new file>.`,
    )
  })
})
