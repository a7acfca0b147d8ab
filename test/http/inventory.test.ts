import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { inventorySchema } from '../../src/model/inventory.ts'
import { ask, expectError } from '../support/ask.ts'
import { serviceForTest, useService, type Service } from '../support/service.ts'

const NOW = Date.UTC(2027, 0, 1)

const { cast } = createWorld({ accounts: 1 })

// This file only requests inventories, which need no key.
const service = await useService({
  STEAM_API_KEY: '',
  CACHE_INVENTORY_SECONDS: '0',
  CACHE_REFUSAL_SECONDS: '0',
  tryMs: 300,
})
afterEach(() => void vi.useRealTimers())

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
