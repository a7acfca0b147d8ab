import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRateLimit, type RateLimit } from '../../src/http/rate-limit.ts'
import type { Status } from '../../src/model/status.ts'
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

test('every response contains the limit and what is left of it', async () => {
  const service = await limitedTo(5)
  for (const left of [4, 3, 2, 1, 0]) {
    const { status, headers } = await lookup(service)
    expect({ status, policy: headers['ratelimit-policy'], limit: headers['ratelimit'] }).toEqual({
      status: 200,
      policy: '"lookups";q=5;w=60',
      limit: expect.stringMatching(new RegExp(`^"lookups";r=${left};t=(60|59|58)$`)),
    })
  }
})

test('a request over the limit is a 429 with Retry-After', async () => {
  const service = await limitedTo(2)
  await lookup(service)
  await lookup(service)
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

test('exactly the limit is accepted when many requests arrive at once, each with another remainder', async () => {
  const service = await limitedTo(40)
  const replies = await Promise.all(Array.from({ length: 120 }, () => ask(service, '/nothing')))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(80)
  for (const { status, headers } of replies) {
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(50)
    if (status === 429) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  const remainders = replies.map(({ headers }) => Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]))
  // Every accepted request reports a different remainder; only refused ones share 0.
  expect(remainders.toSorted((a, b) => b - a).slice(0, 40)).toEqual(
    Array.from({ length: 40 }, (_, index) => 39 - index),
  )
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
    [20, true],
    [21, false],
    [0, false],
  ])('is a warning at the start and on /status: %i', async (perMinute, warns) => {
    const service = await limitedTo(perMinute)
    const { body } = await ask(service, '/status/state')
    expect((body as Status).checklist).toContainEqual({
      code: 'rate_limit',
      state: perMinute === 0 ? 'off' : warns ? 'warning' : 'done',
      perMinute,
      neededPerMinute: 21,
    })
    expect(service.log.filter(({ msg }) => msg.includes('RATE_LIMIT_PER_MINUTE'))).toEqual(
      warns ? [expect.objectContaining({ level: 40, msg: expect.stringContaining('Set it to 21 or more') })] : [],
    )
  })
})

describe('the rate limit', () => {
  const take = (limit: RateLimit, client: string, cost: number) => {
    const headers = {}
    limit.take(headers, client, cost)
    return headers
  }

  test('starts again after a minute', async () => {
    vi.useFakeTimers()
    try {
      const limit = createRateLimit(2)
      take(limit, 'a', 2)
      expect(() => take(limit, 'a', 1)).toThrow(
        expect.objectContaining({ status: 429, headers: { 'retry-after': '60' } }),
      )
      await vi.advanceTimersByTimeAsync(30_000)
      expect(() => take(limit, 'a', 1)).toThrow(
        expect.objectContaining({ status: 429, headers: { 'retry-after': '30' } }),
      )
      await vi.advanceTimersByTimeAsync(30_001)
      expect(take(limit, 'a', 1)).toEqual({
        'ratelimit-policy': '"lookups";q=2;w=60',
        ratelimit: '"lookups";r=1;t=60',
      })
    } finally {
      vi.useRealTimers()
    }
  })
})
