import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { expectError, USER_AGENT, type Reply } from '../support/ask.ts'
import { hasReplies, onlyReply, parseReplies, request, talk, talkOnce } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const JSON_TYPE = { 'content-type': 'application/json' }

const service = await useService()

/** Sends a request text and reads the response. */
const say = (text: string | Buffer) => talkOnce(service.port, text)

describe('an unknown path is a 404', () => {
  test.each(['/api', '/api/lookup/', '/constructor'])('%s', async (path) => {
    const reply = await say(request('GET', path, { 'user-agent': USER_AGENT }))
    expect(await expectError(service, reply, 404, 'not_found')).toBe(
      'No endpoint at this path; /docs lists all endpoints.',
    )
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ route: 'unknown', method: 'GET' })
  })
})

test('a body on a GET is refused, and is not read as the next request', async () => {
  const text = request('GET', '/healthz', {}, request('GET', '/docs'))
  const sent = [text, request('GET', '/healthz')]
  const replies = parseReplies(await talk(service.port, sent, { done: hasReplies(2) }))
  expect(replies).toMatchObject([{ status: 400, body: { code: 'unexpected_body' } }, { body: { status: 'alive' } }])
})

/** Checks that the error for a malformed request has the form of all errors. */
async function expectRefusal(reply: Reply, status: number, code: string): Promise<void> {
  await expectError(service, reply, status, code)
  expect(reply.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' })
}

describe('headers', () => {
  test('over 16 KiB are a 431', async () => {
    const reply = await say(request('GET', '/healthz', { 'x-long': 'x'.repeat(17 * 1024) }))
    await expectRefusal(reply, 431, 'headers_too_large')
  })
})

test('a Host header is not required in HTTP/1.0', async () => {
  expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: { status: 'alive' } })
})

describe('a target', () => {
  test.each(['http://localhost/healthz', 'https://x/healthz?y'])(
    'in absolute form is routed by its path: %s',
    async (target) => {
      expect(await say(request('GET', target))).toMatchObject({ status: 200, body: { status: 'alive' } })
    },
  )

  test.each(['http://u@localhost/healthz', 'http://[::1/healthz'])(
    'in absolute form with a malformed host is a 400: %s',
    async (target) => {
      await expectError(service, await say(request('GET', target)), 400, 'bad_request')
    },
  )
})

describe('a malformed request', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
  ])('with %s is a 400 in JSON, and the connection closes', async (_, text) => {
    await expectRefusal(await onlyReply(service.port, text), 400, 'bad_request')
  })

  test('does not damage a response that is being sent', async () => {
    // The stream has started before the body turns out to be malformed.
    const head = request('POST', '/api/friends', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    const socket = connect(service.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(head)
    await once(socket, 'data')
    socket.write('this is no chunk\r\n')
    await once(socket, 'close')
    expect(Buffer.concat(chunks).toString('latin1')).not.toMatch(/HTTP\/1\.1[^]*HTTP\/1\.1/)
  })

  test('is not answered before earlier requests', async () => {
    service.sim.dial.set('summaries', { latencyMs: 1_000 })
    const first = request('GET', `/api/lookup?steamId=${cast.hoarder}`, { 'user-agent': USER_AGENT })
    const second = request('POST', '/api/lookup', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    const received = await talk(service.port, [first + second, 'this is no chunk\r\n'])
    service.sim.dial.reset()
    // A client would take the first response as the one to its first request.
    expect(received.toString('latin1')).toBe('')
  })

  test('with half a body and a disconnect causes no error in the log', async () => {
    const before = service.log.length
    const socket = connect(service.port, '127.0.0.1')
    const headers = { ...JSON_TYPE, 'user-agent': USER_AGENT, 'content-length': '100', expect: '100-continue' }
    socket.write(request('POST', '/api/lookup', headers))
    // The handler waits for the body after 100 Continue.
    await once(socket, 'data')
    socket.resetAndDestroy()
    await expect
      .poll(() => service.log.slice(before))
      .toEqual([expect.objectContaining({ level: 30, route: '/api/lookup', status: 499, code: 'client_left' })])
  })
})

test('an Expect header with any other value is a 417', async () => {
  const headers = { 'user-agent': USER_AGENT, expect: 'miracles' }
  const reply = await say(request('GET', `/api/lookup?steamId=${cast.raider}`, headers))
  expect(await expectError(service, reply, 417, 'expectation_failed')).toBe(
    'The only accepted Expect header is 100-continue.',
  )
  expect(reply.headers['server-timing']).toMatch(/^steam;dur=/)
})

test.each([['a name and port', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n']])(
  'CONNECT to %s is a 405 and opens no tunnel',
  async (_, text) => {
    await expectRefusal(await onlyReply(service.port, text), 405, 'method_not_allowed')
  },
)
