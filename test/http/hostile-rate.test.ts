import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSteam, type SimSteam } from '../../sim/steam/server.ts'
import { ask, post, type Reply } from '../support/ask.ts'
import { openScan } from '../support/events.ts'
import { askH2, openH2 } from '../support/h2.ts'
import { hasReplies, parseReplies, request, talk } from '../support/raw.ts'
import { serviceForTest, type Service, type TestSettings } from '../support/service.ts'
import { TEST_TLS } from '../support/test-certificate.ts'

let sim: SimSteam

beforeAll(async () => {
  sim = await startSteam()
})
afterAll(() => sim.close())

const limitedTo = (perMinute: number, settings: TestSettings = {}) =>
  serviceForTest({ RATE_LIMIT_PER_MINUTE: String(perMinute), ...settings }, sim)

const countOf = (replies: readonly { status: number }[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length

const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index))

/** The remaining quota of a client, which this request reduces by one. */
const left = async (service: Service, headers: Record<string, string> = {}) =>
  Number(/;r=(\d+)/.exec(String((await ask(service, '/nothing', { headers })).headers['ratelimit']))?.[1]) + 1

describe('exactly the limit is accepted when many requests arrive at once', () => {
  test('on separate connections', async () => {
    const service = await limitedTo(40)
    const replies = await Promise.all(times(120, () => ask(service, '/nothing')))
    expect([countOf(replies, 404), countOf(replies, 429)]).toEqual([40, 80])
    for (const { status, headers } of replies) {
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(50)
      if (status === 429) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    const remainders = replies.map(({ headers }) => Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]))
    // Every accepted request reports a different remainder; only refused ones share 0.
    expect(remainders.toSorted((a, b) => b - a).slice(0, 40)).toEqual(times(40, (index) => 39 - index))
  })

  test('in one packet', async () => {
    const service = await limitedTo(40)
    const text = request('GET', '/nothing').repeat(120)
    const replies = parseReplies(await talk(service.port, [text], { done: hasReplies(120), withinMs: 10_000 }))
    expect(replies.map(({ status }) => status)).toEqual([...times(40, () => 404), ...times(80, () => 429)])
  })

  test('over HTTP/2 and HTTP/1.1 together', async () => {
    const service = await limitedTo(40, TEST_TLS)
    const sessions = times(4, () => openH2(service))
    const replies: Reply[] = await Promise.all(
      sessions.flatMap((session) => times(30, () => askH2(session, '/nothing'))),
    )
    expect([countOf(replies, 404), countOf(replies, 429)]).toEqual([40, 80])
  })

  test('of scans that cost twenty: two with a limit of 45, and only these call Steam', async () => {
    const service = await limitedTo(45, { CACHE_ACCOUNT_SECONDS: '0' })
    sim.calls.reset()
    const body = { steamId: sim.world.cast.lonely }
    const scans = await Promise.all(times(10, () => openScan(service, body)))
    for (const scan of scans) if (scan.status === 200) await scan.rest()
    expect([countOf(scans, 200), countOf(scans, 429)]).toEqual([2, 8])
    expect(sim.calls.count('friends')).toBeLessThanOrEqual(2)
    expect(await left(service)).toBe(5)
    for (const scan of scans) scan.leave()
  })

  test('of batches: a refused one costs one lookup', async () => {
    const service = await limitedTo(120)
    const steamIds = Array<string>(50).fill(sim.world.cast.raider)
    const replies = await Promise.all(times(8, () => post(service, '/api/lookup/batch', { steamIds })))
    expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([2, 6])
    expect(await left(service)).toBe(120 - 2 * 50 - 6)
  })

  test('of invalid requests: errors count as well', async () => {
    const service = await limitedTo(20)
    const replies = await Promise.all(times(60, () => post(service, '/api/lookup', { input: '!!!' })))
    expect([countOf(replies, 400), countOf(replies, 429)]).toEqual([20, 40])
  })
})

