import type { Inventory } from '../../model/inventory.ts'
import type { AccountTexts } from '../words/account-texts.ts'

type Item = Inventory['items'][number]

/** What is known of the whole inventory. A private one is never shown as an empty one. */
export function formatInventorySize(
  { private: isPrivate, total }: Inventory,
  { inventory }: AccountTexts,
  emphasize: (count: string) => string,
): string {
  if (isPrivate) return inventory.private
  return total === 0 ? inventory.empty : emphasize(inventory.count(total))
}

/** That an item cannot be traded or sold; empty for one that can be both. */
export function formatItemLimits({ tradable, marketable }: Item, { inventory }: AccountTexts): string {
  return [...(tradable ? [] : [inventory.notTradable]), ...(marketable ? [] : [inventory.notMarketable])].join(', ')
}
