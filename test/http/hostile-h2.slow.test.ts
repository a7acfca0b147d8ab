import { once } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { USER_AGENT } from '../support/ask.ts'
import { askH2, headersOf, openH2 } from '../support/h2.ts'
import { END_HEADERS, END_STREAM, frame, headerBlock, openFrames, parseFrames } from '../support/h2-frames.ts'
import { useService } from '../support/service.ts'
import { TEST_TLS } from '../support/test-certificate.ts'

const { cast } = createWorld({ accounts: 1 })
const HEADERS_FRAME = 1
const RST_STREAM_FRAME = 3
const GOAWAY_FRAME = 7

const service = await useService({ ...TEST_TLS, CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0' })
beforeEach(() => service.sim.calls.reset())

type Header = readonly [name: string, value: string]
const GET: Header[] = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', 'localhost'],
  [':path', `/api/lookup?steamId=${cast.raider}`],
  ['user-agent', USER_AGENT],
]
const POST: Header[] = [
  [':method', 'POST'],
  [':scheme', 'https'],
  [':authority', 'localhost'],
  [':path', '/api/lookup'],
  ['user-agent', USER_AGENT],
  ['content-type', 'application/json'],
]

/** Sends frames and collects the response until the server ends the connection or `isEnough`. */
function exchange(
  frames: readonly Buffer[],
  isEnough: (received: ReturnType<typeof parseFrames>) => boolean,
): Promise<ReturnType<typeof parseFrames>> {
  return new Promise((resolve, reject) => {
    const socket = openFrames(service.port)
    let received: Buffer = Buffer.alloc(0)
    const timer = setTimeout(() => {
      socket.destroy()
      reject(
        new Error(
          `nothing came of it: ${JSON.stringify(parseFrames(received).map(({ type, stream }) => [type, stream]))}`,
        ),
      )
    }, 10_000)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (isEnough(parseFrames(received))) socket.destroy()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(parseFrames(received))
    })
    for (const each of frames) socket.write(each)
  })
}

const isOver = (frames: ReturnType<typeof parseFrames>) =>
  frames.some(({ type, stream }) => type === GOAWAY_FRAME || (stream === 1 && type === RST_STREAM_FRAME))

const isAnswered = (frames: ReturnType<typeof parseFrames>) =>
  frames.some(({ type, stream }) => stream === 1 && type === HEADERS_FRAME)

async function expectHealthy(): Promise<void> {
  expect(await askH2(openH2(service), `/api/lookup?steamId=${cast.raider}`)).toMatchObject({ status: 200 })
  expect(service.log.filter(({ level, code }) => level >= 50 || code === 'internal')).toEqual([])
}

describe('an HTTP/2 request that would be ambiguous in HTTP/1.1 is reset and reaches no route', () => {
  test.each<[what: string, headers: Header[]]>([
    ['a transfer encoding', [...GET, ['transfer-encoding', 'chunked']]],
    ['a connection header', [...GET, ['connection', 'keep-alive']]],
    ['an upgrade', [...GET, ['upgrade', 'h2c']]],
    ['a keep-alive header', [...GET, ['keep-alive', 'timeout=5']]],
    ['a TE other than trailers', [...GET, ['te', 'chunked']]],
    ['two paths', [...GET, [':path', '/healthz']]],
    ['two methods', [[':method', 'POST'], ...GET]],
    ['no path', GET.filter(([name]) => name !== ':path')],
    ['no method', GET.filter(([name]) => name !== ':method')],
    ['no scheme', GET.filter(([name]) => name !== ':scheme')],
    ['an empty path', GET.map(([name, value]) => [name, name === ':path' ? '' : value])],
    ['a pseudo-header after other headers', [...GET.slice(0, 3), ['user-agent', 'tests/1.0'], [':path', '/healthz']]],
    ['an unknown pseudo-header', [...GET, [':evil', '1']]],
    ['the pseudo-header of an answer', [[':status', '200'], ...GET]],
    ['a name in upper case', [...GET, ['X-Evil', '1']]],
    ['a host with a path', GET.map(([name, value]) => [name, name === ':authority' ? 'localhost/x' : value])],
    ['a host with a space', GET.map(([name, value]) => [name, name === ':authority' ? 'a b' : value])],
    ['two lengths', [...POST, ['content-length', '2'], ['content-length', '3']]],
    ['a length that is not a decimal number', [...POST, ['content-length', '0x2']]],
    ['a length without a body', [...POST, ['content-length', '5']]],
  ])('%s', async (_, headers) => {
    const frames = await exchange(
      [frame('HEADERS', END_HEADERS | END_STREAM, 1, headerBlock(headers))],
      (received) => isOver(received) || isAnswered(received),
    )
    expect([isOver(frames), isAnswered(frames)]).toEqual([true, false])
    expect(service.sim.calls.total()).toBe(0)
    await expectHealthy()
  })

  test.each([
    ['longer', '{"input":"raider"} and GET /smuggled HTTP/1.1'],
    ['shorter', '{}'],
  ])('a body that is %s than its length', async (_, body) => {
    const frames = await exchange(
      [
        frame('HEADERS', END_HEADERS, 1, headerBlock([...POST, ['content-length', '18']])),
        frame('DATA', END_STREAM, 1, Buffer.from(body)),
      ],
      isOver,
    )
    expect(isOver(frames)).toBe(true)
    expect(service.sim.calls.total()).toBe(0)
    await expectHealthy()
  })
})

