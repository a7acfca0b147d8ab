import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ListenerOptions } from '../../src/http/listener.ts'
import { route, type RouteResult } from '../../src/http/route.ts'
import { httpForTest, type Http } from '../support/http.ts'
import { openSocket, request } from '../support/raw.ts'

const UNREAD_MS = 1_000
/** More than fits into the buffers of both sides. */
const LARGE = 64 * 1024 * 1024
const CHUNK = 'x'.repeat(64 * 1024)

/** Counts the chunks that were read, and shows whether the reader has stopped. */
interface Source {
  chunks: number
  isClosed: boolean
}

async function* endless<T>(source: Source, chunk: T): AsyncGenerator<T, void, undefined> {
  try {
    for (;;) {
      source.chunks++
      yield chunk
      // Like a network source, it does not deliver everything in one turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    source.isClosed = true
  }
}

const kinds: [kind: string, isStream: boolean, answer: (source: Source) => RouteResult][] = [
  ['an event stream', true, (source) => ({ kind: 'events', events: endless(source, { text: CHUNK }) })],
  [
    'an image',
    false,
    (source) => ({
      kind: 'image',
      image: { type: 'image/png', etag: undefined, lastModified: undefined, body: endless(source, Buffer.from(CHUNK)) },
    }),
  ],
  ['a JSON answer', false, () => ({ kind: 'json', value: { text: 'x'.repeat(LARGE) }, status: 200 })],
]

/** Serves one kind of response at `/`. */
async function serve(
  isStream: boolean,
  answer: (source: Source) => RouteResult,
  options: Pick<ListenerOptions, 'unreadMs'> & Partial<ListenerOptions> = { unreadMs: UNREAD_MS },
) {
  const source: Source = { chunks: 0, isClosed: false }
  const served = route({
    method: 'POST',
    path: '/',
    summary: '',
    tag: 'Lookups',
    cost: 'lookup',
    responses: {},
    isStream,
    handle: () => answer(source),
  })
  const http = await httpForTest({ routes: [served], ...options })
  return { http, source }
}

const requestLines = (http: Http) => http.log.filter(({ msg }) => msg === 'request')

/** Opens a connection that sends a request and does not read the response. */
function askUnread(http: Http) {
  const socket = openSocket(http.port).pause()
  socket.write(request('POST', '/'))
  return socket
}

describe.each(kinds)('a client that does not read %s', (kind, isStream, answer) => {
  const isEndless = kind === 'an event stream' || kind === 'an image'
  // A response written in one piece counts as answered.
  const outcome = isEndless ? { status: 499, code: 'client_left' } : { status: 200 }

  test('is disconnected, and its work stops', async () => {
    const { http, source } = await serve(isStream, answer)
    askUnread(http)
    await expect.poll(http.connections).toBe(1)
    await expect.poll(http.connections, { timeout: 10_000 }).toBe(0)
    await expect.poll(() => requestLines(http)).toEqual([expect.objectContaining({ level: 30, ...outcome })])
    expect(source.isClosed).toBe(isEndless)
    // The source produced no more than the buffers hold.
    expect(source.chunks * CHUNK.length).toBeLessThan(LARGE)
  })
})

/** Makes a connection read a little of its response at intervals; returns how much it has read. */
function readSlowly(socket: Socket): () => number {
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    socket.pause()
  })
  const timer = setInterval(() => socket.resume(), 1)
  onTestFinished(() => clearInterval(timer))
  return () => received
}

test('a client that reads slowly gets the whole response', async () => {
  const { http } = await serve(false, () => ({ kind: 'page', headers: {}, body: Buffer.alloc(LARGE, ' ') }))
  await expect.poll(readSlowly(askUnread(http)), { timeout: 14_000 }).toBeGreaterThan(LARGE)
})

test('a stop does not wait for a client that does not read', async () => {
  const page = Buffer.alloc(LARGE, ' ')
  const { http } = await serve(false, () => ({ kind: 'page', headers: {}, body: page }), {
    unreadMs: 60 * UNREAD_MS,
  })
  askUnread(http)
  await expect.poll(() => requestLines(http).length).toBe(1)
  await http.close(0)
  await expect.poll(http.connections).toBe(0)
})