describe('behind a trusted proxy', () => {
  const behindProxy = (perMinute: number) => limitedTo(perMinute, { TRUST_PROXY: 'loopback,10.0.0.0/8' })

  test('each client has its own quota, when all requests arrive at once', async () => {
    const service = await behindProxy(5)
    const clients = times(20, (index) => `203.0.113.${index}`)
    const replies = await Promise.all(
      clients.flatMap((client) =>
        times(8, async () => {
          const { status } = await ask(service, '/nothing', { headers: { 'x-forwarded-for': client } })
          return { client, status }
        }),
      ),
    )
    for (const client of clients) {
      const own = replies.filter((reply) => reply.client === client)
      expect([client, countOf(own, 404), countOf(own, 429)]).toEqual([client, 5, 3])
    }
  })

  test.each<[client: string, written: string[]]>([
    [
      'IPv4',
      [
        '203.0.113.1',
        ' 203.0.113.1 ',
        '203.0.113.1:5000',
        '203.0.113.1:5001',
        '::ffff:203.0.113.1',
        '::FFFF:CB00:7101',
        '[::ffff:203.0.113.1]:443',
        '6.6.6.6, 203.0.113.1',
        '6.6.6.6,7.7.7.7,8.8.8.8 ,203.0.113.1',
        '203.0.113.2, 203.0.113.1, 10.0.0.7, 127.0.0.1',
        'unknown, _hidden, "x", 203.0.113.1',
        '127.0.0.1, 10.0.0.1, 203.0.113.1',
        ', , 203.0.113.1, ,',
        `${'6.6.6.6, '.repeat(1_500)}203.0.113.1`,
        `${'a'.repeat(10_000)}, 203.0.113.1`,
        '\u00ff, 203.0.113.1',
      ],
    ],
    [
      'the /64 of IPv6',
      [
        '2001:db8:1:1::1',
        '2001:DB8:1:1::1',
        '2001:0db8:0001:0001:0000:0000:0000:0001',
        '2001:db8:1:1:ffff:ffff:ffff:ffff',
        '2001:db8:1:1:a:b:c:d',
        '2001:db8:1:1::255.255.255.255',
        '[2001:db8:1:1::2]',
        '[2001:db8:1:1::3]:5000',
        '2001:db8:1:1::4%eth0',
        '2001:db8:2:2::1, 2001:db8:1:1::5',
        '::1, 2001:db8:1:1::6, 10.0.0.1',
      ],
    ],
  ])('a client from %s has one quota, in any notation and after any forged addresses', async (_, written) => {
    const service = await behindProxy(written.length)
    for (const chain of written) {
      const reply = await ask(service, '/nothing', {
        headers: { 'x-forwarded-for': Buffer.from(chain).toString('latin1') },
      })
      expect([chain.slice(-60), reply.status]).toEqual([chain.slice(-60), 404])
    }
    for (const chain of written) {
      const reply = await ask(service, '/nothing', {
        headers: { 'x-forwarded-for': Buffer.from(chain).toString('latin1') },
      })
      expect([chain.slice(-60), reply.status]).toEqual([chain.slice(-60), 429])
    }
  })

  test.each(['2001:db8:1:2::1', '2001:db8:1::1', '2001:db8:1:1001::1', '2001:db9:1:1::1', '203.0.113.1'])(
    '%s, close to a client over its limit, has its own quota',
    async (neighbour) => {
      const service = await behindProxy(1)
      const from = async (client: string) =>
        (await ask(service, '/nothing', { headers: { 'x-forwarded-for': client } })).status
      expect([await from('2001:db8:1:1::1'), await from('2001:db8:1:1::2'), await from(neighbour)]).toEqual([
        404, 429, 404,
      ])
    },
  )

  test('all entries of a batch count for the /64 of its client', async () => {
    const service = await behindProxy(60)
    const batch = (client: string) =>
      post(
        service,
        '/api/lookup/batch',
        { steamIds: Array(40).fill(sim.world.cast.raider) },
        { 'x-forwarded-for': client },
      )
    expect((await batch('2001:db8:1:1::1')).status).toBe(200)
    expect((await batch('2001:db8:1:1::2')).status).toBe(429)
    expect(await left(service, { 'x-forwarded-for': '2001:db8:1:1::3' })).toBe(19)
    expect((await batch('2001:db8:1:2::1')).status).toBe(200)
  })

  test('several header lines form one chain, whose last address counts', async () => {
    const service = await behindProxy(2)
    const send = async (...lines: string[]) => {
      const head = lines.map((line) => `X-Forwarded-For: ${line}\r\n`).join('')
      const text = `GET /nothing HTTP/1.1\r\nHost: x\r\n${head}\r\n`
      return parseReplies(await talk(service.port, [text], { done: hasReplies(1), withinMs: 10_000 }))[0]?.status
    }
    expect(await send('6.6.6.1', '203.0.113.1')).toBe(404)
    expect(await send('6.6.6.2', '6.6.6.3', '203.0.113.1')).toBe(404)
    expect(await send('6.6.6.4', '203.0.113.1', '10.0.0.1')).toBe(429)
    expect(await send('203.0.113.1', '6.6.6.5')).toBe(404)
  })

  test('clients with an invalid last address share the quota of the proxy', async () => {
    const service = await behindProxy(3)
    const statuses: number[] = []
    for (const rubbish of ['unknown', '203.0.113.1, _x', '203.0.113.2;', 'for=203.0.113.3', '1.2.3.4.5', '::1::2'])
      statuses.push((await ask(service, '/nothing', { headers: { 'x-forwarded-for': rubbish } })).status)
    expect(statuses).toEqual([404, 404, 404, 429, 429, 429])
  })

  test.each([
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'x-cluster-client-ip',
    'via',
  ])('the header %s does not change the client', async (name) => {
    const service = await behindProxy(1)
    const from = async (forged: string) =>
      (await ask(service, '/nothing', { headers: { 'x-forwarded-for': '203.0.113.1', [name]: forged } })).status
    expect([await from('9.9.9.9'), await from('for=8.8.8.8')]).toEqual([404, 429])
  })
})

test('X-Forwarded-For from untrusted peers is ignored, at any length', async () => {
  const service = await limitedTo(4, { TRUST_PROXY: '10.0.0.0/8' })
  const statuses: number[] = []
  for (const forged of ['10.0.0.1', '1.1.1.1', '10.0.0.1, 2.2.2.2', '6.6.6.6, '.repeat(1_000), '::1', ''])
    statuses.push((await ask(service, '/nothing', { headers: { 'x-forwarded-for': forged } })).status)
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429])
})
