import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { json, route, type RouteResult } from '../../src/http/route.ts'
import { ask, expectError, UUID } from '../support/ask.ts'
import { deferred } from '../support/deferred.ts'
import { httpForTest } from '../support/http.ts'
import { openSocket, request, talkOnce } from '../support/raw.ts'
import { serviceForTest, useService, type Service } from '../support/service.ts'

const world = createWorld({ accounts: 1 })
const AVATARS = 'https://avatars.steamstatic.com'
const avatar = `${AVATARS}/${world.account(world.cast.raider)?.profile?.avatarHash}_full.jpg`
const LAST_MODIFIED = 'Tue, 06 May 2025 10:00:00 GMT'

// Images need no key.
const service = await useService({ STEAM_API_KEY: '' })

const pathOf = (url: string) => `/api/image?url=${encodeURIComponent(url)}`
const get = (url: string, headers: Record<string, string> = {}) => ask(service, pathOf(url), { headers })

async function getBytes(url: string, from: Service = service): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(`${from.url}${pathOf(url)}`, { redirect: 'manual' })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('an image has our headers and the validators of its host, and no others', async () => {
  const reply = await talkOnce(service.port, request('GET', pathOf(avatar)))
  expect(reply.status).toBe(200)
  expect(reply.headers).toEqual({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.stringMatching(UUID),
    etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
    'last-modified': LAST_MODIFIED,
    'transfer-encoding': 'chunked',
    date: expect.any(String),
    connection: 'keep-alive',
    'keep-alive': expect.any(String),
  })
})

describe('an image that the client already has', () => {
  test.each([
    ['If-Modified-Since', async () => ({ 'if-modified-since': LAST_MODIFIED })],
    ['If-None-Match', async () => ({ 'if-none-match': String((await get(avatar)).headers['etag']) })],
  ])('by %s is a 304 without a body', async (_, headersOf) => {
    const reply = await talkOnce(service.port, request('GET', pathOf(avatar), await headersOf()))
    expect(reply).toMatchObject({
      status: 304,
      headers: {
        'cache-control': 'public, max-age=86400',
        etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
        'last-modified': LAST_MODIFIED,
      },
    })
    for (const name of ['content-type', 'content-length', 'transfer-encoding'])
      expect(reply.headers).not.toHaveProperty(name)
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ route: '/api/image', status: 304 })
  })
})

test('a URL that is none of an image is refused without a call', async () => {
  const calls = service.sim.calls.total()
  await expectError(service, await get('avatars.steamstatic.com/a.png'), 400, 'image_url_malformed')
  expect(service.sim.calls.total()).toBe(calls)
})

test('what is no valid image is a 502, and a redirect is not followed', async () => {
  const reply = await get(`${AVATARS}/test/redirect`)
  expect(await expectError(service, reply, 502, 'image_failed')).toContain('status 302')
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(reply.headers).not.toHaveProperty('location')
  expect(service.sim.calls.log.at(-1)?.ids).toEqual(['/avatars.steamstatic.com/test/redirect'])
})

/** A service in front of an image host with a handler of the test. */
async function serviceBefore(listener: RequestListener): Promise<Service> {
  const cdn = createServer(listener).listen(0, '127.0.0.1')
  await once(cdn, 'listening')
  onTestFinished(() => cdn.close().closeAllConnections())
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
  return serviceForTest({ imageCdnUrl: url }, service.sim)
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('the response of an image host', () => {
  test('other headers are not passed on, nor are the client’s headers passed to the host', async () => {
    const asked: IncomingMessage[] = []
    const before = await serviceBefore((incoming, response) => {
      asked.push(incoming)
      response.writeHead(200, {
        'content-type': 'image/png',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        'content-disposition': 'attachment',
        'cache-control': 'private',
        'x-powered-by': 'x',
        server: 'x',
        link: '<https://evil.example>; rel=preload',
        refresh: '0; url=https://evil.example',
      })
      response.end(PNG_START)
    })
    const reply = await talkOnce(
      before.port,
      request('GET', pathOf(avatar), {
        cookie: 'secret=1',
        authorization: 'Bearer secret',
        referer: 'https://panel.example/',
        'user-agent': 'browser/1.0',
        'x-forwarded-for': '1.2.3.4',
        range: 'bytes=0-1',
      }),
    )
    expect(reply.names.toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-security-policy',
      'content-type',
      'date',
      'keep-alive',
      'referrer-policy',
      'transfer-encoding',
      'x-content-type-options',
      'x-request-id',
      'x-robots-tag',
    ])
    expect(reply.headers['cache-control']).toBe('public, max-age=86400')
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
  })

  test('an incomplete image ends with a broken connection', async () => {
    const before = await serviceBefore((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100000' })
      response.write(PNG_START, () => response.destroy())
    })
    await expect(getBytes(avatar, before)).rejects.toThrow(/terminated|socket|fetch failed/)
    expect(await ask(before, '/healthz')).toMatchObject({ status: 200 })
  })
})

