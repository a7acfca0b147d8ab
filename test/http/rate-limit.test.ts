import { afterEach, describe, expect, test, vi } from 'vitest'
import { ask, expectError, post } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { hasReplies, parseReplies, talk } from '../support/raw.ts'
import { serviceForTest, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()

const limitedTo = (perMinute: number, settings: TestSettings = {}) =>
  serviceForTest({ RATE_LIMIT_PER_MINUTE: String(perMinute), ...settings }, sim)

const lookup = (service: Service, headers: Record<string, string> = {}) =>
  ask(service, `/api/lookup?steamId=${sim.world.cast.raider}`, { headers })

test('every response has the limit and what is left of it, and one over the limit is a 429 with Retry-After', async () => {
  const service = await limitedTo(2)
  for (const left of [1, 0])
    expect(await lookup(service)).toMatchObject({
      status: 200,
      headers: {
        'ratelimit-policy': '"lookups";q=2;w=60',
        ratelimit: expect.stringMatching(new RegExp(`^"lookups";r=${left};t=(60|59|58)$`)),
      },
    })
  const reply = await lookup(service)
  const message = await expectError(service, reply, 429, 'rate_limited')
  const seconds = String(reply.headers['retry-after'])
  expect(['58', '59', '60']).toContain(seconds)
  expect(message).toBe(`Too many lookups from your address (the limit is 2 a minute); try again in ${seconds} s.`)
  expect(reply.headers).toMatchObject({
    'ratelimit-policy': '"lookups";q=2;w=60',
    ratelimit: expect.stringMatching(/^"lookups";r=0;t=\d+$/),
    'cache-control': 'no-store',
  })
})

test('exactly the limit is accepted when many requests arrive at once', async () => {
  const service = await limitedTo(40)
  const replies = await Promise.all(Array.from({ length: 120 }, () => ask(service, '/nothing')))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(80)
})

test('behind a trusted proxy, several header lines form one chain, whose last address counts', async () => {
  const service = await limitedTo(2, { TRUST_PROXY: 'loopback,10.0.0.0/8' })
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

describe('the cost of a request', () => {
  test('is the whole quota when it exceeds the limit, so that the request is possible', async () => {
    const service = await limitedTo(10)
    expect((await post(service, '/api/lookup/batch', { steamIds: Array(50).fill('raider') })).status).toBe(200)
    expect((await lookup(service)).status).toBe(429)
    const another = await limitedTo(10)
    expect(await scan(another, { steamId: sim.world.cast.lonely })).toHaveLength(2)
    expect((await lookup(another)).status).toBe(429)
  })
})

describe('a limit below the cost of a scan and a lookup', () => {
  const NOW = Date.UTC(2026, 5, 1, 12)
  afterEach(() => void vi.useRealTimers())
  const startScan = (service: Service) => post(service, '/api/friends', { steamId: sim.world.cast.lonely })

  test('says that a scan needs a whole unused minute, and that one is enough', async () => {
    vi.setSystemTime(NOW)
    const service = await limitedTo(10)
    expect((await lookup(service)).status).toBe(200)
    for (const [atSecond, left] of [
      [20, 40],
      [45, 15],
    ] as const) {
      vi.setSystemTime(NOW + atSecond * 1_000)
      const refused = await startScan(service)
      const message = await expectError(service, refused, 429, 'rate_limited', { needsWholeMinute: true })
      expect(refused.headers['retry-after']).toBe(String(left))
      expect(message).toBe(
        `This request needs a whole unused minute, because the limit from your address is 10 lookups a minute; try again in ${left} s, before any other request.`,
      )
    }
    vi.setSystemTime(NOW + 60_000)
    expect((await startScan(service)).status).toBe(200)
    // Others are told when they can go on.
    const other = await lookup(service)
    expect(other.body).toEqual({
      error: expect.stringContaining('Too many lookups'),
      code: 'rate_limited',
      requestId: expect.any(String),
    })
  })

  test.each([
    [20, 'Set it to 21 or more'],
    [21, undefined],
  ])('is a warning at the start: %i', async (perMinute, advice) => {
    const { log } = await limitedTo(perMinute)
    expect(log.filter(({ msg }) => msg.includes('RATE_LIMIT_PER_MINUTE'))).toEqual(
      advice === undefined ? [] : [expect.objectContaining({ level: 40, msg: expect.stringContaining(advice) })],
    )
  })
})
