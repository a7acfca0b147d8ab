import type { Inventory } from '../../model/inventory.ts'
import type { AccountTexts } from '../words/account-texts.ts'

type Item = Inventory['items'][number]

/** Formats the size of the whole inventory. A private inventory is never shown as empty. */
export function formatInventorySize(
  { private: isPrivate, total }: Inventory,
  { inventory }: AccountTexts,
  emphasize: (count: string) => string,
): string {
  if (isPrivate) return inventory.private
  return total === 0 ? inventory.empty : emphasize(inventory.count({ count: total }))
}

/** Formats that an item cannot be traded or sold; empty if it can be both. */
export function formatItemLimits({ tradable, marketable }: Item, { inventory, commas }: AccountTexts): string {
  return commas([...(tradable ? [] : [inventory.notTradable]), ...(marketable ? [] : [inventory.notMarketable])])
}
