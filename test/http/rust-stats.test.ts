import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { rustStatsSchema, statsSchema } from '../../src/model/stats.ts'
import { ask, expectError } from '../support/ask.ts'
import { serviceForTest, useService, type Service } from '../support/service.ts'

const NOW = Date.UTC(2027, 0, 1)

const { cast } = createWorld({ accounts: 1 })

const service = await useService({ CACHE_STATS_SECONDS: '0', CACHE_REFUSAL_SECONDS: '0', tryMs: 300 })
afterEach(() => void vi.useRealTimers())

const get = (steamId: string, from: Service = service) => ask(from, `/api/rust-stats?steamId=${steamId}`)

test('statistics are complete: seven groups, and every counter is a number', async () => {
  const { status, body } = await get(cast.veteran)
  expect(status).toBe(200)
  const { steamId, stats, unreported } = rustStatsSchema.strict().parse(body)
  expect(steamId).toBe(cast.veteran)
  expect(Object.keys(stats)).toEqual(['combat', 'survival', 'building', 'resources', 'npc', 'items', 'misc'])
  expect(unreported).toEqual(['building.repairsDone', 'items.itemsPickedUp', 'items.itemsCrafted', 'misc.heliHits'])
  for (const [name, group] of Object.entries(statsSchema.shape))
    expect(Object.keys(stats[name as keyof typeof stats])).toEqual(Object.keys(group.shape))
  expect(stats.combat.deaths).toBe(32_479)
  expect(stats.survival.deaths).toBe(32_479)
  // Two counters for the same thing are added.
  expect(stats.resources.woodHarvested).toBe(1_997_456 + 262_819)
  expect(stats.combat.kd).toBe(Math.round((stats.combat.kills / 32_479) * 100) / 100)
})

describe('a statistics request is refused:', () => {
  test.each(['statsPrivate', 'statsPrivateHtml'] as const)('%s is a 403', async (name) => {
    await expectError(service, await get(cast[name]), 403, 'stats_private')
  })

  test.each(['statsNone', 'statsEmpty', 'noRust'] as const)('%s is a 404', async (name) => {
    await expectError(service, await get(cast[name]), 404, 'stats_not_found')
  })

  test('private statistics that Steam reports with a 500, as it used to, are a 500', async () => {
    await expectError(service, await get(cast.statsPrivateOld), 500, 'platform_unavailable')
  })
})

describe('when Steam fails with statistics', () => {
  // Too many failures in a row would open the circuit.
  beforeEach(() => get(cast.veteran))

  test.each([
    ['429', 429, '60'],
    ['429-retry-after', 429, '1'],
    ['500', 500, '60'],
    ['502', 502, '60'],
    ['503', 503, '60'],
  ] as const)('with %s, its status %i is passed on with Retry-After', async (fault, status, retryAfter) => {
    service.sim.dial.set('stats', { faults: { [fault]: 1 } })
    const reply = await get(cast.veteran)
    await expectError(service, reply, status, 'platform_unavailable')
    expect(reply.headers).toMatchObject({ 'retry-after': retryAfter, 'cache-control': 'no-store' })
    expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ level: 40, upstreamStatus: status })
  })

  test.each([
    'hang',
    'reset',
    'cut',
    'cut-json',
    'html-200',
    'null-200',
    'empty-200',
    'success-0',
    'huge',
    'gzip-bomb',
  ] as const)('with %s instead of an answer, the status is 500', async (fault) => {
    service.sim.dial.set('stats', { faults: { [fault]: 1 } })
    const reply = await get(cast.veteran)
    await expectError(service, reply, 500, 'platform_unavailable')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test.each(['bad-key', 'bad-key-401'] as const)(
    'with %s, it is our fault: a 500, and an error in the log',
    async (fault) => {
      service.sim.dial.set('stats', { faults: { [fault]: 1 } })
      const reply = await get(cast.veteran)
      await expectError(service, reply, 500, 'key_refused')
      expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ level: 40 })
      expect(service.log).toContainEqual(
        expect.objectContaining({ level: 50, msg: expect.stringMatching('STEAM_API_KEY') }),
      )
    },
  )
})

test('statistics without a key are a 500 that names the setting', async () => {
  const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
  await expectError(keyless, await get(cast.veteran, keyless), 500, 'not_configured')
})

describe('the cache of statistics', () => {
  test.each([
    ['statistics', cast.veteran, 200, 300],
    ['that they are private', cast.statsPrivate, 403, 60],
    ['that there are none', cast.statsNone, 404, 60],
  ])('holds %s, with the remaining time in Cache-Control', async (_, steamId, status, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    const remembering = await serviceForTest({}, service.sim)
    service.sim.calls.reset()
    const answerAfter = async (passed: number) => {
      vi.setSystemTime(NOW + passed * 1000)
      const reply = await get(steamId, remembering)
      return { status: reply.status, cache: reply.headers['cache-control'], calls: service.sim.calls.total() }
    }
    expect(await answerAfter(0)).toEqual({ status, cache: `public, max-age=${seconds}`, calls: 1 })
    expect(await answerAfter(20)).toEqual({ status, cache: `public, max-age=${seconds - 20}`, calls: 1 })
    expect(await answerAfter(seconds - 1)).toEqual({ status, cache: 'public, max-age=1', calls: 1 })
    expect(await answerAfter(seconds + 1)).toEqual({ status, cache: `public, max-age=${seconds}`, calls: 2 })
  })
})
