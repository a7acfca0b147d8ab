import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { SettingsError } from '../../src/app/settings/read-settings.ts'
import { USER_AGENT, UUID } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { parseReplies, request, talk, talkOnce } from '../support/raw.ts'
import { rejectionOf } from '../support/rejection-of.ts'
import { serviceForTest, useService } from '../support/service.ts'
import { connectTls, TEST_CA, TEST_TLS } from '../support/test-certificate.ts'

const { cast } = createWorld({ accounts: 1 })
const HSTS = 'max-age=31536000'
const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': USER_AGENT }

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
    expect(await say(request('GET', '/healthz'))).toMatchObject({ status: 200 })
  })
})

test('a client that prefers HTTP/2 gets HTTP/1.1', async () => {
  const socket = connect({
    port: service.port,
    ca: TEST_CA,
    servername: 'localhost',
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  await once(socket, 'secureConnect')
  expect(socket.alpnProtocol).toBe('http/1.1')
  socket.destroy()
})

test('serves friend scans event by event, and aborts the work of a client that leaves', async () => {
  service.sim.dial.set('summaries', { latencyMs: 60_000 })
  const socket = openTls()
  socket.write(request('POST', '/api/friends', JSON_HEADERS, JSON.stringify({ steamId: cast.scan })))
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toContain('200 OK')
  await expect.poll(() => service.sim.inFlight('summaries')).toBe(1)
  socket.destroy()
  await expect.poll(() => service.sim.inFlight()).toBe(0)
  service.sim.dial.reset()
})

test('behind a proxy that reports plain HTTP, the redirect has the requested address', async () => {
  const proxied = await serviceForTest({ ...TEST_TLS, TRUST_PROXY: 'loopback' }, service.sim)
  const ask = (target: string, headers: Record<string, string> = {}) =>
    talkOnce(proxied.port, request('GET', target, headers), { open: () => connectTls(proxied.port) })
  const plain = { host: 'rapsheet.example', 'x-forwarded-proto': 'http' }
  const reply = await ask('/api/image?url=x', plain)
  expect([reply.status, reply.headers['location']]).toEqual([308, 'https://rapsheet.example/api/image?url=x'])
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
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
