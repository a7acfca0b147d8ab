import { describe, expect, test } from 'vitest'
import { ask, post } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, useService, type Service } from '../support/service.ts'
import { ownSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const service = await useService()

test('/healthz reports that the process is alive, whatever Steam does', async () => {
  const sim = await ownSteam()
  sim.dial.set('*', { faults: { reset: 1 } })
  const alone = await serviceForTest({ STEAM_API_KEY: '' }, sim)
  const { status, headers, body } = await ask(alone, '/healthz')
  expect({ status, body }).toEqual({ status: 200, body: { status: 'alive' } })
  expect(headers['cache-control']).toBe('no-store')
  expect(sim.calls.total()).toBe(0)
})

describe('/readyz', () => {
  test('calls Steam when its state is unknown', async () => {
    const sim = await ownSteam()
    const fresh = await serviceForTest({}, sim)
    const { status, body } = await ask(fresh, '/readyz')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ready: true,
        store: 'open',
        database: 'off',
        platform: 'reachable',
        discord: 'off',
        stopping: false,
        replicas: null,
        budget: { used: 0, limit: 100_000, state: 'plenty', resetsAt: expect.any(Number) },
        down: [],
        blocked: [],
      },
    })
    expect(sim.calls.total()).toBe(1)
    await Promise.all(Array.from({ length: 20 }, () => ask(fresh, '/readyz')))
    expect(sim.calls.total()).toBe(1)
  })

  test.each([
    ['without a key', { STEAM_API_KEY: '' }, 'not_configured', null],
    ['with a key Steam refuses', { STEAM_API_KEY: 'ANOTHER-KEY' }, 'key_refused', expect.any(Object)],
  ])('is a 200 %s, and reports it', async (_, settings, platform, budget) => {
    const { status, body } = await ask(await serviceForTest(settings, service.sim), '/readyz')
    expect([status, body]).toEqual([200, expect.objectContaining({ ready: true, platform, budget })])
  })
})

describe('/metrics', () => {
  const metricsOf = async (from: Service) => {
    const { status, headers, body } = await ask(from, '/metrics')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    return String(body)
  }

  test('counts requests by route, method and status, calls, and cached answers', async () => {
    const sim = await ownSteam()
    const counted = await serviceForTest({}, sim)
    const { raider } = sim.world.cast
    await post(counted, '/api/lookup', { input: raider })
    await post(counted, '/api/lookup', { input: raider })
    await ask(counted, '/api/lookup')
    await ask(counted, '/secret/path?steamId=1')
    await talkOnce(counted.port, request('PROPFIND', '/healthz'))
    await talkOnce(counted.port, 'garbage\r\n\r\n')
    // Independent of the number of requests.
    await metricsOf(counted)
    const text = await metricsOf(counted)
    for (const line of [
      'rapsheet_http_request_duration_seconds_count{route="/api/lookup",method="POST",status="200"} 2',
      'rapsheet_http_request_duration_seconds_count{route="/api/lookup",method="GET",status="400"} 1',
      'rapsheet_http_request_duration_seconds_count{route="unknown",method="GET",status="404"} 1',
      'rapsheet_http_request_duration_seconds_count{route="/healthz",method="other",status="405"} 1',
      'rapsheet_http_request_duration_seconds_count{route="unknown",method="other",status="400"} 1',
    ])
      expect(text).toContain(`${line}\n`)
    // Without a bot there is no metric of its connection.
    expect(text).not.toContain('rapsheet_discord_connected')
    expect(text).toMatch(/^rapsheet_cache_reads_total\{namespace="bans",outcome="memory"\} 1$/m)
    expect(text).toMatch(/^rapsheet_nodejs_eventloop_lag_seconds [\d.e-]+$/m)
    expect(text).toMatch(/^rapsheet_process_resident_memory_bytes [1-9]/m)
    expect(text).not.toContain('secret')
    expect(text).not.toContain(raider)
    expect(text).not.toContain(sim.key)
  })
})

describe('the metric of refusals', () => {
  const countedIn = async (from: Service) =>
    Object.fromEntries(
      [
        ...String((await ask(from, '/metrics')).body).matchAll(/^rapsheet_refusals_total\{reason="(\w+)"\} (\d+)$/gm),
      ].map(([, reason, count]) => [reason, Number(count)]),
    ) as Record<string, number>

  test('counts refusals by reason, and no answered requests', async () => {
    const sim = await ownSteam()
    const { raider, gone } = sim.world.cast
    const strict = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '7' }, sim)
    await ask(strict, `/api/lookup?steamId=${raider}`)
    // An account that does not exist is an answer, not a refusal.
    await ask(strict, `/api/lookup?steamId=${gone}`)
    await ask(strict, '/api/lookup')
    await ask(strict, '/api/lookup', { headers: { 'user-agent': 'x' } })
    await ask(strict, '/nothing')
    await ask(strict, '/api/lookup', { method: 'DELETE' })
    await post(strict, '/api/lookup/batch', { steamIds: [raider], more: 1 })
    for (let time = 0; time < 3; time++) await ask(strict, '/nothing')
    await talkOnce(strict.port, 'garbage\r\n\r\n')
    expect(await countedIn(strict)).toEqual({
      missing_parameter: 1,
      user_agent_required: 1,
      not_found: 1,
      method_not_allowed: 1,
      unlisted_field: 1,
      rate_limited: 3,
      bad_request: 1,
    })
  })
})
