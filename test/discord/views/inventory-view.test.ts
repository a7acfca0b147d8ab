import { expect, test } from 'vitest'
import { COMPONENT } from '../../../sim/discord/index.ts'
import { textsFor } from '../../../src/discord/texts/catalogue.ts'
import type { View } from '../../../src/discord/view.ts'
import { inventoryView } from '../../../src/discord/views/inventory-view.ts'
import { cached } from '../../support/fake-context.ts'
import { componentsOf, textOf } from '../../support/view-content.ts'

const english = textsFor('en-US')
const who = { steamId: '76561198000010431', name: 'Somebody', foundBy: null }

const picturesOf = (view: View) =>
  componentsOf(view).flatMap((component) => (component.type === COMPONENT.gallery ? [component.items] : []))

const items = (count: number, icon = 'https://community.akamai.steamstatic.com/economy/image/a/256fx256f') =>
  Array.from({ length: count }, (_, index) => ({
    name: `Thing ${index + 1}`,
    icon,
    tradable: index % 2 === 0,
    marketable: false,
    type: '',
  }))
const viewOf = (count: number, page: number, total = count) =>
  inventoryView(who, cached({ private: false, items: items(count), total }), page, english)

test('an inventory shows the last page instead of a missing one', () => {
  expect(textOf(viewOf(23, 99))).toContain('\n21\\. Thing 21 · tradable\n22\\. Thing 22')
  expect(textOf(viewOf(23, 99))).toContain('page 3 of 3')
  expect(textOf(viewOf(0, 5))).toContain('The inventory is public and contains no Rust items.')
})

test('items without a picture are listed, and a page without pictures has no gallery', () => {
  const view = inventoryView(who, cached({ private: false, items: items(2, ''), total: 2 }), 0, english)
  expect(picturesOf(view)).toEqual([])
  expect(textOf(view)).toContain('1\\. Thing 1 · tradable\n2\\. Thing 2 · neither tradable nor marketable')
  expect(picturesOf(viewOf(12, 0))[0]).toHaveLength(10)
  expect(picturesOf(viewOf(12, 1))[0]).toHaveLength(2)
})

test('an inventory says how many items are shown if not all are', () => {
  expect(textOf(viewOf(50, 0, 2_345))).toContain('**2,345 items**')
  expect(textOf(viewOf(50, 0, 2_345))).toContain('Only the first 50 of 2,345 items can be shown.')
  expect(textOf(viewOf(50, 0))).not.toContain('can be shown')
  expect(textOf(viewOf(1, 0))).toContain('**1 item**')
})

test('a private inventory shows no number of items', () => {
  const view = inventoryView(who, cached({ private: true, items: [], total: 0 }), 0, english)
  expect(textOf(view)).toMatch(
    /^## 🔒 .*\nThe inventory is private, so its items cannot be seen\.\n-# checked <t:\d+:R>$/,
  )
})
