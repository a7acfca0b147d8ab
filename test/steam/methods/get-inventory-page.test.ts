import { describe, expect, test } from 'vitest'
import { getInventoryPage } from '../../../src/steam/methods/get-inventory-page.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { answering, expectWrongShape, startOddPlatform } from '../../support/odd-platform.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'

const { world, cast, steam } = await useWorld(5)

const ALICE = '76561197960287930'
const door = {
  classid: '1',
  instanceid: '0',
  icon_url: 'icon-door',
  name: 'Door',
  type: 'Skin',
  tradable: 1,
  marketable: 0,
}
const inventory = (rest: object) => ({ total_inventory_count: 1, success: 1, rwgrsn: -2, ...rest })
const unknown = { name: 'Unknown item', iconUrl: '', tradable: false, marketable: false, type: '' }

/** The assets of an account of the world. */
function assetsOf(steamId: string) {
  const inventory = world.account(steamId)?.inventory
  if (typeof inventory !== 'object') throw new Error('no inventory')
  return inventory.assets
}

/** Items of an account of the world, the first fifty from this position on. */
function itemsOf(steamId: string, from = 0) {
  const inventory = world.account(steamId)?.inventory
  if (typeof inventory !== 'object') throw new Error('no inventory')
  const { assets, descriptions } = inventory
  return assets.slice(from, from + 50).map(({ classId }) => {
    const found = descriptions.find((description) => description.classId === classId)
    if (!found) return unknown
    const { name, icon = '', tradable, marketable, type } = found
    return { name, iconUrl: icon, tradable, marketable, type }
  })
}

test.each([
  ['hoarder', 70, 50],
  ['collector', 2_345, 50],
  ['raider', 12, 12],
] as const)(
  'returns for the inventory of %s with %i items the first %i in order, with one call',
  async (who, total, shown) => {
    const page = await getInventoryPage(connect(steam).call, { steamId: cast[who] }, anyCall())
    const next = total > shown ? assetsOf(cast[who])[shown - 1]?.assetId : null
    expect(page).toEqual({ total, next, items: itemsOf(cast[who]) })
    expect(page?.items).toHaveLength(shown)
    expect(steam.calls.count('inventory')).toBe(1)
  },
)

describe('the pages of an inventory', () => {
  const pageOf = (after?: string) => getInventoryPage(connect(steam).call, { steamId: cast.hoarder, after }, anyCall())

  test('follow each other by next, until it is null', async () => {
    const first = await pageOf()
    const second = await pageOf(first?.next ?? 'none')
    expect(second).toEqual({ total: 70, next: null, items: itemsOf(cast.hoarder, 50) })
    expect(second?.items).toHaveLength(20)
  })

  test('have every item of a long inventory once', async () => {
    const { length } = assetsOf(cast.collector)
    const items: unknown[] = []
    let after: string | undefined
    for (let pages = 0; pages === 0 || after !== undefined; pages++) {
      const page = await getInventoryPage(connect(steam).call, { steamId: cast.collector, after }, anyCall())
      expect(page?.items).toEqual(itemsOf(cast.collector, pages * 50))
      items.push(...(page?.items ?? []))
      after = page?.next ?? undefined
    }
    expect(items).toHaveLength(length)
  })

  const assets = Array.from({ length: 60 }, (_, index) => ({ classid: '1', assetid: String(900 - index) }))

  test.each([
    ['more items and the last asset', { more_items: 1, last_assetid: '7', assets: assets.slice(0, 50) }, '7'],
    ['more items alone', { more_items: 1, assets: assets.slice(0, 50) }, '851'],
    ['more items than requested', { assets }, '851'],
    ['a last asset alone', { last_assetid: '7', assets: assets.slice(0, 50) }, null],
    ['no further items', { more_items: 0, assets: assets.slice(0, 50) }, null],
    ['the page after itself', { more_items: 1, last_assetid: '5', assets: assets.slice(0, 50) }, null],
  ])('lead on by what Steam says: %s', async (_, answer, next) => {
    const { call } = await answering(inventory({ total_inventory_count: 500, ...answer }))
    expect(await getInventoryPage(call, { steamId: ALICE, after: '5' }, anyCall())).toMatchObject({ total: 500, next })
  })

  test('are empty beyond the end, which is only accepted of later pages', async () => {
    const { call } = await answering(inventory({ total_inventory_count: 70 }))
    expect(await getInventoryPage(call, { steamId: ALICE, after: '5' }, anyCall())).toEqual({
      total: 70,
      next: null,
      items: [],
    })
    expect((await failureOf(getInventoryPage(call, { steamId: ALICE }, anyCall()))).code).toBe('platform_unavailable')
  })

  test('of an inventory that has become private are private', async () => {
    const page = getInventoryPage(connect(steam).call, { steamId: cast.inventoryPrivate, after: '5' }, anyCall())
    expect(await page).toBeNull()
  })
})

test('a missing instance, icon or description affects only that item', async () => {
  const page = await getInventoryPage(connect(steam).call, { steamId: cast.hoarder }, anyCall())
  expect(page?.items.slice(0, 4)).toEqual([
    { name: 'Uninstanced Chair', iconUrl: 'fWFc82js0fmoRAP-qOIPu5THSWqf', tradable: true, marketable: false, type: '' },
    { name: 'Iconless Rug', iconUrl: '', tradable: true, marketable: false, type: '' },
    { name: 'Blank Poster', iconUrl: '', tradable: true, marketable: false, type: '' },
    unknown,
  ])
})

