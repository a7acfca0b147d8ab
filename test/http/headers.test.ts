import { describe, expect, test } from 'vitest'
import { ask, USER_AGENT, UUID } from '../support/ask.ts'
import { hasReplies, parseReplies, request, talk, talkOnce, type RawReply } from '../support/raw.ts'
import { serviceForTest, useService } from '../support/service.ts'

/** Settings with which a response has all the headers that depend on settings. */
const ALL_HEADERS = { TRUST_PROXY: 'loopback', CORS_ORIGINS: '*', RATE_LIMIT_PER_MINUTE: '100000' }

const pathOf = (account: string) => `/api/lookup?steamId=${account}`

const service = await useService(ALL_HEADERS)
const { sim } = service
await ask(service, pathOf(sim.world.cast.raider))

const raider = (headers: Record<string, string> = {}, method = 'GET') =>
  request(method, pathOf(sim.world.cast.raider), { 'user-agent': USER_AGENT, ...headers })

/** The responses to requests that arrive at once, on one connection. */
async function together(port: number, sent: string[], methods?: string[]): Promise<RawReply[]> {
  return parseReplies(await talk(port, [sent.join('')], { done: hasReplies(sent.length, methods) }), methods)
}

describe('a response has exactly these headers:', () => {
  const ALWAYS = {
    'x-request-id': expect.stringMatching(UUID),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Server-Timing, ETag, Link',
    'ratelimit-policy': '"lookups";q=100000;w=60',
    ratelimit: expect.stringMatching(/^"lookups";r=\d+;t=\d+$/),
    date: expect.any(String),
    connection: 'keep-alive',
    'keep-alive': 'timeout=10',
  }
  const BODY = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': expect.stringMatching(/^\d+$/),
  }
  const TIMED = { 'server-timing': expect.stringMatching(/^steam;dur=\d+\.\d$/) }
  const STORED = {
    ...ALWAYS,
    ...TIMED,
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  }
  const PLAIN = { ...ALWAYS, ...BODY, 'cache-control': 'no-store' }
  const ERROR = { ...PLAIN, vary: 'Accept' }
  const get = (target: string, headers: Record<string, string> = { 'user-agent': USER_AGENT }) =>
    request('GET', target, headers)

  test.each<[what: string, status: number, headers: object, sent: () => string]>([
    ['a remembered account', 200, { ...STORED, ...BODY }, raider],
    ['a HEAD of it', 200, { ...STORED, ...BODY }, () => raider({}, 'HEAD')],
    ['an account that the client has', 304, STORED, () => raider({ 'if-none-match': '*' })],
    ['the health check', 200, withoutLimit(PLAIN), () => get('/healthz')],
    ['a missing parameter', 400, { ...ERROR, ...TIMED }, () => get('/api/lookup')],
    ['an account that does not exist', 404, { ...ERROR, ...TIMED }, () => get(pathOf(sim.world.cast.gone))],
    [
      'a method that a lookup does not have',
      405,
      { ...ERROR, ...TIMED, allow: 'GET, HEAD, POST, OPTIONS' },
      () => raider({}, 'DELETE'),
    ],
    ['headers that are too large', 431, closing(PLAIN), () => raider({ 'x-long': 'x'.repeat(17_000) })],
    [
      'a record that Steam leaves out',
      503,
      { ...ERROR, ...TIMED, 'retry-after': '60' },
      () => get(pathOf(sim.world.cast.nullBans)),
    ],
  ])('%s', async (_, status, headers, sent) => {
    const text = sent()
    const reply = await talkOnce(service.port, text)
    expect([reply.status, reply.headers]).toEqual([status, headers])
    expect(reply.names.toSorted()).toEqual(Object.keys(headers).toSorted())
  })

  test('a client over its limit, without HTTPS and CORS', async () => {
    const limited = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '1' }, sim)
    const [first, second] = await together(limited.port, [raider(), raider()])
    const { 'strict-transport-security': _, ...ofHttps } = {
      ...STORED,
      ...BODY,
      'ratelimit-policy': '"lookups";q=1;w=60',
    }
    const { 'access-control-allow-origin': __, 'access-control-expose-headers': ___, ...headers } = ofHttps
    expect([first?.status, first?.headers]).toEqual([200, headers])
    const { etag: ____, ...refused } = headers
    expect([second?.status, second?.headers]).toEqual([
      429,
      { ...refused, vary: 'Accept', 'cache-control': 'no-store', 'retry-after': expect.stringMatching(/^(60|59)$/) },
    ])
  })

  function withoutLimit(headers: object): Record<string, unknown> {
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('ratelimit')))
  }

  /** The answer to a request that Node's parser refuses before it is counted; it has no date. */
  function closing(headers: object) {
    const { 'keep-alive': _, date: __, ...kept } = withoutLimit(headers)
    return { ...kept, connection: 'close' }
  }
})

test('on a connection with earlier requests each request needs its own token, which is refused in the query', async () => {
  const token = 'api-token-0123456789'
  const guarded = await serviceForTest({ API_TOKENS: token }, sim)
  const authorization = { authorization: `Bearer ${token}` }
  const inQuery = request('GET', `${pathOf(sim.world.cast.raider)}&token=${token}`, { 'user-agent': USER_AGENT })
  const replies = await together(guarded.port, [raider(authorization), raider(), inQuery, raider(authorization)])
  expect(replies.map(({ status }) => status)).toEqual([200, 401, 400, 200])
  expect(replies[2]?.body).toMatchObject({ code: 'token_in_url' })
  expect(JSON.stringify(replies[2]?.body)).not.toContain(token)
})

test('each lookup is counted once, also a HEAD and one that the client has: in the quota, the metrics, the reads of the cache and the log', async () => {
  const counted = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '1000' }, sim)
  await ask(counted, pathOf(sim.world.cast.raider))
  const calls = sim.calls.total()
  const before = counted.log.length
  const methods = ['GET', 'HEAD', 'GET']
  const replies = await together(
    counted.port,
    [raider(), raider({}, 'HEAD'), raider({ 'if-none-match': '*' })],
    methods,
  )
  expect(replies.map(({ status, headers }) => [status, /;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]])).toEqual([
    [200, '998'],
    [200, '997'],
    [304, '996'],
  ])
  const text = String((await ask(counted, '/metrics')).body)
  // With the first lookup, which asked Steam; HEAD is the method `other`.
  for (const [method, status, count] of [
    ['GET', 200, 2],
    ['GET', 304, 1],
    ['other', 200, 1],
  ])
    expect(text).toContain(
      `rapsheet_http_request_duration_seconds_count{route="/api/lookup",method="${method}",status="${status}"} ${count}\n`,
    )
  for (const namespace of ['summary', 'bans', 'friends', 'hours'])
    expect(text).toContain(`rapsheet_cache_reads_total{namespace="${namespace}",outcome="memory"} 3\n`)
  expect(sim.calls.total()).toBe(calls)
  const lines = counted.log.slice(before).filter(({ route }) => route === '/api/lookup')
  expect(lines).toEqual(methods.map((method) => expect.objectContaining({ method, upstreamCalls: 0, cacheHits: 4 })))
})
