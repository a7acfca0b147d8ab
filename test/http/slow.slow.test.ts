import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectError, USER_AGENT } from '../support/ask.ts'
import { onlyOf, parseReplies, request, talk } from '../support/raw.ts'
import { useService } from '../support/service.ts'
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
