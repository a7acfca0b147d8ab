import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { ask, expectError, USER_AGENT } from '../support/ask.ts'
import { openScan } from '../support/events.ts'
import { onlyOf, parseReplies, request, talk } from '../support/raw.ts'
import { startService, useService } from '../support/service.ts'
import { connectTls, TEST_TLS } from '../support/test-certificate.ts'

// The scenarios wait for real time-outs, so all start at once and each test checks the outcome of one.
const plain = await useService()
const { sim } = plain
const secure = await useService(TEST_TLS, sim)
beforeAll(() => {
  for (const start of starts) start()
})

const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': USER_AGENT }

const openPlain = (): Socket => connect(plain.port, '127.0.0.1')
const openSecure = (): Socket => connectTls(secure.port)

/** The response on a connection until the server closed it, and how long that took. */
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
}

const starts: (() => void)[] = []

/** Starts work together with all other work of this file; returns a function that waits for its outcome. */
function begin<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined
  starts.push(() => {
    outcome = work()
    // The returned function reports a failure.
    outcome.catch(() => {})
  })
  return () => outcome ?? Promise.reject(new Error('this has not begun'))
}

const unfinishedBody = request('POST', '/api/lookup', { ...JSON_HEADERS, 'content-length': '1000' })

describe.each([
  ['plain HTTP', openPlain, plain],
  ['TLS', openSecure, secure],
])('a slow client over %s', (_, open, server) => {
  const headers = begin(() => timed(['GET /healthz HTTP/1.1\r\nHost: x\r\n'], open))
  const second = begin(() => timed([`${request('GET', '/healthz')}GET /healthz HTTP/1.1\r\n`], open, 'x: y\r\n'))
  const body = begin(() => timed([`${unfinishedBody}{"in`], open))
  const drippedBody = begin(() => timed([`${unfinishedBody}{"in`], open, ' '))

  test('that never finishes the headers gets an error and is closed by about 6 s', async () => {
    const { received, seconds } = await headers()
    const reply = onlyOf(received)
    await expectError(server, reply, 408, 'request_timeout')
    expect(reply.headers['connection']).toBe('close')
    expect(seconds).toBeGreaterThan(4.5)
    expect(seconds).toBeLessThan(7.5)
  })

  test('that sends the headers of a second request byte by byte is closed by about 6 s', async () => {
    const { received, seconds } = await second()
    expect(parseReplies(received)[0]).toMatchObject({ status: 200 })
    expect(seconds).toBeLessThan(7.5)
  })

  test.each([
    ['never finishes', body],
    ['drips', drippedBody],
  ])('that %s the body gets an error and is closed by about 9 s', async (_, outcome) => {
    const { received, seconds } = await outcome()
    const reply = onlyOf(received)
    await expectError(server, reply, 408, 'request_timeout')
    expect(reply.headers).toMatchObject({ connection: 'close', 'server-timing': expect.stringMatching(/^steam;dur=/) })
    expect(seconds).toBeGreaterThan(6)
    expect(seconds).toBeLessThan(9.5)
  })
})

const unshaken = begin(() => timed([], () => connect(secure.port, '127.0.0.1')))

test('a client that never starts the TLS handshake is closed by about 6 s', async () => {
  const { received, seconds } = await unshaken()
  expect(received).toHaveLength(0)
  expect(seconds).toBeGreaterThan(4.5)
  expect(seconds).toBeLessThan(7.5)
})

const overdueLookup = begin(async () => {
  const silent = await startSteam()
  silent.dial.set('bans', { latencyMs: 60_000 })
  const service = await startService({ tryMs: 60_000, deadlineMs: 60_000 }, silent)
  const startedAt = performance.now()
  const reply = await ask(service, `/api/lookup?steamId=${silent.world.cast.raider}`)
  const seconds = (performance.now() - startedAt) / 1000
  await service.close()
  await silent.close()
  return { reply, seconds }
})

test('a lookup that Steam does not answer is a 503 within the 10 s that clients wait', async () => {
  const { reply, seconds } = await overdueLookup()
  expect(reply).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60', 'server-timing': expect.stringMatching(/^steam;dur=[89]\d{3}\.\d$/) },
    body: { code: 'platform_unavailable', error: 'Steam did not answer in time; try again in a minute.' },
  })
  expect(seconds).toBeLessThan(10)
})

const overdueScan = begin(async () => {
  const silent = await startSteam()
  silent.dial.set('summaries', { latencyMs: 60_000 })
  const service = await startService({ tryMs: 60_000, deadlineMs: 60_000 }, silent)
  const stream = await openScan(service, { steamId: silent.world.cast.raider })
  await stream.next()
  const startedAt = performance.now()
  const stopped = service.close()
  const events = await stream.rest()
  const secondsToEnd = (performance.now() - startedAt) / 1000
  await stopped
  const secondsToStop = (performance.now() - startedAt) / 1000
  const inFlight = silent.inFlight()
  await silent.close()
  return { events, requestId: stream.headers.get('x-request-id'), secondsToEnd, secondsToStop, inFlight }
})

test('a stop waits 10 s for running requests, then aborts them with an error', async () => {
  const { events, requestId, secondsToEnd, secondsToStop, inFlight } = await overdueScan()
  expect(events.at(-1)).toEqual({
    error: 'The server is being restarted; try again in 5 s.',
    code: 'stopping',
    requestId,
  })
  expect(secondsToEnd).toBeGreaterThan(9.5)
  expect(secondsToStop).toBeLessThan(11.5)
  expect(inFlight).toBe(0)
})
