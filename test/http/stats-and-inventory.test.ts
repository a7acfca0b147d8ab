import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { inventorySchema } from '../../src/model/inventory.ts'
import { ask, expectError } from '../support/ask.ts'
import { nextPage } from '../support/next-page.ts'
import { serviceForTest, useService, type Service, type TestSettings } from '../support/service.ts'

const NOW = Date.UTC(2027, 0, 1)
const NOTHING_KEPT: TestSettings = {
  CACHE_STATS_SECONDS: '0',
  CACHE_INVENTORY_SECONDS: '0',
  CACHE_REFUSAL_SECONDS: '0',
  tryMs: 300,
}

const { cast } = createWorld({ accounts: 1 })

const service = await useService(NOTHING_KEPT)
/** Inventories need no key. */
const keyless = await useService({ ...NOTHING_KEPT, STEAM_API_KEY: '' }, service.sim)
afterEach(() => void vi.useRealTimers())

const getStats = (steamId: string, from: Service = service) => ask(from, `/api/rust-stats?steamId=${steamId}`)
const getInventory = (steamId: string, from: Service = keyless) => ask(from, `/api/inventory?steamId=${steamId}`)

describe('statistics', () => {
  test.each([
    ['statsPrivate', 403, 'stats_private'],
    ['statsNone', 404, 'stats_not_found'],
    // As Steam used to report private statistics.
    ['statsPrivateOld', 500, 'platform_unavailable'],
  ] as const)('of %s are a %i', async (name, status, code) => {
    await expectError(service, await getStats(cast[name]), status, code)
  })
})

describe('an inventory', () => {
  test('has its further items in pages, which next leads to and the cache keeps apart', async () => {
    const remembering = await serviceForTest({}, service.sim)
    const pageOf = async (after: string) => {
      const reply = await getInventory(`${cast.hoarder}${after}`, remembering)
      nextPage(reply)
      return inventorySchema.strict().parse(reply.body)
    }
    service.sim.calls.reset()
    const first = await pageOf('')
    const second = await pageOf(`&after=${first.next}`)
    expect([first.items.length, second.items.length, second.total, second.next]).toEqual([50, 20, 70, null])
    expect(second.items).not.toEqual(first.items.slice(0, 20))
    expect([await pageOf(''), await pageOf(`&after=${first.next}`)]).toEqual([first, second])
    expect(service.sim.calls.count('inventory')).toBe(2)
  })

  test('that is private is no error', async () => {
    expect(await getInventory(cast.inventoryPrivate)).toMatchObject({
      status: 200,
      body: { private: true, items: [], total: 0, next: null, fetchedAt: expect.any(Number) },
    })
  })
})

describe.each([
  ['statistics', 'stats', () => getStats(cast.veteran), service],
  ['an inventory', 'inventory', () => getInventory(cast.hoarder), keyless],
] as const)('when Steam fails with %s', (_, method, get, from) => {
  // Too many failures in a row would open the circuit.
  beforeEach(() => get())

  test.each(['429', '500', '502', '503'] as const)('its status %s is passed on with Retry-After', async (fault) => {
    service.sim.dial.set(method, { faults: { [fault]: 1 } })
    const reply = await get()
    await expectError(from, reply, Number(fault), 'platform_unavailable')
    expect(reply.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' })
    const line = { level: 40, upstreamStatus: Number(fault) }
    expect(await from.lineOf(reply.headers['x-request-id'])).toMatchObject(line)
  })

  test('and says when to try again, that is passed on', async () => {
    service.sim.dial.set(method, { faults: { '429-retry-after': 1 } })
    expect(await get()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
  })
})

test.each([
  ['statistics', getStats, cast.veteran, 200, 300],
  ['that statistics are private', getStats, cast.statsPrivate, 403, 60],
  ['that there are no statistics', getStats, cast.statsNone, 404, 60],
  ['an inventory', getInventory, cast.hoarder, 200, 300],
  ['that an inventory is private', getInventory, cast.inventoryPrivate, 200, 60],
])('the cache holds %s, with the remaining time in Cache-Control', async (_, get, steamId, status, seconds) => {
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
