import { describe, expect, test } from 'vitest'
import { COMPONENT } from '../../../packages/sim-discord/src/index.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { inventoryView } from '../../../src/accounts/discord/views/inventory-view.ts'
import type { Bans } from '../../../src/model/account.ts'
import type { Inventory } from '../../../src/model/inventory.ts'
import { cached, CLEAN, NOW, summaryOf } from '../../support/fake-context.ts'
import { coloursOf, componentsOf, textOf } from '../../support/view-content.ts'

const english = textsFor('en-US')
const who = { steamId: '76561198000010431', name: 'Somebody', foundBy: null, record: null }

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
const viewWith = (items: Inventory['items'], page = 0, total = items.length) =>
  inventoryView(who, cached({ private: false, items, total, next: null }), page, english)
const viewOf = (count: number, page: number, total = count) => viewWith(items(count), page, total)

test('an inventory shows the last page instead of a missing one', () => {
  const shown = textOf(viewOf(23, 99))
  expect(shown).toContain('**23 items** · showing 19–23\n')
  expect(shown).toContain('\n23\\. Thing 23 · not marketable\n')
  expect(shown).not.toContain('24\\.')
  expect(textOf(viewOf(0, 5))).toContain('The inventory is public and contains no Rust items.')
})

test.each([
  [true, true, '1\\. Thing'],
  [true, false, '1\\. Thing · not marketable'],
  [false, true, '1\\. Thing · not tradable'],
  [false, false, '1\\. Thing · not tradable, not marketable'],
])('of an item (tradable: %s, marketable: %s) only what cannot be done is said', (tradable, marketable, line) => {
  const item = { name: 'Thing', icon: '', tradable, marketable, type: '' }
  expect(textOf(viewWith([item]))).toContain(`\n${line}\n`)
})

test.each([
  [1, 1],
  [3, 2],
  [5, 4],
  [8, 6],
  [9, 9],
])('a page with %d pictures shows %d, so that all rows are full', (count, shown) => {
  expect(picturesOf(viewOf(count, 0))[0]).toHaveLength(shown)
})

test('pictures have the numbers of the list, and a line names them if items are left out', () => {
  const view = viewWith(
    items(9).map((item, index) => ([1, 3, 6, 7, 9].includes(index + 1) ? item : { ...item, icon: '' })),
  )
  expect(picturesOf(view)[0]?.map(({ description }) => description)).toEqual(
    [1, 3, 6, 7].map((number) => `${number}. Thing ${number}`),
  )
  expect(textOf(view)).toContain('-# Pictures: 1, 3, 6–7\n1\\. Thing 1')
  expect(textOf(viewOf(9, 0))).not.toContain('Pictures:')
})

test('items without a picture are listed, and a page without pictures has no gallery', () => {
  const view = viewWith(items(2, ''))
  expect(picturesOf(view)).toEqual([])
  expect(textOf(view)).toContain('1\\. Thing 1 · not marketable\n2\\. Thing 2 · not tradable, not marketable')
  expect(textOf(view)).not.toContain('Pictures:')
})

test('names of accounts and items are escaped, and an account without a name is named by its id', () => {
  const [item] = items(1)
  const named = [
    { ...item!, name: '*Rock* @here' },
    { ...item!, name: '\u200B' },
  ]
  expect(picturesOf(viewWith(named))[0]?.map(({ description }) => description)).toEqual(['1. *Rock* @here', '2. ?'])
  const shown = (name: string | null) =>
    textOf(inventoryView({ ...who, name }, cached({ private: false, items: named, total: 2, next: null }), 0, english))
  expect(shown('@everyone')).toContain(String.raw`## 🎒 \@everyone · Rust items`)
  expect(shown('x')).toContain('1\\. \\*Rock\\* \\@here · not marketable\n2\\. ? · not marketable')
  expect(shown(null)).toContain(`## 🎒 \`${who.steamId}\` · Rust items\n`)
})

test('an inventory says which items are shown if not all are, and how many Steam gave', () => {
  expect(textOf(viewOf(50, 0, 2_345))).toContain('**2,345 items** · showing 1–9 (Steam gave the first 50)\n')
  expect(textOf(viewOf(5, 0, 6))).toContain('**6 items** · showing 1–5 (Steam gave the first 5)\n')
  expect(textOf(viewOf(50, 1))).toContain('**50 items** · showing 10–18\n')
  expect(textOf(viewOf(1, 0))).toContain('**1 item**\n')
  expect(textOf(viewOf(0, 0, 6))).toContain('**6 items** (Steam gave none of them)\n')
})

test('a private inventory shows no number of items', () => {
  const view = inventoryView(who, cached({ private: true, items: [], total: 0, next: null }), 0, english)
  expect(coloursOf(view)).toEqual([0x4a_6f_a5])
  expect(textOf(view)).toBe(
    [
      '## 🎒 Somebody · Rust items',
      '🔒 The inventory is private, so its items cannot be seen.',
      `-# \`${who.steamId}\` · checked <t:${NOW}:R> · ❔ bans not checked`,
    ].join('\n'),
  )
})

describe('what is known of the bans', () => {
  const shown = (bans: Partial<Bans>, timecreated: number | null = 1_400_000_000, age = 0) => {
    const summary = cached({ ...summaryOf(who.steamId), timecreated })
    const record = { bans: cached({ ...CLEAN, ...bans }, age), summary }
    return textOf(
      inventoryView({ ...who, record }, cached({ private: false, items: [], total: 0, next: null }), 0, english),
    )
  }

  test.each([
    [{ NumberOfGameBans: 1, DaysSinceLastBan: 3 }, '**⛔ Steam: 1 game ban, 3 days ago**'],
    [{ EconomyBan: 'banned' }, '**⚠️ Steam: only trade ban**'],
    [{}, '✅ Steam: no bans on record'],
  ])('of %j stands below the title: %s', (bans, line) => {
    expect(shown(bans).split('\n')[1]).toBe(line)
  })

  test('has its own age', () => {
    expect(shown({}, 1, 120)).toContain(`items checked <t:${NOW}:R> · bans checked <t:${NOW - 120}:R>`)
  })
})
