import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { inventorySchema } from '../../src/model/inventory.ts'
import { ask, expectError } from '../support/ask.ts'
import { serviceForTest, startService, type Service } from '../support/service.ts'

const NOW = Date.UTC(2027, 0, 1)

const { cast } = createWorld({ accounts: 1 })

let service: Service

beforeAll(async () => {
  // This file only requests inventories, which need no key.
  service = await startService({
    STEAM_API_KEY: '',
    CACHE_INVENTORY_SECONDS: '0',
    CACHE_REFUSAL_SECONDS: '0',
    tryMs: 300,
  })
})
afterEach(() => {
  service.sim.dial.reset()
  vi.useRealTimers()
})
afterAll(() => service.close())

const get = (steamId: string, from: Service = service) => ask(from, `/api/inventory?steamId=${steamId}`)

test('an inventory has the first fifty items in the order of Steam, and the total', async () => {
  const { status, body } = await get(cast.hoarder)
  expect(status).toBe(200)
  const { private: isPrivate, items, total } = inventorySchema.strict().parse(body)
  expect({ isPrivate, count: items.length, total }).toEqual({ isPrivate: false, count: 50, total: 70 })
  expect(items.slice(0, 3)).toEqual([
    {
      name: 'Uninstanced Chair',
      icon: '/api/image?url=https%3A%2F%2Fcommunity.akamai.steamstatic.com%2Feconomy%2Fimage%2FfWFc82js0fmoRAP-qOIPu5THSWqf%2F256fx256f',
      tradable: true,
      marketable: false,
      type: '',
    },
    { name: 'Iconless Rug', icon: '', tradable: true, marketable: false, type: '' },
    { name: 'Blank Poster', icon: '', tradable: true, marketable: false, type: '' },
  ])
})

test('every icon is a working link to its image', async () => {
  const { items } = inventorySchema.parse((await get(cast.collector)).body)
  const icons = [...new Set(items.map(({ icon }) => icon))].slice(0, 10)
  expect(icons).toHaveLength(10)
  for (const icon of icons) {
    expect(icon).toMatch(/^\/api\/image\?url=https%3A%2F%2Fcommunity\.[a-z]+\.steamstatic\.com%2F[\w%-]+$/)
    expect(await ask(service, icon)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  }
})

test.each(['inventoryPrivate', 'inventoryUnset'] as const)('%s is a private inventory, not an error', async (name) => {
  const { status, body } = await get(cast[name])
  expect({ status, body }).toEqual({
    status: 200,
    body: { private: true, items: [], total: 0, fetchedAt: expect.any(Number) },
  })
})

test('an empty inventory is not private', async () => {
  const { status, body } = await get(cast.inventoryEmpty)
  expect({ status, body }).toEqual({
    status: 200,
    body: { private: false, items: [], total: 0, fetchedAt: expect.any(Number) },
  })
})

test.each([
  ['inventory', cast.hoarder],
  ['private inventory', cast.inventoryPrivate],
])('a cached %s says when Steam was asked', async (_, steamId) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const remembering = await serviceForTest({}, service.sim)
  expect((await get(steamId, remembering)).body).toMatchObject({ fetchedAt: NOW / 1_000 })
  vi.setSystemTime(NOW + 50_000)
  expect((await get(steamId, remembering)).body).toMatchObject({ fetchedAt: NOW / 1_000 })
})

test('a large inventory has its full total', async () => {
  expect(await get(cast.collector)).toMatchObject({ status: 200, body: { total: 2_345 } })
})

describe('an inventory request is refused:', () => {
  test.each([
    ['nothing', '', 'missing_parameter', 'The parameter steamId is missing.'],
    [
      'the wrong case',
      `?SteamId=${cast.hoarder}`,
      'missing_parameter',
      'The parameter steamId is missing; names are case-sensitive: write steamId, not SteamId.',
    ],
    [
      'three ids',
      `?steamId=1&steamId=2&steamId=3`,
      'repeated_parameter',
      'The parameter steamId is given 3 times; send it once.',
    ],
  ])('a query with %s is a 400', async (_, query, code, message) => {
    expect(await expectError(service, await ask(service, `/api/inventory${query}`), 400, code)).toBe(message)
  })

  test.each(['raider', '', '%5BU:1:39744703%5D', '76561198000290382/../1', '7656119800029038２', '0', '-1', '1e17'])(
    '%s is not the 17-digit form: 400',
    async (steamId) => {
      const calls = service.sim.calls.total()
      await expectError(service, await get(steamId), 400, 'invalid_parameter')
      expect(service.sim.calls.total()).toBe(calls)
    },
  )
})

