import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { SettingsError } from '../../src/app/settings/read-settings.ts'
import { USER_AGENT, UUID } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { request, talkOnce } from '../support/raw.ts'
import { rejectionOf } from '../support/rejection-of.ts'
import { serviceForTest, useService } from '../support/service.ts'
import { connectTls, TEST_CA, TEST_TLS } from '../support/test-certificate.ts'

const { cast } = createWorld({ accounts: 1 })
const HSTS = 'max-age=31536000'

const service = await useService({
  ...TEST_TLS,
  CACHE_ACCOUNT_SECONDS: '0',
  CACHE_HOURS_SECONDS: '0',
  tryMs: 60_000,
})

const openTls = () => connectTls(service.port)
const say = (text: string) => talkOnce(service.port, text, { open: openTls })

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
    ['headers_too_large', 431, request('GET', '/healthz', { 'x-long': 'x'.repeat(17_000) })],
  ])('has the error %s as without TLS, and HSTS', async (code, status, text) => {
    const headers = { 'strict-transport-security': HSTS }
    expect(await say(text)).toMatchObject({ status, headers, body: { error: expect.any(String), code } })
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
