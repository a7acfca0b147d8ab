import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { ApiError, createClient, type Client, type ClientOptions } from '../../packages/client/src/index.ts'
import { USER_AGENT } from '../support/ask.ts'
import { collect } from '../support/collect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import {
  cutAnswer,
  errorAnswer,
  faultyProxyForTest,
  hang,
  hangUp,
  htmlAnswer,
  type ProxyFault,
} from '../support/faulty-proxy.ts'
import { rejectionOf } from '../support/rejection-of.ts'
import { serviceForTest, useService, type TestSettings } from '../support/service.ts'
import { until } from '../support/until.ts'

const service = await useService()
const { sim } = service

/** A client of the running service behind a proxy that has these faults; its jitter is as long as it can be. */
async function clientWith(faults: ProxyFault[], options: ClientOptions = {}, settings?: TestSettings) {
  const target = settings ? await serviceForTest(settings, sim) : service
  const proxy = await faultyProxyForTest(target)
  proxy.faults.push(...faults)
  const clock = createFakeClock()
  const client = createClient({ baseUrl: `${proxy.url}/`, userAgent: USER_AGENT, clock, random: () => 1, ...options })
  /** Waits until the client has made this many requests and pauses. */
  const paused = (requests: number) => until(() => proxy.requests.length === requests && clock.pending() === 2)
  return { client, clock, proxy, paused }
}

const errorOf = (work: Promise<unknown>) => rejectionOf(ApiError, work)

describe('a call that fails for now', () => {
  test.each([
    ['a dropped connection', hangUp],
    ['an answer that breaks off', cutAnswer],
    ['an overloaded service', errorAnswer(503, 'overloaded')],
    ['a proxy whose service is being restarted', htmlAnswer(502)],
  ])('is repeated after half a second: %s', async (_, fault) => {
    const { client, clock, proxy, paused } = await clientWith([fault])
    const answer = client.lookUp(sim.world.cast.raider)
    await paused(1)
    await clock.advance(499)
    expect(proxy.requests).toHaveLength(1)
    await clock.advance(1)
    expect(await answer).toMatchObject({ steamId: sim.world.cast.raider, bans: { VACBanned: true } })
    expect(proxy.requests).toHaveLength(2)
    expect(clock.pending()).toBe(0)
  })

  test('is repeated after the time that the service asks for, and not earlier', async () => {
    const busy = errorAnswer(429, 'rate_limited', { 'retry-after': '7' })
    const { client, clock, proxy, paused } = await clientWith([busy, htmlAnswer(503, { 'retry-after': '3' })])
    const answer = client.lookUpBatch([sim.world.cast.clean])
    await paused(1)
    await clock.advance(7_499)
    expect(proxy.requests).toHaveLength(1)
    await clock.advance(1)
    await paused(2)
    await clock.advance(3_500)
    expect(await answer).toMatchObject({ resolved: 1 })
  })

  test('is repeated with growing pauses, three times, and then rejects with its last error', async () => {
    const { client, clock, proxy, paused } = await clientWith([hangUp, hangUp, hangUp, htmlAnswer(504)])
    const error = errorOf(client.lookUp('raider'))
    for (const [index, ms] of [500, 1_000, 2_000].entries()) {
      await paused(index + 1)
      await clock.advance(ms)
    }
    expect(await error).toMatchObject({ code: 'unreadable_answer', status: 504 })
    expect(proxy.requests).toHaveLength(4)
    expect(clock.pending()).toBe(0)
  })

  test('rejects at once if the pause does not fit into its time', async () => {
    const { client, proxy } = await clientWith([errorAnswer(503, 'budget_spent', { 'retry-after': '3600' })])
    expect(await errorOf(client.lookUp('raider'))).toMatchObject({
      code: 'budget_spent',
      status: 503,
      details: { retryAfter: 3_600 },
    })
    expect(proxy.requests).toHaveLength(1)
  })

  test('is not repeated with `retries: 0`', async () => {
    const { client, proxy } = await clientWith([hangUp], { retries: 0 })
    expect(await errorOf(client.lookUp('raider'))).toMatchObject({ code: 'connection_failed', status: undefined })
    expect(proxy.requests).toHaveLength(1)
  })
})

