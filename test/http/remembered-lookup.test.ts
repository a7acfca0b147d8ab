import { describe, expect, test } from 'vitest'
import { ask, USER_AGENT, UUID } from '../support/ask.ts'
import { hasReplies, parseReplies, request, talk, talkOnce, type RawReply } from '../support/raw.ts'
import { serviceForTest, useService, type Service } from '../support/service.ts'

/** Settings with which a response has all the headers that depend on settings. */
const ALL_HEADERS = { TRUST_PROXY: 'loopback', CORS_ORIGINS: '*', RATE_LIMIT_PER_MINUTE: '100000' }

const pathOf = (account: string) => `/api/lookup?steamId=${account}`

const service = await useService(ALL_HEADERS)
const { sim } = service
for (const account of [sim.world.cast.raider, sim.world.cast.clean]) await ask(service, pathOf(account))

const lookup = (account: string, headers: Record<string, string> = {}, method = 'GET') =>
  request(method, pathOf(account), { 'user-agent': USER_AGENT, ...headers })
const raider = (headers: Record<string, string> = {}, method = 'GET') => lookup(sim.world.cast.raider, headers, method)

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
  const sent = [raider(authorization), raider(), inQuery, raider(authorization)]
  const replies = await together(guarded.port, sent)
  expect(replies.map(({ status }) => status)).toEqual([200, 401, 400, 200])
  expect(replies[2]?.body).toMatchObject({ code: 'token_in_url' })
  expect(JSON.stringify(replies[2]?.body)).not.toContain(token)
})

test('on a connection with earlier requests each request counts for the client that the proxy names, IPv6 by its network', async () => {
  const limited = await serviceForTest({ TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '1' }, sim)
  const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.1', '2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1']
  const replies = await together(
    limited.port,
    clients.map((address) => raider({ 'x-forwarded-for': address })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429, 200])
  const [, second] = replies
  expect(await limited.lineOf(second?.headers['x-request-id'])).toMatchObject({ client: '203.0.113.2' })
})

describe('of 300 remembered lookups on ten connections', () => {
  const METHODS = Array.from({ length: 30 }, (_, index) => (index % 3 === 1 ? 'HEAD' : 'GET'))
  const metric = async (from: Service, name: string) => {
    const { body } = await ask(from, '/metrics')
    const line = String(body)
      .split('\n')
      .find((text) => text.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? 0)
  }

  test('each is counted once: in the quota, the metrics, the reads of the cache and the log', async () => {
    const counted = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '1000' }, sim)
    await ask(counted, pathOf(sim.world.cast.raider))
    const calls = sim.calls.total()
    const before = counted.log.length
    const requests = METHODS.map((method, index) => raider(index % 3 === 2 ? { 'if-none-match': '*' } : {}, method))
    const answered = await Promise.all(Array.from({ length: 10 }, () => together(counted.port, requests, METHODS)))
    const statuses = answered.flat().map(({ status }) => status)
    expect([200, 304].map((each) => statuses.filter((status) => status === each).length)).toEqual([200, 100])
    const left = answered.flat().map(({ headers }) => Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]))
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => 699 + index))

    const count = (method: string, status: number) =>
      metric(
        counted,
        `rapsheet_http_request_duration_seconds_count{route="/api/lookup",method="${method}",status="${status}"}`,
      )
    // With the first lookup, which asked Steam; HEAD is the method `other`.
    await expect.poll(() => count('GET', 200)).toBe(101)
    expect([await count('GET', 304), await count('other', 200)]).toEqual([100, 100])
    for (const namespace of ['summary', 'bans', 'friends', 'hours'])
      expect(await metric(counted, `rapsheet_cache_reads_total{namespace="${namespace}",outcome="memory"}`)).toBe(300)
    expect(sim.calls.total()).toBe(calls)
    const lines = counted.log.slice(before).filter(({ route }) => route === '/api/lookup')
    expect(lines).toHaveLength(300)
    for (const line of lines) expect(line).toMatchObject({ upstreamCalls: 0, cacheHits: 4, client: '127.0.0.1' })
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(300)
  })
})
