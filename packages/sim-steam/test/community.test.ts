import { expect, test } from 'vitest'
import { useWorld } from './simulated-steam.ts'
import { ask, paths } from './support.ts'

type Page = {
  assets: { assetid: string; classid: string; instanceid?: string; appid: number; contextid: string; amount: string }[]
  descriptions: {
    classid: string
    instanceid: string
    icon_url?: string
    name: string
    tradable: number
    marketable: number
  }[]
  more_items?: number
  last_assetid?: string
  total_inventory_count: number
  success: number
  rwgrsn: number
}

const { steam, cast } = await useWorld(20)

async function page(id: string, query?: string): Promise<Page> {
  return (await ask(steam, paths.inventory(id, query), { 'x-webapi-key': '' })).json() as Page
}

test('an inventory has assets, shared descriptions and the total, and needs no key', async () => {
  const { assets, descriptions, ...rest } = await page(cast.hoarder)
  expect(rest).toEqual({ total_inventory_count: 70, success: 1, rwgrsn: -2 })
  expect(assets).toHaveLength(70)
  expect(new Set(assets.map(({ assetid }) => assetid)).size).toBe(70)
  expect(assets[5]).toEqual({
    appid: 252490,
    contextid: '2',
    assetid: expect.stringMatching(/^\d+$/),
    classid: expect.any(String),
    instanceid: '0',
    amount: '1',
  })
  expect(descriptions.length).toBeLessThan(70)
  for (const { tradable, marketable } of descriptions) {
    expect([0, 1]).toContain(tradable)
    expect([0, 1]).toContain(marketable)
  }
})

test('an inventory can have assets without instance, description or icon', async () => {
  const { assets, descriptions } = await page(cast.hoarder)
  const described = new Set(descriptions.map(({ classid }) => classid))
  expect(assets.filter(({ instanceid }) => instanceid === undefined)).toHaveLength(1)
  expect(assets.filter(({ classid }) => !described.has(classid))).toHaveLength(1)
  expect(descriptions.filter((one) => !('icon_url' in one)).map(({ name }) => name)).toEqual(['Iconless Rug'])
  expect(descriptions.filter(({ icon_url: icon }) => icon === '').map(({ name }) => name)).toEqual(['Blank Poster'])
})

test('the pages together contain the whole inventory', async () => {
  const pages = [await page(cast.collector, 'count=1000')]
  while (pages.at(-1)?.more_items === 1) {
    pages.push(await page(cast.collector, `count=1000&start_assetid=${pages.at(-1)?.last_assetid}`))
  }
  expect(pages.map(({ assets }) => assets.length)).toEqual([1000, 1000, 345])
  expect(new Set(pages.flatMap(({ assets }) => assets.map(({ assetid }) => assetid))).size).toBe(2_345)
  expect(pages.map(({ total_inventory_count: total }) => total)).toEqual([2_345, 2_345, 2_345])
  for (const { assets, descriptions, more_items: more, last_assetid: last } of pages) {
    expect(new Set(descriptions.map(({ classid }) => classid))).toEqual(new Set(assets.map(({ classid }) => classid)))
    expect(last).toBe(more === 1 ? assets.at(-1)?.assetid : undefined)
  }
})

test.each([
  ['inventoryPrivate', 'count=50', 403, 'null'],
  ['private', 'count=50', 403, 'null'],
  ['inventoryUnset', 'count=50', 401, 'null'],
  ['hoarder', 'count=2001', 400, 'null'],
  ['hoarder', 'count=0', 400, 'null'],
  ['inventoryEmpty', 'count=50', 200, '{"total_inventory_count":0,"success":1,"rwgrsn":-2}'],
] as const)('the inventory of %s with %s: %i', async (name, query, status, body) => {
  const reply = await ask(steam, paths.inventory(cast[name], query))
  expect([reply.status, reply.text]).toEqual([status, body])
  expect(reply.headers.get('content-type')).toContain('application/json')
})
