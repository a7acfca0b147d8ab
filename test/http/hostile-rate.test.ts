import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { hasReplies, parseReplies, talk } from '../support/raw.ts'
import { serviceForTest, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()

const limitedTo = (perMinute: number, settings: TestSettings = {}) =>
  serviceForTest({ RATE_LIMIT_PER_MINUTE: String(perMinute), ...settings }, sim)

const countOf = (replies: readonly { status: number }[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length

const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index))

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
