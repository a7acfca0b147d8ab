import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseCoding, codingFor } from '../../src/http/compression.ts'
import { json, revalidatedJson, route, type RouteResult } from '../../src/http/route.ts'
import { USER_AGENT } from '../support/ask.ts'
import { deferred } from '../support/deferred.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { httpForTest } from '../support/http.ts'
import { openSocket, request, talkOnce, type RawReply } from '../support/raw.ts'

const PLAIN = { method: 'GET', summary: '', tag: 'Operation', cost: 'free', responses: {} } as const
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync } as const
const CODINGS = ['br', 'gzip'] as const
const LONG = { entries: Array.from({ length: 200 }, (_, id) => ({ id, reason: 'aimbot' })) }
const SHORT = { entries: [{ id: 1, reason: 'aimbot' }] }

const listing = (value: object) => route({ ...PLAIN, path: '/list', isCompressed: true, handle: () => json(value) })
const fileOf = (chunks: AsyncIterable<string>) => {
  const file = { type: 'text/csv; charset=utf-8', name: 'bans.csv', chunks }
  return route({ ...PLAIN, path: '/file', handle: (): RouteResult => ({ kind: 'file', file }) })
}
async function* partsOf(...parts: string[]) {
  yield* parts
}

const get = ({ port }: { port: number }, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  talkOnce(port, request(method, path, { 'user-agent': USER_AGENT, ...headers }))
const factsOf = ({ status, headers }: RawReply) => [status, headers['content-encoding'], headers['vary']]

describe('the coding of an answer', () => {
  test.each([
    [undefined, 'identity', 'identity'],
    ['', 'identity', 'identity'],
    ['gzip, deflate, br', 'br', 'identity'],
    ['gzip', 'gzip', 'identity'],
    ['br;q=0.5, gzip', 'gzip', 'identity'],
    ['gzip;q=0.5, identity', 'identity', 'identity'],
    ['identity;q=0.5, *;q=0.1', 'identity', 'identity'],
    ['*', 'br', 'identity'],
    ['br;q=0, *', 'gzip', 'identity'],
    ['*;q=0', 'identity', 'identity'],
    ['deflate, zstd', 'identity', 'identity'],
    // A client that refuses a plain body gets none, however small it is, as long as there is another one that it accepts.
    ['identity;q=0, gzip', 'gzip', 'gzip'],
    ['identity;q=0, *;q=0.1', 'br', 'br'],
    ['gzip, *;q=0', 'gzip', 'gzip'],
    ['identity;q=0', 'identity', 'identity'],
    ['identity;q=0, br;q=0, gzip;q=0', 'identity', 'identity'],
  ])('for Accept-Encoding %j is %s, and %s if the body is small', (accepted, coding, ofSmall) => {
    expect([codingFor(accepted, 1024), chooseCoding(accepted), codingFor(accepted, 1023)]).toEqual([
      coding,
      coding,
      ofSmall,
    ])
  })
})

describe('the JSON of a list', () => {
  test.each(CODINGS)('is sent with %s to a client that accepts it, and is the same as without', async (coding) => {
    const http = await httpForTest({ routes: [listing(LONG)] })
    const plain = await get(http, '/list')
    const coded = await get(http, '/list', { 'accept-encoding': coding })
    expect([factsOf(plain), factsOf(coded)]).toEqual([
      [200, undefined, 'Accept-Encoding'],
      [200, coding, 'Accept-Encoding'],
    ])
    expect(DECODE[coding](coded.bytes).equals(plain.bytes)).toBe(true)
    expect(coded.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(coded.headers['content-length']).toBe(String(coded.bytes.length))
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 4)
    const head = await get(http, '/list', { 'accept-encoding': coding }, 'HEAD')
    expect([...factsOf(head), head.headers['content-length'], head.bytes.length]).toEqual([
      ...factsOf(coded),
      coded.headers['content-length'],
      0,
    ])
  })

  test('is sent as it is when it is small, unless the client refuses that', async () => {
    const http = await httpForTest({ routes: [listing(SHORT)] })
    const plain = await get(http, '/list', { 'accept-encoding': 'gzip, br' })
    expect([...factsOf(plain), plain.body]).toEqual([200, undefined, 'Accept-Encoding', SHORT])
    const coded = await get(http, '/list', { 'accept-encoding': 'gzip, identity;q=0' })
    expect([...factsOf(coded), JSON.parse(gunzipSync(coded.bytes).toString())]).toEqual([
      200,
      'gzip',
      'Accept-Encoding',
      SHORT,
    ])
  })

  test('has an entity tag for each coding, and is a 304 for the one that it has', async () => {
    const list = route({ ...PLAIN, path: '/list', isCompressed: true, handle: () => revalidatedJson(LONG) })
    const http = await httpForTest({ routes: [list] })
    const tags = new Map<string, string>()
    for (const coding of ['identity', ...CODINGS])
      tags.set(coding, String((await get(http, '/list', { 'accept-encoding': coding })).headers['etag']))
    const [plain = ''] = tags.values()
    expect(Object.fromEntries(tags)).toEqual({
      identity: expect.stringMatching(/^"[\w-]{22}"$/),
      br: plain.replace(/"$/, '-br"'),
      gzip: plain.replace(/"$/, '-gzip"'),
    })
    for (const [coding, tag] of tags)
      for (const [other, sent] of tags) {
        const reply = await get(http, '/list', { 'accept-encoding': coding, 'if-none-match': sent })
        expect([coding, other, reply.status, reply.headers['etag'], reply.headers['vary']]).toEqual([
          coding,
          other,
          coding === other ? 304 : 200,
          tag,
          'Accept-Encoding',
        ])
        if (coding === other) expect(reply.headers).not.toHaveProperty('content-encoding')
      }
  })
})

describe('a file that is written as it is read', () => {
  const PARTS = ['steamId,reason\n', ...Array.from({ length: 50 }, () => '76561197960287930,aimbot\n'.repeat(100))]
  const [head = '', ...rest] = PARTS

  test.each(CODINGS)('is sent with %s to a client that accepts it, and is the same as without', async (coding) => {
    const http = await httpForTest({ routes: [fileOf(partsOf(head + rest[0], ...rest.slice(1)))] })
    const coded = await get(http, '/file', { 'accept-encoding': coding })
    expect(factsOf(coded)).toEqual([200, coding, 'Accept-Encoding'])
    expect(DECODE[coding](coded.bytes).toString()).toBe(PARTS.join(''))
    expect(coded.headers['content-disposition']).toBe('attachment; filename="bans.csv"')
    expect(coded.bytes.length).toBeLessThan(PARTS.join('').length / 20)
  })

  test.each(['identity', ...CODINGS])('with %s breaks off when a later part fails', async (coding) => {
    async function* failing() {
      yield head.repeat(100)
      throw new Error('the database is gone')
    }
    const http = await httpForTest({ routes: [fileOf(failing())] })
    await expect(get(http, '/file', { 'accept-encoding': coding })).rejects.toThrow('no answer')
    expect(http.log).toContainEqual(expect.objectContaining({ level: 50, code: 'internal' }))
  })

  /** Parts without an end that cannot be compressed. */
  function endlessParts() {
    const state = { read: 0, hasEnded: false }
    async function* parts() {
      try {
        for (;;) {
          await new Promise(setImmediate)
          state.read++
          yield randomBytes(32 * 1024).toString('base64')
        }
      } finally {
        state.hasEnded = true
      }
    }
    return { state, parts: parts() }
  }

  test.each(['identity', ...CODINGS])('with %s is read only as fast as the client takes it', async (coding) => {
    const { state, parts } = endlessParts()
    const http = await httpForTest({ unreadMs: 200, routes: [fileOf(parts)] })
    const socket = openSocket(http.port).pause()
    socket.write(request('GET', '/file', { 'accept-encoding': coding }))
    await expect.poll(() => state.hasEnded, { timeout: 5_000 }).toBe(true)
    await expect.poll(() => http.log).toContainEqual(expect.objectContaining({ status: 499, code: 'client_left' }))
    const { read } = state
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(state.read).toBe(read)
  })

  test.each(['identity', 'gzip'])('with %s is read no further when the client has left', async (coding) => {
    const { state, parts } = endlessParts()
    const http = await httpForTest({ routes: [fileOf(parts)] })
    const socket = openSocket(http.port)
    socket.write(request('GET', '/file', { 'accept-encoding': coding }))
    socket.once('data', () => socket.destroy())
    await expect.poll(() => state.hasEnded).toBe(true)
    await expect.poll(() => http.log).toContainEqual(expect.objectContaining({ status: 499, code: 'client_left' }))
  })

  test('is a 503 if its first part does not come in time', async () => {
    const clock = createFakeClock()
    async function* never() {
      yield await new Promise<string>(() => {})
    }
    const http = await httpForTest({ clock, routes: [fileOf(never())] })
    const reply = get(http, '/file')
    await expect.poll(() => clock.pending()).toBeGreaterThan(0)
    await clock.advance(9_500)
    expect((await reply).status).toBe(503)
  })

  test('has no deadline once its first part was sent', async () => {
    const clock = createFakeClock()
    const rest = deferred<string>()
    async function* slow() {
      yield 'first,'
      yield await rest.promise
    }
    const http = await httpForTest({ clock, routes: [fileOf(slow())] })
    const response = await fetch(`${http.url}/file`, { headers: { 'user-agent': USER_AGENT } })
    await clock.advance(20_000)
    rest.resolve('last')
    expect([response.status, await response.text()]).toEqual([200, 'first,last'])
  })

  test('that waits behind another answer on its connection is given up with it, and the next client gets its turn', async () => {
    const [isWaiting, goesOn] = [deferred<void>(), deferred<void>()]
    const slow = route({ ...PLAIN, path: '/slow', handle: () => goesOn.promise.then(() => json(SHORT)) })
    let isFirst = true
    const file = route({
      ...PLAIN,
      path: '/file',
      runsAlone: 'rate_limited',
      handle: (): RouteResult => {
        const parts = isFirst ? partsOf(head, ...rest) : partsOf(head)
        isFirst = false
        isWaiting.resolve()
        return { kind: 'file', file: { type: 'text/csv', name: 'bans.csv', chunks: parts } }
      },
    })
    const http = await httpForTest({ routes: [slow, file] })
    const socket = openSocket(http.port)
    socket.write(request('GET', '/slow') + request('GET', '/file'))
    await isWaiting.promise
    expect((await get(http, '/file')).status).toBe(429)
    socket.destroy()
    await expect.poll(async () => (await get(http, '/file')).status).toBe(200)
    expect(http.log).toContainEqual(expect.objectContaining({ route: '/file', status: 499, code: 'client_left' }))
    goesOn.resolve()
  })
})