test('returns an empty inventory without items', async () => {
  expect(await getInventoryPage(connect(steam).call, { steamId: cast.inventoryEmpty }, anyCall())).toEqual({
    total: 0,
    next: null,
    items: [],
  })
})

test.each([
  ['inventoryPrivate', '403'],
  ['inventoryUnset', '401'],
  ['private', '403'],
] as const)('reads the inventory of %s as private (%s) with one call', async (who, outcome) => {
  const { call, records } = connect(steam, { retries: 2 })
  expect(await getInventoryPage(call, { steamId: cast[who] }, anyCall())).toBeNull()
  expect(records.map((record) => [record.method, record.outcome])).toEqual([['inventory', outcome]])
})

describe('descriptions', () => {
  test('are shared by several assets and matched by class and instance', async () => {
    const descriptions = [door, { ...door, instanceid: '5', name: 'Red Door', tradable: 0, marketable: 1, type: '' }]
    const assets = ['0', '5', '0', '5', '7'].map((instanceid) => ({ classid: '1', instanceid }))
    const { call } = await answering(inventory({ total_inventory_count: 5, assets, descriptions }))
    const plain = { name: 'Door', iconUrl: 'icon-door', tradable: true, marketable: false, type: 'Skin' }
    const red = { name: 'Red Door', iconUrl: 'icon-door', tradable: false, marketable: true, type: '' }
    expect(await getInventoryPage(call, { steamId: ALICE }, anyCall())).toEqual({
      total: 5,
      next: null,
      items: [plain, red, plain, red, unknown],
    })
  })

  test('without an instance belong to instance 0', async () => {
    const { instanceid: _, ...uninstanced } = door
    const assets = [{ classid: '1', instanceid: '0' }, { classid: '1' }]
    const { call } = await answering(inventory({ total_inventory_count: 2, assets, descriptions: [uninstanced] }))
    const page = await getInventoryPage(call, { steamId: ALICE }, anyCall())
    expect(page?.items.map(({ name }) => name)).toEqual(['Door', 'Door'])
  })

  test('may lack everything except the class', async () => {
    const { call } = await answering(
      inventory({ assets: [{ classid: '1' }], descriptions: [{ classid: '1', name: '' }] }),
    )
    expect(await getInventoryPage(call, { steamId: ALICE }, anyCall())).toEqual({
      total: 1,
      next: null,
      items: [unknown],
    })
  })

  test('may be missing completely', async () => {
    const { call } = await answering(inventory({ assets: [{ classid: '1' }] }))
    expect(await getInventoryPage(call, { steamId: ALICE }, anyCall())).toEqual({
      total: 1,
      next: null,
      items: [unknown],
    })
  })
})

test('drops assets beyond the requested number and keeps their order', async () => {
  const assets = Array.from({ length: 60 }, (_, index) => ({ classid: String(index) }))
  const descriptions = assets.map(({ classid }) => ({ classid, name: `thing ${classid}` })).toReversed()
  const { call } = await answering(inventory({ total_inventory_count: 60, assets, descriptions }))
  const page = await getInventoryPage(call, { steamId: ALICE }, anyCall())
  expect(page?.items.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, index) => `thing ${index}`))
})

test('shows the items of Rust alone', async () => {
  const assets = [{ appid: 730, classid: '1' }, { appid: 252490, classid: '1' }, { classid: '2' }]
  const { call } = await answering(inventory({ total_inventory_count: 3, assets, descriptions: [door] }))
  const page = await getInventoryPage(call, { steamId: ALICE }, anyCall())
  expect(page?.items.map(({ name }) => name)).toEqual(['Door', 'Unknown item'])
})

test.each([0, 1, 2, 60])('the total is at least the number of items, whatever Steam says: %i', async (total) => {
  const assets = Array.from({ length: 60 }, (_, index) => ({ appid: 252490, classid: String(index) }))
  const { call } = await answering(inventory({ total_inventory_count: total, assets }))
  expect(await getInventoryPage(call, { steamId: ALICE }, anyCall())).toMatchObject({ total: 60 })
})

test.each([
  ['null', null],
  ['an empty object', {}],
  ['items of another game alone', inventory({ assets: [{ appid: 730, classid: '1' }], descriptions: [door] })],
  [
    'items of another game and a total of 0',
    inventory({ total_inventory_count: 0, assets: [{ appid: 730, classid: '1' }] }),
  ],
  ['success 0', { success: 0, total_inventory_count: 0 }],
  ['success false', { success: false, total_inventory_count: 0 }],
  ['no success field', { total_inventory_count: 0 }],
  ['no total', { success: 1, assets: [{ classid: '1' }] }],
  ['a total without items', inventory({})],
  ['a total and an empty list', inventory({ assets: [], descriptions: [] })],
  ['a negative total', inventory({ total_inventory_count: -1, assets: [{ classid: '1' }] })],
  ['a total that is a fraction', inventory({ total_inventory_count: 1.5, assets: [{ classid: '1' }] })],
  ['an impossible total', inventory({ total_inventory_count: 1e308, assets: [{ classid: '1' }] })],
  ['an asset without a class', inventory({ assets: [{ assetid: '1' }] })],
])('rejects a 200 with %s, instead of reading it as an empty inventory', (_, body) =>
  expectWrongShape(body, (call) => getInventoryPage(call, { steamId: ALICE }, anyCall())),
)

test.each([400, 404])('rejects a %i with its status, instead of reading it as a private inventory', async (status) => {
  const { call } = connect(await startOddPlatform({ status, body: null }))
  const error = await failureOf(getInventoryPage(call, { steamId: ALICE }, anyCall()))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', status])
})
