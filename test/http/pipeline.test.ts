import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { json, route, type RouteResult } from '../../src/http/route.ts'
import { deferred, type Deferred } from '../support/deferred.ts'
import { httpForTest } from '../support/http.ts'
import { hasReplies, openSocket, parseReplies, request, talk, talkOnce } from '../support/raw.ts'
import { connectTls, TEST_PEM } from '../support/test-certificate.ts'

const PLAIN = { summary: '', tag: 'Operation', cost: 'free', responses: {} } as const
const MAX_WAITING = 4
const LARGE = Buffer.alloc(1024 * 1024, ' ')

/** Sends some requests at once, after which all connections are bounded. */
async function triggerBounding(port: number, open: (port: number) => Socket): Promise<void> {
  await talk(port, [request('GET', '/nothing').repeat(MAX_WAITING + 1)], {
    done: hasReplies(MAX_WAITING + 1),
    open: () => open(port),
  })
}

/**
 * Serves requests that wait until a test releases them, a page of 1 MiB and an echo of a body; its connections are
 * bounded from the start.
 */
async function serve(options: Parameters<typeof httpForTest>[0] = {}, open: (port: number) => Socket = openSocket) {
  const served = await serveUnbounded(options)
  await triggerBounding(served.http.port, open)
  return served
}

async function serveUnbounded(options: Parameters<typeof httpForTest>[0] = {}) {
  const waiting: Deferred<RouteResult>[] = []
  const served = { large: 0, slow: 0 }
  const http = await httpForTest({
    ...options,
    routes: [
      route({
        ...PLAIN,
        method: 'GET',
        path: '/slow',
        handle: () => {
          const answer = deferred<RouteResult>()
          waiting.push(answer)
          return answer.promise.then(() => json({ number: served.slow++ }))
        },
      }),
      route({
        ...PLAIN,
        method: 'GET',
        path: '/large',
        handle: () => {
          served.large++
          return { kind: 'page', headers: {}, body: LARGE }
        },
      }),
      route({
        ...PLAIN,
        method: 'POST',
        path: '/echo',
        input: z.object({ text: z.string() }),
        handle: (_, { text }) => json({ text }),
      }),
    ],
  })
  return { http, waiting, served }
}

const openers = [
  ['plain HTTP', {}, (port: number) => openSocket(port)],
  ['TLS', { tls: TEST_PEM }, connectTls],
] as const

