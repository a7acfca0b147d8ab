import { once } from 'node:events'
import { connect as connectH2 } from 'node:http2'
import type { IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSteam } from '../../sim/steam/server.ts'
import type { SimSteam } from '../../sim/steam/server.ts'
import { ask, bodyOf, expectError, USER_AGENT } from '../support/ask.ts'
import { headersOf } from '../support/h2.ts'
import { hasReplies, parseReplies, request, talk, Unfinished } from '../support/raw.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { TEST_CA, TEST_TLS } from '../support/test-certificate.ts'

// These wait for real time-outs, so all of them begin at once and each test looks at the outcome of one.
let sim: SimSteam
let plain: Service
let secure: Service

beforeAll(async () => {
  sim = await startSteam()
  plain = await startService({}, sim)
  secure = await startService(TEST_TLS, sim)
  for (const [name, begin] of begun) outcomes.set(name, begin())
  // Whoever awaits it hears of a failure.
  for (const outcome of outcomes.values()) outcome.catch(() => {})
})
afterAll(async () => {
  await Promise.all([plain.close(), secure.close()])
  await sim.close()
})

const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': USER_AGENT }

const openPlain = (): Socket => connect(plain.port, '127.0.0.1')
const openSecure = (): Socket =>
  connectTls({ port: secure.port, host: '127.0.0.1', ca: TEST_CA, servername: 'localhost', ALPNProtocols: ['http/1.1'] })

/** What came on a connection before the server closed it, and how long that took. */
async function timed(sent: string[], open: () => Socket, drip?: string): Promise<Outcome> {
  const startedAt = performance.now()
  const received = await talk(0, sent, {
    withinMs: 12_500,
    open: () => {
      const socket = open()
      if (drip) {
        const timer = setInterval(() => socket.writable && socket.write(drip), 300)
        socket.once('close', () => clearInterval(timer))
      }
      return socket
    },
  })
  return { received, seconds: (performance.now() - startedAt) / 1000 }
}

interface Outcome {
  received: Buffer
  seconds: number
  headers?: IncomingHttpHeaders
}

const begun = new Map<string, () => Promise<Outcome>>()
const outcomes = new Map<string, Promise<Outcome>>()

/** Begins with all others; the function given back waits for the end. */
function begin(name: string, start: () => Promise<Outcome>): () => Promise<Outcome> {
  begun.set(name, start)
  return () => outcomes.get(name) ?? Promise.reject(new Error(`${name} was not begun`))
}

const unfinishedBody = request('POST', '/api/lookup', { ...JSON_HEADERS, 'content-length': '1000' })
const unfinishedScan = request('POST', '/api/friends', { ...JSON_HEADERS, 'content-length': '1000' })

describe.each([
  ['plain HTTP', openPlain, () => plain],
  ['TLS', openSecure, () => secure],
])('over %s', (kind, open, serviceOf) => {
  const headers = begin(`${kind}: headers`, () => timed(['GET /healthz HTTP/1.1\r\nHost: x\r\n'], open))
  const dripped = begin(`${kind}: dripped`, () => timed(['GET /healthz HTTP/1.1\r\nHost: x\r\n'], open, 'x: y\r\n'))
  const nothing = begin(`${kind}: nothing`, () => timed([], open))
  const body = begin(`${kind}: body`, () => timed([`${unfinishedBody}{"in`], open))
  const drippedBody = begin(`${kind}: dripped body`, () => timed([`${unfinishedBody}{"in`], open, ' '))
  const scan = begin(`${kind}: scan`, () => timed([`${unfinishedScan}{"st`], open))

  test('who never finishes the headers is told so and closed by about 6 s', async () => {
    const { received, seconds } = await headers()
    const [reply, ...others] = parseReplies(received)
    if (!reply) throw new Error('no answer')
    expect(others).toEqual([])
    await expectError(serviceOf(), reply, 408, 'request_timeout')
    expect(reply.headers['connection']).toBe('close')
    expect(seconds).toBeGreaterThan(4.5)
    expect(seconds).toBeLessThan(7.5)
  })

  test('who drips headers is closed as soon', async () => {
    const { received, seconds } = await dripped()
    expect(parseReplies(received)).toMatchObject([{ status: 408 }])
    expect(seconds).toBeLessThan(7.5)
  })

  test('who sends nothing is closed as soon', async () => {
    const { seconds } = await nothing()
    expect(seconds).toBeGreaterThan(4.5)
    expect(seconds).toBeLessThan(7.5)
  })

  test.each([
    ['never finishes', body],
    ['drips', drippedBody],
  ])('who %s the body is told so and closed by about 9 s', async (_, outcome) => {
    const { received, seconds } = await outcome()
    const [reply, ...others] = parseReplies(received)
    if (!reply) throw new Error('no answer')
    expect(others).toEqual([])
    await expectError(serviceOf(), reply, 408, 'request_timeout')
    expect(reply.headers).toMatchObject({ connection: 'close', 'server-timing': expect.stringMatching(/^steam;dur=/) })
    expect(seconds).toBeGreaterThan(6)
    expect(seconds).toBeLessThan(9.5)
  })

  test('who never finishes the body of a scan gets an error event, and nothing after it', async () => {
    const { received, seconds } = await scan()
    const [reply, ...others] = parseReplies(received)
    expect(others).toEqual([])
    expect(reply).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^data: \{"error":"[^"]+","code":"request_timeout","requestId":"[^"]+"\}\n\n$/),
    })
    expect(seconds).toBeLessThan(10)
  })

  test('who lets a connection lie idle is told for how long', async () => {
    const [reply] = parseReplies(await talk(0, [request('GET', '/healthz')], { open, done: hasReplies(1) }))
    expect(reply).toMatchObject({ status: 200, headers: { 'keep-alive': 'timeout=10' } })
  })
})

const overH2 = begin('HTTP/2', async () => {
  const session = connectH2(secure.url, { ca: TEST_CA, servername: 'localhost' })
  const stream = session.request({ ':method': 'POST', ':path': '/api/lookup', ...JSON_HEADERS })
  const startedAt = performance.now()
  const head = headersOf(stream)
  stream.write('{"in')
  const headers = await head
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  const seconds = (performance.now() - startedAt) / 1000
  if (!stream.closed) await once(stream, 'close')
  session.destroy()
  return { received: Buffer.concat(chunks), seconds, headers }
})

test('over HTTP/2, who never finishes the body is told so by about 8 s, and the stream closed', async () => {
  const { received, seconds, headers } = await overH2()
  expect(headers).toMatchObject({ ':status': 408, 'server-timing': expect.stringMatching(/^steam;dur=/) })
  expect(bodyOf('application/json', received.toString())).toMatchObject({ code: 'request_timeout' })
  expect(seconds).toBeGreaterThan(6)
  expect(seconds).toBeLessThan(9)
})

test('three hundred half requests leave the server answering', async () => {
  const halves = Array.from({ length: 300 }, (_, index) => {
    const socket = openPlain()
    socket.on('error', () => {})
    socket.write(index % 2 ? 'GET /healthz HTTP/1.1\r\nHo' : unfinishedBody)
    return socket
  })
  expect(await ask(plain, '/healthz')).toMatchObject({ status: 200 })
  for (const socket of halves) socket.destroy()
  expect(await ask(plain, `/api/lookup?steamId=${sim.world.cast.raider}`)).toMatchObject({ status: 200 })
})

test('the parser these tests rely on tells a cut answer from a whole one', () => {
  expect(() => parseReplies(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc'))).toThrow(Unfinished)
})