describe('when Steam fails with an inventory', () => {
  // Too many failures in a row would open the circuit.
  beforeEach(() => get(cast.hoarder))

  test.each([
    ['429', 429],
    ['500', 500],
    ['502', 502],
    ['503', 503],
  ] as const)('with %s, its status %i is passed on with Retry-After', async (fault, status) => {
    service.sim.dial.set('inventory', { faults: { [fault]: 1 } })
    const reply = await get(cast.hoarder)
    await expectError(service, reply, status, 'platform_unavailable')
    expect(reply.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
      'cache-control': 'no-store',
    })
  })

  test.each(['hang', 'reset', 'cut', 'cut-json', 'html-200', 'null-200', 'empty-200', 'success-0'] as const)(
    'with %s, which is no answer, it is a 500 and never an empty inventory',
    async (fault) => {
      service.sim.dial.set('inventory', { faults: { [fault]: 1 } })
      await expectError(service, await get(cast.hoarder), 500, 'platform_unavailable')
    },
  )

  test('with a block page, no inventory is called private', async () => {
    service.sim.dial.set('inventory', { faults: { 'bad-key': 1 } })
    const { status, body } = await get(cast.hoarder)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).not.toHaveProperty('private')
  })

  test('the call is retried once, but not after a 429', async () => {
    const patient = await serviceForTest({ retries: 2 }, service.sim)
    service.sim.calls.reset()
    service.sim.dial.set('inventory', { faults: { '500': 1 } })
    await expectError(patient, await get(cast.hoarder, patient), 500, 'platform_unavailable')
    expect(service.sim.calls.count('inventory')).toBe(2)
    service.sim.dial.set('inventory', { faults: { '429': 1 } })
    await expectError(patient, await get(cast.hoarder, patient), 429, 'platform_unavailable')
    expect(service.sim.calls.count('inventory')).toBe(3)
  })
})

describe('an inventory is cached', () => {
  test.each([
    ['an inventory', cast.hoarder, 300],
    ['that it is private', cast.inventoryPrivate, 60],
  ])('%s, with the remaining time in Cache-Control', async (_, steamId, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    const remembering = await serviceForTest({}, service.sim)
    service.sim.calls.reset()
    const answerAfter = async (passed: number) => {
      vi.setSystemTime(NOW + passed * 1000)
      const { headers } = await get(steamId, remembering)
      return { cache: headers['cache-control'], calls: service.sim.calls.total() }
    }
    expect(await answerAfter(0)).toEqual({ cache: `public, max-age=${seconds}`, calls: 1 })
    expect(await answerAfter(45)).toEqual({ cache: `public, max-age=${seconds - 45}`, calls: 1 })
    expect(await answerAfter(seconds + 1)).toEqual({ cache: `public, max-age=${seconds}`, calls: 2 })
  })
})

test('a client that disconnects aborts the call to Steam', async () => {
  service.sim.dial.set('inventory', { latencyMs: 60_000 })
  const patient = await serviceForTest({ tryMs: 60_000 }, service.sim)
  const leave = new AbortController()
  const asked = ask(patient, `/api/inventory?steamId=${cast.hoarder}`, { signal: leave.signal })
  await expect.poll(() => service.sim.inFlight('inventory')).toBe(1)
  leave.abort()
  await expect(asked).rejects.toThrow(/abort/)
  await expect.poll(() => service.sim.inFlight()).toBe(0)
  await expect
    .poll(() => patient.log.filter(({ msg }) => msg === 'request'))
    .toEqual([expect.objectContaining({ level: 30, status: 499, code: 'client_left', upstreamCalls: 1 })])
})
