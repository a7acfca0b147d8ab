import { once } from 'node:events'
import { constants } from 'node:http2'
import { describe, expect, test } from 'vitest'
import { json, route } from '../../src/http/route.ts'
import { createUnsentResponses } from '../../src/http/unsent.ts'
import { askH2, headersOf, openH2 } from '../support/h2.ts'
import { httpForTest } from '../support/http.ts'
import { openSocket, request, talkOnce } from '../support/raw.ts'
import { TEST_PEM } from '../support/test-certificate.ts'

const MEGABYTE = 1024 * 1024
/** More than fits into the buffers of both sides. */
const LARGE = 32 * MEGABYTE
const PLAIN = { method: 'GET', summary: '', tag: 'Operation', cost: 'free', responses: {} } as const
const body = Buffer.alloc(LARGE, ' ')
const routes = [
  route({ ...PLAIN, path: '/large', handle: () => ({ kind: 'page', headers: {}, body }) }),
  // Less than Node buffers in one session, and more than a stream's window.
  route({
    ...PLAIN,
    path: '/medium',
    handle: () => ({ kind: 'page', headers: {}, body: Buffer.alloc(MEGABYTE, ' ') }),
  }),
  route({ ...PLAIN, path: '/small', handle: () => json({}) }),
]

describe('the bound on unsent responses', () => {
  /** A bound with named responses; lists those that were cut off. */
  function account(maxBytes: number) {
    const cut: string[] = []
    let count = 0
    const unsent = createUnsentResponses(maxBytes, () => count++)
    return { cut, count: () => count, add: (name: string, bytes = 0) => unsent.add(bytes, () => cut.push(name)) }
  }

  test('cuts off as many of the oldest as necessary', () => {
    const { add, cut, count } = account(4 * MEGABYTE)
    add('a', MEGABYTE)
    add('b', MEGABYTE)
    add('c', MEGABYTE)
    expect(cut).toEqual([])
    add('d', 2.5 * MEGABYTE)
    expect(cut).toEqual(['a', 'b'])
    expect(count()).toBe(2)
  })

  test('releases each sent response once', () => {
    const { add, cut } = account(2 * MEGABYTE)
    const sent = add('a', MEGABYTE)
    sent()
    sent()
    add('b', MEGABYTE)
    add('c', MEGABYTE / 2)
    expect(cut).toEqual([])
    add('d', MEGABYTE)
    expect(cut).toEqual(['b'])
  })

  test('counts an overhead for each response', () => {
    const { add, cut } = account(MEGABYTE)
    for (let index = 0; index < 33; index++) add(String(index))
    expect(cut).toEqual(['0'])
  })
})

test('over HTTP/1.1, the connection with the oldest unread response is closed', async () => {
  const http = await httpForTest({ routes, maxUnsentBytes: 1.5 * LARGE })
  const open = () => {
    const socket = openSocket(http.port).pause()
    socket.write(request('GET', '/large'))
    return socket
  }
  open()
  await expect.poll(http.connections).toBe(1)
  await expect.poll(() => http.log.length).toBe(1)
  expect(await talkOnce(http.port, request('GET', '/small', { connection: 'close' }))).toMatchObject({ status: 200 })
  expect(http.refusals).toEqual([])
  open()
  await expect.poll(() => http.refusals).toEqual(['unread'])
  await expect.poll(http.connections).toBe(1)
})

test('over HTTP/2, the stream with the oldest unread response is reset, and its session continues', async () => {
  const http = await httpForTest({ routes, tls: TEST_PEM, maxUnsentBytes: 2.5 * MEGABYTE })
  const session = openH2(http)
  const ask = async () => {
    const stream = session.request({ ':path': '/medium' })
    stream.on('error', () => {})
    await headersOf(stream)
    return stream
  }
  const [first, second] = [await ask(), await ask()]
  const third = await ask()
  await expect.poll(() => first.closed).toBe(true)
  expect(first.rstCode).toBe(constants.NGHTTP2_CANCEL)
  expect([second.closed, third.closed]).toEqual([false, false])
  expect(http.refusals).toEqual(['unread'])
  expect(await askH2(openH2(http), '/small')).toMatchObject({ status: 200 })
})

test('a hundred streams with a flow-control window of 0 are bounded and do not block other clients', async () => {
  const http = await httpForTest({ routes, tls: TEST_PEM, maxUnsentBytes: MEGABYTE })
  const session = openH2(http, { initialWindowSize: 0 })
  const streams = Array.from({ length: 100 }, () => session.request({ ':path': '/small' }).on('error', () => {}))
  await expect.poll(() => streams.filter(({ closed }) => closed).length, { timeout: 10_000 }).toBeGreaterThan(60)
  expect(await askH2(openH2(http), '/small')).toMatchObject({ status: 200 })
  expect(session.destroyed).toBe(false)
  expect(streams.filter(({ closed }) => !closed).length).toBeGreaterThan(20)
})

test('at the queue limit, streams are refused only to sessions that already have several', async () => {
  const http = await httpForTest({ routes, tls: TEST_PEM })
  const sessions = Array.from({ length: 20 }, () => openH2(http))
  await Promise.all(sessions.map((session) => once(session, 'connect')))
  await expect.poll(http.connections).toBe(20)
  const codes: number[] = []
  const ended = sessions.flatMap((session) =>
    Array.from({ length: 100 }, async () => {
      const stream = session
        .request({ ':path': '/small' })
        .on('error', () => {})
        .resume()
      await new Promise((resolve) => stream.once('close', resolve))
      codes.push(stream.rstCode)
    }),
  )
  await Promise.all(ended)
  const refused = codes.filter((code) => code === constants.NGHTTP2_REFUSED_STREAM).length
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThanOrEqual(1_000)
  expect(codes.filter((code) => code === constants.NGHTTP2_NO_ERROR).length).toBe(2_000 - refused)
  expect(http.refusals).toEqual(Array(refused).fill('overloaded'))
})
