import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { parseReplies, request, talk, Unfinished, type RawReply } from '../support/raw.ts'
import { useService } from '../support/service.ts'
import { numRuns } from '../support/num-runs.ts'

const { cast } = createWorld({ accounts: 1 })

const service = await useService()

const TYPES = [
  /^application\/json; charset=utf-8$/,
  /^text\/event-stream; charset=utf-8$/,
  /^text\/(html|css|javascript); charset=utf-8$/,
  /^text\/plain; version=0\.0\.4/,
  /^image\/(png|jpeg|gif|webp|avif)$/,
]
const STATUSES = [200, 204, 302, 304, 400, 403, 404, 405, 408, 413, 417, 429, 431, 500, 502, 503]

/** Checks that a response has a form that the server uses; the end may be missing when the client disconnected first. */
function expectSoundAnswers(received: Buffer, methods: string[] = []): RawReply[] {
  let replies: RawReply[]
  try {
    replies = parseReplies(received, methods)
  } catch (error) {
    if (error instanceof Unfinished) return []
    throw error
  }
  for (const reply of replies) {
    const { status, headers } = reply
    expect(STATUSES).toContain(status)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    if (methods[0] === 'HEAD' || status === 302 || status === 304) continue
    if (status === 204) {
      // Only OPTIONS is answered without a body.
      expect([headers['allow'], reply.body]).toEqual([expect.stringContaining('OPTIONS'), ''])
      continue
    }
    expect(TYPES.some((type) => type.test(String(headers['content-type'])))).toBe(true)
    // A 503 of the readiness check has its own form.
    if (status >= 400 && status !== 503) {
      expect(reply.body).toEqual({
        error: expect.any(String),
        code: expect.stringMatching(/^[a-z_]+$/),
        requestId: headers['x-request-id'],
      })
    }
    expect(reply.bytes.toString()).not.toMatch(/\n\s+at |node:internal|TypeError|RangeError/)
  }
  return replies
}

/** Sends bytes, ends the connection and collects the response. */
function sendAndEnd(bytes: Buffer | string): Promise<Buffer> {
  return talk(service.port, [], {
    open: () => {
      const socket = connect(service.port, '127.0.0.1')
      socket.end(bytes)
      return socket
    },
  })
}

async function expectAlive(): Promise<void> {
  expect(await ask(service, '/healthz')).toMatchObject({ status: 200 })
  expect(await ask(service, `/api/lookup?steamId=${cast.raider}`)).toMatchObject({ status: 200 })
  expect(service.log.filter(({ level, code }) => level >= 50 || code === 'internal')).toEqual([])
}

test('valid requests with changed, missing or added bytes get a valid response or none', async () => {
  const whole = Buffer.from(
    request(
      'POST',
      '/api/lookup/batch',
      { 'content-type': 'application/json', 'user-agent': 'fuzz/1.0' },
      JSON.stringify({ steamIds: [cast.raider, 'raider'] }),
    ),
  )
  const at = fc.nat({ max: whole.length - 1 })
  const edits = fc.array(fc.tuple(fc.constantFrom('change', 'drop', 'add'), at, fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(edits, async (list) => {
      let bytes = [...whole]
      for (const [kind, place, value] of list)
        bytes = bytes.toSpliced(place, kind === 'add' ? 0 : 1, ...(kind === 'drop' ? [] : [value]))
      expectSoundAnswers(await sendAndEnd(Buffer.from(bytes)))
    }),
    { numRuns: numRuns(150) },
  )
  await expectAlive()
})

test('a request that arrives in any number of pieces is read correctly', async () => {
  const whole = request(
    'POST',
    '/api/lookup',
    { 'content-type': 'application/json', 'user-agent': 'fuzz/1.0', connection: 'close' },
    '{"input":"raider"}',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { minLength: 1, maxLength: 8 }),
      async (cuts) => {
        const places = [0, ...new Set(cuts.toSorted((a, b) => a - b)), whole.length]
        const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
        const replies = parseReplies(await talk(service.port, pieces))
        expect(replies).toMatchObject([{ status: 200, body: { steamId: cast.raider } }])
      },
    ),
    { numRuns: numRuns(40) },
  )
})
