import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { expectError, USER_AGENT } from '../support/ask.ts'
import { hasReplies, onlyReply, openSocket, parseReplies, request, talk, talkOnce } from '../support/raw.ts'
import { httpForTest } from '../support/http.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const HEADERS = { 'content-type': 'application/json', 'user-agent': USER_AGENT }
const TOO_LONG = { 'content-length': String(256 * 1024 + 1) }
const HUGE = { 'content-length': '99999999999' }

const service = await useService()

const ENOUGH = 64 * 1024 * 1024

/** The bytes of an endless body that can be sent before the server closes the connection. */
function bytesTaken(head: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(service.port, '127.0.0.1')
    const chunk = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`)
    const pump = () => {
      while (socket.writable && socket.bytesWritten < ENOUGH && socket.write(chunk));
      if (socket.bytesWritten >= ENOUGH) socket.destroy()
    }
    socket
      .on('error', () => {})
      .on('drain', pump)
      .resume()
    socket.once('close', () => resolve(socket.bytesWritten))
    socket.write(head)
    pump()
  })
}

describe('a body that declares too large a length is refused, and its connection closed, before it is sent', () => {
  const endpoints: [name: string, head: (headers: Record<string, string>) => string, status: number, code: string][] = [
    ['a lookup', (headers) => request('POST', '/api/lookup', headers), 413, 'body_too_large'],
    ['an unknown path', (headers) => request('POST', '/nothing', headers), 404, 'not_found'],
    ['a GET', (headers) => request('GET', '/api/lookup', headers), 400, 'unexpected_body'],
  ]

  test.each(endpoints)('for %s', async (_, head, status, code) => {
    for (const length of [TOO_LONG, HUGE]) {
      for (const expectation of [{}, { expect: '100-continue' }]) {
        const reply = await onlyReply(service.port, head({ ...HEADERS, ...length, ...expectation }))
        expect([reply.status, reply.body, reply.headers['connection']]).toEqual([
          status,
          expect.objectContaining({ code }),
          'close',
        ])
      }
    }
  })

  test('of a scan, with an error event', async () => {
    for (const expectation of [{}, { expect: '100-continue' }]) {
      const reply = await onlyReply(
        service.port,
        request('POST', '/api/friends', { ...HEADERS, ...HUGE, ...expectation }),
      )
      expect(reply).toMatchObject({
        status: 200,
        headers: { connection: 'close' },
        body: expect.stringContaining('"code":"body_too_large"'),
      })
    }
  })
})

test('the headers of a GET say whether it has a body: Content-Length: 0 is none, and an empty body in chunks is one', async () => {
  const withLength = await talkOnce(service.port, request('GET', '/healthz', { ...HEADERS, 'content-length': '0' }))
  expect(withLength.status).toBe(200)
  const chunked = request('GET', '/healthz', { ...HEADERS, 'transfer-encoding': 'chunked' }, '0\r\n\r\n')
  await expectError(service, await talkOnce(service.port, chunked), 400, 'unexpected_body')
})

describe('100 Continue', () => {
  const untilAnswered = (text: string) => talk(service.port, [text], { done: hasReplies(1) })

  test.each([
    [
      'that declares too large a body',
      request('POST', '/api/lookup', { ...HEADERS, ...TOO_LONG, expect: '100-continue' }),
    ],
    ['to a route without a body', request('GET', '/healthz', { 'content-length': '5', expect: '100-continue' })],
    ['to an unknown path', request('POST', '/no', { 'content-length': '5', expect: '100-continue' })],
  ])('is not sent for a request %s', async (_, text) => {
    expect((await untilAnswered(text)).toString('latin1')).toMatch(/^HTTP\/1\.1 [245]/)
  })

  test('is sent for an accepted request before its response or stream begins', async () => {
    for (const [path, body] of [
      ['/api/lookup', JSON.stringify({ input: cast.raider })],
      ['/api/friends', JSON.stringify({ steamId: cast.lonely })],
    ] as const) {
      const headers = { ...HEADERS, expect: '100-continue', 'content-length': String(body.length) }
      const socket = openSocket(service.port)
      socket.write(request('POST', path, headers))
      const [first] = (await once(socket, 'data')) as [Buffer]
      expect(first.toString()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
      const answer = new Promise<string>((resolve) => {
        let text = first.toString()
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (/\r\n0\r\n\r\n$|\}$/.test(text)) resolve(text)
        })
      })
      socket.write(body)
      expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
    }
  })
})

describe('an endless body', () => {
  const chunked = { ...HEADERS, 'transfer-encoding': 'chunked' }

  test.each([
    ['a lookup', request('POST', '/api/lookup', chunked)],
    ['a scan', request('POST', '/api/friends', chunked)],
    ['an unknown path', request('POST', '/nothing', chunked)],
    ['a GET', request('GET', '/healthz', chunked)],
  ])('of %s is not read to its end', async (_, head) => {
    // Bytes in the buffers of both sides count as sent.
    expect(await bytesTaken(head)).toBeLessThan(ENOUGH / 2)
  })

  test('is not confused with a chunked body that ends, which leaves the connection open', async () => {
    const body = JSON.stringify({ input: cast.raider })
    const text = `${request('POST', '/api/lookup', chunked)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const replies = parseReplies(await talk(service.port, [text, text], { done: hasReplies(2) }))
    expect(replies).toMatchObject([{ status: 200 }, { status: 200 }])
    const small = request('POST', '/nothing', {}, body)
    expect(parseReplies(await talk(service.port, [small, small], { done: hasReplies(2) }))).toMatchObject([
      { status: 404, headers: { connection: 'keep-alive' } },
      { status: 404 },
    ])
  })
})

test('a connection whose body is refused ends for the client at once, and is closed two seconds later though the client leaves it open', async () => {
  const http = await httpForTest()
  const socket = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write(request('POST', '/nothing', { ...HEADERS, ...HUGE }))
  socket.resume()
  const answeredAt = await once(socket, 'end').then(() => performance.now())
  expect(http.connections()).toBe(1)
  await expect.poll(http.connections, { timeout: 10_000 }).toBe(0)
  expect(performance.now() - answeredAt).toBeGreaterThan(1_000)
})