test('an input that is no account is not asked for again', async () => {
  const { client, proxy } = await clientWith([])
  expect(await errorOf(client.lookUp('what is this?'))).toMatchObject({ code: 'malformed_account', status: 400 })
  expect(proxy.requests).toHaveLength(1)
})

test.each([
  ['getImage', (client: Client) => client.getImage('https://avatars.steamstatic.com/a.jpg')],
  ['getMetrics', (client: Client) => client.getMetrics()],
  ['getReadiness', (client: Client) => client.getReadiness()],
  ['scanFriends', (client: Client) => client.scanFriends('76561198000010431').next()],
] as const)('a page of a proxy is no answer of %s', async (_, ask) => {
  const { client } = await clientWith([htmlAnswer(200)])
  expect(await errorOf(ask(client))).toMatchObject({ code: 'unreadable_answer' })
})

test('a redirect is not followed: the token goes to the configured address only', async () => {
  const to: ProxyFault = (response) => response.writeHead(308, { location: service.url }).end()
  const { client, proxy } = await clientWith([to], { apiToken: 'a-secret-token' })
  expect(await errorOf(client.lookUp('raider'))).toMatchObject({ code: 'unreadable_answer', status: 308 })
  expect(proxy.headers).toMatchObject([{ authorization: 'Bearer a-secret-token' }])
  expect(proxy.requests.join()).not.toContain('secret')
})

describe('the quota', () => {
  test('that is used up delays the next call until it is full again', async () => {
    const { client, clock, proxy, paused } = await clientWith([], {}, { RATE_LIMIT_PER_MINUTE: '2' })
    await client.lookUp(sim.world.cast.clean)
    await client.lookUp(sim.world.cast.clean)
    const third = errorOf(client.lookUp(sim.world.cast.clean, { timeoutMs: 100_000 }))
    await paused(2)
    await clock.advance(59_000)
    expect(proxy.requests).toHaveLength(2)
    // The clock of the service has not moved: it refuses, and says how long to wait, which is too long.
    await clock.advance(1_000)
    expect(await third).toMatchObject({ code: 'rate_limited', status: 429 })
    expect(proxy.requests).toHaveLength(3)
  })
})

describe('a call that ends early', () => {
  const reason = new Error('the player has left')

  test('because its time is over rejects with `timed_out`', async () => {
    const { client, clock, paused } = await clientWith([hangUp, hang], { timeoutMs: 3_000 })
    const error = errorOf(client.lookUp('raider'))
    await paused(1)
    await clock.advance(500)
    await clock.advance(2_500)
    expect(await error).toMatchObject({ code: 'timed_out', status: undefined })
    expect(clock.pending()).toBe(0)
  })

  test('because it is aborted during a pause rejects with the reason, without another request', async () => {
    const abort = new AbortController()
    const { client, clock, proxy, paused } = await clientWith([hangUp])
    const answer = client.lookUp('raider', { signal: abort.signal })
    answer.catch(() => {})
    await paused(1)
    abort.abort(reason)
    await expect(answer).rejects.toBe(reason)
    expect(proxy.requests).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })

  test('leaves neither a timer behind nor a listener at a signal that many calls share, also when the loop of a scan is left', async () => {
    const { signal } = new AbortController()
    const { client, clock } = await clientWith([])
    await client.lookUp('raider', { signal })
    await collect(client.scanFriends(sim.world.cast.clean, { signal }))
    for await (const _ of client.scanFriends(sim.world.cast.raider, { signal })) break
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  test('before it began makes no request', async () => {
    const { client, clock, proxy } = await clientWith([])
    await expect(client.lookUp('raider', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(proxy.requests).toEqual([])
    expect(clock.pending()).toBe(0)
  })
})