test.each<[what: string, header: Header]>([
  ['a line end in its value', ['content-type', 'application/json\r\nTransfer-Encoding: chunked']],
  ['a null byte in its value', ['content-type', 'application/json\u0000']],
  ['a colon in its name', ['content-type:', 'application/json']],
  ['a space in its name', ['content-type ', 'application/json']],
  ['a line end in its name', ['x\r\ncontent-type', 'application/json']],
  ['no name', ['', 'application/json']],
])('a header with %s is refused', async (_, header) => {
  const body = Buffer.from('{"input":"raider"}')
  const before = service.log.length
  await exchange(
    [frame('HEADERS', END_HEADERS, 1, headerBlock([...POST.slice(0, -1), header])), frame('DATA', END_STREAM, 1, body)],
    isAnswered,
  )
  await expect.poll(() => service.log.slice(before)).toMatchObject([{ status: 400, code: 'not_json' }])
})

describe('the host of an HTTP/2 request', () => {
  test.each<[what: string, headers: Record<string, string>]>([
    ['that is not the authority', { ':authority': 'localhost', host: 'evil.example' }],
    ['with a user', { ':authority': 'user@localhost' }],
  ])('%s is a 400, without a call to Steam', async (_, headers) => {
    // From version 24 on, Node itself refuses some of these by closing the stream.
    const reply = await askH2(openH2(service), `/api/lookup?steamId=${cast.raider}`, headers).catch(
      (error: unknown) => error,
    )
    if (!(reply instanceof Error)) expect(reply).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(service.sim.calls.total()).toBe(0)
  })

  test('that equals the authority is accepted', async () => {
    const reply = await askH2(openH2(service), '/healthz', { ':authority': 'localhost', host: 'localhost' })
    expect(reply.status).toBe(200)
  })
})

/** Checks that other clients are answered during `attack`, and that memory does not grow. */
async function expectResponsiveDuring(attack: () => Promise<void>): Promise<void> {
  const before = process.memoryUsage.rss()
  const session = openH2(service)
  const attacking = attack()
  for (let time = 0; time < 5; time++) {
    const startedAt = performance.now()
    expect((await askH2(session, '/healthz')).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  }
  await attacking
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  await expect.poll(() => service.sim.inFlight(), { timeout: 10_000 }).toBe(0)
  await expectHealthy()
}

/** Writes frames as fast as possible, until all are written or the server ends the connection. */
async function flood(count: number, frameAt: (index: number) => Buffer): Promise<{ sent: number; isEnded: boolean }> {
  const socket = openFrames(service.port)
  socket.resume()
  let isEnded = false
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve(void (isEnded = true))))
  let sent = 0
  while (sent < count && !socket.destroyed) {
    if (!socket.write(frameAt(sent++))) {
      await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
    }
  }
  socket.end()
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2_000).unref())])
  socket.destroy()
  return { sent, isEnded }
}

describe('a flood neither blocks other clients nor fills the memory', { timeout: 60_000 }, () => {
  test('of streams that are opened and immediately reset', async () => {
    const get = headerBlock(GET)
    const cancel = Buffer.from([0, 0, 0, 8])
    await expectResponsiveDuring(async () => {
      await flood(5_000, (index) =>
        Buffer.concat([
          frame('HEADERS', END_HEADERS | END_STREAM, 2 * index + 1, get),
          frame('RST_STREAM', 0, 2 * index + 1, cancel),
        ]),
      )
    })
  })

  test('of more than a hundred open streams', async () => {
    service.sim.dial.set('summaries', { latencyMs: 2_000 })
    const session = openH2(service)
    const streams = Array.from({ length: 300 }, () => {
      const stream = session.request({ ':path': `/api/lookup?steamId=${cast.raider}`, 'user-agent': USER_AGENT })
      stream.on('error', () => {})
      return stream
    })
    await expectResponsiveDuring(async () => {
      await headersOf(streams[0] ?? expect.unreachable())
      service.sim.dial.reset()
      for (const stream of streams) stream.close()
    })
  })

  test('of endless headers', async () => {
    const start = frame('HEADERS', END_STREAM, 1, headerBlock(GET))
    const more = frame(
      'CONTINUATION',
      0,
      1,
      headerBlock(Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'y'.repeat(100)])),
    )
    await expectResponsiveDuring(async () => {
      const { sent, isEnded } = await flood(20_000, (index) => (index === 0 ? start : more))
      expect(isEnded).toBe(true)
      expect(sent).toBeLessThan(20_000)
    })
  })

  test.each([
    ['settings', frame('SETTINGS', 0, 0)],
    ['pings', frame('PING', 0, 0, Buffer.alloc(8))],
    ['empty data', frame('DATA', 0, 1)],
    ['priorities', frame('PRIORITY', 0, 1, Buffer.from([0, 0, 0, 3, 16]))],
    ['resets of streams that were not opened', frame('RST_STREAM', 0, 1, Buffer.from([0, 0, 0, 8]))],
    ['window updates', frame('WINDOW_UPDATE', 0, 0, Buffer.from([0, 0, 0, 1]))],
  ])('of %s', async (name, each) => {
    const open = frame('HEADERS', END_HEADERS, 1, headerBlock(POST))
    await expectResponsiveDuring(async () => {
      await flood(20_000, (index) => (index === 0 && name === 'empty data' ? Buffer.concat([open, each]) : each))
    })
  })
})

test('the settings of a connection contain the limits of streams and headers', async () => {
  const session = openH2(service)
  await once(session, 'remoteSettings')
  expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 })
})