/** The text of a response of an image host with these lines in its headers. */
const headOf = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`

test.each([
  ['two types, of which the last is no image', ['Content-Type: image/png', 'Content-Type: text/html'], [502]],
  ['a bare CR in the validator', ['Content-Type: image/png', 'ETag: "a\rSet-Cookie: evil=1"'], [200, 502]],
  ['a bare LF in the validator', ['Content-Type: image/png', 'ETag: "a\nSet-Cookie: evil=1"'], [200, 502]],
  ['a null byte in the validator', ['Content-Type: image/png', 'ETag: "a\u0000b"'], [200, 502]],
  ['a control character in the validator', ['Content-Type: image/png', 'ETag: "a\u0001b"'], [200, 502]],
  ['a line end in the validator', ['Content-Type: image/png', 'ETag: "a\r\nSet-Cookie: evil=1\r\nX-Y: "'], [200, 502]],
  ['a folded validator', ['Content-Type: image/png', 'ETag: "a\r\n Set-Cookie: evil=1"'], [200, 502]],
])('a host that sends %s is refused, or injects no header', async (_, lines, statuses) => {
  const host = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(headOf(...lines), 'latin1')
        socket.end(PNG_START)
      })
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  onTestFinished(() => void host.close())
  const imageCdnUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const before = await serviceForTest({ imageCdnUrl }, service.sim)
  const reply = await talkOnce(before.port, request('GET', pathOf(avatar)))
  expect(statuses).toContain(reply.status)
  expect(reply.names).not.toContain('set-cookie')
  expect(reply.headers['etag'] ?? '').not.toMatch(/[^ -~]/)
})

test('an image is streamed', async () => {
  const leave = new AbortController()
  const response = await fetch(`${service.url}${pathOf(`${AVATARS}/test/slow`)}`, { signal: leave.signal })
  const first = await response.body?.getReader().read()
  expect(first?.value?.length).toBeLessThan(50)
  expect(service.sim.inFlight('image')).toBe(1)
  leave.abort()
  await expect.poll(() => service.sim.inFlight('image')).toBe(0)
  expect(await service.lineOf(response.headers.get('x-request-id'))).toMatchObject({
    level: 30,
    status: 499,
    code: 'client_left',
  })
})

test('an image that is ready only when its connection has ended, behind another answer, is given up', async () => {
  const [isAsked, isReady, never] = [deferred<void>(), deferred<void>(), deferred<void>()]
  async function* pieces() {
    yield Buffer.from('png')
  }
  const image = { type: 'image/png', etag: undefined, lastModified: undefined, body: pieces() }
  const plain = { method: 'GET', summary: '', tag: 'Lookups', cost: 'free', responses: {} } as const
  const http = await httpForTest({
    routes: [
      route({ ...plain, path: '/slow', handle: () => never.promise.then(() => json({})) }),
      route({
        ...plain,
        path: '/image',
        async handle(): Promise<RouteResult> {
          isAsked.resolve()
          await isReady.promise
          return { kind: 'image', image }
        },
      }),
    ],
  })
  const socket = openSocket(http.port)
  socket.write(request('GET', '/slow') + request('GET', '/image'))
  await isAsked.promise
  socket.destroy()
  await expect.poll(http.connections).toBe(0)
  isReady.resolve()
  await expect.poll(() => http.log).toContainEqual(expect.objectContaining({ route: '/image', status: 499 }))
})
