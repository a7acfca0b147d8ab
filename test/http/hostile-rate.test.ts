import { describe, expect, test } from 'vitest'
import { ask, post } from '../support/ask.ts'
import { openScan } from '../support/events.ts'
import { hasReplies, parseReplies, request, talk } from '../support/raw.ts'
import { serviceForTest, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()

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
})