describe.each(openers)('many requests in one packet over %s', (_, options, open) => {
  test('are handled a few at a time, and all answered in order', async () => {
    const { http, waiting } = await serve(options, open)
    const replies = talk(http.port, [request('GET', '/slow').repeat(100)], {
      open: () => open(http.port),
      done: hasReplies(100),
      withinMs: 20_000,
    })
    for (let done = 0; done < 100; done++) {
      await expect.poll(() => waiting.length, { interval: 1 }).toBeGreaterThan(done)
      expect(waiting.length).toBeLessThanOrEqual(done + MAX_WAITING)
      waiting[done]?.resolve(json({}))
    }
    const bodies = parseReplies(await replies).map(({ body }) => body)
    expect(bodies).toEqual(Array.from({ length: 100 }, (_, number) => ({ number })))
  }, 30_000)

  test('of a client that reads nothing are no longer handled once its buffers are full', async () => {
    const { http, served } = await serve(options, open)
    const socket = open(http.port).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.pause().write(request('GET', '/large').repeat(3_000))
    await expect.poll(() => served.large, { timeout: 5_000 }).toBeGreaterThan(0)
    // Turns of the event loop in which further requests would be handled.
    let seen = 0
    for (let quiet = 0; quiet < 50; quiet++) {
      if (served.large !== seen) quiet = 0
      seen = served.large
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(served.large).toBeLessThan(100)
    expect(await talkOnce(http.port, request('GET', '/nothing'), { open: () => open(http.port) })).toMatchObject({
      status: 404,
    })
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }
const echo = (text: string) => request('POST', '/echo', JSON_TYPE, JSON.stringify({ text }))

describe('a body', () => {
  test.each([
    ['that holds ends of headers', '\r\n\r\n'.repeat(2_000)],
    ['longer than what is parsed at once', 'x'.repeat(100_000)],
    ['as large as may be', 'x'.repeat(256 * 1024 - 20)],
    ['that looks like a request', request('GET', '/slow')],
  ])('%s arrives complete and separate from the requests around it', async (_, text) => {
    const { http } = await serve()
    const sent = request('GET', '/nothing') + echo(text) + request('GET', '/nothing') + echo('last')
    const replies = parseReplies(await talk(http.port, [sent], { done: hasReplies(4), withinMs: 10_000 }))
    expect(replies.map(({ status }) => status)).toEqual([404, 200, 404, 200])
    expect(replies[1]?.body).toEqual({ text })
    expect(replies[3]?.body).toEqual({ text: 'last' })
  })

  test('in a thousand pieces arrives complete', async () => {
    const { http } = await serve()
    const socket = openSocket(http.port).setNoDelay()
    const sent = echo('x'.repeat(1_000))
    const replies = talk(http.port, [], { done: hasReplies(1), open: () => socket })
    for (const byte of sent) {
      socket.write(byte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(parseReplies(await replies)).toMatchObject([{ status: 200, body: { text: 'x'.repeat(1_000) } }])
  })
})

test('a connection that is already open becomes bounded when another client sends many requests', async () => {
  const { http, waiting } = await serveUnbounded()
  const socket = openSocket(http.port).resume()
  socket.write(request('GET', '/nothing'))
  await once(socket, 'data')
  await triggerBounding(http.port, openSocket)
  socket.write(request('GET', '/slow').repeat(20))
  await expect.poll(() => waiting.length).toBe(MAX_WAITING)
  const [reply] = parseReplies(await talk(http.port, [request('GET', '/nothing')], { done: hasReplies(1) }))
  expect(reply?.status).toBe(404)
  expect(waiting.length).toBe(MAX_WAITING)
})

test('the first client that sends many requests is answered and becomes bounded', async () => {
  const { http, waiting } = await serveUnbounded()
  const socket = openSocket(http.port).resume()
  const first = request('GET', '/slow').repeat(10)
  socket.write(first)
  await expect.poll(() => waiting.length).toBe(10)
  socket.write(request('GET', '/slow').repeat(20))
  for (let done = 0; done < 30; done++) {
    await expect.poll(() => waiting.length, { interval: 1 }).toBeGreaterThan(done)
    expect(waiting.length).toBeLessThanOrEqual(Math.max(10, done + MAX_WAITING))
    waiting[done]?.resolve(json({}))
  }
})

test('after CONNECT, nothing on the connection is parsed as a request', async () => {
  const { http, served, waiting } = await serve()
  const sent = `CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n${request('GET', '/large').repeat(50)}`
  const replies = parseReplies(await talk(http.port, [request('GET', '/nothing') + sent]))
  expect(replies.map(({ status }) => status)).toEqual([404, 405])
  expect([served.large, waiting.length]).toEqual([0, 0])
})

test('a client that sends many requests does not delay other clients', async () => {
  const { http } = await serve()
  const [greedy, modest] = [openSocket(http.port).resume(), openSocket(http.port).resume()]
  for (const socket of [greedy, modest]) await once(socket, 'connect')
  await expect.poll(http.connections).toBe(2)
  // The server runs in this process, so it reads both in the same turn of the event loop.
  const before = http.log.length
  greedy.write(request('GET', '/large').repeat(300))
  modest.write(request('GET', '/nothing'))
  const routes = () => http.log.slice(before).map((line) => line['route'])
  await expect.poll(routes).toContain('unknown')
  expect(routes().indexOf('unknown')).toBeLessThan(20)
})
