import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError, USER_AGENT } from '../support/ask.ts'
import { hasReplies, onlyReply, parseReplies, request, talk, type RawReply } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })

const service = await useService({ CACHE_ACCOUNT_SECONDS: '0' })

/** A text that another server might parse as the next request; its unique method would show in the log. */
const SMUGGLED = request('PURGE', `/api/lookup?steamId=${cast.clean}`, { 'user-agent': USER_AGENT })
const EMPTY_CHUNKS = '0\r\n\r\n'
const FIVE = '{"a":'

const HEAD = `Host: localhost\r\nUser-Agent: ${USER_AGENT}\r\nContent-Type: application/json\r\n`
const STARTS = ['POST /api/lookup HTTP/1.1', `GET /api/lookup?steamId=${cast.raider} HTTP/1.1`]

const arrived = () => service.log.filter(({ msg, method }) => msg === 'request' && method === 'PURGE').length

const bytes = (text: string) => Buffer.from(text, 'latin1')

/** All responses until the client closes the connection, which the server keeps open. */
async function untilClosed(text: string): Promise<RawReply[]> {
  return parseReplies(await talk(service.port, [bytes(text)], { withinMs: 10_000 }))
}

/** Checks that a text gets exactly one 400, that the connection ends with it, and that nothing in it reached the service. */
async function expectRefused(text: string): Promise<void> {
  const [arrivals, calls] = [arrived(), service.sim.calls.total()]
  const reply = await onlyReply(service.port, bytes(text), { withinMs: 10_000 })
  await expectError(service, reply, 400, 'bad_request')
  expect(reply.headers['connection']).toBe('close')
  // By then, any smuggled request would have been handled.
  await ask(service, '/healthz')
  expect([arrived(), service.sim.calls.total()]).toEqual([arrivals, calls])
}

/** Spellings of `chunked` that some servers accept. */
const ODD_CODINGS = [
  'xchunked',
  'chunk',
  'chunked, identity',
  'identity',
  'chunked;',
  '\u000bchunked',
  '\u0000chunked',
  '\u00a0chunked',
  '',
  '\t',
]

