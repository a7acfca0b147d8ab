import type { Inventory } from '../../src/model/inventory.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'

const MAX_NAME_CHARACTERS = 64

/** Filters of an inventory's items. */
export const ITEM_FILTERS = ['all', 'tradable', 'marketable'] as const
export type ItemFilter = (typeof ITEM_FILTERS)[number]

type Item = Inventory['items'][number]
/** An item with its position in the inventory, which identifies it because several items can have equal names and pictures. */
export type PlacedItem = Item & { place: number }

const MATCHES: Record<ItemFilter, (item: Item) => boolean> = {
  all: () => true,
  tradable: ({ tradable }) => tradable,
  marketable: ({ marketable }) => marketable,
}

/** The name of an item for display and search. */
export const visibleItemName = ({ name }: Item) => stripInvisible(name, MAX_NAME_CHARACTERS) || '?'

/** The items that match a filter and whose visible name contains a text, in the order of the inventory. */
export function filterItems(items: readonly Item[], filter: ItemFilter, find: string): PlacedItem[] {
  const wanted = stripInvisible(find, MAX_NAME_CHARACTERS).toLowerCase()
  return items
    .map((item, place) => ({ ...item, place }))
    .filter((item) => MATCHES[filter](item) && visibleItemName(item).toLowerCase().includes(wanted))
}

/** Counts the items that each filter shows. */
export const countItems = (items: readonly Item[]): Record<ItemFilter, number> => ({
  all: items.length,
  tradable: items.filter(MATCHES.tradable).length,
  marketable: items.filter(MATCHES.marketable).length,
})
