import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { rustStatsSchema, statsSchema } from '../../src/model/stats.ts'
import { ask, expectError } from '../support/ask.ts'
import { serviceForTest, startService, type Service } from '../support/service.ts'

const NOW = Date.UTC(2027, 0, 1)

const { cast } = createWorld({ accounts: 1 })

let service: Service

beforeAll(async () => {
  service = await startService({ CACHE_STATS_SECONDS: '0', CACHE_REFUSAL_SECONDS: '0', tryMs: 300 })
})
afterEach(() => {
  service.sim.dial.reset()
  vi.useRealTimers()
})
afterAll(() => service.close())

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

test('cached statistics say when Steam was asked', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const remembering = await serviceForTest({}, service.sim)
  expect((await get(cast.veteran, remembering)).body).toMatchObject({ fetchedAt: NOW / 1_000 })
  vi.setSystemTime(NOW + 200_000)
  expect((await get(cast.veteran, remembering)).body).toMatchObject({ fetchedAt: NOW / 1_000 })
})

test('counters that Steam leaves out are 0', async () => {
  const { body } = await get(cast.rookie)
  expect(body).toMatchObject({
    stats: {
      combat: { kills: 0, deaths: 14, kd: 0, headshotRate: 0, bulletsFired: 61, accuracy: 0 },
      survival: { suicides: 2, caloriesConsumed: 1_893.4453125 },
      building: { structuresBuilt: 44, repairsDone: 0 },
      npc: { scientistsKilled: 0 },
    },
  })
})

describe('a statistics request is refused:', () => {
  test.each([
    ['nothing', '', 'missing_parameter', 'The parameter steamId is missing.'],
    [
      'the wrong case',
      `?steamid=${cast.veteran}`,
      'missing_parameter',
      'The parameter steamId is missing; names are case-sensitive: write steamId, not steamid.',
    ],
    [
      'two ids',
      `?steamId=${cast.veteran}&steamId=${cast.rookie}`,
      'repeated_parameter',
      'The parameter steamId is given 2 times; send it once.',
    ],
  ])('a query with %s is a 400', async (_, query, code, message) => {
    expect(await expectError(service, await ask(service, `/api/rust-stats${query}`), 400, code)).toBe(message)
  })

  test.each([
    'raider',
    '',
    'STEAM_0:1:19872351',
    'https%3A%2F%2Fsteamcommunity.com%2Fprofiles%2F76561198000010431',
    '%2076561198000010431',
    '76561198000010431%0A',
    '7656119800001043',
    '99999999999999999',
    '%00',
    '9'.repeat(5_000),
  ])('%s is not the 17-digit form: 400', async (steamId) => {
    const calls = service.sim.calls.total()
    expect(await expectError(service, await get(steamId), 400, 'invalid_parameter')).toBe(
      'steamId: must be a 17-digit SteamID64; /api/lookup finds it for a custom name or a profile link.',
    )
    expect(service.sim.calls.total()).toBe(calls)
  })

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

  test('because it cannot be reached, the response is a 500', async () => {
    const lonely = await serviceForTest({ STEAM_API_URL: 'http://127.0.0.1:1' }, service.sim)
    await expectError(lonely, await get(cast.veteran, lonely), 500, 'platform_unavailable')
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

  test('its status is passed on after two retries', async () => {
    const patient = await serviceForTest({ retries: 2 }, service.sim)
    service.sim.dial.set('stats', { faults: { '502': 1 } })
    service.sim.calls.reset()
    const reply = await get(cast.veteran, patient)
    await expectError(patient, reply, 502, 'platform_unavailable')
    expect(service.sim.calls.count('stats')).toBe(3)
    expect(await patient.lineOf(reply.headers['x-request-id'])).toMatchObject({ upstreamCalls: 3 })
  })

  test('only once, a retry succeeds', async () => {
    const patient = await serviceForTest({ retries: 2 }, service.sim)
    service.sim.dial.set('stats', { next: ['429'] })
    expect(await get(cast.veteran, patient)).toMatchObject({ status: 200 })
  })

  test('the failure is not cached', async () => {
    const remembering = await serviceForTest({}, service.sim)
    service.sim.dial.set('stats', { next: ['503'] })
    expect(await get(cast.veteran, remembering)).toMatchObject({ status: 503 })
    expect(await get(cast.veteran, remembering)).toMatchObject({ status: 200 })
  })
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

  test('has the duration that is set', async () => {
    const brief = await serviceForTest({ CACHE_STATS_SECONDS: '7' }, service.sim)
    expect((await get(cast.veteran, brief)).headers['cache-control']).toBe('public, max-age=7')
  })

  test('is switched off by a duration of 0', async () => {
    service.sim.calls.reset()
    expect((await get(cast.veteran)).headers['cache-control']).toBe('public, max-age=0')
    await get(cast.veteran)
    expect(service.sim.calls.count('stats')).toBe(2)
  })
})
