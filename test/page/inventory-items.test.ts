import { expect, test } from 'vitest'
import { countItems, filterItems } from '../../page/state/inventory-items.ts'

const item = (name: string, tradable: boolean, marketable: boolean) => ({
  name,
  icon: '',
  tradable,
  marketable,
  type: '',
})
const ITEMS = [
  item('Tempered AK47', true, true),
  item('Big Grin Facemask', true, false),
  item('Rock', false, false),
  item('Tempered AK47', false, false),
]
const placesOf = (...filter: [show: 'all' | 'tradable' | 'marketable', find: string]) =>
  filterItems(ITEMS, ...filter).map(({ place }) => place)

test('items keep their order and their place in the inventory', () => {
  expect(placesOf('all', '')).toEqual([0, 1, 2, 3])
  expect(placesOf('tradable', '')).toEqual([0, 1])
  expect(placesOf('marketable', '')).toEqual([0])
})

test('a search ignores case and spaces around it, and narrows the filter down', () => {
  expect(placesOf('all', ' tempered ak')).toEqual([0, 3])
  expect(placesOf('tradable', 'TEMPERED')).toEqual([0])
  expect(placesOf('all', 'sleeping bag')).toEqual([])
})

test('a search finds what is visible of a name', () => {
  const disguised = [item('Me\u200Btal \u202EDoor', true, true)]
  expect(filterItems(disguised, 'all', 'metal door')).toHaveLength(1)
})

test('each filter has its count', () => {
  expect(countItems(ITEMS)).toEqual({ all: 4, tradable: 2, marketable: 1 })
})