describe.each(STARTS)('%s', (start) => {
  const send = (headers: string, body: string) => `${start}\r\n${HEAD}${headers}\r\n${body}${SMUGGLED}`

  describe('with both a length and a transfer encoding is refused', () => {
    test.each(['chunked', 'Chunked', 'chunked\t', ...ODD_CODINGS])('%j', async (coding) => {
      await expectRefused(send(`Content-Length: 5\r\nTransfer-Encoding: ${coding}\r\n`, EMPTY_CHUNKS))
      await expectRefused(send(`Transfer-Encoding: ${coding}\r\nContent-Length: 5\r\n`, EMPTY_CHUNKS))
      await expectRefused(send(`Transfer-Encoding: ${coding}\r\nContent-Length: 0\r\n`, EMPTY_CHUNKS))
    })
  })

  test.each(ODD_CODINGS)('in the transfer encoding %j is refused', async (coding) => {
    await expectRefused(send(`Transfer-Encoding:${coding}\r\n`, EMPTY_CHUNKS))
    await expectRefused(send(`Transfer-Encoding: ${coding}\r\n`, EMPTY_CHUNKS))
  })

  test.each([
    ['nothing, then chunked', 'Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n'],
    ['chunked, then nothing', 'Transfer-Encoding: chunked\r\nTransfer-Encoding:\r\n'],
    ['a folded line', 'Transfer-Encoding:\r\n chunked\r\n'],
    ['after a bare LF', 'X: x\nTransfer-Encoding: chunked\r\n'],
    ['a null byte in the name', 'Transfer\u0000-Encoding: chunked\r\n'],
    ['after a thousand other headers', `${'a: b\r\n'.repeat(1_500)}Transfer-Encoding:\r\nContent-Length: 5\r\n`],
  ])('with a transfer encoding that is %s is refused', async (_, headers) => {
    await expectRefused(send(headers, EMPTY_CHUNKS))
    await expectRefused(send(`Content-Length: 5\r\n${headers}`, EMPTY_CHUNKS))
  })

  test.each(
    ['5, 5', '+5', '-1', '', '5.0'].concat('5\u0000', '\u00a05', '99999999999999999999', '18446744073709551621'),
  )('of the length %j is refused', async (length) => {
    await expectRefused(send(`Content-Length: ${length}\r\n`, FIVE))
  })

  test.each([
    ['the same twice', 'Content-Length: 5\r\nContent-Length: 5\r\n'],
    ['one and another', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['folded', 'Content-Length:\r\n 5\r\n'],
    ['after a bare LF', 'X: x\nContent-Length: 5\r\n'],
    ['after a thousand other headers, twice', `${'a: b\r\n'.repeat(1_500)}${'Content-Length: 5\r\n'.repeat(2)}`],
  ])('with lengths, %s, is refused', async (_, headers) => {
    await expectRefused(send(headers, FIVE))
  })

  test.each([
    ['no body', '', ''],
    ['a length', 'Content-Length: 5\r\n', FIVE],
    ['chunks', 'Transfer-Encoding: chunked\r\n', EMPTY_CHUNKS],
    ['chunks with white space around', 'Transfer-Encoding:\t chunked \r\n', EMPTY_CHUNKS],
    ['chunks with extensions', 'Transfer-Encoding: chunked\r\n', '2;a=b;c="d"\r\n{}\r\n000;x\r\n\r\n'],
    ['chunks with a trailer', 'Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\nHost: evil.example\r\nX: y\r\n\r\n'],
    ['a body that holds a request', `Content-Length: ${SMUGGLED.length}\r\n`, SMUGGLED],
  ])('with %s ends at its length, and the next request is read correctly', async (_, headers, body) => {
    const arrivals = arrived()
    const received = await talk(service.port, [bytes(send(headers, body))], { done: hasReplies(2), withinMs: 10_000 })
    const replies = parseReplies(received)
    const [first, second] = replies
    if (start.startsWith('GET') && body !== '') {
      // A GET with a body is refused. Its connection closes when the end of the body has not arrived yet.
      expect(first?.status).toBe(400)
      if (first?.headers['connection'] === 'close') return expect(replies).toHaveLength(1)
    } else expect(first?.status).toBe(start.startsWith('GET') ? 200 : 400)
    expect([second?.status, arrived()]).toEqual([405, arrivals + 1])
  })
})

const CHUNKED = `${STARTS[0]}\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`

describe('chunked bodies', () => {
  test.each([
    ['an extension with a line end in quotes', '2;a="\r\n{}\r\n0\r\n\r\n'],
    ['a size beyond 64 bits', `${'F'.repeat(17)}\r\n{}\r\n0\r\n\r\n`],
    ['a size before a bare LF', '2\n{}\r\n0\r\n\r\n'],
    ['a bare LF after the bytes', '2\r\n{}\n0\r\n\r\n'],
    ['more bytes than the size', '2\r\n{}x\r\n0\r\n\r\n'],
    ['a bare LF at the end', '2\r\n{}\r\n0\r\n\n'],
    ['a length for a trailer', '2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n'],
  ])('with %s are refused', async (_, chunks) => {
    await expectRefused(`${CHUNKED}${chunks}${SMUGGLED}`)
  })
})

describe('another version of HTTP', () => {
  test.each([
    ['0.9', 'GET /healthz\r\n\r\n'],
    ['2.0 without its preface', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n'],
  ])('is refused: %s', async (_, text) => {
    const reply = await onlyReply(service.port, bytes(text), { withinMs: 10_000 })
    // For other protocols, Node's parser reports only the method.
    expect([400, 405]).toContain(reply.status)
    expect(reply.headers['connection']).toBe('close')
  })

  test.each(['chunked', 'identity', ''])('1.0 has no Transfer-Encoding: %j is refused', async (coding) => {
    for (const start of ['POST /api/lookup HTTP/1.0', 'GET /healthz HTTP/1.0']) {
      const head = `${start}\r\n${HEAD}Connection: keep-alive\r\nTransfer-Encoding: ${coding}\r\n\r\n`
      await expectRefused(`${head}${EMPTY_CHUNKS}${SMUGGLED}`)
    }
  })
})

describe('a connection', () => {
  const slow = () => request('GET', `/api/lookup?steamId=${cast.raider}`, { 'user-agent': USER_AGENT })

  test.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['a request in doubt', 'GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\nContent-Length: 5\r\n\r\n'],
    ['a request to two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['endless headers', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['a CONNECT', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'],
  ])('answers the requests before %s in order, then refuses it and closes', async (_, bad) => {
    const arrivals = arrived()
    const replies = await untilClosed(`${slow()}${request('GET', '/nothing')}${slow()}${bad}${SMUGGLED}`)
    expect(replies.map(({ status }) => status).slice(0, 3)).toEqual([200, 404, 200])
    expect(replies.slice(3)).toMatchObject([{ headers: { connection: 'close' } }])
    expect([400, 405, 431]).toContain(replies[3]?.status)
    expect(arrived()).toBe(arrivals)
  })
})
