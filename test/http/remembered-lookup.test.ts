import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { ask, expectError, USER_AGENT, UUID } from '../support/ask.ts'
import { hasReplies, openSocket, parseReplies, request, talk, talkOnce, type RawReply } from '../support/raw.ts'
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

/** Opens a connection on which requests can be sent one after the other. */
function openConnection(port: number) {
  const socket = openSocket(port)
  const nextReply = async (): Promise<RawReply> => {
    let received = Buffer.alloc(0)
    while (!hasReplies(1)(received)) received = Buffer.concat([received, ...((await once(socket, 'data')) as Buffer[])])
    return parseReplies(received)[0] as RawReply
  }
  return {
    socket,
    nextReply,
    async say(text: string): Promise<RawReply> {
      socket.write(text)
      return nextReply()
    },
  }
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
    ['what is no account', 400, { ...ERROR, ...TIMED }, () => get(pathOf('two+words'))],
    ['a missing User-Agent', 403, { ...ERROR, ...TIMED }, () => get(pathOf(sim.world.cast.raider), {})],
    ['an account that does not exist', 404, { ...ERROR, ...TIMED }, () => get(pathOf(sim.world.cast.gone))],
    ['an unknown path', 404, ERROR, () => get('/nothing')],
    ['a wrong method', 405, { ...ERROR, ...TIMED, allow: 'GET, HEAD, POST, OPTIONS' }, () => raider({}, 'DELETE')],
    ['a doubled Host', 400, { ...closing(ERROR), ...TIMED, date: ALWAYS.date }, () => raider({ host: 'a', Host: 'a' })],
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

  test('a failure of Steam with the key', async () => {
    sim.dial.set('*', { faults: { 'bad-key': 1 } })
    const own = await serviceForTest(ALL_HEADERS, sim)
    const reply = await talkOnce(own.port, raider())
    expect([reply.status, reply.headers]).toEqual([500, { ...ERROR, ...TIMED }])
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

  test('an origin of a list, and another one', async () => {
    const listed = await serviceForTest({ ...ALL_HEADERS, CORS_ORIGINS: 'https://tool.example' }, sim)
    const [first, second] = await together(listed.port, [
      raider({ origin: 'https://tool.example' }),
      raider({ origin: 'https://other.example' }),
    ])
    const headers = { ...STORED, ...BODY, vary: 'Origin' }
    expect(first?.headers).toEqual({ ...headers, 'access-control-allow-origin': 'https://tool.example' })
    const { 'access-control-allow-origin': _, 'access-control-expose-headers': __, ...refused } = headers
    expect(second?.headers).toEqual(refused)
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

test('each request ID is random: no two are equal, and each of its 122 bits has both values', async () => {
  const replies = await together(
    service.port,
    Array.from({ length: 100 }, () => raider()),
  )
  const ids = replies.map(({ headers }) => String(headers['x-request-id']))
  expect(new Set(ids).size).toBe(100)
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`))
  const constant = Array.from({ length: 128 }, (_, at) => 1n << BigInt(at)).filter(
    (bit) => bits.every((id) => (id & bit) !== 0n) || bits.every((id) => (id & bit) === 0n),
  )
  // The version and the variant of the UUID.
  expect(constant).toHaveLength(6)
})

describe('on a connection with earlier requests', () => {
  test.each([
    ['doubled', 'Host: localhost\r\nHost: localhost\r\n', 'The request names more than one host.'],
    ['doubled in another spelling', 'Host: localhost\r\nhOST: localhost\r\n', 'The request names more than one host.'],
    ['followed by another', 'Host: localhost\r\nHost: other.example\r\n', 'The request names more than one host.'],
    ['malformed', 'Host: local host\r\n', 'The Host header is malformed.'],
    ['followed by a path', 'Host: localhost/\r\n', 'The Host header is malformed.'],
    ['empty', 'Host: \r\n', 'The request has no Host header.'],
    ['missing', '', 'The request has no Host header.'],
  ])('a Host that is %s is a 400 and ends the connection', async (_, lines, message) => {
    const bad = raider().replace('Host: localhost\r\n', lines)
    const replies = parseReplies(await talk(service.port, [raider() + raider() + bad + raider()]))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 400])
    const [, , refused] = replies
    if (!refused) throw new Error('no answer')
    expect(await expectError(service, refused, 400, 'bad_request')).toBe(message)
    expect(refused.headers['connection']).toBe('close')
  })

  test('a target in absolute form with a malformed host is a 400', async () => {
    const bad = request('GET', `http://u@localhost${pathOf(sim.world.cast.raider)}`, { 'user-agent': USER_AGENT })
    const replies = parseReplies(await talk(service.port, [raider() + bad]))
    expect(replies.map(({ status }) => status)).toEqual([200, 400])
  })

  test('each request is led to HTTPS on its own host', async () => {
    const hosts = ['one.example', 'two.example:99', 'one.example']
    const sent = hosts.map((host) => raider({ host, 'x-forwarded-proto': 'http' }))
    const locations = (await together(service.port, sent)).map(({ headers }) => headers['location'])
    expect(locations).toEqual(hosts.map((host) => `https://${host}${pathOf(sim.world.cast.raider)}`))
  })

  test('each request needs its own token, which is refused in the query', async () => {
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

  test('each request counts for the client that the proxy names, IPv6 by its network', async () => {
    const limited = await serviceForTest({ TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '1' }, sim)
    const clients = [
      '203.0.113.1',
      '203.0.113.2',
      '203.0.113.1',
      '2001:db8:1:1::1',
      '2001:db8:1:1::2',
      '2001:db8:1:2::1',
    ]
    const replies = await together(
      limited.port,
      clients.map((address) => raider({ 'x-forwarded-for': address })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429, 200])
    const [, second] = replies
    expect(await limited.lineOf(second?.headers['x-request-id'])).toMatchObject({ client: '203.0.113.2' })
  })

  test('a client that hangs up during a lookup ends its call to Steam, and is logged with a 499', async () => {
    const { socket, say } = openConnection(service.port)
    for (let count = 0; count < 20; count++) expect((await say(raider())).status).toBe(200)
    sim.dial.set('bans', { latencyMs: 60_000 })
    const before = service.log.length
    socket.write(lookup(sim.world.cast.veteran) + raider())
    await expect.poll(() => sim.inFlight('bans')).toBe(1)
    socket.destroy()
    await expect.poll(() => sim.inFlight()).toBe(0)
    const lines = () => service.log.slice(before).filter(({ msg }) => msg === 'request')
    await expect.poll(lines).toContainEqual(expect.objectContaining({ status: 499, code: 'client_left', level: 30 }))
  })
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

  test('each is answered, in the order of its connection, and those of another connection do not wait for them', async () => {
    const { raider: first, clean: second } = sim.world.cast
    const accounts = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? first : second))
    const many = together(
      service.port,
      accounts.map((account) => lookup(account)),
    )
    const { say } = openConnection(service.port)
    expect((await say(lookup(second))).body).toMatchObject({ steamId: second })
    const answered = (await many).map(({ body }) => (body as { steamId: string }).steamId)
    expect(answered).toEqual(accounts)
  })
})
